//! The container: headers of the file and of its records, and the index.

mod byte_order;
mod file_header;
mod index;
mod record_header;

pub use byte_order::ByteOrder;
pub use file_header::FileHeader;
pub(crate) use index::{INDEX_BANK, IndexRow, index_payload, read_index};
pub use record_header::RecordHeader;

/// What is at offset 28 of a file header and of every record header.
pub(crate) const MAGIC: u32 = 0xc0da_0100;

/// Bytes of a file header and of a record header: 14 words.
pub(crate) const HEADER_BYTES: usize = 56;

/// The version of the format, as headers tell it.
pub(crate) const VERSION: u32 = 6;

/// Bytes of a word, in which headers tell lengths.
pub(crate) const WORD: u64 = 4;
