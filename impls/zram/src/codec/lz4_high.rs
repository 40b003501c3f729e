//! LZ4 blocks by high compression. They are read as all LZ4 blocks are.

use lz4::block::{HighCompressor, HighStream};

use super::lz4_block::Words;
use crate::{Error, Settings};

/// The levels there are (`LZ4HC_CLEVEL_MAX`).
const LEVELS: core::ops::RangeInclusive<i32> = 1..=12;

pub(super) const fn in_range(level: i32) -> bool {
    *LEVELS.start() <= level && level <= *LEVELS.end()
}

/// Compresses pages by themselves, or each after a dictionary.
#[derive(Debug)]
pub(crate) enum Compressor {
    Alone { high: HighCompressor, level: i32 },
    After { stream: HighStream, words: Words },
}

impl Compressor {
    pub(super) fn new(settings: &Settings, level: i32) -> Result<Self, Error> {
        let mut compressor = match Words::of(settings)? {
            None => Self::Alone {
                high: HighCompressor::new(),
                level,
            },
            Some(words) => {
                words.high(settings)?;
                Self::After {
                    stream: HighStream::new(level),
                    words,
                }
            }
        };
        // What the highest levels work in is made when first needed.
        compressor.compress(&[0; 64], &mut [0; 96])?;
        Ok(compressor)
    }

    pub(super) fn compress(&mut self, page: &[u8], output: &mut [u8]) -> Result<usize, Error> {
        match self {
            Self::Alone { high, level } => high.compress(page, output, *level),
            Self::After { stream, words } => {
                stream.reset();
                stream.compress_attached(words.high_dictionary(), page, 0, output)
            }
        }
        .map_err(Error::Lz4)
    }
}
