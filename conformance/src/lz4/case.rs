//! A case: what is compressed, and how.

use std::sync::Arc;

use corpora::Kind;

use crate::data::Data;
use crate::format::Case;

/// The seed of every dictionary: not that of the inputs.
const DICTIONARY_SEED: u64 = 0xD1C7;

/// How a block is compressed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Method {
    /// By the fast compressor.
    Fast {
        /// Its acceleration.
        acceleration: u32,
    },
    /// By the fast compressor, with a dictionary.
    FastWithDictionary {
        /// Its acceleration.
        acceleration: u32,
        /// Bytes of dictionary.
        size: usize,
    },
    /// By the high compressor.
    High {
        /// Its level.
        level: i32,
    },
    /// By the high compressor, with a dictionary.
    HighWithDictionary {
        /// Its level.
        level: i32,
        /// Bytes of dictionary.
        size: usize,
    },
}

impl Method {
    /// The bytes that the block may refer to.
    pub fn dictionary(&self) -> Option<Arc<[u8]>> {
        match self {
            Self::Fast { .. } | Self::High { .. } => None,
            Self::FastWithDictionary { size, .. } | Self::HighWithDictionary { size, .. } => {
                Some(Kind::Source.generate(*size, DICTIONARY_SEED).into())
            }
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Fast { acceleration } => format!("fast/acceleration-{acceleration}"),
            Self::FastWithDictionary { acceleration, size } => {
                format!("fast/acceleration-{acceleration}/dictionary-{size}")
            }
            Self::High { level } => format!("high/level-{level}"),
            Self::HighWithDictionary { level, size } => {
                format!("high/level-{level}/dictionary-{size}")
            }
        }
    }
}

/// An input and how it is compressed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Lz4Case {
    /// The input.
    pub data: Data,
    /// How it is compressed.
    pub method: Method,
}

impl Case for Lz4Case {
    fn name(&self) -> String {
        let (method, data) = (self.method.name(), self.data.name());
        format!("{method}/{data}/{}", self.data.size())
    }
}

/// What a reader of blocks is told.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Expected {
    /// Room for the output, in bytes; of a sound block, its size.
    pub size: usize,
    /// What the block may refer to.
    pub dictionary: Option<Arc<[u8]>>,
}
