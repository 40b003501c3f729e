//! Columns that were read.

use std::ops::Range;
use std::sync::Arc;

use super::locate::Located;
use super::query::WantedBank;
use super::streams::Streams;
use super::values::ColumnValues;
use crate::error::Error;
use crate::event::Cell;
use crate::layout::SplitColumns;
use crate::room::{Growth, reserve};
use crate::schema::{BankHandle, Schema};

/// Columns of a range of events, as Arrow's lists are: for each bank, where the
/// rows of each event begin, and for each column, the values of all rows.
#[derive(Clone, Debug)]
pub struct Columns {
    events: u64,
    first_event: u64,
    banks: Vec<BankColumns>,
}

/// The columns of one bank.
#[derive(Clone, Debug)]
pub struct BankColumns {
    handle: BankHandle,
    offsets: Vec<u64>,
    columns: Vec<(usize, ColumnValues)>,
}

impl BankColumns {
    /// The bank's schema.
    pub fn schema(&self) -> &Arc<Schema> {
        self.handle.schema()
    }

    /// Where the rows of each event begin, in rows from 0, and where the last
    /// end: one number more than events.
    pub fn offsets(&self) -> &[u64] {
        &self.offsets
    }

    /// Rows of all events.
    pub fn rows(&self) -> u64 {
        self.offsets.last().copied().unwrap_or_default()
    }

    /// The columns that were read, with their places in the schema, in the
    /// order asked for.
    pub fn columns(&self) -> impl Iterator<Item = (usize, &ColumnValues)> {
        self.columns.iter().map(|(index, values)| (*index, values))
    }

    /// The same, taken apart: the schema, the [offsets](Self::offsets) and the
    /// [columns](Self::columns). Nothing is copied.
    pub fn into_parts(self) -> (Arc<Schema>, Vec<u64>, Vec<(usize, ColumnValues)>) {
        (Arc::clone(self.handle.schema()), self.offsets, self.columns)
    }

    /// The values of a column.
    ///
    /// # Errors
    /// [`UnknownColumn`](crate::ErrorKind::UnknownColumn) for one that was not
    /// read.
    pub fn column(&self, name: &str) -> Result<&ColumnValues, Error> {
        let index = self.handle.column_index(name)?;
        let found = self.columns.iter().find(|(other, _)| *other == index);
        found.map(|(_, values)| values).ok_or_else(|| {
            crate::ErrorKind::UnknownColumn {
                bank: self.schema().name().to_owned(),
                name: name.to_owned(),
                similar: None,
            }
            .into()
        })
    }

    /// The values of a column of type `T`.
    ///
    /// # Errors
    /// As [`column`](Self::column), and
    /// [`ColumnType`](crate::ErrorKind::ColumnType).
    pub fn values<T: Cell>(&self, name: &str) -> Result<&[T], Error> {
        let values = self.column(name)?;
        values.as_slice().ok_or_else(|| {
            crate::ErrorKind::ColumnType {
                bank: self.schema().name().to_owned(),
                column: name.to_owned(),
                stored: values.column_type(),
                asked: T::TYPE,
            }
            .into()
        })
    }
}

impl Columns {
    /// Number of events.
    pub const fn events(&self) -> u64 {
        self.events
    }

    /// Number in the file of the first event of the first record that these
    /// are from. Of a [part](crate::ColumnOptions::map), it is that of its own
    /// first event, or of one before it that the filter leaves out.
    pub const fn first_event(&self) -> u64 {
        self.first_event
    }

    /// The banks, in the order asked for.
    pub fn banks(&self) -> &[BankColumns] {
        &self.banks
    }

    /// The banks, in the order asked for, to be kept without the rest.
    pub fn into_banks(self) -> Vec<BankColumns> {
        self.banks
    }

    /// The columns of a bank.
    ///
    /// # Errors
    /// [`UnknownBank`](crate::ErrorKind::UnknownBank) for one that was not read.
    pub fn bank(&self, name: &str) -> Result<&BankColumns, Error> {
        let found = self.banks.iter().find(|bank| bank.schema().name() == name);
        found.ok_or_else(|| {
            crate::ErrorKind::UnknownBank {
                name: name.to_owned(),
                similar: None,
            }
            .into()
        })
    }

    /// The values of a column of type `T`.
    ///
    /// # Errors
    /// As [`bank`](Self::bank) and [`BankColumns::values`].
    pub fn values<T: Cell>(&self, bank: &str, column: &str) -> Result<&[T], Error> {
        self.bank(bank)?.values(column)
    }
}

/// Columns that are being put together.
#[derive(Debug)]
pub(crate) struct Builder {
    events: u64,
    /// Events that it is going to have, as far as is known.
    expected: u64,
    pub(crate) banks: Vec<BankBuilder>,
}

/// The columns of one bank, being put together.
#[derive(Debug)]
pub(crate) struct BankBuilder {
    /// Rows up to the end of each event, after a 0.
    pub(super) offsets: Vec<u64>,
    pub(crate) columns: Vec<ColumnValues>,
}

impl BankBuilder {
    /// Makes room for events and rows, and for what is to come.
    fn reserve(&mut self, wanted: &WantedBank, events: usize, rows: usize, growth: Growth) {
        let schema = wanted.handle.schema().columns();
        reserve(&mut self.offsets, events, growth);
        for (values, &column) in self.columns.iter_mut().zip(&wanted.columns) {
            values.reserve(rows * schema[column].array_length(), growth);
        }
    }

