//! The one source of chance.
//!
//! SplitMix64, written out here rather than taken from a crate: its output is
//! fixed by these few lines, so no update of a dependency can change a corpus.

/// A SplitMix64 generator.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    /// A generator for one use of a seed; `stream` keeps the kinds apart, so
    /// that two kinds of one seed have nothing in common.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mut mixed = Self(seed);
        let base = mixed.next();
        let mut mixed = Self(base ^ stream.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        Self(mixed.next())
    }

    /// The next 64 uniform bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `0..bound` (0 for a bound of 0), by multiply and shift: the
    /// bias is below 2^-32 for the bounds in use, and no loop can run long.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// An index in `0..len`.
    pub(crate) fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A number in `-reach..=reach`.
    pub(crate) fn around_zero(&mut self, reach: u32) -> i64 {
        self.below(2 * u64::from(reach) + 1).cast_signed() - i64::from(reach)
    }

    /// True once in `n` on average.
    pub(crate) fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of the given values.
    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.index(from.len())]
    }
}
