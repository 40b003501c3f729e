//! How slots are cut from slabs.

use crate::PageSize;

/// What the system hands memory out in.
pub(in crate::store) const SYSTEM_PAGE: usize = 4096;

/// Classes per page, and a few for what is kept beside a whole one. A slot is
/// then at most 1/64 of a page too long, and begins at a multiple of 64 bytes:
/// a copy from 1 to 15 bytes below its target, modulo 4096, is some twenty
/// times slower than others.
const CLASSES_PER_PAGE: usize = 64;

/// Slots in a slab, at most: a short bitmap.
const MAX_SLOTS: usize = 1024;

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

    /// Slabs of about `target` bytes, of a length that leaves least over.
    fn fitted(slot: usize, target: usize) -> Self {
        let target = (target / SYSTEM_PAGE).max(slot.div_ceil(SYSTEM_PAGE));
        let lengths = target / 2 + 1..=target + target.div_ceil(2);
        let best = lengths
            .map(|pages| pages * SYSTEM_PAGE)
            .filter(|bytes| *bytes >= slot)
            .min_by_key(|bytes| {
                // Of what is left over, in parts of a million.
                (bytes % slot) * 1_000_000 / bytes
            })
            .unwrap_or(target * SYSTEM_PAGE);
        Self {
            slot,
            slots: (best / slot).min(MAX_SLOTS),
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
/// A class has half a slab unused on average, so that small stores have small
/// slabs. Every slab may be a mapping of its own, of which a process has some
/// 65,000, so that large stores have large ones.
pub(super) fn geometries(
    page_size: PageSize,
    largest: usize,
    size: u64,
) -> impl Iterator<Item = Geometry> {
    let target = (size / 8192).clamp(4 * SYSTEM_PAGE as u64, 1 << 20) as usize;
    let step = step(page_size);
    (1..=largest.div_ceil(step)).map(move |class| Geometry::fitted(class * step, target))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slabs_have_little_left_over() {
        for page_size in PageSize::ALL {
            for size in [1 << 20, 128 << 20, 1 << 30, 1 << 40] {
                for geometry in geometries(page_size, page_size.bytes() + 8, size) {
                    assert!(geometry.slots >= 1);
                    assert_eq!(geometry.slot % 64, 0);
                    let left = geometry.bytes() - geometry.slot * geometry.slots;
                    let most = geometry.bytes() / 8;
                    assert!(left <= most, "{page_size:?} {size} {geometry:?}: {left}");
                }
            }
        }
    }
}
