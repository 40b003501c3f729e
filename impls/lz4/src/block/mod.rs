//! The block format: sequences of literals and matches, and nothing else.
//!
//! A sequence is a token (high half: how many literals, low half: match length
//! less 4; 15 in either means that bytes follow to be added, up to the first
//! that is not 255), the literals, and a little-endian 16-bit offset backwards.
//! The last sequence is literals only. Source: `lz4_Block_format.md` of
//! liblz4 1.10.0.

mod decode;
mod dictionary;
mod encode;
mod error;
mod fast;
mod high;
mod room;
mod short_sequences;
mod turbo;
mod word;

pub(crate) use decode::decompress_continued;
pub use decode::{decompress, decompress_after, decompress_partial, decompress_with_dictionary};
pub use dictionary::Dictionary;
pub use error::{CompressError, DecodeError, Malformed};
pub use fast::{FastCompressor, FastStream, Filled};
pub use high::{HighCompressor, HighDictionary, HighStream};
pub use turbo::TurboCompressor;

/// Longest input of one block, in bytes (`LZ4_MAX_INPUT_SIZE`).
pub const MAX_INPUT: usize = 0x7E00_0000;

/// How far back a match may lie, in bytes (`LZ4_DISTANCE_MAX`).
pub const MAX_OFFSET: usize = 65_535;

/// The most acceleration that makes a difference (`LZ4_ACCELERATION_MAX`).
pub const MAX_ACCELERATION: u32 = 65_537;

/// A match is at least this long: shorter ones cost more than they save.
const MIN_MATCH: usize = 4;

/// A block ends with at least this many literals, if it has a match at all.
const LAST_LITERALS: usize = 5;

/// No match starts within this many bytes of the end.
const MATCH_FIND_LIMIT: usize = 12;

/// The shortest input in which a match is looked for (`LZ4_minLength`).
const MIN_INPUT: usize = MATCH_FIND_LIMIT + 1;

/// How long a literal run or a match can be that its half of the token tells.
const TOKEN_MASK: usize = 15;

/// The longest block that any `input_size` bytes can become
/// (`LZ4_compressBound`), or `None` beyond [`MAX_INPUT`].
///
/// ```
/// assert_eq!(lz4::block::bound(4096), Some(4128));
/// assert_eq!(lz4::block::bound(usize::MAX), None);
/// ```
pub const fn bound(input_size: usize) -> Option<usize> {
    if input_size > MAX_INPUT {
        return None;
    }
    Some(input_size + input_size / 255 + 16)
}
