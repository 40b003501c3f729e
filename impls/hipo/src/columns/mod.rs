//! Reading columns: of all events at once, or in batches.

mod batch;
mod gather;
mod join;
mod locate;
mod map;
mod options;
mod query;
mod read;
mod schedule;
mod values;

pub use batch::{BankColumns, Columns};
pub use options::{ColumnBatches, ColumnOptions};
pub use query::ColumnQuery;
pub use values::ColumnValues;

pub(crate) use batch::{BankBuilder, Builder};
pub(crate) use gather::{extend, gather};
pub(crate) use locate::Piece;
pub(crate) use query::WantedBank;
pub(crate) use read::Reading;
pub(crate) use values::each;
