//! What can go wrong with a snapshot.

use std::io;
use std::string::String;

/// A snapshot could not be saved or restored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// Reading or writing failed. A file that ends too early is
    /// `UnexpectedEof`.
    #[error("the snapshot could not be read or written")]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error("this is not a snapshot of pages")]
    NotASnapshot,
    /// A part of the file is not what was written.
    #[error("{part} of the snapshot is damaged: its hash is {actual:016x}, not {expected:016x}")]
    Damaged {
        /// Which part.
        part: Part,
        /// The hash in the file.
        expected: u64,
        /// The hash of what is in the file.
        actual: u64,
    },
    /// A part of the file holds what no snapshot has.
    #[error("{part} of the snapshot is malformed: {what}")]
    Malformed {
        /// Which part.
        part: Part,
        /// What is wrong.
        what: &'static str,
    },
    /// The store is of another size.
    #[error(
        "a snapshot of {snapshot} bytes in pages of {snapshot_page}, for a store of {store} in pages of {store_page}"
    )]
    OfAnotherSize {
        /// Bytes of the snapshot's store.
        snapshot: u64,
        /// Bytes of its pages.
        snapshot_page: usize,
        /// Bytes of this store.
        store: u64,
        /// Bytes of its pages.
        store_page: usize,
    },
    /// No codec of the store reads what one of the snapshot has written.
    #[error(
        "the snapshot has pages by {codec}, which no codec of the store reads: same family, same dictionary"
    )]
    CodecMissing {
        /// The snapshot's codec, and `with a dictionary` if it has one.
        codec: String,
    },
    /// A page could not be read or kept.
    #[error(transparent)]
    Store(#[from] crate::store::Error),
}

/// A part of a snapshot.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Part {
    /// The header.
    Header,
    /// A section, from 0.
    Section(u32),
    /// The end.
    End,
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Header => f.write_str("the header"),
            Self::Section(number) => write!(f, "section {number}"),
            Self::End => f.write_str("the end"),
        }
    }
}
