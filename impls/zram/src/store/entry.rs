//! A page's line in the page table: 16 bytes.

use std::sync::atomic::{AtomicU32, Ordering};

use super::slab::Slot;

/// Where a page is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Place {
    /// Nowhere: it was never written, or discarded. It reads as zeros.
    Nowhere,
    /// In its line: the word that it is filled with.
    Same(u64),
    /// In a slot: a block of `length` bytes of one of the store's codecs.
    Block { slot: Slot, length: u16, codec: u8 },
    /// In a slot, as it is.
    Raw(Slot),
    /// In the backing file, as it is, with the low half of its hash.
    Backed { block: u32, check: u32 },
}

impl Place {
    pub(super) const fn slot(self) -> Option<Slot> {
        match self {
            Self::Block { slot, .. } | Self::Raw(slot) => Some(slot),
            Self::Nowhere | Self::Same(_) | Self::Backed { .. } => None,
        }
    }

    /// The slot, and how many bytes of block or page are in it, where a page has
    /// `page` bytes; none if there is no slot.
    pub(super) fn held(self, page: usize) -> Option<(Slot, usize)> {
        match self {
            Self::Block { slot, length, .. } => Some((slot, usize::from(length))),
            Self::Raw(slot) => Some((slot, page)),
            Self::Nowhere | Self::Same(_) | Self::Backed { .. } => None,
        }
    }

    /// The same bytes in another slot, if they are in one.
    pub(super) const fn in_slot(self, slot: Slot) -> Self {
        match self {
            Self::Block { length, codec, .. } => Self::Block {
                slot,
                length,
                codec,
            },
            Self::Raw(_) => Self::Raw(slot),
            Self::Nowhere | Self::Same(_) | Self::Backed { .. } => self,
        }
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Kind {
    Nowhere,
    Same,
    Block,
    Raw,
    Backed,
}

/// Bits of `notes`.
const CODEC: u8 = 0b0000_0011;
const TRIED_SHIFT: u32 = 2;
const TRIED: u8 = 0b0000_1100;
const CLAIMED: u8 = 0b0001_0000;

#[derive(Debug)]
pub(super) struct Entry {
    payload: u64,
    length: u16,
    kind: Kind,
    notes: u8,
    /// When the page was last written or read, on the store's clock.
    touched: AtomicU32,
}

impl Entry {
    pub(super) const fn nowhere() -> Self {
        Self {
            payload: 0,
            length: 0,
            kind: Kind::Nowhere,
            notes: 0,
            touched: AtomicU32::new(0),
        }
    }

    pub(super) fn new(place: Place, now: u32) -> Self {
        let (kind, payload, length, notes) = match place {
            Place::Nowhere => (Kind::Nowhere, 0, 0, 0),
            Place::Same(word) => (Kind::Same, word, 0, 0),
            Place::Block {
                slot,
                length,
                codec,
            } => (Kind::Block, slot.bits(), length, codec),
            Place::Raw(slot) => (Kind::Raw, slot.bits(), 0, 0),
            Place::Backed { block, check } => {
                let payload = u64::from(check) << 32 | u64::from(block);
                (Kind::Backed, payload, 0, 0)
            }
        };
        Self {
            payload,
            length,
            kind,
            notes,
            touched: now.into(),
        }
    }

    #[inline]
    pub(super) const fn place(&self) -> Place {
        match self.kind {
            Kind::Nowhere => Place::Nowhere,
            Kind::Same => Place::Same(self.payload),
            Kind::Block => Place::Block {
                slot: Slot::from_bits(self.payload),
                length: self.length,
                codec: self.notes & CODEC,
            },
            Kind::Raw => Place::Raw(Slot::from_bits(self.payload)),
            Kind::Backed => Place::Backed {
                block: self.payload as u32,
                check: (self.payload >> 32) as u32,
            },
        }
    }

    /// The same page in another place: its age stays.
    pub(super) fn moved(&self, place: Place) -> Self {
        Self::new(place, self.touched())
    }

    /// The same bytes in another slot: all but the place stays.
    pub(super) fn in_slot(&self, slot: Slot) -> Self {
        Self {
            payload: slot.bits(),
            touched: self.touched().into(),
            ..*self
        }
    }

    pub(super) fn touched(&self) -> u32 {
        self.touched.load(Ordering::Relaxed)
    }

    /// The page was read.
    #[inline]
    pub(super) fn touch(&self, now: u32) {
        // Most reads find it so, and then leave the line to other cores.
        if self.touched() != now {
            self.touched.store(now, Ordering::Relaxed);
        }
    }

    /// The heaviest codec that was tried without use.
    pub(super) const fn tried(&self) -> u8 {
        (self.notes & TRIED) >> TRIED_SHIFT
    }

    pub(super) const fn set_tried(&mut self, codec: u8) {
        self.notes = self.notes & !TRIED | codec << TRIED_SHIFT & TRIED;
    }

    /// Whether upkeep is at work on the page. What is written in the meantime
    /// replaces the line, and the claim with it.
    pub(super) const fn is_claimed(&self) -> bool {
        self.notes & CLAIMED != 0
    }

    pub(super) const fn set_claimed(&mut self, claimed: bool) {
        if claimed {
            self.notes |= CLAIMED;
        } else {
            self.notes &= !CLAIMED;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_16_bytes_and_forgets_nothing() {
        assert_eq!(size_of::<Entry>(), 16);
        let slot = Slot::from_bits(0x0123_4567_89AB_CDEF);
        for place in [
            Place::Nowhere,
            Place::Same(u64::MAX),
            Place::Block {
                slot,
                length: u16::MAX,
                codec: 3,
            },
            Place::Raw(slot),
            Place::Backed {
                block: u32::MAX,
                check: 7,
            },
        ] {
            let mut entry = Entry::new(place, 9);
            entry.set_tried(2);
            entry.set_claimed(true);
            assert_eq!(entry.place(), place);
            assert_eq!(entry.tried(), 2);
            assert!(entry.is_claimed());
            entry.set_claimed(false);
            assert_eq!(entry.tried(), 2);
            let moved = entry.moved(Place::Same(1));
            assert_eq!((moved.touched(), moved.tried()), (9, 0));
        }
    }
}
