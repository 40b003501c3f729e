//! Memory for what is kept of pages: slots of a size class, cut from slabs.
//!
//! The kernel's zsmalloc (mm/zsmalloc.c) has classes and slabs too, and finds an
//! object's place through a handle. Here the page table is the handle:
//! compaction goes over it.

mod book;
mod class;
mod directory;
mod geometry;
mod magazine;
mod pool;

use std::boxed::Box;
use std::vec::Vec;

use parking_lot::Mutex;

use class::Class;
use geometry::Geometry;
pub(super) use geometry::SYSTEM_PAGE;
use magazine::Magazine;
use pool::Pool;

use super::memory::Memory;
use super::workers::{cores, thread_number};
use super::{ClassStat, Error};
use crate::PageSize;

/// A slot: class, slab, place in the slab.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Slot(u64);

impl Slot {
    fn new(class: usize, slab: u32, slot: u16) -> Self {
        Self((class as u64) << 48 | u64::from(slot) << 32 | u64::from(slab))
    }

    pub(super) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    const fn class(self) -> usize {
        (self.0 >> 48) as usize
    }

    const fn slab(self) -> u32 {
        self.0 as u32
    }

    const fn slot(self) -> u16 {
        (self.0 >> 32) as u16
    }
}

/// Pages of a store for every [`Magazine`] beyond two: full, one is about a
/// hundredth of what such a store takes.
const PAGES_PER_MAGAZINE: u64 = 8192;

#[derive(Debug)]
pub(super) struct Slabs {
    classes: Box<[Class]>,
    /// Of each class: apart from it, because this is only read.
    geometries: Box<[Geometry]>,
    step: usize,
    /// For threads by number. None where pages may share slots.
    magazines: Box<[Magazine]>,
    /// Held until the slots that were taken out of magazines are free.
    recalling: Mutex<()>,
    pool: Pool,
}

/// Slabs that are to be emptied, sorted by number.
#[derive(Debug)]
pub(super) struct Leaving(Vec<u32>);

