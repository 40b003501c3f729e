//! zstd frames.

use alloc::sync::Arc;
use alloc::vec;

use mzstd::dictionary::{DictionaryBuilder, PreparedDictionary};
use mzstd::{DecodeError, DecodeLimits, DecoderConfig, EncoderConfig, FrameMode, Level};

use super::demanding;
use super::dictionary::{Prepared, mismatch};
use crate::{BlockError, Error, Settings};

pub(super) const fn in_range(level: i32) -> bool {
    Level::MIN.get() <= level && level <= Level::MAX.get()
}

pub(super) fn bound(page: usize) -> usize {
    mzstd::Compressor::max_compressed_size(page).expect("a page is shorter than a frame can be")
}

/// A level that leaves few matches out. Faster ones skip too many for what
/// [`demanding`] pages are for.
const DENSE: Level = Level::DEFAULT;

fn config(level: i32) -> EncoderConfig {
    let level = Level::try_from(level).expect("checked against the range of levels");
    EncoderConfig::new().with_level(level)
}

/// Indexes a dictionary for pages at `level`.
pub(super) fn prepared(level: i32, bytes: &[u8]) -> Result<PreparedDictionary, Error> {
    DictionaryBuilder::new(bytes)
        .with_config(config(level))
        .build()
        .map_err(Error::Dictionary)
}

/// A dictionary that is sure to be zstd's.
#[derive(Clone, Debug)]
struct Dictionary(Arc<Prepared>);

impl Dictionary {
    fn of(settings: &Settings) -> Result<Option<Self>, Error> {
        let Some(dictionary) = settings.dictionary() else {
            return Ok(None);
        };
        match **dictionary.prepared() {
            Prepared::Zstd(_) => Ok(Some(Self(dictionary.prepared().clone()))),
            Prepared::Lz4(_) | Prepared::Lz4High(_) => Err(mismatch(settings, dictionary.codec())),
        }
    }

    fn get(&self) -> &PreparedDictionary {
        match &*self.0 {
            Prepared::Zstd(dictionary) => dictionary,
            Prepared::Lz4(_) | Prepared::Lz4High(_) => unreachable!("checked when it was made"),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Compressor {
    context: mzstd::Compressor,
    dictionary: Option<Dictionary>,
}

impl Compressor {
    pub(super) fn new(settings: &Settings, level: i32) -> Result<Self, Error> {
        let config = config(level);
        let dictionary = Dictionary::of(settings)?;
        if let (Some(dictionary), Some(of)) = (&dictionary, settings.dictionary())
            && dictionary.get().config() != &config
        {
            return Err(mismatch(settings, of.codec()));
        }
        let mut output = vec![0; bound(settings.page_size.bytes())];
        let mut context = mzstd::Compressor::new(EncoderConfig::new().with_level(DENSE))
            .expect("a level alone is a valid configuration");
        demanding::pages(settings.page_size.bytes(), |page| {
            context.compress_to_slice(page, &mut output).map(drop)
        })
        .map_err(Error::Zstd)?;
        context
            .reconfigure(config)
            .expect("a level alone is a valid configuration");
        let mut compressor = Self {
            context,
            dictionary,
        };
        demanding::pages(settings.page_size.bytes(), |page| {
            compressor.compress(page, &mut output).map(drop)
        })?;
        Ok(compressor)
    }

    pub(super) fn compress(&mut self, page: &[u8], output: &mut [u8]) -> Result<usize, Error> {
        match &self.dictionary {
            None => self.context.compress_to_slice(page, output),
            Some(dictionary) => {
                self.context
                    .compress_with_dictionary_to_slice(dictionary.get(), page, output)
            }
        }
        .map_err(Error::Zstd)
    }
}

#[derive(Debug)]
pub(crate) struct Decompressor {
    context: mzstd::Decompressor,
    dictionary: Option<Dictionary>,
}

impl Decompressor {
    pub(super) fn new(settings: &Settings) -> Result<Self, Error> {
        // A page is one segment: no frame needs more window than a page.
        let limits = DecodeLimits::default()
            .with_max_window_log(settings.page_size.log2())
            .expect("a page is a window that the format has");
        Ok(Self {
            context: mzstd::Decompressor::new(
                DecoderConfig::from(limits).with_frame_mode(FrameMode::Single),
            ),
            dictionary: Dictionary::of(settings)?,
        })
    }

    pub(super) fn decompress(&mut self, block: &[u8], page: &mut [u8]) -> Result<usize, Error> {
        let expected = page.len();
        match &self.dictionary {
            None => self.context.decompress_to_slice(block, page),
            Some(dictionary) => {
                self.context
                    .decompress_with_dictionary_to_slice(dictionary.get(), block, page)
            }
        }
        .map_err(|error| match error {
            DecodeError::OutputTooSmall { .. } | DecodeError::WindowLimitExceeded { .. } => {
                Error::BlockTooLong {
                    expected,
                    source: BlockError::Zstd(error),
                }
            }
            _ => Error::Corrupt(BlockError::Zstd(error)),
        })
    }
}
