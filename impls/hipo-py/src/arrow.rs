//! From tables to rows of Arrow, in the shape of `hipo_arrow`.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, Schema as ArrowSchema, SchemaRef};
use hipo::Column;

use crate::table::{BankTable, Table};
use crate::values::Values;

/// What schemas tell beside fields: the configuration, as `hipo.config.KEY`.
pub(crate) type Metadata = HashMap<String, String>;

/// The schema of these columns.
pub(crate) fn schema<'a>(
    columns: impl Iterator<Item = (&'a str, &'a Column)>,
    metadata: Metadata,
) -> SchemaRef {
    let fields: Vec<_> = columns
        .map(|(bank, column)| hipo_arrow::field(bank, column))
        .collect();
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

/// The lists of a column: its values are the table's.
fn lists(table: &Arc<Table>, bank: usize, index: usize) -> Result<ArrayRef, ArrowError> {
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
    let values = Values::column(Arc::clone(table), bank, index);
    hipo_arrow::lists(column, offsets, values.into_buffer())
}
