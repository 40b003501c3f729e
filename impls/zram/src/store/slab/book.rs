//! Which slots of one slab are taken.

use std::boxed::Box;
use std::slice;
use std::vec;

use super::geometry::Geometry;

/// Behind the last slab of a list.
pub(super) const END: u32 = u32::MAX;

/// What a slab is to its class.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum State {
    /// There is none of that number.
    #[default]
    Vacant,
    /// In the class's list of slabs with free slots.
    Open,
    /// All slots are taken.
    Full,
    /// Its slots are being moved elsewhere.
    Leaving,
    /// They were, and its memory was given back. Its number means nothing else
    /// until the others have moved too.
    Left,
    /// Its memory was given back, but it is in the list of those with free slots
    /// still.
    Gone,
}

/// The slots of one slab.
#[derive(Debug)]
pub(super) struct Book {
    slots: Slots,
    /// The next slab in a list.
    pub(super) next: u32,
    used: u16,
    /// Which class the slab is of.
    pub(super) class: u8,
    pub(super) state: State,
}

#[derive(Debug)]
enum Slots {
    /// A bit for each of up to 64, set where it is free.
    Few(u64),
    /// Such bits for more, or for slots that pages may share: then a number for
    /// each follows, two in a word, of how many pages refer to it.
    Many(Box<[u64]>),
}

impl Default for Book {
    fn default() -> Self {
        Self::without_slab(END, State::Vacant)
    }
}

/// Words of bits.
const fn words(slots: usize) -> usize {
    slots.div_ceil(64)
}

impl Book {
    /// Of a slab whose slots are free.
    pub(super) fn new(geometry: Geometry, sharing: bool, class: u8) -> Self {
        let slots = geometry.slots;
        let last = u64::MAX >> (words(slots) * 64 - slots);
        let slots = match Self::bytes(geometry, sharing) as usize / 8 {
            0 => Slots::Few(last),
            length => {
                let mut many = vec![0; length].into_boxed_slice();
                many[..words(slots)].fill(u64::MAX);
                many[words(slots) - 1] = last;
                Slots::Many(many)
            }
        };
        Self {
            slots,
            next: END,
            used: 0,
            class,
            state: State::Open,
        }
    }

    /// Of a slab that there is not.
    pub(super) const fn without_slab(next: u32, state: State) -> Self {
        Self {
            slots: Slots::Few(0),
            next,
            used: 0,
            class: 0,
            state,
        }
    }

    /// Bytes that a book takes beside itself.
    pub(super) const fn bytes(geometry: Geometry, sharing: bool) -> u64 {
        let slots = geometry.slots;
        let words = if sharing {
            words(slots) + slots.div_ceil(2)
        } else if slots > 64 {
            words(slots)
        } else {
            0
        };
        (words * 8) as u64
    }

    /// The bits, and the numbers of pages that refer to slots.
    fn parts(&mut self, geometry: Geometry) -> (&mut [u64], &mut [u64]) {
        match &mut self.slots {
            Slots::Few(word) => (slice::from_mut(word), &mut []),
            Slots::Many(many) => many.split_at_mut(words(geometry.slots)),
        }
    }

    /// Takes a free slot.
    pub(super) fn take(&mut self, geometry: Geometry) -> Option<u16> {
        let (free, references) = self.parts(geometry);
        let (index, word) = free.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let slot = index * 64 + word.trailing_zeros() as usize;
        *word &= *word - 1;
        if let Some(pair) = references.get_mut(slot / 2) {
            *pair += one(slot);
        }
        self.used += 1;
        Some(slot as u16)
    }

    /// One more page refers to a slot, where they may. False when it has as many
    /// as can be counted.
    pub(super) fn share(&mut self, geometry: Geometry, slot: u16) -> bool {
        let slot = usize::from(slot);
        let (_, references) = self.parts(geometry);
        let pair = &mut references[slot / 2];
        let more = count(*pair, slot) < u32::MAX;
        if more {
            *pair += one(slot);
        }
        more
    }

    /// One page less refers to a slot; true when that was the last one and the
    /// slot is free.
    pub(super) fn give_back(&mut self, geometry: Geometry, slot: u16) -> bool {
        let slot = usize::from(slot);
        let (free, references) = self.parts(geometry);
        if let Some(pair) = references.get_mut(slot / 2) {
            *pair -= one(slot);
            if count(*pair, slot) > 0 {
                return false;
            }
        }
        debug_assert_eq!(free[slot / 64] >> (slot % 64) & 1, 0, "slot {slot}");
        free[slot / 64] |= 1 << (slot % 64);
        self.used -= 1;
        true
    }

    pub(super) fn used(&self) -> usize {
        self.used.into()
    }

    pub(super) fn is_full(&self, geometry: Geometry) -> bool {
        self.used() == geometry.slots
    }
}

/// One page that refers to a slot, in its pair's word.
const fn one(slot: usize) -> u64 {
    1 << (slot % 2 * 32)
}

/// How many pages refer to a slot, by its pair's word.
const fn count(pair: u64, slot: usize) -> u32 {
    (pair >> (slot % 2 * 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_taken_once_and_come_back() {
        for slots in [1, 63, 64, 65, 130] {
            for sharing in [false, true] {
                let geometry = Geometry { slot: 64, slots };
                let mut book = Book::new(geometry, sharing, 0);
                let mut taken: std::vec::Vec<u16> =
                    std::iter::from_fn(|| book.take(geometry)).collect();
                assert!(book.is_full(geometry));
                assert_eq!(taken.len(), slots);
                taken.dedup();
                assert_eq!(taken.len(), slots);
                assert!(book.give_back(geometry, taken[slots / 2]));
                assert_eq!(book.take(geometry), Some(taken[slots / 2]));
            }
        }
    }

    #[test]
    fn a_shared_slot_is_free_after_the_last_page() {
        let geometry = Geometry { slot: 64, slots: 3 };
        let mut book = Book::new(geometry, true, 0);
        let slots: std::vec::Vec<u16> = std::iter::from_fn(|| book.take(geometry)).collect();
        for &slot in &slots {
            assert!(book.share(geometry, slot));
        }
        for &slot in &slots {
            assert!(!book.give_back(geometry, slot));
            assert!(book.give_back(geometry, slot));
        }
        assert_eq!(book.used(), 0);
    }
}
