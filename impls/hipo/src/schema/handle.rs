//! A bank that was looked up.

use std::sync::Arc;

use super::{ColumnHandle, Schema};
use crate::error::{Error, ErrorKind};
use crate::event::Cell;

/// A bank that was looked up by its name, once, to be found in each event.
#[derive(Clone, Debug)]
pub struct BankHandle {
    schema: Arc<Schema>,
}

impl BankHandle {
    /// A handle of a schema, whether or not a file has it.
    pub const fn new(schema: Arc<Schema>) -> Self {
        Self { schema }
    }

    /// The schema.
    #[inline]
    pub const fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// Looks a column up, and holds it to the type of its values.
    ///
    /// # Errors
    /// [`UnknownColumn`](ErrorKind::UnknownColumn) and
    /// [`ColumnType`](ErrorKind::ColumnType).
    pub fn column<T: Cell>(&self, name: &str) -> Result<ColumnHandle<T>, Error> {
        let index = self.column_index(name)?;
        let column = &self.schema.columns()[index];
        if column.column_type() != T::TYPE {
            return Err(ErrorKind::ColumnType {
                bank: self.schema.name().to_owned(),
                column: name.to_owned(),
                stored: column.column_type(),
                asked: T::TYPE,
            }
            .into());
        }
        Ok(ColumnHandle::new(Arc::clone(&self.schema), index))
    }

    /// Looks a column up, whatever its type.
    ///
    /// # Errors
    /// [`UnknownColumn`](ErrorKind::UnknownColumn).
    pub fn column_index(&self, name: &str) -> Result<usize, Error> {
        self.schema.column_index(name).ok_or_else(|| {
            let names = self.schema.columns().iter().map(super::Column::name);
            ErrorKind::UnknownColumn {
                bank: self.schema.name().to_owned(),
                name: name.to_owned(),
                similar: similar(name, names),
            }
            .into()
        })
    }
}

/// The name that is most like the one asked for, if one is much like it.
pub(super) fn similar<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    names
        .map(|other| {
            let likeness =
                strsim::jaro_winkler(&name.to_ascii_lowercase(), &other.to_ascii_lowercase());
            (likeness, other)
        })
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, name)| name.to_owned())
}
