//! Slots that a thread gave up, for its next pages.
//!
//! A page that is written over gives up a slot and takes another, mostly of the
//! same class. Where the thread keeps the one for the next page, it needs no lock
//! that others ask for. The idea is that of Bonwick and Adams ("Magazines and
//! Vmem", USENIX 2001).

use std::vec::Vec;

use parking_lot::Mutex;

use super::Slot;
use super::geometry::CLASSES;

/// In the place of a slot.
const NONE: u64 = u64::MAX;

/// The slots of the threads that share one. On cache lines of its own.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Magazine(Mutex<Rounds>);

#[derive(Debug)]
struct Rounds {
    /// One of every class, by its bits. It counts as taken, and as holding what
    /// it held.
    slots: [u64; CLASSES],
    /// The bytes that these held.
    lengths: [u32; CLASSES],
    /// How many bytes more slots hold that were taken here than they held
    /// before; beyond 2^64.
    bytes: u64,
    closed: bool,
}

impl Magazine {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Rounds {
            slots: [NONE; CLASSES],
            lengths: [0; CLASSES],
            bytes: 0,
            closed: false,
        }))
    }

    /// Takes a slot of a class for `length` bytes, if there is one.
    pub(super) fn take(&self, class: usize, length: usize) -> Option<Slot> {
        let mut this = self.0.lock();
        let slot = std::mem::replace(&mut this.slots[class], NONE);
        if slot == NONE {
            return None;
        }
        let more = (length as u64).wrapping_sub(this.lengths[class].into());
        this.bytes = this.bytes.wrapping_add(more);
        Some(Slot::from_bits(slot))
    }

    /// Gives a slot up that holds `length` bytes. False if there is no place for
    /// it, or `keeps` says no.
    pub(super) fn give(&self, slot: Slot, length: usize, keeps: impl Fn() -> bool) -> bool {
        let mut this = self.0.lock();
        if this.closed || !keeps() || this.slots[slot.class()] != NONE {
            return false;
        }
        this.slots[slot.class()] = slot.bits();
        this.lengths[slot.class()] = length as u32;
        true
    }

    /// Takes all slots out, with the bytes they held. None are given up here
    /// while it is `closed`.
    pub(super) fn empty(&self, closed: impl Into<Option<bool>>) -> Vec<(Slot, usize)> {
        let mut this = self.0.lock();
        if let Some(closed) = closed.into() {
            this.closed = closed;
        }
        let Rounds { slots, lengths, .. } = &mut *this;
        let kept = slots.iter_mut().zip(lengths);
        kept.filter(|(slot, _)| **slot != NONE)
            .map(|(slot, length)| {
                let slot = Slot::from_bits(std::mem::replace(slot, NONE));
                (slot, *length as usize)
            })
            .collect()
    }

    /// What is to be added to the bytes that classes hold; beyond 2^64.
    pub(super) fn bytes(&self) -> u64 {
        self.0.lock().bytes
    }
}
