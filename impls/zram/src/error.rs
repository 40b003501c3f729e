//! What can go wrong with a page.

use crate::Codec;

/// A page could not be kept or brought back.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A page, or what is to become one, has another length than the page
    /// size.
    #[error("a page of {actual} bytes, where pages have {expected}")]
    PageLength {
        /// The page size in bytes.
        expected: usize,
        /// The length given.
        actual: usize,
    },
    /// Room for many pages is not of their size together.
    #[error("{actual} bytes for pages that take {expected}")]
    PagesLength {
        /// The size of all pages in bytes.
        expected: usize,
        /// The length given.
        actual: usize,
    },
    /// A page was kept as it is, but not in its length.
    #[error("{actual} bytes were kept as a page of {expected}")]
    RawLength {
        /// The page size in bytes.
        expected: usize,
        /// The length kept.
        actual: usize,
    },
    /// The output has no room for the longest block.
    #[error("an output of {available} bytes, where {needed} are needed")]
    OutputTooSmall {
        /// [`Encoder::room`](crate::Encoder::room).
        needed: usize,
        /// The length given.
        available: usize,
    },
    /// The codec has no such setting.
    #[error("{codec} is out of range")]
    CodecOutOfRange {
        /// The codec asked for.
        codec: Codec,
    },
    /// The codec does without dictionaries.
    #[error("{codec} does without dictionaries")]
    NoDictionaries {
        /// The codec asked for.
        codec: Codec,
    },
    /// The dictionary was made for another codec.
    #[error("a dictionary made for {dictionary} does not serve {codec}")]
    DictionaryOfAnother {
        /// The codec asked for.
        codec: Codec,
        /// The codec of the dictionary.
        dictionary: Codec,
    },
    /// There is nothing to learn a dictionary from.
    #[error("{pages} pages to learn from, where {needed} are needed at least")]
    TooFewPages {
        /// Pages given that are not one word over and over.
        pages: usize,
        /// How many it takes.
        needed: usize,
    },
    /// The dictionary claims the zstd format and does not follow it.
    #[error("the dictionary could not be read")]
    Dictionary(#[source] mzstd::dictionary::DictionaryError),
    /// zstd could not write a frame.
    #[error("the page could not be compressed")]
    Zstd(#[source] mzstd::EncodeError),
    /// LZ4 could not write a block.
    #[error("the page could not be compressed")]
    Lz4(#[source] lz4::block::CompressError),
    /// A block ends before the page is full.
    #[error("a block of {actual} bytes, where a page has {expected}")]
    BlockTooShort {
        /// The page size in bytes.
        expected: usize,
        /// What the block holds, in bytes.
        actual: usize,
    },
    /// A block holds, or says that it holds, more than a page.
    #[error("a block of more than the {expected} bytes of a page")]
    BlockTooLong {
        /// The page size in bytes.
        expected: usize,
        /// How that was noticed.
        #[source]
        source: BlockError,
    },
    /// A block is malformed.
    #[error("the block is corrupt")]
    Corrupt(#[source] BlockError),
}

/// What a codec says about a block.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BlockError {
    /// Of an LZ4 block.
    #[error(transparent)]
    Lz4(lz4::block::DecodeError),
    /// Of a zstd frame.
    #[error(transparent)]
    Zstd(mzstd::DecodeError),
}
