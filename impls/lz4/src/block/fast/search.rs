//! The greedy search: one guess a position, and longer steps the longer
//! nothing is found (`LZ4_compress_generic`).

use core::hint::cold_path;

use mem::Words;

use super::Filled;
use super::table::Table;
use crate::block::encode::{SequenceWriter, literals_size};
use crate::block::room::Room;
use crate::block::word::{common, common_prefix, u32_at, u64_at};
use crate::block::{LAST_LITERALS, MATCH_FIND_LIMIT, MAX_OFFSET, MIN_INPUT, MIN_MATCH, TOKEN_MASK};

/// So many misses, as a power of two, make the step one longer
/// (`LZ4_skipTrigger`).
const SKIP_TRIGGER: u32 = 6;

/// From here on a block is longer than all that is read at once.
const EASY_BLOCK: usize = 32;

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
struct Place {
    /// Position in the block, or in the dictionary.
    at: usize,
    in_dictionary: bool,
}

impl Window<'_> {
    #[inline(always)]
    fn index<H: Reach>(&self, position: usize) -> u32 {
        if !H::BEFORE {
            return position as u32;
        }
        self.start_index
            .wrapping_add(position as u32)
            .wrapping_sub(self.start as u32)
    }

    /// Where `index` lies, if it still can be referred to from `current`.
    #[inline(always)]
    fn place<T: Table, H: Reach>(&self, index: u32, current: u32) -> Option<Place> {
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
    fn agrees<H: Reach>(&self, words: Words<'_>, place: Place, word: u32) -> bool {
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
    fn agree_before<H: Reach>(
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
    fn agree_after<H: Reach>(&self, words: Words<'_>, place: Place, position: usize) -> usize {
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

/// Compresses the window's input. `None`: it does not fit.
pub(super) fn encode<T: Table, R: Room, H: Reach>(
    table: &mut T,
    window: Window<'_>,
    acceleration: u32,
    output: &mut [u8],
) -> Option<Filled> {
    if window.block.len() < EASY_BLOCK {
        return encode_short::<T, R, H>(table, window, acceleration, output);
    }
    encode_any::<T, R, H>(table, window, acceleration, output)
}

/// The same, of a block in which not all that is read at once may fit.
#[inline(never)]
fn encode_short<T: Table, R: Room, H: Reach>(
    table: &mut T,
    window: Window<'_>,
    acceleration: u32,
    output: &mut [u8],
) -> Option<Filled> {
    encode_any::<T, R, H>(table, window, acceleration, output)
}

#[inline(always)]
fn encode_any<T: Table, R: Room, H: Reach>(
    table: &mut T,
    window: Window<'_>,
    acceleration: u32,
    output: &mut [u8],
) -> Option<Filled> {
    let Window { block, start, .. } = window;
    let mut writer = SequenceWriter::new(output);
    let mut anchor = start;
    if block.len() - start >= MIN_INPUT {
        anchor = sequences::<T, R, H>(table, window, acceleration, &mut writer)?;
    }

    let end = writer.last_literals::<R>(block, anchor)?;
    Some(Filled {
        read: end - start,
        written: writer.position(),
    })
}

/// Writes all sequences but the last and returns where that begins.
#[inline(always)]
fn sequences<T: Table, R: Room, H: Reach>(
    table: &mut T,
    window: Window<'_>,
    acceleration: u32,
    writer: &mut SequenceWriter<'_>,
) -> Option<usize> {
    let Window { block, start, .. } = window;
    let Some(words) = Words::new(block) else {
        return Some(start);
    };
    let start = if H::BEFORE { start } else { 0 };
    let mut anchor = start;
    let mut position = start;
    let first = T::key(&block[position..]);
    table.put(T::hash(first), window.index::<H>(position));
    position += 1;
    let mut next_key = T::key(&block[position..]);

    loop {
        // Look for four bytes that were seen before.
        let mut next = position;
        let mut step = 1;
        let mut attempts = acceleration << SKIP_TRIGGER;
        let (mut place, mut offset) = loop {
            let (word, hash) = (T::word(next_key), T::hash(next_key));
            position = next;
            next += step;
            step = (attempts >> SKIP_TRIGGER) as usize;
            attempts += 1;
            let Some(bytes) = words.chunk_at::<{ MATCH_FIND_LIMIT - 1 }>(next) else {
                return Some(anchor);
            };
            let current = window.index::<H>(position);
            let guess = table.get(hash);
            next_key = T::key(bytes);
            table.put(hash, current);
            if let Some(place) = window.place::<T, H>(guess, current)
                && window.agrees::<H>(words, place, word)
            {
                break (place, current.wrapping_sub(guess) as usize);
            }
        };

        let mut back = window.agree_before::<H>(words, place, position, anchor);
        let literals = position - back - anchor;
        if R::FILL {
            // Enough for these, a match, and last literals such that the match
            // ends far enough from the end.
            let needed =
                1 + (literals + 240) / 255 + literals + 2 + 1 + MATCH_FIND_LIMIT - MIN_MATCH;
            if needed > writer.left() {
                return Some(anchor);
            }
        } else if R::CHECKED
            && 1 + literals + (2 + 1 + LAST_LITERALS) + literals / 255 > writer.left()
        {
            return None;
        }

        // A match, and those that follow it at once.
        loop {
            let after = window.agree_after::<H>(words, place, position);
            let begin = position - back;
            let mut excess = after + back;
            position += MIN_MATCH + after;
            if R::CHECKED {
                let left = writer.left() - literals_size(begin - anchor);
                if R::FILL && 2 + 1 + MATCH_FIND_LIMIT - MIN_MATCH > left {
                    return Some(anchor);
                }
                let left = left - 2;
                if 1 + LAST_LITERALS + (excess + 240) / 255 > left {
                    if !R::FILL {
                        return None;
                    }
                    excess = TOKEN_MASK - 1 + (left - 1 - LAST_LITERALS) * 255;
                    position = begin + MIN_MATCH + excess;
                }
            }
            writer.sequence(words, (anchor, begin), offset, excess);
            anchor = position;
            back = 0;
            let Some(bytes) = words.chunk_at::<{ MATCH_FIND_LIMIT + 2 }>(position - 2) else {
                return Some(anchor);
            };
            table.put(T::hash(T::key(bytes)), window.index::<H>(position - 2));
            let here = T::key(&bytes[2..]);
            next_key = T::key(&bytes[3..]);
            let hash = T::hash(here);
            let current = window.index::<H>(position);
            let guess = table.get(hash);
            table.put(hash, current);
            match window.place::<T, H>(guess, current) {
                Some(again) if window.agrees::<H>(words, again, T::word(here)) => {
                    place = again;
                    offset = current.wrapping_sub(guess) as usize;
                }
                _ => break,
            }
        }
        position += 1;
    }
}
