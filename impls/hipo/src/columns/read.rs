//! One query over some records of a file.

use std::ops::Range;

use super::batch::{Builder, Columns};
use super::gather::gather_all;
use super::locate::{Located, Look};
use super::options::ColumnOptions;
use super::query::{ColumnQuery, WantedBank};
use super::schedule::Schedule;
use crate::compression::{Compression, Layout};
use crate::error::Error;
use crate::layout::EventBuffer;
use crate::reader::{File, Filter, Loader};

/// What a reading of columns goes by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading<'a> {
    pub(super) file: &'a File,
    pub(super) wanted: &'a [WantedBank],
    pub(super) filter: &'a Filter,
    threads: usize,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(
        file: &'a File,
        query: &'a ColumnQuery<'_>,
        options: &'a ColumnOptions,
    ) -> Self {
        Self {
            file,
            wanted: query.banks(),
            filter: &options.filter,
            threads: options.threads.get(),
        }
    }

    /// The columns of these records.
    pub(super) fn read(&self, records: &[usize]) -> Result<Columns, Error> {
        let first = records
            .first()
            .map(|&index| self.file.records()[index].first_event);
        let builder = if self.threads == 1 {
            self.in_turn(records)?
        } else {
            Schedule::new(*self, records).run(self.threads)?
        };
        Ok(builder.finish(self.wanted, first.unwrap_or_default()))
    }

    fn in_turn(&self, records: &[usize]) -> Result<Builder, Error> {
        let mut builder = Builder::new(self.wanted);
        let mut loader = Loader::default();
        let mut events = EventBuffer::default();
        self.add(records, &mut loader, &mut events, &mut builder)?;
        Ok(builder)
    }

    /// Adds the columns of these records, with this thread.
    pub(crate) fn add(
        &self,
        records: &[usize],
        loader: &mut Loader,
        events: &mut EventBuffer,
        builder: &mut Builder,
    ) -> Result<(), Error> {
        let mut located = Located::default();
        for &index in records {
            if self.load(index, loader, events, builder)? {
                self.gather(events, 0..events.len(), &mut located, builder)?;
            }
        }
        Ok(())
    }

    /// Reads a record. Events that are stored whole are then in `events`, to be
    /// gathered; columns of others are in the builder already, and the answer
    /// is false.
    pub(super) fn load(
        &self,
        index: usize,
        loader: &mut Loader,
        events: &mut EventBuffer,
        builder: &mut Builder,
    ) -> Result<bool, Error> {
        loader.with_record(self.file, index, |stored, layouts| {
            let whole = Compression::layout(stored.compression) == Layout::Whole;
            let (dictionary, limits) = (self.file.dictionary(), self.file.limits());
            if whole {
                layouts.events(stored, dictionary, limits, events)?;
                events.set_record(index as u32);
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
                .map_err(|error| self.file.place(error))?;
            gather_all(self.wanted, events.bytes(), located, builder);
        }
        Ok(())
    }
}
