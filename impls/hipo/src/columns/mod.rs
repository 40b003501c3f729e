//! Reading columns: of all events at once, or in batches.

mod batch;
mod gather;
mod join;
mod loaded;
mod locate;
mod map;
mod options;
mod place;
mod query;
mod read;
mod schedule;
mod streams;
mod values;
mod workers;

pub use batch::{BankColumns, Columns};
pub use options::{ColumnBatches, ColumnOptions};
pub use query::ColumnQuery;
pub use values::ColumnValues;

pub(crate) use gather::gather_column;
pub(crate) use locate::Piece;
pub(crate) use query::WantedBank;
pub(crate) use read::Reading;
