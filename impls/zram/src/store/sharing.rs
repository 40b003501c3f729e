//! Equal pages, kept once.

use std::boxed::Box;

use hashbrown::HashTable;
use parking_lot::{Mutex, MutexGuard};

use super::entry::Place;
use super::memory::Memory;

/// Parts of the index, each under a lock of its own.
const PARTS: usize = 16;

/// A page that others may share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) hash: u64,
    pub(super) place: Place,
}

/// The pages in slots, by the hash of their content.
#[derive(Debug)]
pub(super) struct Sharing {
    parts: Box<[Mutex<Part>]>,
}

#[derive(Debug, Default)]
pub(super) struct Part {
    table: HashTable<Known>,
}

impl Sharing {
    pub(super) fn new() -> Self {
        Self {
            parts: (0..PARTS).map(|_| Mutex::default()).collect(),
        }
    }

    /// The part that a hash is in. While it is locked, none of its pages goes
    /// away.
    pub(super) fn part(&self, hash: u64) -> MutexGuard<'_, Part> {
        self.parts[(hash >> 56) as usize % PARTS].lock()
    }
}

impl Part {
    pub(super) fn find(&self, hash: u64) -> Option<Known> {
        self.table.find(hash, |known| known.hash == hash).copied()
    }

    /// Makes a page known, in the place of any with the same hash. Where the
    /// memory limit leaves no room, the page is not shared.
    pub(super) fn insert(&mut self, known: Known, memory: &Memory) {
        if let Some(before) = self
            .table
            .find_mut(known.hash, |before| before.hash == known.hash)
        {
            *before = known;
            return;
        }
        if self.table.len() == self.table.capacity() {
            let before = self.table.allocation_size() as u64;
            // A table for one more is twice as long as before, if it has to
            // grow, and there beside the old one for a moment.
            let most = 2 * before + 1024;
            if memory.charge(most).is_err() {
                return;
            }
            let grown = self.table.try_reserve(1, |known| known.hash);
            let after = self.table.allocation_size() as u64;
            memory.release(before + most - after);
            if grown.is_err() {
                return;
            }
        }
        self.table
            .insert_unique(known.hash, known, |known| known.hash);
    }

    /// Forgets a page, if it is the one known by that hash.
    pub(super) fn forget(&mut self, known: Known) {
        if let Ok(entry) = self.table.find_entry(known.hash, |there| {
            there.hash == known.hash && there.place.slot() == known.place.slot()
        }) {
            entry.remove();
        }
    }
}
