//! From columns of banks to arrays of Arrow.

use arrow_array::ArrayRef;
use arrow_buffer::Buffer;
use arrow_schema::{ArrowError, Field};
use hipo::{BankColumns, ColumnValues, Schema};

/// The fields of a bank: of each column, a list for each event.
pub(super) fn fields(schema: &Schema) -> impl Iterator<Item = Field> {
    let columns = schema.columns().iter();
    columns.map(|column| hipo_arrow::field(schema.name(), column))
}

/// The arrays of a bank, one for each column. Values are not copied.
pub(super) fn arrays(bank: BankColumns) -> Result<Vec<ArrayRef>, ArrowError> {
    let (schema, offsets, columns) = bank.into_parts();
    let offsets = hipo_arrow::offsets(&offsets).ok_or_else(|| {
        ArrowError::InvalidArgumentError(format!(
            "bank {} has more than 2147483647 rows in a batch; a smaller --batch has less",
            schema.name()
        ))
    })?;
    let lists = columns.into_iter().map(|(index, values)| {
        hipo_arrow::lists(&schema.columns()[index], offsets.clone(), buffer(values))
    });
    lists.collect()
}

fn buffer(values: ColumnValues) -> Buffer {
    match values {
        ColumnValues::Byte(values) => Buffer::from_vec(values),
        ColumnValues::Short(values) => Buffer::from_vec(values),
        ColumnValues::Int(values) => Buffer::from_vec(values),
        ColumnValues::Long(values) => Buffer::from_vec(values),
        ColumnValues::Float(values) => Buffer::from_vec(values),
        ColumnValues::Double(values) => Buffer::from_vec(values),
    }
}
