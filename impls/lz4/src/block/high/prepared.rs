//! A dictionary that is indexed once and used often.

use alloc::vec::Vec;

use super::level::Strategy;
use super::sequences::Match;
use super::table::{FIRST_INDEX, Tables};
use super::window::Window;
use crate::block::word::{common_prefix, common_suffix, u32_at, u64_at};
use crate::block::{LAST_LITERALS, MAX_OFFSET, MIN_MATCH};

/// Bytes of a dictionary that count.
const MAX_DICTIONARY: usize = 64 << 10;

/// Positions tried for a match by the strategy of two guesses, in a dictionary
/// that is indexed in chains.
const FEW_ATTEMPTS: u32 = 2;

/// A dictionary made ready for a [`HighStream`](super::HighStream)
/// (`LZ4_loadDictHC`, to be attached with `LZ4_attach_HC_dictionary`).
///
/// Only the last 64 KiB count: no offset reaches further back.
#[derive(Clone)]
pub struct HighDictionary {
    bytes: Vec<u8>,
    tables: Tables,
    strategy: Strategy,
}

impl core::fmt::Debug for HighDictionary {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("HighDictionary")
            .field("size", &self.bytes.len())
            .field("strategy", &self.strategy)
            .finish_non_exhaustive()
    }
}

/// The part of a dictionary that counts.
pub(super) fn reachable(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.len().saturating_sub(MAX_DICTIONARY)..]
}

impl HighDictionary {
    /// Indexes `bytes` as `level` does: levels 1 and 2 in one way, all others in
    /// another. It serves streams of every level, best those of the same way.
    pub fn new(bytes: &[u8], level: i32) -> Self {
        let bytes = reachable(bytes).to_vec();
        let strategy = Strategy::of(level);
        let mut tables = Tables::new();
        strategy.load(&mut tables, &bytes);
        Self {
            bytes,
            tables,
            strategy,
        }
    }

    /// The bytes that blocks can refer to.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Whether its table is that of a stream of `strategy`.
    pub(super) fn suits(&self, strategy: Strategy) -> bool {
        (self.strategy == Strategy::Mid) == (strategy == Strategy::Mid)
    }

    /// Where in the dictionary `index` lies, and how far from position `at` of
    /// the window, unless out of reach.
    fn reach(&self, window: &Window<'_>, at: usize, index: u32) -> Option<(usize, usize)> {
        let there = index.checked_sub(FIRST_INDEX)? as usize;
        let offset = at + self.bytes.len() - there;
        debug_assert!(window.dictionary.is_empty());
        (offset <= MAX_OFFSET).then_some((there, offset))
    }

    /// Looks in up to `attempts` positions for a match longer than `best`, of
    /// the bytes at `at`, beginning at `from` or later
    /// (`LZ4HC_searchExtDict`).
    pub(super) fn search_chain(
        &self,
        window: &Window<'_>,
        at: usize,
        from: usize,
        attempts: u32,
        best: &mut Match,
    ) {
        let block = window.block;
        let word = u32_at(block, at);
        let chains = self.tables.chains();
        let mut index = self.tables.latest(word);
        for _ in 0..attempts {
            let Some((there, offset)) = self.reach(window, at, index) else {
                return;
            };
            if u32_at(&self.bytes, there) == word {
                let length = self.agree(block, at, there);
                let back = common_suffix(&block[..at], &self.bytes[..there], at - from);
                if back + length > best.length {
                    *best = Match {
                        at: at - back,
                        length: back + length,
                        offset,
                    };
                }
            }
            index -= chains.distance(index);
        }
    }

    /// A match of the bytes at `at`, by one or two guesses.
    pub(super) fn guess(&self, window: &Window<'_>, at: usize) -> Option<Match> {
        if self.strategy != Strategy::Mid {
            let mut best = Match {
                at,
                length: MIN_MATCH - 1,
                offset: 0,
            };
            self.search_chain(window, at, at, FEW_ATTEMPTS, &mut best);
            return (best.offset > 0).then_some(best);
        }
        let (short, long) = self.tables.half_guesses(u64_at(window.block, at));
        [long, short].into_iter().find_map(|index| {
            let (there, offset) = self.reach(window, at, index)?;
            let length = self.agree(window.block, at, there);
            (length >= MIN_MATCH).then_some(Match { at, length, offset })
        })
    }

    /// How many bytes from `at` on agree with the dictionary's from `there` on.
    fn agree(&self, block: &[u8], at: usize, there: usize) -> usize {
        common_prefix(
            &block[at..block.len() - LAST_LITERALS],
            &self.bytes[there..],
        )
    }
}
