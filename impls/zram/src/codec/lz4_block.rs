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

/// A dictionary that is sure to be LZ4's, made ready for either compressor.
#[derive(Clone, Debug)]
pub(crate) struct Words(Arc<Prepared>);

impl Words {
    pub(super) fn of(settings: &Settings) -> Result<Option<Self>, Error> {
        let Some(dictionary) = settings.dictionary() else {
            return Ok(None);
        };
        match **dictionary.prepared() {
            Prepared::Lz4(_) | Prepared::Lz4High(_) => {
                Ok(Some(Self(dictionary.prepared().clone())))
            }
            Prepared::Zstd(_) => Err(mismatch(settings, dictionary.codec())),
        }
    }

    /// That it was made ready for the fast compressor.
    fn fast(&self, settings: &Settings) -> Result<(), Error> {
        match &*self.0 {
            Prepared::Lz4(_) => Ok(()),
            _ => Err(other(settings)),
        }
    }

    /// That it was made ready for the high compressor.
    pub(super) fn high(&self, settings: &Settings) -> Result<(), Error> {
        match &*self.0 {
            Prepared::Lz4High(_) => Ok(()),
            _ => Err(other(settings)),
        }
    }

    fn fast_dictionary(&self) -> &lz4::block::Dictionary {
        match &*self.0 {
            Prepared::Lz4(dictionary) => dictionary,
            _ => unreachable!("checked when it was made"),
        }
    }

    pub(super) fn high_dictionary(&self) -> &lz4::block::HighDictionary {
        match &*self.0 {
            Prepared::Lz4High(dictionary) => dictionary,
            _ => unreachable!("checked when it was made"),
        }
    }
}

/// That the dictionary was made ready for the other compressor.
fn other(settings: &Settings) -> Error {
    let codec = settings.dictionary().map(crate::Dictionary::codec);
    mismatch(settings, codec.unwrap_or(settings.codec))
}

#[derive(Debug)]
pub(crate) struct Compressor {
    fast: FastCompressor,
    acceleration: u32,
    dictionary: Option<Words>,
}

impl Compressor {
    pub(super) fn new(settings: &Settings, acceleration: u32) -> Result<Self, Error> {
        let mut compressor = Self {
            fast: FastCompressor::new(),
            acceleration,
            dictionary: Words::of(settings)?,
        };
        if let Some(dictionary) = &compressor.dictionary {
            dictionary.fast(settings)?;
            // The table for dictionaries is made when first needed.
            compressor
                .fast
                .compress_with_dictionary(dictionary.fast_dictionary(), &[], &mut [0; 16], 1)
                .map_err(Error::Lz4)?;
        }
        Ok(compressor)
    }

    pub(super) fn compress(&mut self, page: &[u8], output: &mut [u8]) -> Result<usize, Error> {
        match &self.dictionary {
            None => self.fast.compress(page, output, self.acceleration),
            Some(dictionary) => self.fast.compress_with_dictionary(
                dictionary.fast_dictionary(),
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
    dictionary: Option<Words>,
}

impl Decompressor {
    pub(super) fn new(settings: &Settings) -> Result<Self, Error> {
        Ok(Self {
            dictionary: Words::of(settings)?,
        })
    }

    pub(super) fn decompress(&self, block: &[u8], page: &mut [u8]) -> Result<usize, Error> {
        let expected = page.len();
        match &self.dictionary {
            None => lz4::block::decompress(block, page),
            Some(dictionary) => {
                lz4::block::decompress_with_dictionary(block, page, dictionary.0.bytes())
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