impl Leaving {
    pub(super) fn contains(&self, slot: Slot) -> bool {
        self.0.binary_search(&slot.slab()).is_ok()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What is in the slabs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Content {
    /// Bytes that pages take in their slots.
    pub(super) bytes: u64,
    /// Bytes of slabs.
    pub(super) slab_bytes: u64,
}

impl Slabs {
    /// For pieces of up to `largest` bytes.
    pub(super) fn new(
        page_size: PageSize,
        largest: usize,
        size: u64,
        sharing: bool,
        memory: Memory,
    ) -> Result<Self, Error> {
        let geometries: Box<[_]> = geometry::geometries(page_size, largest, size).collect();
        let classes: Box<[_]> = (0..)
            .zip(&geometries)
            .map(|(index, geometry)| Class::new(*geometry, index))
            .collect();
        let count = if sharing {
            0
        } else {
            let pages = size / page_size.bytes() as u64;
            (pages / PAGES_PER_MAGAZINE).max(2).min(cores() as u64)
        };
        let magazines: Box<[_]> = (0..count).map(|_| Magazine::new()).collect();
        let bytes = size_of_val(&*classes) + size_of_val(&*geometries) + size_of_val(&*magazines);
        memory.charge(bytes as u64)?;
        Ok(Self {
            classes,
            geometries,
            step: geometry::step(page_size),
            magazines,
            recalling: Mutex::default(),
            pool: Pool::new(sharing, memory)?,
        })
    }

    pub(super) const fn memory(&self) -> &Memory {
        self.pool.memory()
    }

    /// Copies the parts, one after the other, to a new slot.
    pub(super) fn insert(&self, parts: [&[u8]; 2]) -> Result<Slot, Error> {
        let length = parts[0].len() + parts[1].len();
        let index = self.class_of(length);
        if let Some(slot) = self.magazine().and_then(|own| own.take(index, length)) {
            self.fill(slot, parts);
            return Ok(slot);
        }
        let class = &self.classes[index];
        let taken = match self.with_room(|_| class.take(&self.pool, length)) {
            // Compaction has to stand back.
            Err(error @ Error::MemoryLimit { .. }) => {
                class.take_leaving(&self.pool, length).ok_or(error)?
            }
            taken => taken?,
        };
        Ok(self.fill_taken(index, taken, parts))
    }

    /// Copies `bytes` to a new slot, of a slab that is not to be emptied: of the
    /// smallest class with one that has a slot left, or else of a new slab.
    pub(super) fn insert_elsewhere(&self, bytes: &[u8]) -> Result<Slot, Error> {
        let (first, length) = (self.class_of(bytes.len()), bytes.len());
        let mut larger = (first..).zip(&self.classes[first..]);
        let open =
            larger.find_map(|(index, class)| Some((index, class.take_open(&self.pool, length)?)));
        let (index, taken) = if let Some(open) = open {
            open
        } else {
            let class = &self.classes[first];
            (first, self.with_room(|_| class.take(&self.pool, length))?)
        };
        Ok(self.fill_taken(index, taken, [bytes, &[]]))
    }

    fn fill_taken(&self, class: usize, (slab, slot): (u32, u16), parts: [&[u8]; 2]) -> Slot {
        let slot = Slot::new(class, slab, slot);
        self.fill(slot, parts);
        slot
    }

    /// Copies the parts to a slot that was taken for them.
    fn fill(&self, slot: Slot, parts: [&[u8]; 2]) {
        self.pool.write(slot.slab(), self.start(slot), parts);
    }

    /// Where a slot begins in its slab.
    #[inline]
    fn start(&self, slot: Slot) -> usize {
        usize::from(slot.slot()) * self.slot_bytes(slot)
    }

    /// This thread's.
    fn magazine(&self) -> Option<&Magazine> {
        let index = thread_number().checked_rem(self.magazines.len())?;
        self.magazines.get(index)
    }

    /// Does what charges memory. If the limit leaves no room for it, slots that
    /// threads keep and slabs that no page is in are given back, and it is done
    /// again.
    pub(super) fn with_room<R>(
        &self,
        charge: impl Fn(&Memory) -> Result<R, Error>,
    ) -> Result<R, Error> {
        match charge(self.memory()) {
            Err(Error::MemoryLimit { .. }) => self.pool.in_need(|| {
                self.recall();
                self.drop_spares();
                charge(self.memory())
            }),
            charged => charged,
        }
    }

    /// Looks at a slot that is taken, all of it.
    #[inline]
    pub(super) fn read<R>(&self, slot: Slot, look: impl FnOnce(&[u8]) -> R) -> R {
        self.pool
            .read(slot.slab(), self.start(slot), self.slot_bytes(slot), look)
    }

    /// One more page refers to a slot that is taken. False when no more can.
    pub(super) fn share(&self, slot: Slot) -> bool {
        self.classes[slot.class()].share(&self.pool, slot.slab(), slot.slot())
    }

    /// One page less refers to a slot; true when it is free now. `length` is
    /// what was inserted.
    pub(super) fn remove(&self, slot: Slot, length: usize) -> bool {
        self.classes[slot.class()].remove(&self.pool, slot.slab(), slot.slot(), length)
    }

    /// As [`remove`](Self::remove), of a slot that no other page refers to, but
    /// the slot may be kept for this thread, which is about to need others.
    pub(super) fn hand_on(&self, slot: Slot, length: usize) {
        let keeps = || !self.pool.is_needed();
        let own = self.magazine();
        if !own.is_some_and(|own| own.give(slot, length, keeps)) {
            self.remove(slot, length);
        }
    }

    /// Gives up the slots that are kept for threads.
    pub(super) fn recall(&self) {
        self.empty_magazines(None);
    }

    fn empty_magazines(&self, closed: Option<bool>) {
        let _alone = self.recalling.lock();
        let kept = self.magazines.iter().flat_map(|each| each.empty(closed));
        for (slot, length) in kept {
            self.remove(slot, length);
        }
    }

    /// Bytes of a slot.
    #[inline]
    pub(super) fn slot_bytes(&self, slot: Slot) -> usize {
        self.geometries[slot.class()].slot
    }

    /// Chooses slabs to be emptied: of each class as many as leave the others
    /// full, larger ones taking in what is too little for a slab.
    pub(super) fn evacuate(&self) -> Leaving {
        self.empty_magazines(Some(true));
        self.drop_spares();
        let mut slabs = std::vec![Vec::new(); self.classes.len()];
        for number in self.pool.numbers() {
            if let Some(slabs) = slabs.get_mut(usize::from(self.pool.book(number).class)) {
                slabs.push(number);
            }
        }
        let mut room = 0;
        for (class, slabs) in self.classes.iter().zip(&slabs).rev() {
            class.evacuate(&self.pool, slabs, &mut room);
        }
        let mut leaving: Vec<u32> = self.classes.iter().flat_map(Class::leaving).collect();
        leaving.sort_unstable();
        Leaving(leaving)
    }

    /// To be called when those were moved.
    pub(super) fn finish(&self) {
        for class in &self.classes {
            class.finish(&self.pool);
        }
        self.empty_magazines(Some(false));
        self.drop_spares();
    }

    /// Gives back slabs that no page is in.
    pub(super) fn drop_spares(&self) {
        for class in &self.classes {
            class.drop_spare(&self.pool);
        }
    }

    pub(super) fn content(&self) -> Content {
        let mut slab_bytes = 0;
        let handed = self.magazines.iter().map(Magazine::bytes);
        let mut bytes = handed.fold(0, u64::wrapping_add);
        for (class, geometry) in self.classes.iter().zip(&self.geometries) {
            let held = class.held();
            bytes = bytes.wrapping_add(held.bytes);
            slab_bytes += held.slabs * geometry.bytes() as u64;
        }
        // One after the other: a slot may have been given up that was not seen
        // to be taken.
        let bytes = bytes.cast_signed().max(0).cast_unsigned();
        Content { bytes, slab_bytes }
    }

    /// Every class that has slabs.
    pub(super) fn classes(&self) -> Vec<ClassStat> {
        let held = self.classes.iter().map(Class::held);
        let classes = self.geometries.iter().zip(held);
        classes
            .filter(|(_, held)| held.slabs > 0)
            .map(|(geometry, held)| ClassStat {
                slot_bytes: geometry.slot as u64,
                slots: held.slots,
                slabs: held.slabs,
            })
            .collect()
    }

    const fn class_of(&self, length: usize) -> usize {
        length.saturating_sub(1) / self.step
    }
}
