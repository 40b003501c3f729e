//! The rows of a bank in many events, as columns.

use std::ops::Range;

use super::BoundExpression;
use super::program::Source;
use super::registers::LANES;
use super::rows::Rows;
use crate::columns::{BankColumns, ColumnValues};
use crate::error::Error;
use crate::event::Cell;

/// The columns that an expression reads, of all rows of many events.
pub(super) struct EventRows<'c> {
    offsets: &'c [u64],
    /// Each with the bytes of a row in the columns before it, and the values
    /// that it has in a row.
    columns: Vec<(usize, usize, &'c ColumnValues)>,
}

impl<'c> EventRows<'c> {
    /// Finds the columns among those that were read.
    pub(super) fn new(bank: &'c BankColumns, expression: &BoundExpression) -> Result<Self, Error> {
        let columns = expression.columns().into_iter().map(|index| {
            let column = &expression.schema().columns()[index];
            let before = column.position().offset as usize;
            Ok((before, column.array_length(), bank.column(column.name())?))
        });
        Ok(Self {
            offsets: bank.offsets(),
            columns: columns.collect::<Result<_, Error>>()?,
        })
    }

    fn find(&self, source: &Source) -> (usize, &'c ColumnValues) {
        let found = self
            .columns
            .iter()
            .find(|(before, ..)| *before == source.before);
        let (_, length, values) = found.expect("all columns that are read were found");
        (*length, values)
    }
}

impl Rows for EventRows<'_> {
    fn floats(&self, to: &mut [[f64; LANES]], rows: Range<usize>, source: &Source) {
        let (length, values) = self.find(source);
        let place = (rows, length, source.element);
        match values {
            ColumnValues::Byte(values) => take(to, values, place, i8::to_f64),
            ColumnValues::Short(values) => take(to, values, place, i16::to_f64),
            ColumnValues::Int(values) => take(to, values, place, i32::to_f64),
            ColumnValues::Long(values) => take(to, values, place, i64::to_f64),
            ColumnValues::Float(values) => take(to, values, place, f32::to_f64),
            ColumnValues::Double(values) => take(to, values, place, f64::to_f64),
        }
    }

    fn integers(&self, to: &mut [[i64; LANES]], rows: Range<usize>, source: &Source) {
        let (length, values) = self.find(source);
        let place = (rows, length, source.element);
        match values {
            ColumnValues::Byte(values) => take(to, values, place, i64::from),
            ColumnValues::Short(values) => take(to, values, place, i64::from),
            ColumnValues::Int(values) => take(to, values, place, i64::from),
            ColumnValues::Long(values) => take(to, values, place, |value| value),
            ColumnValues::Float(values) => take(to, values, place, |value| value as i64),
            ColumnValues::Double(values) => take(to, values, place, |value| value as i64),
        }
    }

    fn numbers(&self, to: &mut [[i64; LANES]], rows: Range<usize>) {
        let mut event = self
            .offsets
            .partition_point(|begin| *begin <= rows.start as u64)
            .saturating_sub(1);
        for (to, row) in to.as_flattened_mut().iter_mut().zip(rows) {
            while self
                .offsets
                .get(event + 1)
                .is_some_and(|end| *end <= row as u64)
            {
                event += 1;
            }
            // A structure has fewer than 2²⁴ bytes, and so an event fewer rows.
            *to = i64::from((row as u64 - self.offsets[event]) as u32);
        }
    }
}

/// Takes, of each of some rows, the value `element` of the `length` that it has.
#[inline(always)]
fn take<T: Cell, R>(
    to: &mut [[R; LANES]],
    values: &[T],
    (rows, length, element): (Range<usize>, usize, usize),
    convert: impl Fn(T) -> R,
) {
    let values = values.get(rows.start * length..rows.end * length);
    let values = values.unwrap_or_default();
    let to = to.as_flattened_mut().iter_mut();
    if length == 1 {
        to.zip(values).for_each(|(to, value)| *to = convert(*value));
    } else {
        let rows = values.chunks_exact(length);
        to.zip(rows)
            .for_each(|(to, row)| *to = convert(row[element]));
    }
}
