//! Levels 10 to 12: the cheapest way to the end of a stretch
//! (`LZ4HC_compress_optimal`).

use alloc::boxed::Box;

use super::Filled;
use super::finder::Finder;
use super::level::Effort;
use super::run::Runs;
use super::sequences::{Full, Match, Sequences, last_position};
use super::table::Tables;
use super::window::Window;
use crate::block::room::Room;
use crate::block::{MATCH_FIND_LIMIT, MIN_MATCH, TOKEN_MASK};

/// Positions that are looked at together (`LZ4_OPT_NUM`).
pub(super) const SPAN: usize = 1 << 12;

/// Literals that are priced after the last match.
const TRAILING: usize = MIN_MATCH - 1;

/// What a sequence costs at least, in bytes: a token and an offset.
const MIN_COST: i32 = 3;

/// Lengths of matches that are cut where decompression is to be fast, and to
/// what: its shortest path ends there.
const CUT_LENGTHS: core::ops::RangeInclusive<usize> = 19..=36;
const CUT_LENGTH: usize = 18;

/// The cheapest way known to a position.
#[derive(Clone, Copy, Default)]
struct Way {
    /// What it costs, in bytes.
    price: i32,
    /// How far back its last match lies; 0 for a literal.
    offset: u32,
    /// The length of its last match; 1 for a literal.
    length: u32,
    /// Literals in a row: before the match, or up to here.
    literals: u32,
}

/// The ways to each position of a stretch.
pub(super) struct Ways(Box<[Way; SPAN + TRAILING]>);

impl Ways {
    pub(super) fn new() -> Self {
        let ways = alloc::vec![Way::default(); SPAN + TRAILING];
        Self(
            ways.into_boxed_slice()
                .try_into()
                .unwrap_or_else(|_| unreachable!("it has as many entries")),
        )
    }
}

/// What a run of literals costs beside its token.
#[inline(always)]
const fn literals_price(count: u32) -> i32 {
    let more = if count >= TOKEN_MASK as u32 {
        1 + (count - TOKEN_MASK as u32) / 255
    } else {
        0
    };
    (count + more).cast_signed()
}

/// What a match costs, with its token.
#[inline(always)]
const fn match_price(length: u32) -> i32 {
    const LONG: u32 = (TOKEN_MASK + MIN_MATCH) as u32;
    let more = if length >= LONG {
        1 + (length - LONG) / 255
    } else {
        0
    };
    MIN_COST + more.cast_signed()
}

/// Compresses the window's input. `None`: it does not fit.
pub(super) fn encode<R: Room, const EXTERNAL: bool>(
    tables: &mut Tables,
    ways: &mut Ways,
    window: Window<'_>,
    effort: Effort,
    favor_decompression: bool,
    output: &mut [u8],
) -> Option<Filled> {
    let mut sequences = Sequences::<R>::new(&window, output);
    let parser = Parser {
        finder: Finder {
            window,
            tables,
            runs: Some(&Runs::new()),
            attempts: effort.attempts,
            favor_decompression,
        },
        ways: &mut ways.0,
        effort,
    };
    let result = parser.run::<R, EXTERNAL>(&mut sequences);
    sequences.finish(result)
}

struct Parser<'w, 't> {
    finder: Finder<'w, 't>,
    ways: &'t mut [Way; SPAN + TRAILING],
    effort: Effort,
}

impl Parser<'_, '_> {
    fn run<R: Room, const EXTERNAL: bool>(
        mut self,
        sequences: &mut Sequences<'_, R>,
    ) -> Result<(), Full> {
        let Window { block, start, .. } = self.finder.window;
        // One byte less than elsewhere, as in liblz4, will do.
        let Some(last) = last_position(block, start, MATCH_FIND_LIMIT) else {
            return Ok(());
        };
        let mut position = start;
        while position <= last {
            let Some(first) = self.find::<EXTERNAL>(position, MIN_MATCH - 1) else {
                position += 1;
                continue;
            };
            if first.length > self.effort.sufficient {
                sequences.put(first)?;
                position = first.end();
                continue;
            }
            let end = self.price::<EXTERNAL>(first, position - sequences.anchor(), last);
            position = self.put_all(position, end, sequences)?;
        }
        Ok(())
    }

    /// A match of the bytes at `at` that is longer than `longer_than`.
    #[inline(always)]
    fn find<const EXTERNAL: bool>(&mut self, at: usize, longer_than: usize) -> Option<Match> {
        let mut found = self
            .finder
            .longest::<EXTERNAL, true, true>(at, at, longer_than)?;
        if self.finder.favor_decompression && CUT_LENGTHS.contains(&found.length) {
            found.length = CUT_LENGTH;
        }
        Some(found)
    }

