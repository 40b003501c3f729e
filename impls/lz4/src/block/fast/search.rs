//! The greedy search: one guess a position, and longer steps the longer
//! nothing is found (`LZ4_compress_generic`).

use mem::Words;

use super::Filled;
use super::table::Table;
use super::window::{Reach, Window};
use crate::block::encode::{SequenceWriter, literals_size};
use crate::block::room::Room;
use crate::block::{LAST_LITERALS, MATCH_FIND_LIMIT, MIN_INPUT, MIN_MATCH, TOKEN_MASK};

/// So many misses, as a power of two, make the step one longer
/// (`LZ4_skipTrigger`).
const SKIP_TRIGGER: u32 = 6;

/// From here on a block is longer than all that is read at once.
const EASY_BLOCK: usize = 32;

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
