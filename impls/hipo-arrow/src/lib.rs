//! Columns of HIPO files as Apache Arrow has them: the one shape that the command
//! `hipo export` writes and the Python package hands on.
//!
//! A row is an event. A column, called `BANK.column`, is a list for each event, of
//! as many values as it has rows of the bank; an array column is a list of
//! fixed-size lists. Nothing is null. The configuration of a file is in the
//! schema's metadata, as `hipo.config.KEY`. Nothing here copies values.
//!
//! ```
//! use arrow_buffer::Buffer;
//! use hipo::Schema;
//!
//! let schema: Schema = "{REC::Particle/300/1}{pid/I}".parse()?;
//! let column = &schema.columns()[0];
//! // Two events, with two rows and one.
//! let offsets = hipo_arrow::offsets(&[0, 2, 3]).expect("few rows");
//! let values = Buffer::from_vec(vec![11, 22, 211]);
//! let lists = hipo_arrow::lists(column, offsets, values)?;
//! assert_eq!(lists.len(), 2);
//! let field = hipo_arrow::field(schema.name(), column);
//! assert_eq!(field.name(), "REC::Particle.pid");
//! assert_eq!(field.data_type(), lists.data_type());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
};
use arrow_array::{ArrayRef, FixedSizeListArray, ListArray, PrimitiveArray};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use hipo::{Column, ColumnType, Config};

/// The metadata of a schema: the configuration of a file, as `hipo.config.KEY`.
pub fn metadata(config: &Config) -> HashMap<String, String> {
    let entries = config.entries();
    entries
        .map(|(key, value)| (format!("hipo.config.{key}"), value.to_owned()))
        .collect()
}

/// The field of a column of a bank.
pub fn field(bank: &str, column: &Column) -> Field {
    let name = format!("{bank}.{}", column.name());
    Field::new(name, DataType::List(row_field(column)), false)
}

/// Where the rows of each event begin and where the last end
/// ([`BankColumns::offsets`](hipo::BankColumns::offsets)), as numbers of 32 bits;
/// none when these are too few.
pub fn offsets(offsets: &[u64]) -> Option<Buffer> {
    i32::try_from(offsets.last().copied().unwrap_or_default()).ok()?;
    // None is more than the last.
    let offsets: Vec<i32> = offsets.iter().map(|end| *end as i32).collect();
    Some(Buffer::from_vec(offsets))
}

/// The lists of a column: `offsets` are those of its bank, of [`offsets`], and
/// `values` those of all rows, of the column's type.
///
/// # Errors
/// When there are fewer values than offsets tell.
///
/// # Panics
/// When offsets descend, or a buffer is not aligned for what it has.
pub fn lists(column: &Column, offsets: Buffer, values: Buffer) -> Result<ArrayRef, ArrowError> {
    fn array<T: ArrowPrimitiveType>(values: Buffer) -> ArrayRef {
        Arc::new(PrimitiveArray::<T>::new(ScalarBuffer::from(values), None))
    }
    let mut rows = match column.column_type() {
        ColumnType::Byte => array::<Int8Type>(values),
        ColumnType::Short => array::<Int16Type>(values),
        ColumnType::Int => array::<Int32Type>(values),
        ColumnType::Long => array::<Int64Type>(values),
        ColumnType::Float => array::<Float32Type>(values),
        ColumnType::Double => array::<Float64Type>(values),
    };
    if column.array_length() != 1 {
        let length = number(column.array_length());
        let arrays = FixedSizeListArray::try_new(value_field(column), length, rows, None)?;
        rows = Arc::new(arrays);
    }
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    let lists = ListArray::try_new(row_field(column), offsets, rows, None)?;
    Ok(Arc::new(lists))
}

/// What a list has for each row.
fn row_field(column: &Column) -> FieldRef {
    let kind = match column.array_length() {
        1 => data_type(column.column_type()),
        length => DataType::FixedSizeList(value_field(column), number(length)),
    };
    Arc::new(Field::new("item", kind, false))
}

/// The length of an array column: a row takes less than 16 MiB.
fn number(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

fn value_field(column: &Column) -> FieldRef {
    let kind = data_type(column.column_type());
    Arc::new(Field::new("item", kind, false))
}

const fn data_type(kind: ColumnType) -> DataType {
    match kind {
        ColumnType::Byte => DataType::Int8,
        ColumnType::Short => DataType::Int16,
        ColumnType::Int => DataType::Int32,
        ColumnType::Long => DataType::Int64,
        ColumnType::Float => DataType::Float32,
        ColumnType::Double => DataType::Float64,
    }
}
