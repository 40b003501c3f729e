//! From columns of banks to arrays of Arrow.

use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
};
use arrow_array::{ArrayRef, FixedSizeListArray, ListArray, PrimitiveArray};
use arrow_buffer::{OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use hipo::{BankColumns, Column, ColumnType, ColumnValues, Schema};

/// The fields of a bank: of each column, a list for each event.
pub(super) fn fields(schema: &Schema) -> impl Iterator<Item = Field> {
    schema.columns().iter().map(|column| {
        let name = format!("{}.{}", schema.name(), column.name());
        Field::new(name, DataType::List(row_field(column)), false)
    })
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

/// The arrays of a bank, one for each column.
pub(super) fn arrays(bank: &BankColumns) -> Result<Vec<ArrayRef>, ArrowError> {
    let offsets = offsets(bank)?;
    let schema = bank.schema();
    let columns = bank.columns().map(|(index, values)| {
        let column = &schema.columns()[index];
        let mut rows = values_array(values);
        if column.array_length() != 1 {
            let length = number(column.array_length());
            let arrays = FixedSizeListArray::try_new(value_field(column), length, rows, None)?;
            rows = Arc::new(arrays);
        }
        let lists = ListArray::try_new(row_field(column), offsets.clone(), rows, None)?;
        Ok(Arc::new(lists) as ArrayRef)
    });
    columns.collect()
}

/// Where the rows of each event begin, for all columns of a bank.
fn offsets(bank: &BankColumns) -> Result<OffsetBuffer<i32>, ArrowError> {
    let ends = bank.offsets().iter().map(|end| i32::try_from(*end));
    let ends = ends.collect::<Result<Vec<_>, _>>().map_err(|_| {
        let name = bank.schema().name();
        ArrowError::InvalidArgumentError(format!(
            "bank {name} has more than 2147483647 rows in a batch; a smaller --batch has less"
        ))
    })?;
    Ok(OffsetBuffer::new(ScalarBuffer::from(ends)))
}

fn values_array(values: &ColumnValues) -> ArrayRef {
    fn array<T: ArrowPrimitiveType>(values: &[T::Native]) -> ArrayRef {
        let values = ScalarBuffer::from(values.to_vec());
        Arc::new(PrimitiveArray::<T>::new(values, None))
    }
    match values {
        ColumnValues::Byte(values) => array::<Int8Type>(values),
        ColumnValues::Short(values) => array::<Int16Type>(values),
        ColumnValues::Int(values) => array::<Int32Type>(values),
        ColumnValues::Long(values) => array::<Int64Type>(values),
        ColumnValues::Float(values) => array::<Float32Type>(values),
        ColumnValues::Double(values) => array::<Float64Type>(values),
    }
}
