//! How many pages a few bytes are in.

use alloc::vec;
use alloc::vec::Vec;

/// Bytes that are counted together: short enough to be found again, long enough
/// to be worth a match.
pub(super) const GRAM: usize = 8;

/// log2 of the number of counts, at most: 4 Mi of them, of 4 bytes.
const MOST: u32 = 22;

/// For every gram, by its hash, the number of pages that have it, less one: in
/// the page that it is taken from, it is of no use.
#[derive(Clone, Debug)]
pub(super) struct Grams {
    others: Vec<u32>,
    /// The page that has it first.
    first: Vec<u32>,
    shift: u32,
}

impl Grams {
    pub(super) fn of(pages: &[&[u8]]) -> Self {
        let bytes: usize = pages.iter().map(|page| page.len()).sum();
        let log2 = bytes.next_power_of_two().ilog2().clamp(12, MOST);
        let mut grams = Self {
            others: vec![0; 1 << log2],
            first: vec![0; 1 << log2],
            shift: u64::BITS - log2,
        };
        // The page that a gram was met in last.
        let mut last = vec![u32::MAX; 1 << log2];
        for (number, page) in (0..).zip(pages) {
            for gram in page.windows(GRAM) {
                let index = grams.index(gram);
                if last[index] == u32::MAX {
                    grams.first[index] = number;
                } else if last[index] != number {
                    grams.others[index] += 1;
                }
                last[index] = number;
            }
        }
        grams
    }

    /// Where the count of a gram is.
    pub(super) fn index(&self, gram: &[u8]) -> usize {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        let gram = u64::from_le_bytes(gram.try_into().expect("as long as a gram"));
        // Both ends of the product, so that every byte of the gram counts.
        let product = u128::from(gram) * u128::from(SPREAD);
        let folded = (product as u64 ^ (product >> 64) as u64).wrapping_mul(SPREAD);
        (folded >> self.shift) as usize
    }

    /// How many other pages have it, if nothing has covered it yet.
    pub(super) fn others(&self, index: usize) -> u32 {
        self.others[index]
    }

    /// Whether other pages have it, and all of them come after this one.
    pub(super) fn is_first_of_many(&self, index: usize, page: u32) -> bool {
        self.others[index] > 0 && self.first[index] == page
    }

    /// It is in the dictionary: to have it twice is worth nothing.
    pub(super) fn cover(&mut self, index: usize) {
        self.others[index] = 0;
    }

    /// How many counts there are.
    pub(super) fn len(&self) -> usize {
        self.others.len()
    }
}
