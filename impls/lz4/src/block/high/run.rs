//! Runs of one byte.

use core::cell::Cell;

use crate::block::word::u64_at;

/// log2 of the bytes that share a place among the [`Runs`].
const PLACE_LOG: u32 = 3;

/// Places for runs: as many as a small page has.
const PLACES: usize = 512;

/// The runs of one block that were looked at last.
pub(super) struct Runs {
    /// Where a run begins and how long it is, by the position asked for.
    known: [Cell<(u32, u32)>; PLACES],
}

impl Runs {
    /// None yet.
    pub(super) const fn new() -> Self {
        Self {
            known: [const { Cell::new((0, 0)) }; PLACES],
        }
    }

    /// How many bytes right before `at`, and how many from there on, are the
    /// one there. Those from `limit` on do not count, which is after `at` and
    /// the same for all calls, as is the block.
    #[inline(always)]
    pub(super) fn around(&self, block: &[u8], at: usize, limit: usize) -> (usize, usize) {
        let known = &self.known[(at >> PLACE_LOG) % PLACES];
        // A run has all of its positions: the byte need not be compared.
        let (begin, length) = known.get();
        let before = (at as u32).wrapping_sub(begin);
        if before < length {
            return (before as usize, (length - before) as usize);
        }
        let (before, after) = run_around(block, at, limit);
        known.set(((at - before) as u32, (before + after) as u32));
        (before, after)
    }
}

#[inline(never)]
fn run_around(block: &[u8], at: usize, limit: usize) -> (usize, usize) {
    let byte = block[at];
    let before = run_backward(&block[..at], byte);
    (before, run_forward(&block[at..limit], byte))
}

/// How many bytes at the front of `bytes` are `byte` (`LZ4HC_countPattern`).
pub(super) fn run_forward(bytes: &[u8], byte: u8) -> usize {
    let repeated = u64::from_ne_bytes([byte; 8]);
    let mut at = 0;
    while at + 8 <= bytes.len() {
        let difference = u64_at(bytes, at) ^ repeated;
        if difference != 0 {
            return at + (difference.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let rest = bytes[at..].iter().take_while(|&&other| other == byte);
    at + rest.count()
}

/// How many bytes at the end of `bytes` are `byte`
/// (`LZ4HC_reverseCountPattern`).
pub(super) fn run_backward(bytes: &[u8], byte: u8) -> usize {
    let repeated = u64::from_ne_bytes([byte; 8]);
    let mut end = bytes.len();
    while end >= 8 {
        let difference = u64_at(bytes, end - 8) ^ repeated;
        if difference != 0 {
            return bytes.len() - end + (difference.leading_zeros() / 8) as usize;
        }
        end -= 8;
    }
    let rest = bytes[..end]
        .iter()
        .rev()
        .take_while(|&&other| other == byte);
    bytes.len() - end + rest.count()
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::{Runs, run_backward, run_forward};

    #[test]
    fn runs_end_where_another_byte_is() {
        for length in 0..40 {
            let mut bytes = vec![7; length];
            assert_eq!(run_forward(&bytes, 7), length);
            assert_eq!(run_backward(&bytes, 7), length);
            for other in 0..length {
                bytes[other] = 8;
                assert_eq!(run_forward(&bytes, 7), other);
                assert_eq!(run_backward(&bytes, 7), length - other - 1);
                bytes[other] = 7;
            }
        }
    }

    #[test]
    fn runs_are_the_same_when_they_are_known() {
        let mut block = vec![7; 3000];
        for (at, byte) in block.iter_mut().enumerate() {
            if at % 700 > 690 || at % 7 == 0 && at < 600 {
                *byte = 8;
            }
        }
        let limit = 2990;
        let runs = Runs::new();
        for at in (0..limit).chain((0..limit).rev()) {
            let before = run_backward(&block[..at], block[at]);
            let after = run_forward(&block[at..limit], block[at]);
            assert_eq!(runs.around(&block, at, limit), (before, after), "{at}");
        }
    }
}
