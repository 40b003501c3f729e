//! Levels 1 and 2: one guess by seven bytes, one by four (`LZ4MID_compress`).

use super::Filled;
use super::sequences::{Full, Match, Sequences, last_position};
use super::table::{Halves, LONG_HASH_BYTES, Tables};
use super::window::Window;
use crate::block::room::Room;
use crate::block::word::{common, common_prefix, u32_at, u64_at};
use crate::block::{LAST_LITERALS, MAX_OFFSET, MIN_INPUT, MIN_MATCH};

/// So many literals in a row, as a power of two, make the step one longer.
const SKIP_TRIGGER: u32 = 9;

/// An attached dictionary is looked into up to here, counted in bytes after its
/// end.
const ATTACHED_REACH: usize = MAX_OFFSET - 8;

/// Compresses the window's input. `None`: it does not fit.
pub(super) fn encode<R: Room, const EXTERNAL: bool>(
    tables: &mut Tables,
    window: Window<'_>,
    output: &mut [u8],
) -> Option<Filled> {
    let mut sequences = Sequences::<R>::new(&window, output);
    let halves = tables.halves();
    let result = Search { window, halves }.run::<R, EXTERNAL>(&mut sequences);
    sequences.finish(result)
}

struct Search<'w, 't> {
    window: Window<'w>,
    halves: Halves<'t>,
}

impl Search<'_, '_> {
    #[inline(always)]
    fn run<R: Room, const EXTERNAL: bool>(
        &mut self,
        sequences: &mut Sequences<'_, R>,
    ) -> Result<(), Full> {
        let Window { block, start, .. } = self.window;
        let Some(last) = last_position(block, start, MIN_INPUT) else {
            return Ok(());
        };
        let mut position = start;
        while position <= last {
            let Some(mut found) = self.find::<EXTERNAL>(position, last) else {
                position += 1 + ((position - sequences.anchor()) >> SKIP_TRIGGER);
                continue;
            };
            while found.at > sequences.anchor()
                && found.at > found.offset
                && block[found.at - 1] == block[found.at - found.offset - 1]
            {
                found.at -= 1;
                found.length += 1;
            }
            self.index_front(found.at, position);
            sequences.put(found)?;
            position = found.end();
            self.index_back(position);
        }
        Ok(())
    }

    /// A match at `position`, or at the one after it if that is longer.
    #[inline(always)]
    fn find<const EXTERNAL: bool>(&mut self, position: usize, last: usize) -> Option<Match> {
        let Window {
            block, first_index, ..
        } = self.window;
        let index = self.window.index(position);
        let end = block.len() - LAST_LITERALS;

        let word = u64_at(block, position);
        let guess = core::mem::replace(self.halves.long(word), index);
        if let Some(found) = self.check::<EXTERNAL>(position, index, guess, word) {
            return Some(found);
        }

        let guess = core::mem::replace(self.halves.short(word as u32), index);
        if let Some(found) = self.check::<EXTERNAL>(position, index, guess, word) {
            if EXTERNAL && guess < first_index || position >= last {
                return Some(found);
            }
            let long = self.halves.long(u64_at(block, position + 1));
            let guess = *long;
            let offset = (index + 1).wrapping_sub(guess);
            if offset <= MAX_OFFSET as u32 && guess >= first_index {
                let there = (guess - first_index) as usize;
                let length = common(block, position + 1, there, end);
                if length > found.length {
                    *long = index + 1;
                    return Some(Match {
                        at: position + 1,
                        length,
                        offset: offset as usize,
                    });
                }
            }
            return Some(found);
        }

        if EXTERNAL
            && position < ATTACHED_REACH
            && let Some(attached) = self.window.attached
        {
            return attached.guess(&self.window, position);
        }
        None
    }

    /// The match of the bytes at `position`, of which `word` are the first, with
    /// those at `guess`, if it is one.
    #[inline(always)]
    fn check<const EXTERNAL: bool>(
        &self,
        position: usize,
        index: u32,
        guess: u32,
        word: u64,
    ) -> Option<Match> {
        let Window {
            block,
            first_index,
            dictionary,
            ..
        } = self.window;
        let offset = index.wrapping_sub(guess);
        if offset > MAX_OFFSET as u32 {
            return None;
        }
        let end = block.len() - LAST_LITERALS;
        let length = if guess >= first_index {
            let there = (guess - first_index) as usize;
            if u32_at(block, there) != word as u32 {
                return None;
            }
            MIN_MATCH + common(block, position + MIN_MATCH, there + MIN_MATCH, end)
        } else if EXTERNAL {
            let there = guess.checked_sub(self.window.low_index())? as usize;
            common_prefix(&block[position..end], &dictionary[there..])
        } else {
            0
        };
        (length >= MIN_MATCH).then_some(Match {
            at: position,
            length,
            offset: offset as usize,
        })
    }

    /// Indexes the front of a match at `at` that was searched at `position`.
    #[inline(always)]
    fn index_front(&mut self, at: usize, position: usize) {
        // liblz4 counts on from where it searched, also where the match begins
        // elsewhere.
        let block = self.window.block;
        let index = self.window.index(position);
        let word = u64_at(block, at + 1);
        *self.halves.long(word) = index + 1;
        *self.halves.long(u64_at(block, at + 2)) = index + 2;
        *self.halves.short(word as u32) = index + 1;
    }

    /// Indexes the end of a match, which is at `end`.
    #[inline(always)]
    fn index_back(&mut self, end: usize) {
        let block = self.window.block;
        if end - 2 >= block.len() - LONG_HASH_BYTES {
            return;
        }
        let index = self.window.index(end);
        if end > 5 {
            *self.halves.long(u64_at(block, end - 5)) = index - 5;
        }
        *self.halves.long(u64_at(block, end - 3)) = index - 3;
        let word = u64_at(block, end - 2);
        *self.halves.long(word) = index - 2;
        *self.halves.short(word as u32) = index - 2;
        *self.halves.short((word >> 8) as u32) = index - 1;
    }
}
