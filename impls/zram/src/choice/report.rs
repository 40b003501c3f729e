//! What was measured, and what is best.

use core::time::Duration;
use std::vec::Vec;

use crate::{Codec, PageSize};

/// What one codec makes of the sample pages.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Measured {
    /// The codec.
    pub codec: Codec,
    /// The page size.
    pub page_size: PageSize,
    /// How many pages were sampled.
    pub pages: u64,
    /// How many of them are same-filled, and cost nothing to keep.
    pub same: u64,
    /// How many of them stay as they are.
    pub raw: u64,
    /// Bytes kept of all pages, those of raw pages included.
    pub stored: u64,
    /// Time to encode all pages.
    pub encode: Duration,
    /// Time to decode all pages.
    pub decode: Duration,
}

impl Measured {
    pub(super) const fn none(codec: Codec, page_size: PageSize) -> Self {
        Self {
            codec,
            page_size,
            pages: 0,
            same: 0,
            raw: 0,
            stored: 0,
            encode: Duration::ZERO,
            decode: Duration::ZERO,
        }
    }

    /// Bytes of pages for each byte kept; infinite if all were same-filled,
    /// and not a number without pages.
    pub fn ratio(&self) -> f64 {
        (self.pages * self.page_size.bytes() as u64) as f64 / self.stored as f64
    }

    /// Mean time to encode a page.
    pub fn encode_time(&self) -> Duration {
        mean(self.encode, self.pages)
    }

    /// Mean time to decode a page.
    pub fn decode_time(&self) -> Duration {
        mean(self.decode, self.pages)
    }

    /// Mean bytes kept of a page.
    pub fn stored_per_page(&self) -> f64 {
        self.stored as f64 / self.pages as f64
    }

    /// Share of same-filled pages, 0 to 1.
    pub fn same_share(&self) -> f64 {
        self.same as f64 / self.pages as f64
    }

    /// Share of pages that stay as they are, 0 to 1.
    pub fn raw_share(&self) -> f64 {
        self.raw as f64 / self.pages as f64
    }
}

fn mean(total: Duration, pages: u64) -> Duration {
    let nanoseconds = total.as_nanos() / u128::from(pages.max(1));
    Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
}

/// What makes a codec the best.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Objective {
    /// Keeps the least, of those that take no longer than this on average.
    Smallest {
        /// Most time to encode a page. [`Duration::MAX`] is any.
        encode: Duration,
        /// Most time to decode a page. [`Duration::MAX`] is any.
        decode: Duration,
    },
    /// Takes the least time, of those that keep no more than this on average.
    Fastest {
        /// Most bytes kept of a page.
        stored_per_page: f64,
        /// How often a page is decoded for each time it is encoded.
        reads_per_write: f64,
    },
}

/// What [`measure`](super::measure) found, in the order of the candidates.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    measured: Vec<Measured>,
}

impl Report {
    pub(super) const fn new(measured: Vec<Measured>) -> Self {
        Self { measured }
    }

    /// What was measured of each candidate.
    pub fn measured(&self) -> &[Measured] {
        &self.measured
    }

    /// The best candidate by `objective`, the first of equals; `None` if none
    /// is within its budget, or nothing was measured.
    pub fn best(&self, objective: Objective) -> Option<&Measured> {
        let measured = self.measured.iter().filter(|measured| measured.pages > 0);
        match objective {
            Objective::Smallest { encode, decode } => measured
                .filter(|it| it.encode_time() <= encode && it.decode_time() <= decode)
                .min_by_key(|it| it.stored),
            Objective::Fastest {
                stored_per_page,
                reads_per_write,
            } => {
                let time = |it: &Measured| {
                    it.encode.as_secs_f64() + it.decode.as_secs_f64() * reads_per_write
                };
                measured
                    .filter(|it| it.stored_per_page() <= stored_per_page)
                    .min_by(|a, b| time(a).total_cmp(&time(b)))
            }
        }
    }
}
