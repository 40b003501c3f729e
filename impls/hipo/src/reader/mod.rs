//! Reading files.

mod access;
mod config;
mod dictionary_record;
mod events;
mod file;
mod filter;
mod index;
mod loader;
pub(crate) mod structures;

pub use access::RandomAccess;
pub use config::Config;
pub(crate) use dictionary_record::DictionaryRecord;
pub use events::Events;
pub use file::{File, OpenOptions};
pub use filter::Filter;
pub use index::{IndexSource, RecordInfo};
pub(crate) use loader::{Loader, SplitRecord, is_split, read_header, truncated};
