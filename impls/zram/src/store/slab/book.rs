//! Which slots of one slab are taken.

use std::boxed::Box;
use std::vec;

use super::geometry::Geometry;

/// Where a slab is in the list of those with free slots.
const UNLISTED: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct Book {
    /// A bit for every slot, set where it is free.
    free: Box<[u64]>,
    /// How many pages refer to each slot, where pages may share.
    references: Box<[u32]>,
    used: u32,
    listed: u32,
    evacuating: bool,
}

impl Book {
    pub(super) fn new(geometry: Geometry, sharing: bool) -> Self {
        let mut free = vec![u64::MAX; geometry.slots.div_ceil(64)].into_boxed_slice();
        let beyond = free.len() * 64 - geometry.slots;
        if let Some(last) = free.last_mut() {
            *last >>= beyond;
        }
        Self {
            free,
            references: vec![0; if sharing { geometry.slots } else { 0 }].into(),
            used: 0,
            listed: UNLISTED,
            evacuating: false,
        }
    }

    /// Bytes of a book outside of the list that it stands in.
    pub(super) const fn bytes(geometry: Geometry, sharing: bool) -> u64 {
        let references = if sharing { geometry.slots * 4 } else { 0 };
        (geometry.slots.div_ceil(64) * 8 + references) as u64
    }

    /// Takes a free slot.
    pub(super) fn take(&mut self) -> Option<u16> {
        let (index, word) = self
            .free
            .iter_mut()
            .enumerate()
            .find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros();
        *word &= *word - 1;
        self.used += 1;
        let slot = index * 64 + bit as usize;
        if let Some(references) = self.references.get_mut(slot) {
            *references = 1;
        }
        Some(slot as u16)
    }

    /// One more page refers to a slot. False when it has as many as can be
    /// counted.
    pub(super) fn share(&mut self, slot: u16) -> bool {
        let references = &mut self.references[usize::from(slot)];
        match references.checked_add(1) {
            Some(more) => {
                *references = more;
                true
            }
            None => false,
        }
    }

    /// One page less refers to a slot; true when that was the last one and the
    /// slot is free.
    pub(super) fn give_back(&mut self, slot: u16) -> bool {
        let slot = usize::from(slot);
        if let Some(references) = self.references.get_mut(slot) {
            *references -= 1;
            if *references > 0 {
                return false;
            }
        }
        debug_assert_eq!(self.free[slot / 64] >> (slot % 64) & 1, 0, "slot {slot}");
        self.free[slot / 64] |= 1 << (slot % 64);
        self.used -= 1;
        true
    }

    pub(super) const fn used(&self) -> u32 {
        self.used
    }

    pub(super) fn is_full(&self) -> bool {
        self.free.iter().all(|word| *word == 0)
    }

    pub(super) fn listed(&self) -> Option<u32> {
        (self.listed != UNLISTED).then_some(self.listed)
    }

    pub(super) fn set_listed(&mut self, listed: Option<u32>) {
        self.listed = listed.unwrap_or(UNLISTED);
    }

    /// Whether its slots are being moved elsewhere.
    pub(super) const fn is_evacuating(&self) -> bool {
        self.evacuating
    }

    pub(super) const fn set_evacuating(&mut self, evacuating: bool) {
        self.evacuating = evacuating;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_taken_once_and_come_back() {
        for slots in [1, 63, 64, 65, 130] {
            let geometry = Geometry { slot: 64, slots };
            let mut book = Book::new(geometry, false);
            let mut taken: std::vec::Vec<u16> = std::iter::from_fn(|| book.take()).collect();
            assert!(book.is_full());
            assert_eq!(taken.len(), slots);
            taken.dedup();
            assert_eq!(taken.len(), slots);
            assert!(book.give_back(taken[slots / 2]));
            assert_eq!(book.take(), Some(taken[slots / 2]));
        }
    }

    #[test]
    fn a_shared_slot_is_free_after_the_last_page() {
        let mut book = Book::new(Geometry { slot: 64, slots: 3 }, true);
        let slot = book.take().expect("a free slot");
        assert!(book.share(slot));
        assert!(!book.give_back(slot));
        assert!(book.give_back(slot));
        assert_eq!(book.used(), 0);
    }
}
