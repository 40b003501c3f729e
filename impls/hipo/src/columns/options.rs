//! How columns are read.

use std::num::NonZeroUsize;
use std::thread;

use super::batch::Columns;
use super::query::ColumnQuery;
use super::read::Reading;
use crate::error::Error;
use crate::reader::{File, Filter};

/// How to read columns: with which filter, with how many threads.
#[derive(Clone, Debug)]
#[must_use]
pub struct ColumnOptions {
    pub(crate) filter: Filter,
    pub(crate) threads: NonZeroUsize,
}

impl Default for ColumnOptions {
    /// All events, one thread.
    fn default() -> Self {
        Self {
            filter: Filter::default(),
            threads: NonZeroUsize::MIN,
        }
    }
}

impl ColumnOptions {
    /// All events, one thread.
    pub fn new() -> Self {
        Self::default()
    }

    /// Only events that a filter lets through.
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// With so many threads; 0 is as many as the machine runs at once.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = NonZeroUsize::new(threads)
            .unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN));
        self
    }

    /// Reads the columns of all events of a file at once.
    ///
    /// # Errors
    /// For a record that is damaged or cannot be read: the first one.
    pub fn read(&self, file: &File, query: &ColumnQuery<'_>) -> Result<Columns, Error> {
        let records: Vec<_> = self.records(file).collect();
        Reading::new(file, query, self).read(&records)
    }

    /// Reads the columns of a file in batches: of as many records as it takes
    /// for `events` events, one at least. Memory is bounded by a batch.
    pub fn batches<'f>(
        &self,
        file: &'f File,
        query: &ColumnQuery<'f>,
        events: u64,
    ) -> ColumnBatches<'f> {
        ColumnBatches {
            file,
            query: query.clone(),
            records: self.records(file).collect(),
            options: self.clone(),
            events: events.max(1),
            next: 0,
        }
    }

    fn records<'f>(&self, file: &'f File) -> impl Iterator<Item = usize> + use<'f, '_> {
        let records = file.records();
        self.filter
            .range(0, records.len())
            .filter(|&index| self.filter.takes_record(&records[index]))
    }
}

/// The columns of a file, batch by batch. After an error it goes on with the
/// batch after it.
#[derive(Debug)]
pub struct ColumnBatches<'f> {
    file: &'f File,
    query: ColumnQuery<'f>,
    options: ColumnOptions,
    records: Vec<usize>,
    events: u64,
    next: usize,
}

impl Iterator for ColumnBatches<'_> {
    type Item = Result<Columns, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.records[self.next..];
        let mut events = 0;
        let mut count = 0;
        for record in rest {
            if count > 0 && events >= self.events {
                break;
            }
            events += u64::from(self.file.records()[*record].events);
            count += 1;
        }
        if count == 0 {
            return None;
        }
        self.next += count;
        Some(Reading::new(self.file, &self.query, &self.options).read(&rest[..count]))
    }
}

impl File {
    /// Reads columns of all events, with one thread.
    ///
    /// # Errors
    /// As [`ColumnOptions::read`].
    pub fn read_columns(&self, query: &ColumnQuery<'_>) -> Result<Columns, Error> {
        ColumnOptions::default().read(self, query)
    }
}
