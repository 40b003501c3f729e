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

/// How far a block can be decompressed. What an error tells is its place in
/// the block, not in the output: that is looked for, by halves.
pub(super) fn prefix(input: &[u8], output: &mut [u8]) -> usize {
    let (mut sound, mut damaged) = (0, output.len() + 1);
    let mut length = 0;
    let mut decoded = true;
    while damaged - sound > 1 {
        let most = sound.midpoint(damaged);
        let partial = block::decompress_partial(input, &mut output[..most]);
        decoded = partial.is_ok();
        if let Ok(all) = partial {
            (sound, length) = (most, all);
            if all < most {
                break;
            }
        } else {
            damaged = most;
        }
    }
    if !decoded {
        // The last one to fail has written over it.
        length = block::decompress_partial(input, &mut output[..sound]).unwrap_or_default();
    }
    length
}
