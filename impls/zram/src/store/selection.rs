//! Which pages upkeep is for.

use std::ops::Range;

use super::Store;
use super::entry::{Entry, Place};

/// Pages in memory, chosen by age, by how they are kept, and by number.
///
/// Without a condition: all of them. Conditions narrow it down.
///
/// ```
/// use zram::store::Selection;
///
/// // Pages that did not compress and that nobody has used for an hour of ticks.
/// let cold = Selection::all().idle(60).incompressible();
/// # let _ = cold;
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Selection {
    idle: u32,
    larger: usize,
    incompressible: bool,
    pages: Option<Range<u64>>,
    at_most: Option<u64>,
}

impl Selection {
    /// All pages.
    pub fn all() -> Self {
        Self::default()
    }

    /// Pages that were neither read nor written since at least that many
    /// [ticks](Store::tick).
    #[must_use]
    pub const fn idle(mut self, ticks: u32) -> Self {
        self.idle = ticks;
        self
    }

    /// Pages of which more than `bytes` are kept.
    #[must_use]
    pub const fn larger(mut self, bytes: usize) -> Self {
        self.larger = bytes;
        self
    }

    /// Pages that are kept as they are (zram's `huge`).
    #[must_use]
    pub const fn incompressible(mut self) -> Self {
        self.incompressible = true;
        self
    }

    /// Pages by number, from 0.
    #[must_use]
    pub const fn pages(mut self, pages: Range<u64>) -> Self {
        self.pages = Some(pages);
        self
    }

    /// No more than `count` pages, the first by number.
    #[must_use]
    pub const fn at_most(mut self, count: u64) -> Self {
        self.at_most = Some(count);
        self
    }

    /// How many pages may be chosen.
    pub(super) fn limit(&self) -> u64 {
        self.at_most.unwrap_or(u64::MAX)
    }

    /// Whether any of the pages `numbers` may be chosen.
    pub(super) fn touches(&self, numbers: &Range<u64>) -> bool {
        self.pages
            .as_ref()
            .is_none_or(|pages| pages.start < numbers.end && numbers.start < pages.end)
    }

    /// Whether a page is chosen. One that is not in a slot never is.
    pub(super) fn wants(&self, store: &Store, number: u64, entry: &Entry) -> bool {
        let Some((_, kept)) = entry.place().held(store.page_size().bytes()) else {
            return false;
        };
        let raw = matches!(entry.place(), Place::Raw(_));
        let age = store.now().wrapping_sub(entry.touched());
        age >= self.idle
            && kept > self.larger
            && (raw || !self.incompressible)
            && self.touches(&(number..number + 1))
    }
}
