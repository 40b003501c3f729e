//! The page table: a leaf for every 256 pages, made when one of them is
//! written.

use std::boxed::Box;
use std::sync::OnceLock;

use parking_lot::RwLock;

use super::Error;
use super::entry::{Entry, Place};
use super::memory::Memory;

/// Pages of a leaf.
pub(super) const LEAF: usize = 256;

/// The lines of consecutive pages, under one lock. A reader holds it while it
/// decodes, so that no slot goes away under it.
#[derive(Debug)]
pub(super) struct Leaf {
    pub(super) entries: [Entry; LEAF],
    /// Goes up with every change.
    pub(super) version: u64,
    /// The last snapshot that has these pages.
    pub(super) saved: u64,
    pub(super) tally: Tally,
    /// How often a page was written that is kept as it is.
    pub(super) kept_raw: u64,
}

/// How many pages of a leaf are where.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) same: u64,
    pub(super) blocks: u64,
    pub(super) raw: u64,
    pub(super) backed: u64,
}

impl Tally {
    fn count(&mut self, place: Place) -> Option<&mut u64> {
        Some(match place {
            Place::Nowhere => return None,
            Place::Same(_) => &mut self.same,
            Place::Block { .. } => &mut self.blocks,
            Place::Raw(_) => &mut self.raw,
            Place::Backed { .. } => &mut self.backed,
        })
    }

    pub(super) const fn add(&mut self, other: &Self) {
        self.same += other.same;
        self.blocks += other.blocks;
        self.raw += other.raw;
        self.backed += other.backed;
    }

    pub(super) const fn pages(&self) -> u64 {
        self.same + self.blocks + self.raw + self.backed
    }
}

impl Leaf {
    fn new(saved: u64) -> Self {
        Self {
            entries: [const { Entry::nowhere() }; LEAF],
            version: 0,
            saved,
            tally: Tally::default(),
            kept_raw: 0,
        }
    }

    /// Puts a line in its place and returns the one before.
    pub(super) fn replace(&mut self, line: usize, entry: Entry) -> Place {
        let old = self.entries[line].place();
        if let Some(count) = self.tally.count(old) {
            *count -= 1;
        }
        if let Some(count) = self.tally.count(entry.place()) {
            *count += 1;
        }
        self.entries[line] = entry;
        self.version += 1;
        old
    }
}

/// On cache lines of its own.
#[derive(Debug)]
#[repr(align(64))]
struct Aligned(RwLock<Leaf>);

#[derive(Debug)]
pub(super) struct Table {
    leaves: Box<[OnceLock<Box<Aligned>>]>,
    pages: u64,
}

/// Bytes of a leaf.
const LEAF_BYTES: u64 = size_of::<Aligned>() as u64;

impl Table {
    pub(super) fn new(pages: u64, memory: &Memory) -> Result<Self, Error> {
        let leaves = pages.div_ceil(LEAF as u64);
        memory.charge(leaves * size_of::<OnceLock<Box<Aligned>>>() as u64)?;
        Ok(Self {
            leaves: (0..leaves).map(|_| OnceLock::new()).collect(),
            pages,
        })
    }

    pub(super) const fn pages(&self) -> u64 {
        self.pages
    }

    /// The leaf of a page, if any page of it was ever written, and the line.
    #[inline]
    pub(super) fn find(&self, page: u64) -> Result<(Option<&RwLock<Leaf>>, usize), Error> {
        if page >= self.pages {
            return Err(Error::NoPage {
                page,
                pages: self.pages,
            });
        }
        let leaf = self.leaves[(page / LEAF as u64) as usize].get();
        Ok((leaf.map(|leaf| &leaf.0), page as usize % LEAF))
    }

    /// The leaf of a page, made if need be, and the line.
    ///
    /// # Errors
    ///
    /// [`Error::MemoryLimit`]
    pub(super) fn make(
        &self,
        page: u64,
        memory: &Memory,
        saved: u64,
    ) -> Result<(&RwLock<Leaf>, usize), Error> {
        let (leaf, line) = self.find(page)?;
        if let Some(leaf) = leaf {
            return Ok((leaf, line));
        }
        memory.charge(LEAF_BYTES)?;
        let mut made = false;
        let leaf = self.leaves[(page / LEAF as u64) as usize].get_or_init(|| {
            made = true;
            Box::new(Aligned(RwLock::new(Leaf::new(saved))))
        });
        if !made {
            memory.release(LEAF_BYTES);
        }
        Ok((&leaf.0, line))
    }

    /// Every leaf there is, with its number.
    pub(super) fn leaves(&self) -> impl Iterator<Item = (u32, &RwLock<Leaf>)> {
        (0..)
            .zip(&self.leaves)
            .filter_map(|(number, leaf)| Some((number, &leaf.get()?.0)))
    }
}
