//! The greedy search: one guess a position, and longer steps the longer
//! nothing is found (`LZ4_compress_generic`).

use mem::Words;

use super::Filled;
use super::table::Table;
use crate::block::encode::SequenceWriter;
use crate::block::room::Room;
use crate::block::word::{common, common_prefix, u32_at};
use crate::block::{LAST_LITERALS, MATCH_FIND_LIMIT, MAX_OFFSET, MIN_INPUT, MIN_MATCH, TOKEN_MASK};

/// So many misses, as a power of two, make the step one longer
/// (`LZ4_skipTrigger`).
const SKIP_TRIGGER: u32 = 6;

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
    fn agree_before<H: Reach>(&self, place: Place, position: usize, anchor: usize) -> usize {
        let (there, lowest) = if H::ELSEWHERE && place.in_dictionary {
            (self.dictionary, 0)
        } else if H::ELSEWHERE {
            (self.block, self.start)
        } else {
            (self.block, 0)
        };
        let mut back = 0;
        while position - back > anchor
            && place.at - back > lowest
            && self.block[position - back - 1] == there[place.at - back - 1]
        {
            back += 1;
        }
        back
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
        if from + 16 <= end {
            for step in [0, 8] {
                let difference = words.u64_at(from + step) ^ words.u64_at(there + step);
                if difference != 0 {
                    return step + (difference.trailing_zeros() / 8) as usize;
                }
            }
            return 16 + common_far(self.block, from + 16, there + 16, end);
        }
        common_far(self.block, from, there, end)
    }
}

/// [`common`], out of the way.
#[inline(never)]
fn common_far(bytes: &[u8], a: usize, b: usize, a_end: usize) -> usize {
    common(bytes, a, b, a_end)
}

/// Compresses the window's input. `None`: it does not fit.
pub(super) fn encode<T: Table, R: Room, H: Reach>(
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
    let search_end = block.len() - MATCH_FIND_LIMIT + 1;
    let start = if H::BEFORE { start } else { 0 };
    let mut anchor = start;
    let mut position = start;
    table.put(T::hash(words, position), window.index::<H>(position));
    position += 1;
    let (mut next_word, mut next_hash) = T::word_and_hash(words, position);

    loop {
        // Look for four bytes that were seen before.
        let mut next = position;
        let mut step = 1;
        let mut attempts = acceleration << SKIP_TRIGGER;
        let (mut place, mut offset) = loop {
            let (word, hash) = (next_word, next_hash);
            position = next;
            next += step;
            step = (attempts >> SKIP_TRIGGER) as usize;
            attempts += 1;
            if next > search_end {
                return Some(anchor);
            }
            let current = window.index::<H>(position);
            let guess = table.get(hash);
            (next_word, next_hash) = T::word_and_hash(words, next);
            table.put(hash, current);
            if let Some(place) = window.place::<T, H>(guess, current)
                && window.agrees::<H>(words, place, word)
            {
                break (place, current.wrapping_sub(guess) as usize);
            }
        };

        let back = window.agree_before::<H>(place, position, anchor);
        position -= back;
        place.at -= back;

        let literals = position - anchor;
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
        let mut token = writer.literals(block, anchor, position);

        // A match, and those that follow it at once.
        loop {
            if R::FILL && 2 + 1 + MATCH_FIND_LIMIT - MIN_MATCH > writer.left() {
                writer.take_back(token);
                return Some(anchor);
            }
            let mut excess = window.agree_after::<H>(words, place, position);
            if R::CHECKED {
                let left = writer.left() - 2;
                if 1 + LAST_LITERALS + (excess + 240) / 255 > left {
                    if !R::FILL {
                        return None;
                    }
                    excess = TOKEN_MASK - 1 + (left - 1 - LAST_LITERALS) * 255;
                }
            }
            position += MIN_MATCH + excess;
            writer.matched(token, offset, excess);
            anchor = position;
            if position >= search_end {
                return Some(anchor);
            }

            table.put(
                T::hash(words, position - 2),
                window.index::<H>(position - 2),
            );
            let (word, hash) = T::word_and_hash(words, position);
            let current = window.index::<H>(position);
            let guess = table.get(hash);
            table.put(hash, current);
            match window.place::<T, H>(guess, current) {
                Some(again) if window.agrees::<H>(words, again, word) => {
                    place = again;
                    offset = current.wrapping_sub(guess) as usize;
                    token = writer.no_literals();
                }
                _ => break,
            }
        }
        position += 1;
        (next_word, next_hash) = T::word_and_hash(words, position);
    }
}
