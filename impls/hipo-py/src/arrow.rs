//! From tables to arrays of Arrow, in the shape that `hipo export` writes: a row
//! for each event; for each column `BANK.column` a list, and of array columns a
//! list of fixed-size lists.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
};
use arrow_array::{
    ArrayRef, FixedSizeListArray, ListArray, PrimitiveArray, RecordBatch, RecordBatchOptions,
};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema as ArrowSchema, SchemaRef};
use hipo::{Column, ColumnType, Config};

use crate::table::{BankTable, Table};
use crate::values::Values;

/// What schemas tell beside fields: the configuration, as `hipo.config.KEY`.
pub(crate) type Metadata = HashMap<String, String>;

/// The metadata of a file.
pub(crate) fn metadata(config: &Config) -> Metadata {
    let entries = config.entries();
    entries
        .map(|(key, value)| (format!("hipo.config.{key}"), value.to_owned()))
        .collect()
}

/// The schema of these columns.
pub(crate) fn schema<'a>(
    columns: impl Iterator<Item = (&'a str, &'a Column)>,
    metadata: Metadata,
) -> SchemaRef {
    let fields: Vec<_> = columns.map(|(bank, column)| field(bank, column)).collect();
    Arc::new(ArrowSchema::new_with_metadata(fields, metadata))
}

/// The columns of banks of a table.
pub(crate) fn columns(banks: &[BankTable]) -> impl Iterator<Item = (&str, &Column)> {
    banks.iter().flat_map(|bank| {
        let columns = bank.columns.iter();
        columns.map(|(index, _)| (bank.schema.name(), &bank.schema.columns()[*index]))
    })
}

/// The events of a table, of all banks or of one, as rows.
///
/// # Errors
/// For more rows of a bank than lists can count.
pub(crate) fn batch(
    table: &Arc<Table>,
    bank: Option<usize>,
    metadata: &Metadata,
) -> Result<RecordBatch, ArrowError> {
    let banks = match bank {
        Some(bank) => bank..bank + 1,
        None => 0..table.banks.len(),
    };
    let schema = schema(columns(&table.banks[banks.clone()]), metadata.clone());
    let mut arrays = Vec::with_capacity(schema.fields().len());
    for bank in banks {
        for column in 0..table.banks[bank].columns.len() {
            arrays.push(lists(table, bank, column)?);
        }
    }
    // Also of no columns there are rows.
    let rows = RecordBatchOptions::new().with_row_count(Some(table.events as usize));
    RecordBatch::try_new_with_options(schema, arrays, &rows)
}

fn field(bank: &str, column: &Column) -> Field {
    let name = format!("{bank}.{}", column.name());
    Field::new(name, DataType::List(row_field(column)), false)
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

/// The lists of a column: its values are the table's.
fn lists(table: &Arc<Table>, bank: usize, index: usize) -> Result<ArrayRef, ArrowError> {
    fn array<T: ArrowPrimitiveType>(values: Buffer) -> ArrayRef {
        Arc::new(PrimitiveArray::<T>::new(ScalarBuffer::from(values), None))
    }
    let found = &table.banks[bank];
    let offsets = found.arrow_offsets().ok_or_else(|| {
        ArrowError::InvalidArgumentError(format!(
            "bank {} has {} rows, where lists of Arrow count to 2147483647: batches() has less \
             at a time",
            found.schema.name(),
            found.rows()
        ))
    })?;
    let column = &found.schema.columns()[found.columns[index].0];
    let buffer = Values::column(Arc::clone(table), bank, index).into_buffer();
    let mut rows = match column.column_type() {
        ColumnType::Byte => array::<Int8Type>(buffer),
        ColumnType::Short => array::<Int16Type>(buffer),
        ColumnType::Int => array::<Int32Type>(buffer),
        ColumnType::Long => array::<Int64Type>(buffer),
        ColumnType::Float => array::<Float32Type>(buffer),
        ColumnType::Double => array::<Float64Type>(buffer),
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
