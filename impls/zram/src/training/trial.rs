//! What a dictionary does to pages.

use alloc::vec;
use alloc::vec::Vec;

use crate::{Dictionary, Encoded, Encoder, Error, Settings};

/// Pages to try dictionaries on.
pub(super) struct Trial<'a> {
    plain: Settings,
    pages: &'a [&'a [u8]],
}

impl<'a> Trial<'a> {
    pub(super) fn new(settings: &Settings, pages: &'a [&'a [u8]]) -> Self {
        let plain = Settings {
            dictionary: None,
            ..settings.clone()
        };
        Self { plain, pages }
    }

    /// Bytes kept of all pages.
    fn stored(&self, settings: &Settings) -> Result<u64, Error> {
        let mut encoder = Encoder::with(settings)?;
        let mut output: Vec<u8> = vec![0; encoder.room()];
        let mut stored = 0;
        for page in self.pages {
            stored += match encoder.encode(page, &mut output)? {
                Encoded::Same(_) => 0,
                Encoded::Block { size } => size as u64,
                Encoded::Raw => page.len() as u64,
            };
        }
        Ok(stored)
    }

    pub(super) fn stored_without(&self) -> Result<u64, Error> {
        self.stored(&self.plain)
    }

    pub(super) fn stored_with(&self, dictionary: &[u8]) -> Result<u64, Error> {
        let dictionary = Dictionary::new(self.plain.codec(), dictionary)?;
        self.stored(&self.plain.clone().with_dictionary(dictionary))
    }
}
