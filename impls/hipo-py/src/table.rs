//! Columns that were read, owned by all who look at them.

use std::fmt;
use std::sync::{Arc, OnceLock};

use arrow_buffer::Buffer;
use hipo::{BankColumns, Cell, ColumnValues, Columns, Schema};

use crate::each::each;

/// Columns of a range of events.
#[derive(Debug)]
pub(crate) struct Table {
    /// Number of events.
    pub(crate) events: u64,
    /// Number of the first event of the first record that these are from.
    pub(crate) first_event: u64,
    /// The banks in the order asked for.
    pub(crate) banks: Vec<BankTable>,
}

/// The columns of one bank.
pub(crate) struct BankTable {
    pub(crate) schema: Arc<Schema>,
    /// Where the rows of each event begin, and where the last end.
    pub(crate) offsets: Vec<u64>,
    /// With their places in the schema, in the order asked for.
    pub(crate) columns: Vec<(usize, ColumnValues)>,
    /// The offsets as Arrow's lists have them; none where these are too few
    /// bits.
    arrow_offsets: OnceLock<Option<Buffer>>,
}

impl fmt::Debug for BankTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BankTable")
            .field("bank", &self.schema.name())
            .field("rows", &self.rows())
            .finish_non_exhaustive()
    }
}

impl From<Columns> for Table {
    fn from(columns: Columns) -> Self {
        Self {
            events: columns.events(),
            first_event: columns.first_event(),
            banks: columns.into_banks().into_iter().map(Into::into).collect(),
        }
    }
}

impl Table {
    /// Takes away the events that are not to be kept.
    pub(crate) fn retain(&mut self, keep: &[bool]) {
        self.banks.iter_mut().for_each(|bank| bank.retain(keep));
        self.events = keep.iter().filter(|keep| **keep).count() as u64;
    }
}

impl From<BankColumns> for BankTable {
    fn from(bank: BankColumns) -> Self {
        let (schema, offsets, columns) = bank.into_parts();
        Self {
            schema,
            offsets,
            columns,
            arrow_offsets: OnceLock::new(),
        }
    }
}

impl BankTable {
    /// Rows of all events.
    pub(crate) fn rows(&self) -> u64 {
        self.offsets.last().copied().unwrap_or_default()
    }

    /// The place of a column, by its name, among those that were read.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let index = self.schema.column_index(name)?;
        self.columns.iter().position(|(other, _)| *other == index)
    }

    /// The name of a column that was read.
    pub(crate) fn name(&self, column: usize) -> &str {
        self.schema.columns()[self.columns[column].0].name()
    }

    /// Values that a column has in a row.
    pub(crate) fn array_length(&self, column: usize) -> usize {
        self.schema.columns()[self.columns[column].0].array_length()
    }

    /// The names of the columns that were read.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        (0..self.columns.len()).map(|column| self.name(column))
    }

    /// The offsets in 32 bits, computed once.
    pub(crate) fn arrow_offsets(&self) -> Option<Buffer> {
        self.arrow_offsets
            .get_or_init(|| hipo_arrow::offsets(&self.offsets))
            .clone()
    }

    /// Takes away what is not of the events to be kept.
    fn retain(&mut self, keep: &[bool]) {
        let mut runs = Vec::<(u64, u64)>::new();
        let mut offsets = vec![0];
        let mut rows = 0;
        for (ends, _) in self.offsets.windows(2).zip(keep).filter(|(_, keep)| **keep) {
            let (start, end) = (ends[0], ends[1]);
            rows += end - start;
            offsets.push(rows);
            match runs.last_mut() {
                Some(run) if run.1 == start => run.1 = end,
                _ => runs.push((start, end)),
            }
        }
        for (index, values) in &mut self.columns {
            let length = self.schema.columns()[*index].array_length();
            each!(values, values => retain(values, &runs, length, rows));
        }
        self.offsets = offsets;
        self.arrow_offsets = OnceLock::new();
    }
}

/// Keeps the values of these runs of rows.
fn retain<T: Cell>(values: &mut Vec<T>, runs: &[(u64, u64)], length: usize, rows: u64) {
    let mut kept = Vec::with_capacity(rows as usize * length);
    for (start, end) in runs {
        kept.extend_from_slice(&values[*start as usize * length..*end as usize * length]);
    }
    *values = kept;
}
