//! Banks for tests, put together by hand.

use std::sync::Arc;

use hipo::{Bank, BankHandle, Cell, Event, Expression, Schema};

/// The event of one bank, and the bank's handle.
pub(crate) struct Table {
    handle: BankHandle,
    event: Vec<u8>,
}

/// The bytes of a column.
pub(crate) fn column<T: Cell>(values: &[T]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le().as_ref().to_vec())
        .collect()
}

impl Table {
    /// A bank of group 7 and item 3, with these columns one after the other.
    pub(crate) fn new(schema: &str, columns: &[Vec<u8>]) -> Self {
        let schema: Schema = schema.parse().expect("a schema");
        let payload = columns.concat();
        let length = u32::try_from(payload.len()).expect("a structure");
        let mut event = vec![0; 16];
        event.extend([7, 0, 3, 11]);
        event.extend(length.to_le_bytes());
        event.extend(payload);
        Self {
            handle: BankHandle::new(Arc::new(schema)),
            event,
        }
    }

    pub(crate) fn handle(&self) -> &BankHandle {
        &self.handle
    }

    pub(crate) fn bank(&self) -> Bank<'_, '_> {
        let event = Event::new(&self.event);
        event.bank(&self.handle).expect("a bank")
    }

    /// The value of an expression for each row.
    pub(crate) fn values(&self, text: &str) -> Vec<f64> {
        let expression = Expression::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let bound = expression.bind(&self.handle);
        let bound = bound.unwrap_or_else(|error| panic!("{error}"));
        let mut values = vec![-1.0];
        let mut evaluator = bound.evaluator();
        evaluator
            .evaluate(&self.bank(), &mut values)
            .expect("values");
        values
    }

    /// The rows for which an expression holds.
    pub(crate) fn rows(&self, text: &str) -> Vec<u32> {
        let bound = Expression::parse(text)
            .and_then(|expression| expression.bind(&self.handle))
            .unwrap_or_else(|error| panic!("{error}"));
        let mut rows = vec![9];
        let mut evaluator = bound.evaluator();
        evaluator.select(&self.bank(), &mut rows).expect("rows");
        rows
    }
}

/// A row with a column of each type.
pub(crate) fn one_row() -> Table {
    Table::new(
        "{T::One/7/3}{b/B,s/S,i/I,l/L,f/F,d/D,zero/I,nan/D}",
        &[
            column(&[-5_i8]),
            column(&[300_i16]),
            column(&[70_000_i32]),
            column(&[(1_i64 << 53) + 1]),
            column(&[0.1_f32]),
            column(&[2.5_f64]),
            column(&[0_i32]),
            column(&[f64::NAN]),
        ],
    )
}

/// The value of an expression for the row of [`one_row`].
pub(crate) fn value(text: &str) -> f64 {
    one_row().values(text)[0]
}

/// Whether two numbers are the same, NaN and signs of 0 included.
pub(crate) fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

#[track_caller]
pub(crate) fn is(text: &str, expected: f64) {
    let found = value(text);
    assert!(same(found, expected), "{text} is {found}, not {expected}");
}
