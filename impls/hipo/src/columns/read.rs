//! One query over some records of some files.

use std::ops::Range;

use super::batch::{Builder, Columns};
use super::gather::gather_all;
use super::join::Join;
use super::loaded::Loaded;
use super::locate::{Located, Look};
use super::map::Map;
use super::options::ColumnOptions;
use super::place;
use super::query::{ColumnQuery, WantedBank};
use super::schedule::{PART, Place, Schedule};
use crate::error::Error;
use crate::layout::EventBuffer;
use crate::reader::{File, Filter, Loader, SplitRecord, is_split};

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
        let builder = if let Some(placed) = place::read(self, records, self.threads)? {
            placed
        } else if self.threads == 1 {
            self.in_turn(records)?
        } else {
            let join = Join::new(self.wanted, self.events(records));
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

    /// Events of these records.
    fn events(&self, records: &[RecordOf]) -> u64 {
        let events = records
            .iter()
            .map(|of| self.files[of.file].records()[of.record].events);
        events.map(u64::from).sum()
    }

    fn in_turn(&self, records: &[RecordOf]) -> Result<Builder, Error> {
        let mut builder = Builder::new(self.wanted);
        builder.expect(self.events(records));
        let mut loader = Loader::default();
        let mut record = Loaded::default();
        let mut located = Located::default();
        let looks = self.looks();
        for &of in records {
            self.load(of, &mut loader, &mut record)?;
            let all = 0..record.len();
            if builder.events() == 0 && record.split.is_none() {
                let first = 0..all.end.min(PART);
                self.locate(of, &record.events, first, &looks, &mut located)?;
                builder.reserve(self.wanted, &located);
            }
            self.gather(of, &record, all, &mut located, &mut builder)?;
        }
        Ok(builder)
    }

    /// Reads a record, as far as it is needed.
    pub(super) fn load(
        &self,
        of: RecordOf,
        loader: &mut Loader,
        record: &mut Loaded,
    ) -> Result<(), Error> {
        let file = (&self.files[of.file], of.record);
        let query = (self.wanted, self.filter);
        record.split = loader.load(file, query, &mut record.events)?;
        let Some(split) = &record.split else {
            return Ok(());
        };
        record.streams.fill(&split.columns, |place, output| {
            self.split_stream(of, loader, split, place, output)
        })
    }

    /// Whether a record is split.
    pub(super) fn is_split(&self, of: RecordOf) -> Result<bool, Error> {
        is_split(&self.files[of.file], of.record)
    }

    /// What there is of the query in a record that is split; none in others.
    pub(super) fn split_columns(
        &self,
        of: RecordOf,
        loader: &mut Loader,
    ) -> Result<Option<SplitRecord>, Error> {
        let file = &self.files[of.file];
        loader.split_columns(file, of.record, (self.wanted, self.filter))
    }

    /// Reads a stream of a bank of such a record to `output`, which is as long
    /// as it.
    pub(super) fn split_stream(
        &self,
        of: RecordOf,
        loader: &mut Loader,
        record: &SplitRecord,
        place: (usize, usize),
        output: &mut [u8],
    ) -> Result<(), Error> {
        let file = (&self.files[of.file], of.record);
        loader.split_stream(file, record, place, output)
    }

    /// What is to be looked for in events.
    fn looks(&self) -> Vec<Look<'a>> {
        self.wanted.iter().map(Look::of).collect()
    }

    /// Looks up where the banks of some events are.
    fn locate(
        &self,
        of: RecordOf,
        events: &EventBuffer,
        range: Range<usize>,
        looks: &[Look<'_>],
        located: &mut Located,
    ) -> Result<(), Error> {
        located
            .locate(events, range, looks, self.filter)
            .map_err(|error| self.files[of.file].place(error))
    }

    /// Adds the columns of a range of events. Of events, it is a block at a time:
    /// a block's bytes stay in the nearest memory while column after column is
    /// taken from them.
    pub(super) fn gather(
        &self,
        of: RecordOf,
        record: &Loaded,
        range: Range<usize>,
        located: &mut Located,
        builder: &mut Builder,
    ) -> Result<(), Error> {
        const BLOCK: usize = 256;
        if let Some(split) = &record.split {
            builder.append_split(&split.columns, &record.streams, range, self.wanted);
            return Ok(());
        }
        let looks = self.looks();
        for start in range.clone().step_by(BLOCK) {
            let block = start..range.end.min(start + BLOCK);
            self.locate(of, &record.events, block, &looks, located)?;
            gather_all(self.wanted, record.events.bytes(), located, builder);
        }
        Ok(())
    }
}
