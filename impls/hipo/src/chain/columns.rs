//! Columns of several files.

use super::open::Chain;
use crate::columns::{ColumnBatches, ColumnOptions, ColumnQuery, Columns, Reading};
use crate::error::Error;

impl ColumnOptions {
    /// Reads the columns of all events of a chain at once. The query has to be
    /// of the chain's dictionary. Threads share the records of all files.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_chain(&self, chain: &Chain, query: &ColumnQuery<'_>) -> Result<Columns, Error> {
        let records = self.records(chain.files());
        Reading::new(chain.files(), chain.first_events(), query, self).read(&records)
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
        Reading::new(chain.files(), chain.first_events(), query, self).map(&records, made)
    }

    /// Reads the columns of a chain in batches: of as many records as it takes
    /// for `events` events, one at least, of one file or of several. Memory is bounded
    /// by a batch. The [first event](Columns::first_event) of each is numbered in the
    /// chain.
    pub fn chain_batches<'c>(
        &self,
        chain: &'c Chain,
        query: &ColumnQuery<'c>,
        events: u64,
    ) -> ColumnBatches<'c> {
        self.batches_of(chain.files(), chain.first_events(), query, events)
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
