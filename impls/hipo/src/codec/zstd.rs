//! Zstandard frames.

use mzstd::{DecodeError, DecodeOperation, DecoderStatus, Decompressor};

use super::{Cut, damaged};
use crate::compression::Codec;
use crate::error::Error;

/// A decoder that is made at first use.
#[derive(Default)]
pub(super) struct Decoder(Option<Box<Decompressor>>);

impl std::fmt::Debug for Decoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Decoder").field(&self.0.is_some()).finish()
    }
}

impl Decoder {
    pub(super) fn decompress(
        &mut self,
        input: &[u8],
        output: &mut [u8],
        cut: Cut,
    ) -> Result<usize, Error> {
        if input.is_empty() && output.is_empty() {
            return Ok(0);
        }
        let context = self.0.get_or_insert_default();
        match context.decompress_to_slice(input, output) {
            Ok(length) => Ok(length),
            Err(DecodeError::OutputTooSmall { written }) if cut == Cut::Allowed => Ok(written),
            Err(error) => Err(damaged(Codec::Zstd, error)),
        }
    }
    /// How far a frame can be decompressed: up to the block that is damaged.
    pub(super) fn prefix(&mut self, input: &[u8], output: &mut [u8]) -> usize {
        let mut session = self.0.get_or_insert_default().start();
        let (mut read, mut filled) = (0, 0);
        loop {
            let rest = &mut output[filled..];
            match session.process(&input[read..], rest, DecodeOperation::Finish) {
                Ok(progress) => {
                    read += progress.consumed;
                    filled += progress.produced;
                    let stuck = progress.consumed == 0 && progress.produced == 0;
                    if progress.status == DecoderStatus::Finished || stuck {
                        return filled;
                    }
                }
                Err(failure) => return filled + failure.produced,
            }
        }
    }
}
