//! zstd dictionaries: content, and tables for what is left to say of a page.
//!
//! A frame has to tell the statistics of its own literals and sequences, if they
//! are not predefined. A dictionary can hold such statistics for all pages (RFC
//! 8878, section 5); those that are here give every symbol a code, so that fast
//! levels, which use them only if they are sure to fit, use them.

mod bits;
mod fse;
mod huffman;
mod normalized;
mod statistics;

use alloc::vec::Vec;

use crate::{Error, PageSize};
use normalized::Normalized;
use statistics::Statistics;

/// What a dictionary of the format begins with.
pub(super) const MAGIC: [u8; 4] = 0xEC30_A437_u32.to_le_bytes();

/// log2 of the slots of a table, as many as the format allows.
const OFFSET_LOG: u32 = 8;
const LENGTH_LOG: u32 = 9;

/// The last three offsets, to begin with: those of a frame without dictionary.
const OFFSETS: [u32; 3] = [1, 4, 8];

/// A dictionary in the zstd format, `size` bytes at most, with the end of
/// `content` and the statistics of `pages`; `None` if there is no room for
/// content then.
///
/// It has no identifier: a store knows what its pages refer to, and frames that
/// name a dictionary are longer by up to four bytes.
pub(super) fn with_tables(
    content: &[u8],
    pages: &[&[u8]],
    page_size: PageSize,
    level: i32,
    size: usize,
) -> Result<Option<Vec<u8>>, Error> {
    let statistics = Statistics::of(pages, page_size, level, content)?;
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend(0_u32.to_le_bytes());
    let Some(literals) = huffman::description(&statistics.literals) else {
        return Ok(None);
    };
    bytes.extend(literals);
    let offsets = statistics.offset_codes(content.len());
    for (counts, log) in [
        (offsets, OFFSET_LOG),
        (&statistics.match_lengths, LENGTH_LOG),
        (&statistics.literal_lengths, LENGTH_LOG),
    ] {
        bytes.extend(fse::description(&Normalized::new(counts, log)));
    }
    for offset in OFFSETS {
        bytes.extend(offset.to_le_bytes());
    }
    let room = size.saturating_sub(bytes.len()).min(content.len());
    // No offset to begin with may lie before the content.
    if room < 8 {
        return Ok(None);
    }
    bytes.extend(&content[content.len() - room..]);
    Ok(Some(bytes))
}
