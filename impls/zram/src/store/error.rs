//! What can go wrong with a store.

use std::io;

use super::options::{CODECS, MAX_PAGES};

/// A store could not do what it was asked to. Its pages are as they were
/// before, but for those that a call over several had done already.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No store can have that size.
    #[error(
        "a store of {size} bytes: it has to be a multiple of a page, {page} bytes, and at most {MAX_PAGES} of them"
    )]
    Size {
        /// The size asked for, in bytes.
        size: u64,
        /// The page size in bytes.
        page: usize,
    },
    /// More codecs than a page can name.
    #[error("{count} codecs, where a store has at most {CODECS}")]
    Codecs {
        /// How many were given.
        count: usize,
    },
    /// The codecs of one store are for pages of one size.
    #[error("codecs for pages of {first} and of {other} bytes")]
    PageSizes {
        /// The page size of the first codec, in bytes.
        first: usize,
        /// Another one's.
        other: usize,
    },
    /// A codec could not be set up.
    #[error(transparent)]
    Codec(#[from] crate::Error),
    /// There is no such page.
    #[error("page {page} of {pages}")]
    NoPage {
        /// The page asked for, from 0.
        page: u64,
        /// How many there are.
        pages: u64,
    },
    /// A range is not within the store.
    #[error("{length} bytes at {offset} of {size}")]
    OutOfRange {
        /// Where the range starts, in bytes.
        offset: u64,
        /// How long it is, in bytes.
        length: u64,
        /// The store's size in bytes.
        size: u64,
    },
    /// A page could not be encoded.
    #[error("page {page} could not be kept")]
    Encode {
        /// The page, from 0.
        page: u64,
        /// Why.
        source: crate::Error,
    },
    /// What was kept of a page does not decode.
    #[error("what was kept of page {page} is damaged")]
    Decode {
        /// The page, from 0.
        page: u64,
        /// How that was noticed.
        source: crate::Error,
    },
    /// A page is not the one that was written.
    #[error("page {page} came back different from what was written")]
    Checksum {
        /// The page, from 0.
        page: u64,
    },
    /// The memory limit leaves no room. Nothing was changed.
    #[error("the memory limit of {limit} bytes is reached")]
    MemoryLimit {
        /// The limit in bytes.
        limit: u64,
    },
    /// The system gave no memory. Nothing was changed.
    #[error("no memory for a slab of {bytes} bytes")]
    OutOfMemory {
        /// What was asked for.
        bytes: usize,
        /// What the system said.
        source: io::Error,
    },
    /// The backing file failed.
    #[error("the backing file failed at page {page}")]
    Backing {
        /// The page, from 0.
        page: u64,
        /// What the system said.
        source: io::Error,
    },
    /// The store has no backing file.
    #[error("the store has no backing file")]
    NoBacking,
    /// The store has a backing file.
    #[error("the store has a backing file already")]
    AlreadyBacked,
    /// A backing file holds no page.
    #[error(
        "a backing file of {capacity} bytes: it has to hold a page at least, and {MAX_PAGES} at most"
    )]
    BackingCapacity {
        /// The capacity asked for, in bytes.
        capacity: u64,
    },
    /// The store has no codec of that priority.
    #[error("no codec {priority}: there are {count}, from 0")]
    NoCodec {
        /// The codec asked for.
        priority: usize,
        /// How many there are.
        count: usize,
    },
}
