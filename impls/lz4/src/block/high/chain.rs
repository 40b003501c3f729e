//! Levels 3 to 9: the longest match, unless one that overlaps its end is longer
//! (`LZ4HC_compress_hashChain`).

use super::Filled;
use super::finder::Finder;
use super::run::Runs;
use super::sequences::{Full, Match, Sequences, last_position};
use super::table::Tables;
use super::window::Window;
use crate::block::room::Room;
use crate::block::{MATCH_FIND_LIMIT, MIN_INPUT, MIN_MATCH, TOKEN_MASK};

/// More attempts than this are worth looking at runs as a whole.
const RUN_ATTEMPTS: u32 = 128;

/// The longest match that its token alone can tell (`OPTIMAL_ML`).
const SHORT_MATCH: usize = TOKEN_MASK - 1 + MIN_MATCH;

/// Matches that begin closer together than this are not both worth a sequence.
const MIN_DISTANCE: usize = 3;

/// Compresses the window's input. `None`: it does not fit.
pub(super) fn encode<R: Room, const EXTERNAL: bool>(
    tables: &mut Tables,
    window: Window<'_>,
    attempts: u32,
    output: &mut [u8],
) -> Option<Filled> {
    let mut sequences = Sequences::<R>::new(&window, output);
    let runs = (attempts > RUN_ATTEMPTS).then(Runs::new);
    let finder = Finder {
        window,
        tables,
        runs: runs.as_ref(),
        attempts,
        favor_decompression: false,
    };
    let result = if finder.runs.is_some() {
        run::<R, EXTERNAL, true>(finder, &mut sequences)
    } else {
        run::<R, EXTERNAL, false>(finder, &mut sequences)
    };
    sequences.finish(result)
}

fn run<R: Room, const EXTERNAL: bool, const RUNS: bool>(
    mut finder: Finder<'_, '_>,
    sequences: &mut Sequences<'_, R>,
) -> Result<(), Full> {
    let Window { block, start, .. } = finder.window;
    let Some(last) = last_position(block, start, MIN_INPUT) else {
        return Ok(());
    };
    let mut position = start;
    'next: while position <= last {
        let Some(mut first) =
            finder.longest::<EXTERNAL, RUNS, false>(position, position, MIN_MATCH - 1)
        else {
            position += 1;
            continue;
        };
        let mut original = first;
        'second: loop {
            let Some(mut second) = longer::<EXTERNAL, RUNS>(&mut finder, first, 2) else {
                sequences.put(first)?;
                position = first.end();
                continue 'next;
            };
            if original.at < first.at && second.at < first.at + original.length {
                // What was given up for `first` fits in after all.
                first = original;
            }
            if second.at - first.at < MIN_DISTANCE {
                first = second;
                continue;
            }

            loop {
                if second.at - first.at < SHORT_MATCH {
                    let mut front = first;
                    divide(&mut front, &mut second);
                }
                let Some(third) = longer::<EXTERNAL, RUNS>(&mut finder, second, 3) else {
                    first.length = first.length.min(second.at - first.at);
                    sequences.put(first)?;
                    sequences.put(second)?;
                    position = second.end();
                    continue 'next;
                };

                if third.at < first.end() + MIN_DISTANCE {
                    if third.at < first.end() {
                        // No room for the second.
                        second = third;
                        continue;
                    }
                    let overlap = first.end().saturating_sub(second.at);
                    if overlap + MIN_MATCH > second.length {
                        second = third;
                    } else {
                        second.skip(overlap);
                    }
                    sequences.put(first)?;
                    first = third;
                    original = second;
                    continue 'second;
                }

                if second.at < first.end() {
                    if second.at - first.at < SHORT_MATCH {
                        divide(&mut first, &mut second);
                    } else {
                        first.length = second.at - first.at;
                    }
                }
                sequences.put(first)?;
                first = second;
                second = third;
            }
        }
    }
    Ok(())
}

/// A match that is longer than `than`, begins where that does or later, and
/// holds the bytes from `before_end` bytes before its end on.
#[inline(always)]
fn longer<const EXTERNAL: bool, const RUNS: bool>(
    finder: &mut Finder<'_, '_>,
    than: Match,
    before_end: usize,
) -> Option<Match> {
    if than.end() + MATCH_FIND_LIMIT > finder.window.block.len() {
        return None;
    }
    finder.longest::<EXTERNAL, RUNS, false>(than.end() - before_end, than.at, than.length)
}

/// Divides what two matches overlap in: the first gets as much as its token can
/// tell, if enough is left of the second.
fn divide(first: &mut Match, second: &mut Match) {
    let distance = second.at - first.at;
    first.length = first
        .length
        .min(SHORT_MATCH)
        .min(distance + second.length - MIN_MATCH);
    second.skip(first.length.saturating_sub(distance));
}
