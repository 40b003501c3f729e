//! Columns of parts, put together in order.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::batch::Builder;
use super::query::WantedBank;
use super::schedule::{Place, Sink, Spare, locked};

/// Appends part after part while others are still being gathered: a part is
/// then still in the caches, and its memory serves for another.
pub(super) struct Join {
    /// Parts before which others are missing.
    waiting: Mutex<BTreeMap<(usize, usize), (Place, Builder)>>,
    joined: Mutex<Joined>,
}

struct Joined {
    /// The record and the part that come next.
    next: (usize, usize),
    builder: Builder,
}

impl Join {
    /// Of parts that have so many events together, at the most.
    pub(super) fn new(wanted: &[WantedBank], events: u64) -> Self {
        let mut builder = Builder::new(wanted);
        builder.expect(events);
        Self {
            waiting: Mutex::default(),
            joined: Mutex::new(Joined {
                next: (0, 0),
                builder,
            }),
        }
    }

    /// All columns, when all parts were taken.
    pub(super) fn finish(self) -> Builder {
        self.join(&mut locked(&self.joined), &Spare::default());
        let joined = self.joined.into_inner();
        joined.unwrap_or_else(PoisonError::into_inner).builder
    }

    fn join(&self, joined: &mut Joined, spare: &Spare) {
        loop {
            let next = locked(&self.waiting).remove(&joined.next);
            let Some((place, part)) = next else {
                return;
            };
            joined.builder.append(&part);
            spare.give(part);
            joined.next = if place.last {
                (place.record + 1, 0)
            } else {
                (place.record, place.part + 1)
            };
        }
    }
}

impl Sink for Join {
    fn take(&self, place: Place, part: Builder, spare: &Spare) {
        let key = (place.record, place.part);
        locked(&self.waiting).insert(key, (place, part));
        // Whoever is at it already takes this one too, or the next to come does.
        if let Ok(mut joined) = self.joined.try_lock() {
            self.join(&mut joined, spare);
        }
    }
}