    /// Rows so far.
    pub(crate) fn rows(&self) -> u64 {
        self.offsets.last().copied().unwrap_or_default()
    }

    /// Adds events with so many rows each.
    pub(crate) fn push_rows(&mut self, rows: impl ExactSizeIterator<Item = u32>, growth: Growth) {
        let mut end = self.rows();
        reserve(&mut self.offsets, rows.len(), growth);
        self.offsets.extend(rows.map(|rows| {
            end += u64::from(rows);
            end
        }));
    }
}

impl Builder {
    pub(crate) fn new(wanted: &[WantedBank]) -> Self {
        let banks = wanted.iter().map(|bank| {
            let columns = bank.handle.schema().columns();
            BankBuilder {
                offsets: vec![0],
                columns: bank
                    .columns
                    .iter()
                    .map(|&index| ColumnValues::new(columns[index].column_type()))
                    .collect(),
            }
        });
        Self {
            events: 0,
            expected: 0,
            banks: banks.collect(),
        }
    }

    /// Tells how many events it is going to have, at the most.
    pub(super) const fn expect(&mut self, events: u64) {
        self.expected = events;
    }

    /// What is still to come when it has `more` events.
    pub(super) fn growth(&self, more: u64) -> Growth {
        Growth::to(self.expected, self.events + more)
    }

    /// Makes room for all events, as many rows as there are on average in these.
    pub(super) fn reserve(&mut self, wanted: &[WantedBank], located: &Located) {
        let growth = self.growth(located.events);
        for ((built, wanted), pieces) in self.banks.iter_mut().zip(wanted).zip(&located.banks) {
            let rows = pieces.iter().map(|piece| piece.rows as usize).sum();
            built.reserve(wanted, pieces.len(), rows, growth);
        }
    }

    pub(crate) fn add_events(&mut self, events: u64) {
        self.events += events;
    }

    /// Events so far.
    pub(super) const fn events(&self) -> u64 {
        self.events
    }

    /// Adds what another of the same query has.
    pub(super) fn append(&mut self, other: &Self) {
        let growth = self.growth(other.events);
        self.events += other.events;
        for (bank, more) in self.banks.iter_mut().zip(&other.banks) {
            let rows = bank.rows();
            let ends = &more.offsets[1..];
            reserve(&mut bank.offsets, ends.len(), growth);
            bank.offsets.extend(ends.iter().map(|end| rows + end));
            for (values, more) in bank.columns.iter_mut().zip(&more.columns) {
                values.append(more, growth);
            }
        }
    }

    /// Adds some events of a record that is split, of which the streams are
    /// here.
    pub(super) fn append_split(
        &mut self,
        record: &SplitColumns,
        streams: &Streams,
        events: Range<usize>,
        wanted: &[WantedBank],
    ) {
        let growth = self.growth(events.len() as u64);
        self.events += events.len() as u64;
        for (index, (built, wanted)) in self.banks.iter_mut().zip(wanted).enumerate() {
            let bank = &record.banks()[index];
            let (rows, before) = (bank.rows_of(&events), built.rows());
            let start = built.offsets.len();
            reserve(&mut built.offsets, events.len(), growth);
            built.offsets.resize(start + events.len(), 0);
            bank.offsets(events.clone(), before, &mut built.offsets[start..]);
            let schema = wanted.handle.schema().columns();
            let starts: Vec<_> = built.columns.iter().map(ColumnValues::len).collect();
            let columns = built.columns.iter_mut().zip(&wanted.columns);
            let mut outputs = columns.map(|(values, &column)| {
                values.extend_zeros(rows * schema[column].array_length(), growth)
            });
            for (at, data) in streams.of(index).enumerate() {
                let each = bank.columns_of_each(wanted.columns.len());
                let mut outputs: Vec<_> = outputs.by_ref().take(each).collect();
                bank.values((at, data), events.clone(), wanted, &mut outputs);
            }
            drop(outputs);
            for (values, start) in built.columns.iter_mut().zip(starts) {
                values.turn_around(start);
            }
        }
    }

    /// Nothing, with the memory there is.
    pub(super) fn clear(&mut self) {
        self.events = 0;
        for bank in &mut self.banks {
            bank.offsets.truncate(1);
            bank.columns.iter_mut().for_each(ColumnValues::clear);
        }
    }

    pub(crate) fn finish(self, wanted: &[WantedBank], first_event: u64) -> Columns {
        let banks = wanted
            .iter()
            .zip(self.banks)
            .map(|(wanted, built)| BankColumns {
                handle: wanted.handle.clone(),
                offsets: built.offsets,
                columns: wanted.columns.iter().copied().zip(built.columns).collect(),
            });
        Columns {
            events: self.events,
            first_event,
            banks: banks.collect(),
        }
    }
}

impl From<Columns> for Builder {
    fn from(columns: Columns) -> Self {
        let banks = columns.banks.into_iter().map(|bank| BankBuilder {
            offsets: bank.offsets,
            columns: bank.columns.into_iter().map(|(_, values)| values).collect(),
        });
        Self {
            events: columns.events,
            expected: 0,
            banks: banks.collect(),
        }
    }
}
