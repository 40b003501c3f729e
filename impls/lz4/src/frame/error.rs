//! What can go wrong with a frame.

use crate::block::Malformed;

/// A frame could not be written.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CompressError {
    /// The content is not as long as the header says (`frameSize_wrong`).
    #[error("the header announces {declared} bytes, and the content has {given}")]
    ContentSize {
        /// Bytes that the header announces.
        declared: u64,
        /// Bytes given, at least.
        given: u64,
    },
}

/// A frame could not be read.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("byte {position}: {problem}")]
pub struct DecodeError {
    /// Where what is wrong begins, in bytes from the start of all input.
    pub position: u64,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a frame, or more than a reader allows.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The input ends within a field. An empty input ends before its first.
    #[error("the input ends before the {field} does")]
    Truncated {
        /// What the input ends within.
        field: Field,
    },
    /// No frame begins like that.
    #[error("{found:#010x} is not the magic number of a frame")]
    Magic {
        /// What is in its place.
        found: u32,
    },
    /// The flags are of a version other than 1, whose layout may differ.
    #[error("the flags have version {found}; this is a reader of version 1")]
    Version {
        /// The version, of 2 bits.
        found: u8,
    },
    /// A bit is set that has no meaning yet.
    #[error("reserved bits are set in the {field}: {bits:#04x}")]
    Reserved {
        /// The byte with the bits: the flags or the block descriptor.
        field: Field,
        /// The reserved bits that are set, in their places.
        bits: u8,
    },
    /// The code for the size of blocks has no meaning yet.
    #[error("the block descriptor has the size code {found}; 4 to 7 have a meaning")]
    BlockSizeCode {
        /// The code, of 3 bits.
        found: u8,
    },
    /// The header has changed since it was written.
    #[error("the header's checksum is {stored:#04x}, and its bytes have {computed:#04x}")]
    HeaderChecksum {
        /// As the header has it.
        stored: u8,
        /// As it should be.
        computed: u8,
    },
    /// The frame was written with a dictionary, and the reader has none.
    #[error("the frame needs the dictionary {id}")]
    DictionaryMissing {
        /// The dictionary's id.
        id: u32,
    },
    /// The reader has another dictionary than the frame was written with.
    #[error("the frame needs the dictionary {id}, not {given}")]
    DictionaryMismatch {
        /// The id that the frame has.
        id: u32,
        /// The id that the reader was given.
        given: u32,
    },
    /// A block is longer than the header, or the legacy format, lets it be.
    #[error("a block takes {size} bytes, of {max} at most")]
    BlockTooLong {
        /// Bytes that the block takes.
        size: u32,
        /// The most it could take.
        max: u32,
    },
    /// A block has changed since it was written.
    #[error("the block's checksum is {stored:#010x}, and its bytes have {computed:#010x}")]
    BlockChecksum {
        /// As the frame has it.
        stored: u32,
        /// As it should be.
        computed: u32,
    },
    /// A block is no block.
    #[error("{0}")]
    Block(Malformed),
    /// The content is longer or shorter than the header says.
    #[error("the header announces {declared} bytes, and the content has {found}")]
    ContentSize {
        /// Bytes that the header announces.
        declared: u64,
        /// Bytes up to here.
        found: u64,
    },
    /// The content is not what was compressed.
    #[error("the content's checksum is {stored:#010x}, and its bytes have {computed:#010x}")]
    ContentChecksum {
        /// As the frame has it.
        stored: u32,
        /// As it should be.
        computed: u32,
    },
    /// There is more content than
    /// [`Limits::output_bytes`](super::Limits::output_bytes), or the header says
    /// so.
    #[error("{size} bytes of content, where {limit} are allowed")]
    OutputLimit {
        /// Bytes of content, at least.
        size: u64,
        /// Bytes allowed.
        limit: u64,
    },
    /// Blocks can be longer than
    /// [`Limits::block_bytes`](super::Limits::block_bytes).
    #[error("blocks of up to {size} bytes, where {limit} are allowed")]
    BlockLimit {
        /// Bytes that a block can decompress to.
        size: usize,
        /// Bytes allowed.
        limit: usize,
    },
}

/// A field of a frame.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Field {
    /// The four bytes that every frame begins with.
    Magic,
    /// `FLG`: version, and what the frame has.
    Flags,
    /// `BD`: how long blocks can be.
    BlockDescriptor,
    /// How long the content is.
    ContentSize,
    /// Which dictionary the frame needs.
    DictionaryId,
    /// `HC`, the header's last byte.
    HeaderChecksum,
    /// How long a block is; 0 ends the blocks.
    BlockSize,
    /// A block's data.
    Block,
    /// The checksum after a block's data.
    BlockChecksum,
    /// The checksum after the last block.
    ContentChecksum,
    /// How long a skippable frame is.
    SkippableSize,
    /// What a skippable frame holds.
    SkippableData,
}

impl core::fmt::Display for Field {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Magic => "magic number",
            Self::Flags => "flags",
            Self::BlockDescriptor => "block descriptor",
            Self::ContentSize => "content size",
            Self::DictionaryId => "dictionary id",
            Self::HeaderChecksum => "header checksum",
            Self::BlockSize => "block size",
            Self::Block => "block",
            Self::BlockChecksum => "block checksum",
            Self::ContentChecksum => "content checksum",
            Self::SkippableSize => "size of the skippable frame",
            Self::SkippableData => "skippable frame",
        })
    }
}
