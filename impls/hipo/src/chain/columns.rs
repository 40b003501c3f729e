//! Columns of several files.

use super::open::Chain;
use crate::columns::{ColumnOptions, ColumnQuery, Columns, Reading, RecordOf, next_batch};
use crate::error::Error;

impl ColumnOptions {
    /// Reads the columns of all events of a chain at once. The query has to be
    /// of the chain's dictionary. Threads share the records of all files.
    ///
    /// # Errors
    /// For a record that is damaged or cannot be read: the first one.
    pub fn read_chain(&self, chain: &Chain, query: &ColumnQuery<'_>) -> Result<Columns, Error> {
        let records = self.records(chain.files());
        Reading::new(chain.files(), query, self).read(&records, chain.first_events())
    }

    /// Gives the columns of a chain to a function, part after part, as
    /// [`map`](Self::map) does those of a file.
    ///
    /// # Errors
    /// As [`map`](Self::map).
    ///
    /// # Panics
    /// When the function does.
    pub fn map_chain<R: Send>(
        &self,
        chain: &Chain,
        query: &ColumnQuery<'_>,
        made: impl Fn(&Columns) -> R + Sync,
    ) -> Result<Vec<R>, Error> {
        let records = self.records(chain.files());
        Reading::new(chain.files(), query, self).map(&records, chain.first_events(), made)
    }

    /// Reads the columns of a chain in batches: of as many records as it takes
    /// for `events` events, one at least, of one file or of several. Memory is bounded
    /// by a batch.
    pub fn chain_batches<'c>(
        &self,
        chain: &'c Chain,
        query: &ColumnQuery<'c>,
        events: u64,
    ) -> ChainColumnBatches<'c> {
        ChainColumnBatches {
            chain,
            query: query.clone(),
            options: self.clone(),
            records: self.records(chain.files()),
            events: events.max(1),
            next: 0,
        }
    }
}

impl Chain {
    /// Reads columns of all events, with one thread.
    ///
    /// # Errors
    /// As [`ColumnOptions::read_chain`].
    pub fn read_columns(&self, query: &ColumnQuery<'_>) -> Result<Columns, Error> {
        ColumnOptions::default().read_chain(self, query)
    }
}

/// The columns of a chain, batch by batch. After an error it goes on with the
/// batch after it. The [first event](Columns::first_event) of each is numbered
/// in the chain.
#[derive(Debug)]
pub struct ChainColumnBatches<'c> {
    chain: &'c Chain,
    query: ColumnQuery<'c>,
    options: ColumnOptions,
    records: Vec<RecordOf>,
    events: u64,
    next: usize,
}

impl Iterator for ChainColumnBatches<'_> {
    type Item = Result<Columns, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.records[self.next..];
        let batch = &rest[..next_batch(self.chain.files(), rest, self.events)];
        self.next += batch.len();
        let reading = Reading::new(self.chain.files(), &self.query, &self.options);
        (!batch.is_empty()).then(|| reading.read(batch, self.chain.first_events()))
    }
}
