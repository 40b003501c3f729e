//! Segments of pages that together hold most of what pages have in common.
//!
//! Maximum coverage, greedily: the segment whose grams are in the most other
//! pages is taken, its grams no longer count, and so on. A segment's worth only
//! falls by what is taken before it; so the one that is still worth what was
//! last known of it, when that was the most, is the best of all, without a look
//! at the others.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::grams::{GRAM, Grams};

/// Segments of `length` bytes, `size` bytes in all at most, the best one last:
/// the nearest to the pages.
pub(super) fn choose(pages: &[&[u8]], grams: Grams, length: usize, size: usize) -> Vec<u8> {
    let mut coverage = Coverage {
        seen: vec![0; grams.len()],
        grams,
        looks: 0,
    };
    let mut candidates = candidates(pages, &coverage.grams, length);
    let mut chosen = Vec::new();
    let mut taken = 0;
    while taken < size
        && let Some(candidate) = candidates.pop()
    {
        let page = pages[candidate.page as usize];
        let start = candidate.start as usize;
        let segment = start..(start + length).min(page.len());
        let worth = coverage.worth(&page[segment.clone()]);
        if worth == 0 {
            continue;
        }
        let stale = candidates.peek().is_some_and(|next| worth < next.worth);
        if stale {
            candidates.push(Candidate { worth, ..candidate });
            continue;
        }
        let useful = coverage.trimmed(page, segment);
        coverage.cover(&page[useful.clone()]);
        taken += useful.len();
        chosen.push(&page[useful]);
    }
    chosen.reverse();
    let mut bytes = chosen.concat();
    bytes.drain(..bytes.len().saturating_sub(size));
    bytes
}

/// A segment, by its first byte. Ordered by what it is worth at most.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Candidate {
    worth: u64,
    page: u32,
    start: u32,
}

/// Segments of all pages that overlap by seven eighths, with more than they
/// can be worth: grams that are in them several times count several times. Of
/// what many pages have, it is enough to take it from the first.
fn candidates(pages: &[&[u8]], grams: &Grams, length: usize) -> BinaryHeap<Candidate> {
    let step = (length / 8).max(1);
    let mut candidates = Vec::new();
    let mut sums = Vec::new();
    for (number, page) in (0..).zip(pages) {
        // Of all grams before each.
        sums.clear();
        sums.push(0);
        let mut sum = 0_u64;
        for gram in page.windows(GRAM) {
            sum += u64::from(grams.others(grams.index(gram)));
            sums.push(sum);
        }
        for start in (0..=page.len().saturating_sub(length)).step_by(step) {
            let end = (start + length).min(page.len()) + 1 - GRAM;
            let worth = sums[end] - sums[start];
            let middle = start.midpoint(end);
            if grams.is_first_of_many(grams.index(&page[middle..middle + GRAM]), number) {
                candidates.push(Candidate {
                    worth,
                    page: number,
                    start: start as u32,
                });
            }
        }
    }
    candidates.into()
}

struct Coverage {
    grams: Grams,
    /// The look at which a gram was last seen.
    seen: Vec<u32>,
    looks: u32,
}

impl Coverage {
    /// What a segment is worth now, each gram once.
    fn worth(&mut self, segment: &[u8]) -> u64 {
        self.looks = self.looks.wrapping_add(1);
        let mut worth = 0;
        for gram in segment.windows(GRAM) {
            let index = self.grams.index(gram);
            if self.seen[index] != self.looks {
                self.seen[index] = self.looks;
                worth += u64::from(self.grams.others(index));
            }
        }
        worth
    }

    /// A segment of some worth, without what adds nothing at its ends.
    fn trimmed(&self, page: &[u8], segment: Range<usize>) -> Range<usize> {
        let adds = |start: &usize| {
            let index = self.grams.index(&page[*start..start + GRAM]);
            self.grams.others(index) > 0
        };
        let mut starts = segment.start..segment.end + 1 - GRAM;
        let first = starts.clone().find(adds).unwrap_or(segment.start);
        let last = starts.rfind(adds).unwrap_or(first);
        first..last + GRAM
    }

    fn cover(&mut self, segment: &[u8]) {
        for gram in segment.windows(GRAM) {
            self.grams.cover(self.grams.index(gram));
        }
    }
}
