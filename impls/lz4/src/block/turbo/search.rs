//! The search: one guess a position, several positions at a time.

use core::hint::select_unpredictable;

use mem::Words;

use super::table::{HASHED, SEVEN, Table};
use super::write::sequence;
use crate::block::word::common;
use crate::block::{LAST_LITERALS, MATCH_FIND_LIMIT, MIN_MATCH};

/// Bytes after the hashed ones that are compared without a branch.
const COMPARED: usize = 24;

/// Positions that one look at literals covers, the last of them included.
const COVERED: usize = HASHED;

/// So much of an input is left to [`last_sequences`]: what is compared from the
/// last position of a look on, and the literals that a block ends with.
pub(super) const UNSEARCHED: usize = COVERED - 1 + HASHED + COMPARED + LAST_LITERALS;

/// The longest distance between a base and a position of one search.
const REACH: usize = u16::MAX as usize - (COVERED - 1);

/// Positions missed are counted, four to a look; their third power, less this
/// power of two, is how many more the next look skips. None for the first
/// hundred bytes, but what cannot be compressed is to be left behind.
const SKIP_TRIGGER: u32 = 19;

/// At most so many, and one more for every sixteen missed: what can be
/// compressed is to be found again.
const MOST_SKIPPED: u64 = 64;

/// How far a block has come.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    /// What is written of it.
    pub(super) written: usize,
    /// The first byte of input that is not in it.
    pub(super) anchor: usize,
    /// Where the search goes on.
    pub(super) position: usize,
}

/// From where on positions are counted in a table.
pub(super) trait Base: Copy {
    fn offset(self) -> usize;

    /// The last position to look at, of those up to `searched`.
    fn last(self, searched: usize) -> usize;
}

/// From the first byte of an input that the table can tell all positions of.
#[derive(Clone, Copy)]
pub(super) struct Front;

impl Front {
    /// Whether that can be said of an input of that many bytes.
    pub(super) const fn serves(input: usize) -> bool {
        input <= REACH + UNSEARCHED
    }
}

impl Base for Front {
    #[inline(always)]
    fn offset(self) -> usize {
        0
    }

    #[inline(always)]
    fn last(self, searched: usize) -> usize {
        debug_assert!(searched <= REACH);
        searched
    }
}

/// From any byte of the input.
#[derive(Clone, Copy)]
pub(super) struct At(pub(super) usize);

impl Base for At {
    #[inline(always)]
    fn offset(self) -> usize {
        self.0
    }

    #[inline(always)]
    fn last(self, searched: usize) -> usize {
        searched.min(self.0 + REACH)
    }
}

/// A match.
#[derive(Clone, Copy)]
struct Found {
    position: usize,
    candidate: usize,
}

/// The first of four guesses that agrees with its position in the bytes that
/// `needed` has bits of. Which of them it is is not guessed at.
#[inline(always)]
fn first_match(
    words: Words<'_>,
    positions: [usize; 4],
    candidates: [usize; 4],
    here: [u64; 4],
    needed: u64,
) -> Option<Found> {
    let agrees = |nth: usize| (words.u64_at(candidates[nth]) ^ here[nth]) & needed == 0;
    let (a, b, c, d) = (agrees(0), agrees(1), agrees(2), agrees(3));
    if !(a | b | c | d) {
        return None;
    }
    let first = |values: [usize; 4]| {
        let later = select_unpredictable(c, values[2], values[3]);
        select_unpredictable(a, values[0], select_unpredictable(b, values[1], later))
    };
    Some(Found {
        position: first(positions),
        candidate: first(candidates),
    })
}

/// Looks at four positions in a row.
#[inline(always)]
fn look_closely<B: Base>(
    table: &mut Table,
    words: Words<'_>,
    base: B,
    position: usize,
    needed: u64,
) -> Option<Found> {
    let positions = [position, position + 1, position + 2, position + 3];
    let here = positions.map(|at| words.u64_at(at));
    let entries = here.map(Table::entry);
    let candidates = core::array::from_fn(|nth| {
        base.offset() + table.replace(entries[nth], positions[nth] - base.offset())
    });
    first_match(words, positions, candidates, here, needed)
}

/// Looks at every other of [`COVERED`] positions, and puts them all.
#[inline(always)]
fn look_widely<B: Base>(
    table: &mut Table,
    words: Words<'_>,
    base: B,
    position: usize,
) -> Option<Found> {
    let positions = [position, position + 2, position + 4, position + 6];
    let here = positions.map(|at| words.u64_at(at));
    let entries = here.map(Table::entry);
    let between = [1, 3, 5].map(|after| Table::entry(words.u64_at(position + after)));
    let candidates = core::array::from_fn(|nth| {
        let candidate = table.replace(entries[nth], positions[nth] - base.offset());
        if nth < between.len() {
            table.put(between[nth], positions[nth] + 1 - base.offset());
        }
        base.offset() + candidate
    });
    first_match(words, positions, candidates, here, SEVEN)
}

