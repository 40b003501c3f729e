//! One query over some records of some files.

use std::ops::Range;

use super::batch::{Builder, Columns};
use super::gather::gather_all;
use super::join::Join;
use super::locate::{Located, Look};
use super::map::Map;
use super::options::ColumnOptions;
use super::query::{ColumnQuery, WantedBank};
use super::schedule::{Place, Schedule};
use crate::compression::{Compression, Layout};
use crate::error::Error;
use crate::layout::EventBuffer;
use crate::reader::{File, Filter, Loader};

/// A record of one of the files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordOf {
    pub(crate) file: usize,
    pub(crate) record: usize,
}

/// What a reading of columns goes by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading<'a> {
    files: &'a [File],
    /// The numbers of the files' first events.
    first_events: &'a [u64],
    pub(super) wanted: &'a [WantedBank],
    filter: &'a Filter,
    threads: usize,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(
        files: &'a [File],
        first_events: &'a [u64],
        query: &'a ColumnQuery<'_>,
        options: &'a ColumnOptions,
    ) -> Self {
        Self {
            files,
            first_events,
            wanted: query.banks(),
            filter: &options.filter,
            threads: options.threads.get(),
        }
    }

    /// The columns of these records.
    pub(crate) fn read(&self, records: &[RecordOf]) -> Result<Columns, Error> {
        let builder = if self.threads == 1 {
            self.in_turn(records)?
        } else {
            let join = Join::new(self.wanted);
            Schedule::new(*self, records, &join).run(self.threads, 1)?;
            join.finish()
        };
        let first = records.first().map(|&of| self.number(of));
        Ok(builder.finish(self.wanted, first.unwrap_or_default()))
    }

    /// What `made` makes of the columns of each part of these records, in
    /// order.
    pub(crate) fn map<R: Send>(
        &self,
        records: &[RecordOf],
        made: impl Fn(&Columns) -> R + Sync,
    ) -> Result<Vec<R>, Error> {
        let number = |place: &Place| self.number(records[place.record]) + place.first as u64;
        let map = Map::new(self.wanted, number, made);
        // What is read ahead leaves the caches before it is gathered.
        Schedule::new(*self, records, &map).run(self.threads, 0)?;
        Ok(map.finish())
    }

    /// The number of a record's first event.
    fn number(&self, of: RecordOf) -> u64 {
        self.first_events[of.file] + self.files[of.file].records()[of.record].first_event
    }

    fn in_turn(&self, records: &[RecordOf]) -> Result<Builder, Error> {
        let mut builder = Builder::new(self.wanted);
        let mut loader = Loader::default();
        let mut events = EventBuffer::default();
        let mut located = Located::default();
        for &of in records {
            if self.load(of, &mut loader, &mut events, &mut builder)? {
                let all = 0..events.len();
                self.gather(of, &events, all, &mut located, &mut builder)?;
            }
        }
        Ok(builder)
    }

    /// Reads a record. Events that are stored whole are then in `events`, to be
    /// gathered; columns of others are in the builder already, and the answer
    /// is false.
    pub(super) fn load(
        &self,
        of: RecordOf,
        loader: &mut Loader,
        events: &mut EventBuffer,
        builder: &mut Builder,
    ) -> Result<bool, Error> {
        let file = &self.files[of.file];
        loader.with_record(file, of.record, |stored, layouts| {
            let whole = Compression::layout(stored.compression) == Layout::Whole;
            let (dictionary, limits) = (file.dictionary(), file.limits());
            if whole {
                layouts.events(stored, dictionary, limits, events)?;
                events.set_record(of.record as u32);
            } else {
                layouts.columns(
                    stored,
                    dictionary,
                    limits,
                    self.wanted,
                    self.filter,
                    builder,
                )?;
            }
            Ok(whole)
        })
    }

    /// Gathers columns of a range of events, a block at a time: a block's bytes
    /// stay in the nearest memory while column after column is taken from them.
    pub(super) fn gather(
        &self,
        of: RecordOf,
        events: &EventBuffer,
        range: Range<usize>,
        located: &mut Located,
        builder: &mut Builder,
    ) -> Result<(), Error> {
        const BLOCK: usize = 256;
        let looks: Vec<_> = self.wanted.iter().map(Look::of).collect();
        for start in range.clone().step_by(BLOCK) {
            let block = start..range.end.min(start + BLOCK);
            located
                .locate(events, block, &looks, self.filter)
                .map_err(|error| self.files[of.file].place(error))?;
            gather_all(self.wanted, events.bytes(), located, builder);
        }
        Ok(())
    }
}
