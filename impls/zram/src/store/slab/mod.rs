//! Memory for what is kept of pages: slots of a size class, cut from slabs.
//!
//! The kernel's zsmalloc (mm/zsmalloc.c) has classes and slabs too, and finds an
//! object's place through a handle. Here the page table is the handle:
//! compaction goes over it.

mod book;
mod class;
mod directory;
mod geometry;

use std::boxed::Box;
use std::vec::Vec;

use class::{Class, Evacuation};
pub(super) use geometry::SYSTEM_PAGE;

use super::memory::Memory;
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

#[derive(Debug)]
pub(super) struct Slabs {
    classes: Box<[Class]>,
    step: usize,
    memory: Memory,
}

/// Slabs that are to be emptied, by class.
#[derive(Debug)]
pub(super) struct Leaving(Box<[Evacuation]>);

impl Leaving {
    pub(super) fn contains(&self, slot: Slot) -> bool {
        self.0[slot.class()]
            .slabs
            .binary_search(&slot.slab())
            .is_ok()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|class| class.slabs.is_empty())
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
        let classes: Box<[_]> = geometry::geometries(page_size, largest, size)
            .map(|geometry| Class::new(geometry, sharing))
            .collect();
        memory.charge(size_of_val(&*classes) as u64)?;
        Ok(Self {
            classes,
            step: geometry::step(page_size),
            memory,
        })
    }

    pub(super) const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Copies the parts, one after the other, to a new slot.
    pub(super) fn insert(&self, parts: [&[u8]; 2]) -> Result<Slot, Error> {
        let index = self.class_of(parts[0].len() + parts[1].len());
        let class = &self.classes[index];
        let (slab, slot) = match self.with_room(|memory| class.insert(memory, parts)) {
            // Compaction has to stand back.
            Err(error @ Error::MemoryLimit { .. }) => class.insert_leaving(parts).ok_or(error)?,
            inserted => inserted?,
        };
        Ok(Slot::new(index, slab, slot))
    }

    /// Copies `bytes` to a new slot, of a slab that is not to be emptied.
    pub(super) fn insert_elsewhere(&self, bytes: &[u8]) -> Result<Slot, Error> {
        let index = self.class_of(bytes.len());
        let class = &self.classes[index];
        let (slab, slot) = self.with_room(|memory| class.insert(memory, [bytes, &[]]))?;
        Ok(Slot::new(index, slab, slot))
    }

    /// Does what charges memory. If the limit leaves no room for it, slabs that
    /// no page is in are given back, and it is done again.
    pub(super) fn with_room<R>(
        &self,
        charge: impl Fn(&Memory) -> Result<R, Error>,
    ) -> Result<R, Error> {
        match charge(&self.memory) {
            Err(Error::MemoryLimit { .. }) => {
                self.drop_spares();
                charge(&self.memory)
            }
            charged => charged,
        }
    }

    /// Looks at a slot that is taken, all of it.
    #[inline]
    pub(super) fn read<R>(&self, slot: Slot, look: impl FnOnce(&[u8]) -> R) -> R {
        self.classes[slot.class()].read(slot.slab(), slot.slot(), look)
    }

    /// One more page refers to a slot that is taken. False when no more can.
    pub(super) fn share(&self, slot: Slot) -> bool {
        self.classes[slot.class()].share(slot.slab(), slot.slot())
    }

    /// One page less refers to a slot; true when it is free now. `length` is
    /// what was inserted.
    pub(super) fn remove(&self, slot: Slot, length: usize) -> bool {
        self.classes[slot.class()].remove(&self.memory, slot.slab(), slot.slot(), length)
    }

    /// Bytes of a slot for `length` bytes.
    pub(super) fn slot_bytes(&self, length: usize) -> usize {
        self.classes[self.class_of(length)].geometry().slot
    }

    pub(super) fn evacuate(&self) -> Leaving {
        Leaving(
            self.classes
                .iter()
                .map(|class| class.evacuate(&self.memory))
                .collect(),
        )
    }

    pub(super) fn finish(&self, leaving: &Leaving) {
        for (class, evacuation) in self.classes.iter().zip(&leaving.0) {
            class.finish(evacuation);
        }
        self.drop_spares();
    }

    /// Gives back slabs that no page is in.
    pub(super) fn drop_spares(&self) {
        for class in &self.classes {
            class.drop_spare(&self.memory);
        }
    }

    pub(super) fn content(&self) -> Content {
        let mut content = Content::default();
        for class in &self.classes {
            let held = class.held();
            content.bytes += held.bytes;
            content.slab_bytes += held.slabs * class.geometry().bytes() as u64;
        }
        content
    }

    /// Every class that has slabs.
    pub(super) fn classes(&self) -> Vec<ClassStat> {
        let classes = self
            .classes
            .iter()
            .map(|class| (class.geometry(), class.held()));
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
