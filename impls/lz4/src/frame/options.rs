//! What a frame is written with.

use alloc::sync::Arc;

use super::header::Header;
use crate::block::Dictionary;

/// How much content a block of a frame can hold (`LZ4F_blockSizeID_t`).
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub enum BlockSize {
    /// 64 KiB, code 4.
    #[default]
    Kib64,
    /// 256 KiB, code 5.
    Kib256,
    /// 1 MiB, code 6.
    Mib1,
    /// 4 MiB, code 7.
    Mib4,
}

impl BlockSize {
    /// All, in ascending order.
    pub const ALL: [Self; 4] = [Self::Kib64, Self::Kib256, Self::Mib1, Self::Mib4];

    /// The size in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Kib64 => 64 << 10,
            Self::Kib256 => 256 << 10,
            Self::Mib1 => 1 << 20,
            Self::Mib4 => 4 << 20,
        }
    }

    /// The code that headers have for it: 4 to 7.
    pub const fn code(self) -> u8 {
        match self {
            Self::Kib64 => 4,
            Self::Kib256 => 5,
            Self::Mib1 => 6,
            Self::Mib4 => 7,
        }
    }

    /// The size that has the code, if there is one.
    pub const fn from_code(code: u8) -> Option<Self> {
        match code {
            4 => Some(Self::Kib64),
            5 => Some(Self::Kib256),
            6 => Some(Self::Mib1),
            7 => Some(Self::Mib4),
            _ => None,
        }
    }

    /// The smallest size, up to this one, that holds `size` bytes in one block;
    /// this one if none does (`LZ4F_optimalBSID`).
    pub(super) fn fitted(self, size: usize) -> Self {
        Self::ALL
            .into_iter()
            .find(|candidate| *candidate >= self || candidate.bytes() >= size)
            .unwrap_or(self)
    }
}

/// What a frame is written with (`LZ4F_preferences_t`).
///
/// The defaults are liblz4's: linked blocks of 64 KiB, no checksum, no content
/// size, no dictionary, level 0.
///
/// ```
/// use lz4::frame::{BlockSize, Options};
///
/// let options = Options::DEFAULT
///     .with_block_size(BlockSize::Mib4)
///     .with_linked_blocks(false)
///     .with_content_checksum(true);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    block_size: BlockSize,
    independent: bool,
    block_checksums: bool,
    content_checksum: bool,
    content_size: u64,
    dictionary_id: u32,
    dictionary: Option<Arc<Dictionary>>,
    level: i32,
}

impl Options {
    /// The defaults.
    pub const DEFAULT: Self = Self {
        block_size: BlockSize::Kib64,
        independent: false,
        block_checksums: false,
        content_checksum: false,
        content_size: 0,
        dictionary_id: 0,
        dictionary: None,
        level: 0,
    };

    /// How much content a block holds, at most. [`compress`](super::compress)
    /// takes a smaller size where the input fits in one block of it.
    #[must_use]
    pub const fn with_block_size(mut self, size: BlockSize) -> Self {
        self.block_size = size;
        self
    }

    /// Whether blocks have matches in those before them: smaller, and only to be
    /// read from the start. [`compress`](super::compress) does not say so where
    /// there is one block only.
    #[must_use]
    pub const fn with_linked_blocks(mut self, linked: bool) -> Self {
        self.independent = !linked;
        self
    }

    /// Whether a checksum ends each block.
    #[must_use]
    pub const fn with_block_checksums(mut self, checksums: bool) -> Self {
        self.block_checksums = checksums;
        self
    }

    /// Whether a checksum of the content ends the frame.
    #[must_use]
    pub const fn with_content_checksum(mut self, checksum: bool) -> Self {
        self.content_checksum = checksum;
        self
    }

    /// The content's size in bytes, for the header to announce; 0 is none, as in
    /// liblz4. An [`Encoder`](super::Encoder) has to be given so many bytes;
    /// [`compress`](super::compress) puts the input's length in place of any
    /// size but 0.
    #[must_use]
    pub const fn with_content_size(mut self, bytes: u64) -> Self {
        self.content_size = bytes;
        self
    }

    /// The dictionary's id, for the header; 0 is none, as in liblz4. The id is
    /// no part of a dictionary: who reads has to know which one it names.
    #[must_use]
    pub const fn with_dictionary_id(mut self, id: u32) -> Self {
        self.dictionary_id = id;
        self
    }

    /// The dictionary that blocks have matches in: each block if they are
    /// independent, else the first.
    ///
    /// The bytes are those of `LZ4F_compressFrame_usingCDict` with a dictionary
    /// made by [`Dictionary::thorough`]. One made by [`Dictionary::new`] serves
    /// as well, for slightly larger frames.
    #[must_use]
    pub fn with_dictionary(mut self, dictionary: Arc<Dictionary>) -> Self {
        self.dictionary = Some(dictionary);
        self
    }

    /// The level. 0 and 1 are liblz4's default, each step below 0 is some 3 %
    /// faster (level `-n` is acceleration `n + 1`). Levels from 2 to 12 are high
    /// compression ([`HighCompressor`](crate::block::HighCompressor)); above 12
    /// is 12.
    #[must_use]
    pub const fn with_level(mut self, level: i32) -> Self {
        self.level = level;
        self
    }

    pub(super) const fn level(&self) -> i32 {
        self.level
    }

    pub(super) const fn dictionary(&self) -> Option<&Arc<Dictionary>> {
        self.dictionary.as_ref()
    }

    /// The header of a frame whose content comes piece by piece.
    pub(super) fn header(&self) -> Header {
        Header {
            block_size: self.block_size,
            linked_blocks: !self.independent,
            block_checksums: self.block_checksums,
            content_checksum: self.content_checksum,
            content_size: Some(self.content_size).filter(|&size| size > 0),
            dictionary_id: Some(self.dictionary_id).filter(|&id| id > 0),
        }
    }

    /// The header of a frame whose content is `size` bytes, all at hand.
    pub(super) fn header_for(&self, size: usize) -> Header {
        let block_size = self.block_size.fitted(size);
        let size_announced = self.content_size > 0 && size > 0;
        Header {
            block_size,
            linked_blocks: !self.independent && size > block_size.bytes(),
            content_size: size_announced.then_some(size as u64),
            ..self.header()
        }
    }
}
