//! What the rows of an event have to hold.

use hipo::{
    BankHandle, BankMut, Cell, ColumnHandle, ColumnValues, Error, EventBuilder, RowCondition,
};

use crate::table::BankTable;

/// The names of the columns that a condition reads.
pub(crate) fn columns(condition: &RowCondition) -> impl Iterator<Item = &str> {
    let columns = condition.bank().schema().columns();
    let read = condition.expression().columns().into_iter();
    read.map(|index| columns[index].name())
}

/// Takes out of `keep` the events without a row for which a condition holds.
pub(crate) fn check(
    condition: &RowCondition,
    bank: &BankTable,
    keep: &mut [bool],
) -> Result<(), Error> {
    let (handle, expression) = (condition.bank(), condition.expression());
    let mut columns = Vec::new();
    for index in expression.columns() {
        let found = bank.columns.iter().find(|(other, _)| *other == index);
        if let Some((_, values)) = found {
            columns.push(Filling::new(handle, index, values)?);
        }
    }
    let mut evaluator = expression.evaluator();
    let mut builder = EventBuilder::new();
    let mut rows = Vec::new();
    for (ends, keep) in bank.offsets.windows(2).zip(keep) {
        if !*keep {
            continue;
        }
        let (start, end) = (ends[0] as usize, ends[1] as usize);
        builder.reset();
        let mut made = builder.bank(handle, end - start)?;
        for column in &columns {
            column.fill(&mut made, start, end)?;
        }
        let bank = builder.event().bank(handle)?;
        evaluator.select(&bank, &mut rows)?;
        *keep = !rows.is_empty();
    }
    Ok(())
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