/// How many bytes from those that were hashed on agree, and not more than
/// [`COMPARED`].
#[inline(always)]
fn agree_after(words: Words<'_>, found: Found) -> usize {
    let difference =
        |after| words.u64_at(found.position + after) ^ words.u64_at(found.candidate + after);
    let first = difference(HASHED);
    let second = difference(HASHED + 8);
    let third = difference(HASHED + 16);
    let bytes = |difference: u64| (difference.trailing_zeros() / 8) as usize;
    let later = select_unpredictable(second != 0, 8 + bytes(second), 16 + bytes(third));
    select_unpredictable(first != 0, bytes(first), later)
}

/// How many bytes before a match agree, up to eight and back to `anchor`.
#[inline(always)]
fn agree_before(words: Words<'_>, found: Found, anchor: usize) -> usize {
    let Found {
        position,
        candidate,
    } = found;
    if candidate < 8 {
        return 0;
    }
    let difference = words.u64_at(position - 8) ^ words.u64_at(candidate - 8);
    ((difference.leading_zeros() / 8) as usize).min(position - anchor)
}

/// [`common`], out of the way.
#[inline(never)]
fn common_far(bytes: &[u8], a: usize, b: usize) -> usize {
    common(bytes, a, b, bytes.len() - LAST_LITERALS)
}

/// Writes sequences from `progress` on until none begins in reach of the table
/// or before the last [`UNSEARCHED`] bytes. `None`: they do not fit.
pub(super) fn sequences<B: Base>(
    table: &mut Table,
    input: &[u8],
    base: B,
    progress: Progress,
    output: &mut [u8],
) -> Option<Progress> {
    let Progress {
        mut written,
        mut anchor,
        mut position,
    } = progress;
    let words = Words::new(input)?;
    let last = base.last(input.len().checked_sub(UNSEARCHED)?);
    let mut needed = SEVEN;
    'search: while position <= last {
        let mut back = 0;
        let found = if let Some(found) = look_closely(table, words, base, position, needed) {
            needed = u64::MAX;
            found
        } else {
            needed = SEVEN;
            position += 4;
            let mut misses = 0_u64;
            let found = loop {
                if position > last {
                    break 'search;
                }
                if let Some(found) = look_widely(table, words, base, position) {
                    break found;
                }
                let skipped = (misses * misses * misses) >> SKIP_TRIGGER;
                position += COVERED + skipped.min(MOST_SKIPPED + misses / 16) as usize;
                misses += 4;
            };
            back = agree_before(words, found, anchor);
            found
        };
        let mut after = agree_after(words, found);
        if after == COMPARED {
            let compared = HASHED + COMPARED;
            after += common_far(input, found.position + compared, found.candidate + compared);
        }
        let start = found.position - back;
        let excess = back + HASHED - MIN_MATCH + after;
        let offset = (found.position - found.candidate) as u16;
        written = sequence(
            output,
            written,
            input,
            anchor,
            start - anchor,
            offset,
            excess,
        )?;
        position = found.position + HASHED + after;
        anchor = position;
    }
    Some(Progress {
        written,
        anchor,
        position,
    })
}

/// The same for what [`sequences`] leaves, one position at a time.
#[inline(never)]
pub(super) fn last_sequences(
    table: &mut Table,
    words: Words<'_>,
    base: usize,
    progress: Progress,
    output: &mut [u8],
) -> Option<Progress> {
    let Progress {
        mut written,
        mut anchor,
        mut position,
    } = progress;
    let bytes = words.bytes();
    let last = (bytes.len() - MATCH_FIND_LIMIT).min(base + usize::from(u16::MAX));
    while position <= last {
        let word = words.u64_at(position);
        let candidate = base + table.replace(Table::entry(word), position - base);
        if (words.u64_at(candidate) ^ word) & SEVEN != 0 {
            position += 1;
            continue;
        }
        let after = common_far(bytes, position + HASHED, candidate + HASHED);
        let excess = HASHED - MIN_MATCH + after;
        let offset = (position - candidate) as u16;
        let literals = position - anchor;
        written = sequence(output, written, bytes, anchor, literals, offset, excess)?;
        position += HASHED + after;
        anchor = position;
    }
    Some(Progress {
        written,
        anchor,
        position,
    })
}
