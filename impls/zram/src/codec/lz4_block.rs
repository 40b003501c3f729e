//! LZ4 blocks.

use alloc::sync::Arc;

use lz4::block::{DecodeError, FastCompressor, MAX_ACCELERATION, Malformed};

use super::dictionary::{Prepared, mismatch};
use crate::{BlockError, Error, Settings};

pub(super) const fn in_range(acceleration: u32) -> bool {
    1 <= acceleration && acceleration <= MAX_ACCELERATION
}

pub(super) fn bound(page: usize) -> usize {
    lz4::block::bound(page).expect("a page is shorter than a block can be")
}

/// A dictionary that is sure to be LZ4's.
#[derive(Clone, Debug)]
struct Dictionary(Arc<Prepared>);

impl Dictionary {
    fn of(settings: &Settings) -> Result<Option<Self>, Error> {
        let Some(dictionary) = settings.dictionary() else {
            return Ok(None);
        };
        match **dictionary.prepared() {
            Prepared::Lz4(_) => Ok(Some(Self(dictionary.prepared().clone()))),
            Prepared::Zstd(_) => Err(mismatch(settings, dictionary.codec())),
        }
    }

    fn get(&self) -> &lz4::block::Dictionary {
        match &*self.0 {
            Prepared::Lz4(dictionary) => dictionary,
            Prepared::Zstd(_) => unreachable!("checked when it was made"),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Compressor {
    fast: FastCompressor,
    acceleration: u32,
    dictionary: Option<Dictionary>,
}

impl Compressor {
    pub(super) fn new(settings: &Settings, acceleration: u32) -> Result<Self, Error> {
        let mut compressor = Self {
            fast: FastCompressor::new(),
            acceleration,
            dictionary: Dictionary::of(settings)?,
        };
        if let Some(dictionary) = &compressor.dictionary {
            // The table for dictionaries is made when first needed.
            compressor
                .fast
                .compress_with_dictionary(dictionary.get(), &[], &mut [0; 16], 1)
                .map_err(Error::Lz4)?;
        }
        Ok(compressor)
    }

    pub(super) fn compress(&mut self, page: &[u8], output: &mut [u8]) -> Result<usize, Error> {
        match &self.dictionary {
            None => self.fast.compress(page, output, self.acceleration),
            Some(dictionary) => self.fast.compress_with_dictionary(
                dictionary.get(),
                page,
                output,
                self.acceleration,
            ),
        }
        .map_err(Error::Lz4)
    }
}

#[derive(Debug)]
pub(crate) struct Decompressor {
    dictionary: Option<Dictionary>,
}

impl Decompressor {
    pub(super) fn new(settings: &Settings) -> Result<Self, Error> {
        Ok(Self {
            dictionary: Dictionary::of(settings)?,
        })
    }

    pub(super) fn decompress(&self, block: &[u8], page: &mut [u8]) -> Result<usize, Error> {
        let expected = page.len();
        match &self.dictionary {
            None => lz4::block::decompress(block, page),
            Some(dictionary) => {
                lz4::block::decompress_with_dictionary(block, page, dictionary.get().bytes())
            }
        }
        .map_err(|error| {
            let source = BlockError::Lz4(error);
            if overruns(error) {
                Error::BlockTooLong { expected, source }
            } else {
                Error::Corrupt(source)
            }
        })
    }
}

/// Whether a sequence that the block does hold goes beyond the output.
const fn overruns(error: DecodeError) -> bool {
    match error.problem {
        Malformed::Literals {
            length,
            input_left,
            output_left,
        } => length <= input_left && length > output_left,
        Malformed::Match {
            length,
            output_left,
        } => length > output_left,
        _ => false,
    }
}
