//! A file or a chain that is open.

use std::slice;
use std::sync::Arc;

use hipo::{
    BankHandle, Chain, ColumnOptions, ColumnQuery, Columns, Config, Dictionary, Error, File,
};

/// A file or a chain that is open, to be kept by whoever reads from it.
#[derive(Clone, Debug)]
pub(crate) enum Opened {
    /// One file.
    File(Arc<File>),
    /// Several.
    Chain(Arc<Chain>),
}

impl Opened {
    /// The files in order: one or more.
    pub(crate) fn files(&self) -> &[File] {
        match self {
            Self::File(file) => slice::from_ref(file),
            Self::Chain(chain) => chain.files(),
        }
    }

    /// The schemas.
    pub(crate) fn dictionary(&self) -> &Dictionary {
        match self {
            Self::File(file) => file.dictionary(),
            Self::Chain(chain) => chain.dictionary(),
        }
    }

    /// What the first file tells of itself.
    pub(crate) fn config(&self) -> &Config {
        self.files()[0].config()
    }

    /// Looks a bank up by its name.
    pub(crate) fn bank(&self, name: &str) -> Result<BankHandle, Error> {
        match self {
            Self::File(file) => file.bank(name),
            Self::Chain(chain) => chain.bank(name),
        }
    }

    /// Number of events.
    pub(crate) fn event_count(&self) -> u64 {
        match self {
            Self::File(file) => file.event_count(),
            Self::Chain(chain) => chain.event_count(),
        }
    }

    /// Number of records of all files.
    pub(crate) fn record_count(&self) -> usize {
        self.files().iter().map(|file| file.records().len()).sum()
    }

    /// The number of the first event of a file.
    pub(crate) fn first_event(&self, file: usize) -> u64 {
        match self {
            Self::File(_) => 0,
            Self::Chain(chain) => chain.first_event(file).unwrap_or_default(),
        }
    }

    /// The file of a record, numbered through all files, and its number there.
    /// None beyond the last.
    pub(crate) fn locate_record(&self, mut record: usize) -> Option<(usize, usize)> {
        for (index, file) in self.files().iter().enumerate() {
            let count = file.records().len();
            if record < count {
                return Some((index, record));
            }
            record -= count;
        }
        None
    }

    /// The file and the record of an event, by its number. None beyond the last.
    pub(crate) fn locate_event(&self, number: u64) -> Option<(usize, usize)> {
        if number >= self.event_count() {
            return None;
        }
        let file = match self {
            Self::File(_) => 0,
            // Of files without events, the last one is the one that has it.
            Self::Chain(chain) => {
                let (mut low, mut high) = (0, chain.files().len());
                while high - low > 1 {
                    let middle = low.midpoint(high);
                    if self.first_event(middle) <= number {
                        low = middle;
                    } else {
                        high = middle;
                    }
                }
                low
            }
        };
        let within = number - self.first_event(file);
        let records = self.files()[file].records();
        let after = records.partition_point(|record| record.first_event <= within);
        Some((file, after - 1))
    }

    /// Reads columns.
    pub(crate) fn read(
        &self,
        options: &ColumnOptions,
        query: &ColumnQuery<'_>,
    ) -> Result<Columns, Error> {
        match self {
            Self::File(file) => options.read(file, query),
            Self::Chain(chain) => options.read_chain(chain, query),
        }
    }
}
