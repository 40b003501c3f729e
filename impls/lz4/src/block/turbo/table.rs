//! Where seven bytes were seen last.

use alloc::boxed::Box;

/// log2 of the entries.
const LOG: u32 = 12;

/// How many bytes are hashed, and the fewest that a match has.
pub(super) const HASHED: usize = 7;

/// The hashed bytes of a word.
pub(super) const SEVEN: u64 = u64::MAX >> 8;

/// Positions by hash, counted from a base. What is found there is a guess, to be
/// verified; where nothing was put, it is the base.
pub(super) struct Table(Box<[u16; 1 << LOG]>);

impl Table {
    pub(super) fn new() -> Self {
        let entries = alloc::vec![0; 1 << LOG].into_boxed_slice();
        Self(
            entries
                .try_into()
                .unwrap_or_else(|_| unreachable!("it has as many entries")),
        )
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Which entry is that of the first seven bytes of `word`.
    #[inline(always)]
    pub(super) fn entry(word: u64) -> usize {
        // 2^64 over the golden ratio; the eighth byte is shifted out.
        const MULTIPLIER: u64 = 0x9E37_79B1_85EB_CA87;
        ((word << 8).wrapping_mul(MULTIPLIER) >> (64 - LOG)) as usize
    }

    #[inline(always)]
    pub(super) fn put(&mut self, entry: usize, position: usize) {
        self.0[entry] = position as u16;
    }

    /// Puts `position` and returns what was there.
    #[inline(always)]
    pub(super) fn replace(&mut self, entry: usize, position: usize) -> usize {
        let before = self.0[entry];
        self.0[entry] = position as u16;
        before.into()
    }
}
