//! What is searched for matches, and how far two places in it agree.

use core::hint::cold_path;

use mem::Words;

use super::table::Table;
use crate::block::word::{common, common_prefix, u32_at, u64_at};
use crate::block::{LAST_LITERALS, MAX_OFFSET, MIN_MATCH};

/// Where matches may lie.
pub(super) trait Reach {
    /// Whether history or a dictionary comes before the input.
    const BEFORE: bool;
    /// Whether what comes before lies elsewhere in memory.
    const ELSEWHERE: bool;
}

/// In the input only, which begins both block and indices.
pub(super) struct Alone;

impl Reach for Alone {
    const BEFORE: bool = false;
    const ELSEWHERE: bool = false;
}

/// In history too, right before the input.
pub(super) struct History;

impl Reach for History {
    const BEFORE: bool = true;
    const ELSEWHERE: bool = false;
}

/// In a dictionary too, elsewhere.
pub(super) struct Apart;

impl Reach for Apart {
    const BEFORE: bool = true;
    const ELSEWHERE: bool = true;
}

/// What is to be compressed, and what matches may refer to.
///
/// Positions are counted in two ways: from the front of `block`, and as an
/// *index* that goes on counting from block to block, which is what tables
/// hold.
#[derive(Clone, Copy)]
pub(super) struct Window<'a> {
    /// History, then input.
    pub(super) block: &'a [u8],
    /// Where in `block` the input begins.
    pub(super) start: usize,
    /// The index of the input's first byte.
    pub(super) start_index: u32,
    /// What came before, elsewhere in memory. Not together with history in
    /// `block`.
    pub(super) dictionary: &'a [u8],
}

/// Where a guess lies.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Position in the block, or in the dictionary.
    at: usize,
    in_dictionary: bool,
}

impl Window<'_> {
    #[inline(always)]
    pub(super) fn index<H: Reach>(&self, position: usize) -> u32 {
        if !H::BEFORE {
            return position as u32;
        }
        self.start_index
            .wrapping_add(position as u32)
            .wrapping_sub(self.start as u32)
    }

    /// Where `index` lies, if it still can be referred to from `current`.
    #[inline(always)]
    pub(super) fn place<T: Table, H: Reach>(&self, index: u32, current: u32) -> Option<Place> {
        if T::LONG && current.wrapping_sub(index) > MAX_OFFSET as u32 {
            return None;
        }
        if H::ELSEWHERE && index < self.start_index {
            let back = (self.start_index - index) as usize;
            let at = self.dictionary.len().checked_sub(back)?;
            return Some(Place {
                at,
                in_dictionary: true,
            });
        }
        if !H::BEFORE {
            return Some(Place {
                at: index as usize,
                in_dictionary: false,
            });
        }
        let history = self.start as u32;
        let lowest = self.start_index.wrapping_sub(history);
        if index.wrapping_sub(lowest) > current.wrapping_sub(lowest) {
            return None;
        }
        Some(Place {
            at: index.wrapping_sub(lowest) as usize,
            in_dictionary: false,
        })
    }

    /// Whether the four bytes at `place` are `word`.
    #[inline(always)]
    pub(super) fn agrees<H: Reach>(&self, words: Words<'_>, place: Place, word: u32) -> bool {
        let there = if H::ELSEWHERE && place.in_dictionary {
            if place.at + MIN_MATCH > self.dictionary.len() {
                return false;
            }
            u32_at(self.dictionary, place.at)
        } else {
            words.u32_at(place.at)
        };
        there == word
    }

    /// How far before `position` and `place` the bytes agree, at most back to
    /// `anchor`.
    #[inline(always)]
    pub(super) fn agree_before<H: Reach>(
        &self,
        words: Words<'_>,
        place: Place,
        position: usize,
        anchor: usize,
    ) -> usize {
        if H::ELSEWHERE {
            let (there, lowest) = if place.in_dictionary {
                (self.dictionary, 0)
            } else {
                (self.block, self.start)
            };
            let most = (position - anchor).min(place.at - lowest);
            return common_before(&self.block[..position], &there[..place.at], most);
        }
        // Most do not. There is a literal: the search begins after the anchor.
        if let Some(before) = words.chunk_at::<1>(place.at.wrapping_sub(1))
            && let Some(here) = words.chunk_at::<1>(position.wrapping_sub(1))
            && here == before
        {
            cold_path();
            let most = (position - anchor).min(place.at);
            return common_before(&self.block[..position], &self.block[..place.at], most);
        }
        0
    }

    /// How many bytes after the first four agree.
    #[inline(always)]
    pub(super) fn agree_after<H: Reach>(
        &self,
        words: Words<'_>,
        place: Place,
        position: usize,
    ) -> usize {
        let end = self.block.len() - LAST_LITERALS;
        let from = position + MIN_MATCH;
        if H::ELSEWHERE && place.in_dictionary {
            let there = &self.dictionary[place.at + MIN_MATCH..];
            let length = common_prefix(&self.block[from..end], there);
            if length == there.len() {
                // It goes on where the dictionary ends: at the input's front.
                return length + common(self.block, from + length, self.start, end);
            }
            return length;
        }
        // Most end within two words; what is left is a call.
        let there = place.at + MIN_MATCH;
        if let Some(here) = words.chunk_at::<{ 16 + LAST_LITERALS }>(from)
            && let Some(before) = words.chunk_at::<16>(there)
        {
            let difference = low(here) ^ low(before);
            if difference != 0 {
                return (difference.trailing_zeros() / 8) as usize;
            }
            let difference = low(&here[8..]) ^ low(&before[8..]);
            if difference != 0 {
                return 8 + (difference.trailing_zeros() / 8) as usize;
            }
            return 16 + common_far(self.block, from + 16, there + 16, end);
        }
        cold_path();
        common_far(self.block, from, there, end)
    }
}

/// The first eight bytes.
#[inline(always)]
fn low(bytes: &[u8]) -> u64 {
    u64_at(bytes, 0)
}

/// How many of the last bytes agree, at most `most`, out of the way.
#[inline(never)]
fn common_before(a: &[u8], b: &[u8], most: usize) -> usize {
    let both = a.iter().rev().zip(b.iter().rev()).take(most);
    both.take_while(|(a, b)| a == b).count()
}

/// [`common`], out of the way.
#[inline(never)]
fn common_far(bytes: &[u8], a: usize, b: usize, a_end: usize) -> usize {
    let length = a_end - a;
    let (words, rest) = bytes[a..a_end].as_chunks::<8>();
    let (other_words, other_rest) = bytes[b..b + length].as_chunks::<8>();
    let mut same = 0;
    for (word, other) in words.iter().zip(other_words) {
        let difference = u64::from_le_bytes(*word) ^ u64::from_le_bytes(*other);
        if difference != 0 {
            return same + (difference.trailing_zeros() / 8) as usize;
        }
        same += 8;
    }
    let rest = rest.iter().zip(other_rest);
    same + rest.take_while(|(a, b)| a == b).count()
}