    /// Finds the cheapest way from `first` on, which has so many `literals`
    /// before it, and returns how far that way goes. What lies on it has been
    /// linked forward: each position that a match begins at tells of that match.
    fn price<const EXTERNAL: bool>(&mut self, first: Match, literals: usize, last: usize) -> usize {
        let literals = literals as u32;
        for (count, way) in (literals..).zip(&mut self.ways[..MIN_MATCH]) {
            *way = Way {
                price: literals_price(count),
                offset: 0,
                length: 1,
                literals: count,
            };
        }
        for length in MIN_MATCH..=first.length {
            self.ways[length] = Way {
                price: literals_price(literals) + match_price(length as u32),
                offset: first.offset as u32,
                length: length as u32,
                literals,
            };
        }
        let mut end = first.length;
        self.trail(end);

        let mut at = 1;
        while at < end && first.at + at <= last {
            if !self.worth_a_search(at) {
                at += 1;
                continue;
            }
            let longer_than = if self.effort.thorough {
                MIN_MATCH - 1
            } else {
                end - at
            };
            let Some(found) = self.find::<EXTERNAL>(first.at + at, longer_than) else {
                at += 1;
                continue;
            };
            if found.length > self.effort.sufficient || found.length + at >= SPAN {
                self.link(at, found.length as u32, found.offset as u32);
                return at + 1;
            }
            self.price_literals(at);
            end = self.price_match(at, found, end);
            self.trail(end);
            at += 1;
        }

        let Way { length, offset, .. } = self.ways[end];
        self.link(end - length as usize, length, offset);
        end
    }

    /// Whether a match at `at` could make anything cheaper: not if the next
    /// position costs no more.
    fn worth_a_search(&self, at: usize) -> bool {
        let price = self.ways[at].price;
        if self.ways[at + 1].price > price {
            return true;
        }
        // Prices may rise sharply after that.
        self.effort.thorough && self.ways[at + MIN_MATCH].price >= price + MIN_COST
    }

    /// Prices the literals after the end of the last match.
    fn trail(&mut self, end: usize) {
        let price = self.ways[end].price;
        for count in 1..=TRAILING {
            self.ways[end + count] = Way {
                price: price + literals_price(count as u32),
                offset: 0,
                length: 1,
                literals: count as u32,
            };
        }
    }

    /// Prices literals at `at`, where a match begins too.
    fn price_literals(&mut self, at: usize) {
        let before = self.ways[at];
        for count in 1..MIN_MATCH {
            let literals = before.literals + count as u32;
            let price = before.price - literals_price(before.literals) + literals_price(literals);
            if price < self.ways[at + count].price {
                self.ways[at + count] = Way {
                    price,
                    offset: 0,
                    length: 1,
                    literals,
                };
            }
        }
    }

    /// Prices a match at `at`, with all its shorter forms, and returns where the
    /// last match ends.
    fn price_match(&mut self, at: usize, found: Match, mut end: usize) -> usize {
        let before = self.ways[at];
        let (base, literals) = if before.length == 1 {
            let count = before.literals as usize;
            let base = if at > count {
                self.ways[at - count].price
            } else {
                0
            };
            (base + literals_price(before.literals), before.literals)
        } else {
            (before.price, 0)
        };
        let margin = i32::from(self.finder.favor_decompression);
        for length in MIN_MATCH..=found.length {
            let to = at + length;
            let price = base + match_price(length as u32);
            if to > end + TRAILING || price <= self.ways[to].price - margin {
                if length == found.length && end < to {
                    end = to;
                }
                self.ways[to] = Way {
                    price,
                    offset: found.offset as u32,
                    length: length as u32,
                    literals,
                };
            }
        }
        end
    }

    /// Goes the way back from a match at `at` to the start, and notes at each
    /// step what leads on from there.
    fn link(&mut self, mut at: usize, mut length: u32, mut offset: u32) {
        loop {
            let way = &mut self.ways[at];
            core::mem::swap(&mut way.length, &mut length);
            core::mem::swap(&mut way.offset, &mut offset);
            match at.checked_sub(length as usize) {
                Some(before) => at = before,
                None => return,
            }
        }
    }

    /// Writes the matches up to `end` of the stretch that begins at `position`,
    /// and returns where the next begins.
    fn put_all<R: Room>(
        &self,
        position: usize,
        end: usize,
        sequences: &mut Sequences<'_, R>,
    ) -> Result<usize, Full> {
        let mut at = 0;
        while at < end {
            let Way { length, offset, .. } = self.ways[at];
            let length = length as usize;
            if length > 1 {
                sequences.put(Match {
                    at: position + at,
                    length,
                    offset: offset as usize,
                })?;
            }
            at += length;
        }
        Ok(position + at)
    }
}
