//! How slots are cut from slabs.

use crate::PageSize;

/// What the system hands memory out in.
pub(in crate::store) const SYSTEM_PAGE: usize = 4096;

/// Classes per page, and a few for what is kept beside a whole one. A slot is
/// then at most 1/64 of a page too long, and begins at a multiple of 64 bytes:
/// a copy from 1 to 15 bytes below its target, modulo 4096, is some twenty
/// times slower than others.
const CLASSES_PER_PAGE: usize = 64;

/// Classes, at most.
pub(super) const CLASSES: usize = CLASSES_PER_PAGE + 1;

/// Slots in a slab, at most: a short bitmap.
const MAX_SLOTS: usize = 1024;

/// Slabs of a store that is full of raw pages, at most.
const MAX_SLABS: u64 = 32_768;

/// The most bytes that a slab is sure to have for that.
const LARGEST_LEAST: u64 = 1 << 20;

/// About the bytes of books for every slab.
const BOOKS: usize = 72;

/// Lengths of slabs that are compared.
const LENGTHS: usize = 16;

/// The slabs of one class.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Geometry {
    /// Bytes of a slot.
    pub(super) slot: usize,
    /// Slots of a slab.
    pub(super) slots: usize,
}

impl Geometry {
    /// Bytes of a slab.
    pub(super) const fn bytes(self) -> usize {
        (self.slot * self.slots).next_multiple_of(SYSTEM_PAGE)
    }

    /// Slabs of at least `least` system pages, of a length that wastes least: of
    /// every slab, what is left over behind its last slot, and books; and, once for every
    /// class, half a slab that is not full yet.
    fn fitted(slot: usize, least: usize, store: u64) -> Self {
        let least = least.max(slot.div_ceil(SYSTEM_PAGE));
        // A store at a common ratio of compression, its classes alike.
        let class = (store * 2 / 5 / CLASSES_PER_PAGE as u64).max(1);
        let wasted = |pages: &usize| {
            let bytes = pages * SYSTEM_PAGE;
            let over = (bytes % slot + BOOKS) as f64 / bytes as f64;
            over + bytes as f64 / 2.0 / class as f64
        };
        let pages = (least..least + LENGTHS)
            .min_by(|a, b| wasted(a).total_cmp(&wasted(b)))
            .unwrap_or(least);
        Self {
            slot,
            slots: (pages * SYSTEM_PAGE / slot).min(MAX_SLOTS),
        }
    }
}

/// The difference between two classes, in bytes.
pub(super) const fn step(page_size: PageSize) -> usize {
    page_size.bytes() / CLASSES_PER_PAGE
}

/// A class for every multiple of [`step`] up to `largest` bytes, for a store of
/// `size` bytes.
///
/// Every slab may be a mapping of its own, of which Linux lets a process have
/// some 65,000: large stores have large slabs.
pub(super) fn geometries(
    page_size: PageSize,
    largest: usize,
    size: u64,
) -> impl Iterator<Item = Geometry> {
    let least = size.div_ceil(MAX_SLABS).min(LARGEST_LEAST) as usize;
    let (least, step) = (least.div_ceil(SYSTEM_PAGE), step(page_size));
    (1..=largest.div_ceil(step)).map(move |class| Geometry::fitted(class * step, least, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slabs_have_little_left_over() {
        for page_size in PageSize::ALL {
            // Where classes have hardly a slab each, short slabs waste less.
            for (size, part) in [(1 << 20, 2), (128 << 20, 20), (1 << 30, 20), (1 << 40, 100)] {
                for geometry in geometries(page_size, page_size.bytes() + 8, size) {
                    assert!(geometry.slots >= 1);
                    assert_eq!(geometry.slot % 64, 0);
                    let left = geometry.bytes() - geometry.slot * geometry.slots;
                    let most = geometry.bytes() / part;
                    assert!(left <= most, "{page_size:?} {size} {geometry:?}: {left}");
                }
            }
        }
    }
}
