//! What the rows of an event have to hold.

use hipo::{
    BankHandle, BankMut, BoundExpression, Cell, ColumnHandle, ColumnValues, Error, Evaluator,
    Event, EventBuilder, Expression,
};
use pyo3::prelude::*;

use crate::error::{Raise, refused};
use crate::opened::Opened;
use crate::table::BankTable;

/// A bank, and an expression that has to hold for one row of it.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    handle: BankHandle,
    expression: BoundExpression,
}

impl Condition {
    /// Reads `BANK[EXPRESSION]`, as the command `hipo` has it.
    pub(crate) fn parse(text: &str, opened: &Opened) -> PyResult<Self> {
        let parts = text.trim().strip_suffix(']');
        let Some((bank, expression)) = parts.and_then(|parts| parts.split_once('[')) else {
            return Err(refused(format!(
                "where takes a bank and an expression in brackets, as \
                 'REC::Particle[pid == 11]', not {text:?}"
            )));
        };
        let handle = opened.bank(bank.trim()).raise()?;
        let bound = Expression::parse(expression).and_then(|parsed| parsed.bind(&handle));
        let expression = bound.map_err(Error::from).raise()?;
        Ok(Self { handle, expression })
    }

    /// The bank's name.
    pub(crate) fn bank(&self) -> &str {
        self.handle.schema().name()
    }

    /// The names of the columns that it reads.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &str> {
        let columns = self.handle.schema().columns();
        let read = self.expression.columns().into_iter();
        read.map(|index| columns[index].name())
    }

    /// Takes out of `keep` the events without a row for which it holds.
    pub(crate) fn check(&self, bank: &BankTable, keep: &mut [bool]) -> Result<(), Error> {
        let mut columns = Vec::new();
        for index in self.expression.columns() {
            let found = bank.columns.iter().find(|(other, _)| *other == index);
            if let Some((_, values)) = found {
                columns.push(Filling::new(&self.handle, index, values)?);
            }
        }
        let mut evaluator = self.expression.evaluator();
        let mut builder = EventBuilder::new();
        let mut rows = Vec::new();
        for (ends, keep) in bank.offsets.windows(2).zip(keep) {
            if !*keep {
                continue;
            }
            let (start, end) = (ends[0] as usize, ends[1] as usize);
            builder.reset();
            let mut made = builder.bank(&self.handle, end - start)?;
            for column in &columns {
                column.fill(&mut made, start, end)?;
            }
            let bank = builder.event().bank(&self.handle)?;
            evaluator.select(&bank, &mut rows)?;
            *keep = !rows.is_empty();
        }
        Ok(())
    }

    /// What looks at single events.
    pub(crate) fn of_events(&self) -> EventCondition<'_> {
        EventCondition {
            handle: &self.handle,
            evaluator: self.expression.evaluator(),
            rows: Vec::new(),
        }
    }
}

/// A condition, with the memory that it takes to look at single events.
pub(crate) struct EventCondition<'c> {
    handle: &'c BankHandle,
    evaluator: Evaluator,
    rows: Vec<u32>,
}

impl EventCondition<'_> {
    /// Whether an event has a row for which it holds.
    pub(crate) fn takes(&mut self, event: &Event<'_>) -> Result<bool, Error> {
        let bank = event.bank(self.handle)?;
        self.evaluator.select(&bank, &mut self.rows)?;
        Ok(!self.rows.is_empty())
    }
}

/// A column of many events, to be put into banks of one event each.
enum Filling<'v> {
    Byte(ColumnHandle<i8>, &'v [i8]),
    Short(ColumnHandle<i16>, &'v [i16]),
    Int(ColumnHandle<i32>, &'v [i32]),
    Long(ColumnHandle<i64>, &'v [i64]),
    Float(ColumnHandle<f32>, &'v [f32]),
    Double(ColumnHandle<f64>, &'v [f64]),
}

impl<'v> Filling<'v> {
    fn new(handle: &BankHandle, index: usize, values: &'v ColumnValues) -> Result<Self, Error> {
        let name = handle.schema().columns()[index].name();
        Ok(match values {
            ColumnValues::Byte(values) => Self::Byte(handle.column(name)?, values),
            ColumnValues::Short(values) => Self::Short(handle.column(name)?, values),
            ColumnValues::Int(values) => Self::Int(handle.column(name)?, values),
            ColumnValues::Long(values) => Self::Long(handle.column(name)?, values),
            ColumnValues::Float(values) => Self::Float(handle.column(name)?, values),
            ColumnValues::Double(values) => Self::Double(handle.column(name)?, values),
        })
    }

    fn fill(&self, bank: &mut BankMut<'_>, start: usize, end: usize) -> Result<(), Error> {
        fn fill<T: Cell>(
            bank: &mut BankMut<'_>,
            (start, end): (usize, usize),
            column: &ColumnHandle<T>,
            values: &[T],
        ) -> Result<(), Error> {
            let length = column.column().array_length();
            bank.fill(column, &values[start * length..end * length])
        }
        let rows = (start, end);
        match self {
            Self::Byte(column, values) => fill(bank, rows, column, values),
            Self::Short(column, values) => fill(bank, rows, column, values),
            Self::Int(column, values) => fill(bank, rows, column, values),
            Self::Long(column, values) => fill(bank, rows, column, values),
            Self::Float(column, values) => fill(bank, rows, column, values),
            Self::Double(column, values) => fill(bank, rows, column, values),
        }
    }
}
