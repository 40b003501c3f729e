//! Encoding with `zstd`.

use alloc::vec::Vec;
use core::ops::Range;

use mzstd::{EncoderConfig, Level};

use super::{MAGIC, SERIAL_WIDTH};
use crate::Error;

/// A Zstandard compressor kept between calls, made when first needed.
#[derive(Debug, Default)]
pub(crate) struct EncoderState(Option<mzstd::Compressor>);

impl EncoderState {
    fn at_level(&mut self, level: Level) -> Result<&mut mzstd::Compressor, Error> {
        let config = EncoderConfig::default().with_level(level);
        let invalid = |_| Error::Parameter {
            parameter: "level",
            problem: "refused by zstd",
        };
        match &mut self.0 {
            Some(compressor) => {
                if compressor.config() != &config {
                    compressor.reconfigure(config).map_err(invalid)?;
                }
                Ok(compressor)
            }
            empty => Ok(empty.insert(mzstd::Compressor::new(config).map_err(invalid)?)),
        }
    }
}

/// Writes the stream for `input` into `buffer` and returns where it lies
/// there. `buffer` only ever grows, so that it is zeroed once.
pub(crate) fn encode(
    state: &mut EncoderState,
    level: i32,
    input: &[u8],
    buffer: &mut Vec<u8>,
) -> Result<Range<usize>, Error> {
    let level = Level::try_from(level.clamp(Level::MIN.get(), Level::MAX.get()))
        .expect("clamped to the range of levels");
    let compressor = state.at_level(level)?;
    let bound =
        mzstd::Compressor::max_compressed_size(input.len()).map_err(|_| Error::InputTooLarge {
            size: input.len() as u64,
            limit: usize::MAX as u64,
        })?;
    if buffer.len() < bound {
        // A fresh allocation is zeroed by the system, lazily.
        *buffer = alloc::vec![0; bound];
    }
    let size = compressor.compress_to_slice(input, &mut buffer[..bound])?;
    // The width takes the place of the magic number's last byte: the stream
    // is then what follows the other three, and nothing is moved.
    let start = MAGIC.len() - 1;
    debug_assert_eq!(buffer[..MAGIC.len()], MAGIC);
    buffer[start] = SERIAL_WIDTH;
    Ok(start..size)
}
