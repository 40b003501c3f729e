//! A bank: rows of a schema, stored column by column.

use super::{Cell, Cells, Structure};
use crate::schema::{ColumnHandle, Schema};

/// The rows that an event has of a schema.
///
/// Rows are as many as fit whole in the structure; what is left over, no
/// reader looks at.
#[derive(Clone, Copy, Debug)]
pub struct Bank<'a, 's> {
    schema: &'s Schema,
    bytes: &'a [u8],
    rows: usize,
    present: bool,
}

impl<'a, 's> Bank<'a, 's> {
    #[inline]
    pub(super) fn new(schema: &'s Schema, structure: Option<Structure<'a>>) -> Self {
        let bytes = structure.map_or(&[][..], |structure| structure.payload());
        Self {
            schema,
            bytes,
            rows: schema.rows_in(bytes.len()),
            present: structure.is_some(),
        }
    }

    /// The schema.
    pub const fn schema(&self) -> &'s Schema {
        self.schema
    }

    /// Whether the event has the structure at all, be it of no rows.
    pub const fn is_present(&self) -> bool {
        self.present
    }

    /// Number of rows.
    #[inline]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The values of a column. The handle has to be of the schema that this
    /// bank was looked up with.
    #[inline]
    pub fn column<T: Cell>(&self, column: &ColumnHandle<T>) -> Cells<'a, T> {
        Cells::new(column.position().of_bank(self.bytes, self.rows))
    }

    /// The bytes of the column at `index` of the schema, all rows of it; none
    /// beyond the last column.
    pub fn column_bytes(&self, index: usize) -> Option<&'a [u8]> {
        let column = self.schema.columns().get(index)?;
        Some(column.position().of_bank(self.bytes, self.rows))
    }

    /// The values of the column at `index` of the schema as doubles, in order;
    /// none beyond the last column.
    pub fn column_as_f64(&self, index: usize) -> Option<impl Iterator<Item = f64> + use<'a>> {
        let column = self.schema.columns().get(index)?;
        let bytes = self.column_bytes(index)?;
        Some(column.column_type().numbers(bytes))
    }

    /// All bytes of the structure's payload.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
}
