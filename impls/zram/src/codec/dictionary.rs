//! Dictionaries as the codecs want them.

use mzstd::dictionary::PreparedDictionary;

use super::zstd_frame;
use crate::{Codec, Error, Settings};

#[derive(Debug)]
pub(crate) enum Prepared {
    Lz4(lz4::block::Dictionary),
    Lz4High(lz4::block::HighDictionary),
    Zstd(PreparedDictionary),
}

impl Prepared {
    pub(crate) fn new(codec: Codec, bytes: &[u8]) -> Result<Self, Error> {
        codec.checked()?;
        Ok(match codec {
            // Indexed once and used for every page.
            Codec::Lz4 { .. } => Self::Lz4(lz4::block::Dictionary::thorough(bytes)),
            Codec::Lz4Turbo => return Err(Error::NoDictionaries { codec }),
            Codec::Lz4High { level } => {
                Self::Lz4High(lz4::block::HighDictionary::new(bytes, level))
            }
            Codec::Zstd { level } => Self::Zstd(zstd_frame::prepared(level, bytes)?),
        })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Lz4(dictionary) => dictionary.bytes(),
            Self::Lz4High(dictionary) => dictionary.bytes(),
            Self::Zstd(dictionary) => dictionary.as_bytes(),
        }
    }
}

/// That the dictionary of `settings` is of another codec.
pub(super) fn mismatch(settings: &Settings, dictionary: Codec) -> Error {
    Error::DictionaryOfAnother {
        codec: settings.codec,
        dictionary,
    }
}
