//! What a function makes of the columns of each part.

use std::sync::{Mutex, PoisonError};

use super::batch::{Builder, Columns};
use super::query::WantedBank;
use super::schedule::{Place, Sink, Spare, locked};

/// Gives the columns of each part to a function, on the thread that gathered
/// them.
pub(super) struct Map<'a, N, F, R> {
    wanted: &'a [WantedBank],
    /// The number of a part's first event.
    number: N,
    made: F,
    results: Mutex<Vec<(Place, R)>>,
}

impl<'a, N, F, R> Map<'a, N, F, R> {
    pub(super) fn new(wanted: &'a [WantedBank], number: N, made: F) -> Self {
        Self {
            wanted,
            number,
            made,
            results: Mutex::default(),
        }
    }

    /// What was made of all parts, in order.
    pub(super) fn finish(self) -> Vec<R> {
        let results = self.results.into_inner();
        let mut results = results.unwrap_or_else(PoisonError::into_inner);
        results.sort_unstable_by_key(|(place, _)| *place);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

impl<N, F, R> Sink for Map<'_, N, F, R>
where
    N: Fn(&Place) -> u64 + Sync,
    F: Fn(&Columns) -> R + Sync,
    R: Send,
{
    fn take(&self, place: Place, part: Builder, spare: &Spare) {
        if part.events() == 0 {
            return spare.give(part);
        }
        let columns = part.finish(self.wanted, (self.number)(&place));
        let result = (self.made)(&columns);
        spare.give(columns.into());
        locked(&self.results).push((place, result));
    }
}
