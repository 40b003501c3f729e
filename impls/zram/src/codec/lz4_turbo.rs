//! LZ4 blocks by the turbo compressor. They are read as all LZ4 blocks are.

use lz4::block::TurboCompressor;

use super::dictionary::mismatch;
use crate::{Error, Settings};

#[derive(Debug)]
pub(crate) struct Compressor(TurboCompressor);

impl Compressor {
    pub(super) fn new(settings: &Settings) -> Result<Self, Error> {
        match settings.dictionary() {
            None => Ok(Self(TurboCompressor::new())),
            Some(dictionary) => Err(mismatch(settings, dictionary.codec())),
        }
    }

    pub(super) fn compress(&mut self, page: &[u8], output: &mut [u8]) -> Result<usize, Error> {
        self.0.compress(page, output).map_err(Error::Lz4)
    }
}
