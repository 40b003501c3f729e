//! LZ4 blocks.

use ::lz4::block;

use super::{Cut, damaged};
use crate::compression::Codec;
use crate::error::Error;

pub(super) fn decompress(
    codec: Codec,
    input: &[u8],
    output: &mut [u8],
    cut: Cut,
) -> Result<usize, Error> {
    if input.is_empty() && output.is_empty() {
        return Ok(0);
    }
    block::decompress(input, output)
        .or_else(|error| match cut {
            Cut::Refused => Err(error),
            // Damage in the part that is wanted fails again.
            Cut::Allowed => match block::decompress_partial(input, output) {
                Ok(length) if length == output.len() => Ok(length),
                _ => Err(error),
            },
        })
        .map_err(|error| damaged(codec, error))
}
