//! How columns are read.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::slice;

use super::batch::Columns;
use super::query::ColumnQuery;
use super::read::{Reading, RecordOf};
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
        self.threads = crate::threads::count(threads);
        self
    }

    /// Reads the columns of all events of a file at once.
    ///
    /// # Errors
    /// For a record that is damaged or cannot be read: the first one.
    /// [`Memory`](crate::ErrorKind::Memory) where the system has too little for
    /// columns of records that are split.
    pub fn read(&self, file: &File, query: &ColumnQuery<'_>) -> Result<Columns, Error> {
        let files = slice::from_ref(file);
        Reading::new(files, &[0], query, self).read(&self.records(files))
    }

    /// Gives the columns of a file to a function, part after part, and what it
    /// made of each back, in the order of the file. The threads share its work
    /// too.
    ///
    /// A part is at most 4096 events of a record, whatever the number of threads;
    /// parts without events are left out. Memory is used again, and bounded by a
    /// record and a part for each thread: to go through columns takes less time so
    /// than to [`read`](Self::read) them first.
    ///
    /// ```no_run
    /// # let file = hipo::File::open("run.hipo")?;
    /// use hipo::{ColumnOptions, ColumnQuery};
    ///
    /// let query = ColumnQuery::new(file.dictionary()).column("REC::Particle", "pz")?;
    /// let options = ColumnOptions::new().threads(2);
    /// let sums = options.map(&file, &query, |columns| {
    ///     let pz = columns.values::<f32>("REC::Particle", "pz")?;
    ///     Ok::<_, hipo::Error>(pz.iter().map(|pz| f64::from(*pz)).sum::<f64>())
    /// })?;
    /// let sum: f64 = sums.into_iter().collect::<Result<Vec<_>, _>>()?.iter().sum();
    /// # Ok::<(), hipo::Error>(())
    /// ```
    ///
    /// # Errors
    /// For a record that is damaged or cannot be read: the first one.
    ///
    /// # Panics
    /// When the function does.
    pub fn map<R: Send>(
        &self,
        file: &File,
        query: &ColumnQuery<'_>,
        made: impl Fn(&Columns) -> R + Sync,
    ) -> Result<Vec<R>, Error> {
        let files = slice::from_ref(file);
        Reading::new(files, &[0], query, self).map(&self.records(files), made)
    }

    /// Reads the columns of a file in batches: of as many records as it takes
    /// for `events` events, one at least. Memory is bounded by a batch.
    pub fn batches<'f>(
        &self,
        file: &'f File,
        query: &ColumnQuery<'f>,
        events: u64,
    ) -> ColumnBatches<'f> {
        self.batches_of(slice::from_ref(file), &[0], query, events)
    }

    /// Batches of some files, whose first events have these numbers.
    pub(crate) fn batches_of<'f>(
        &self,
        files: &'f [File],
        first_events: &'f [u64],
        query: &ColumnQuery<'f>,
        events: u64,
    ) -> ColumnBatches<'f> {
        ColumnBatches {
            files,
            first_events,
            query: query.clone(),
            records: self.records(files),
            options: self.clone(),
            events: events.max(1),
            next: 0,
        }
    }

    /// The records of some files that the filter takes.
    pub(crate) fn records(&self, files: &[File]) -> Vec<RecordOf> {
        let mut taken = Vec::new();
        let mut before = 0;
        for (file, records) in files.iter().map(File::records).enumerate() {
            let range = self.filter.range(before, records.len());
            before += records.len();
            let records = range.filter(|&record| self.filter.takes_record(&records[record]));
            taken.extend(records.map(|record| RecordOf { file, record }));
        }
        taken
    }
}

/// The columns of a file or a chain, batch by batch. After an error it goes on
/// with the batch after it.
#[derive(Debug)]
pub struct ColumnBatches<'f> {
    files: &'f [File],
    first_events: &'f [u64],
    query: ColumnQuery<'f>,
    options: ColumnOptions,
    records: Vec<RecordOf>,
    events: u64,
    next: usize,
}

impl ColumnBatches<'_> {
    /// Takes the records of the next batch: as many as it takes for the events
    /// asked for, one at least if there is one.
    fn take_records(&mut self) -> Range<usize> {
        let start = self.next;
        let mut events = 0;
        while let Some(of) = self.records.get(self.next) {
            if self.next > start && events >= self.events {
                break;
            }
            events += u64::from(self.files[of.file].records()[of.record].events);
            self.next += 1;
        }
        start..self.next
    }
}

impl Iterator for ColumnBatches<'_> {
    type Item = Result<Columns, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let range = self.take_records();
        let batch = &self.records[range];
        let reading = Reading::new(self.files, self.first_events, &self.query, &self.options);
        (!batch.is_empty()).then(|| reading.read(batch))
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
