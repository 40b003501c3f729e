//! Values of columns, as text and as JSON.

use std::fmt;

use hipo::{Cell, ColumnType, Schema};
use serde::{Serialize, Serializer};

use crate::print::Number;

/// A value of any type, with the digits that its type has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    Integer(i64),
    Float(f32),
    Double(f64),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(f),
            Self::Float(value) => write!(f, "{value:?}"),
            Self::Double(value) => write!(f, "{value:?}"),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Integer(value) => serializer.serialize_i64(value),
            Self::Float(value) if value.is_finite() => serializer.serialize_f32(value),
            Self::Float(value) => Number(value.into()).serialize(serializer),
            Self::Double(value) => Number(value).serialize(serializer),
        }
    }
}

/// The values of little-endian bytes; what is left of them, less than a value,
/// is left.
pub(crate) fn values(kind: ColumnType, bytes: &[u8]) -> impl Iterator<Item = Value> {
    bytes
        .chunks_exact(kind.bytes())
        .map(move |bytes| value(kind, bytes))
}

/// The value of exactly its bytes.
fn value(kind: ColumnType, bytes: &[u8]) -> Value {
    match kind {
        ColumnType::Byte => Value::Integer(cell::<i8>(bytes).into()),
        ColumnType::Short => Value::Integer(cell::<i16>(bytes).into()),
        ColumnType::Int => Value::Integer(cell::<i32>(bytes).into()),
        ColumnType::Long => Value::Integer(cell::<i64>(bytes)),
        ColumnType::Float => Value::Float(cell(bytes)),
        ColumnType::Double => Value::Double(cell(bytes)),
    }
}

fn cell<T: Cell>(bytes: &[u8]) -> T {
    T::Bytes::try_from(bytes).map_or_else(|_| T::default(), T::from_le)
}

/// The bytes of the column at `index` in the payload of a bank: cell after
/// cell, all rows.
pub(crate) fn column_bytes<'p>(schema: &Schema, payload: &'p [u8], index: usize) -> &'p [u8] {
    let rows = schema.rows_in(payload.len());
    let columns = schema.columns();
    let before = columns[..index].iter().map(hipo::Column::cell_bytes);
    let start = rows * before.sum::<usize>();
    &payload[start..start + rows * columns[index].cell_bytes()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_digits_of_their_type() {
        let bytes = 10.6_f32.to_le_bytes();
        let float = values(ColumnType::Float, &bytes).next().unwrap();
        assert_eq!(float.to_string(), "10.6");
        assert_eq!(serde_json::to_string(&float).unwrap(), "10.6");
        let nan = Value::Double(f64::NAN);
        assert_eq!(serde_json::to_string(&nan).unwrap(), "\"NaN\"");
        assert_eq!(values(ColumnType::Short, &[255, 255, 7]).count(), 1);
    }

    #[test]
    fn columns_lie_one_after_another() {
        let schema: Schema = "{T/1/1}{a/B,b/S#2,c/B}".parse().unwrap();
        // Two rows of six bytes, and one byte that is left.
        let payload: Vec<u8> = (0..13).collect();
        let column = |index| column_bytes(&schema, &payload, index);
        assert_eq!(column(0), [0, 1]);
        assert_eq!(column(1), [2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(column(2), [10, 11]);
    }
}
