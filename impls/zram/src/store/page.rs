//! Pages, one by one.

use std::ops::Range;
use std::vec::Vec;

use parking_lot::RwLock;

use super::entry::{Entry, Place};
use super::table::{LEAF, Leaf};
use super::workers::Worker;
use super::{Error, Store};

/// How often a change of part of a page is tried without keeping others out.
const TRIES: usize = 4;

/// A place that no page has, given up if saving what was before panics.
struct Unpublished<'a> {
    store: &'a Store,
    place: Place,
}

impl Drop for Unpublished<'_> {
    fn drop(&mut self) {
        self.store.release(self.place);
    }
}

impl Store {
    /// Writes a page.
    ///
    /// # Errors
    ///
    /// [`Error::NoPage`], [`Error::Encode`] when `page` is not as long as a
    /// page, [`Error::MemoryLimit`], [`Error::OutOfMemory`]. The page is then
    /// what it was before.
    pub fn put(&self, number: u64, page: &[u8]) -> Result<(), Error> {
        let result = self.put_page(number, page);
        self.counters.written(&result);
        result
    }

    fn put_page(&self, number: u64, page: &[u8]) -> Result<(), Error> {
        let (leaf, line) = self.leaf(number)?;
        let place = self.keep(&mut self.workers.lend(), number, page)?;
        let old = self.publish(&mut leaf.write(), number, line, place);
        self.release_for_next(old);
        Ok(())
    }

    /// Reads a page: zeros where nothing was written.
    ///
    /// # Errors
    ///
    /// [`Error::NoPage`]; [`Error::Decode`] when `page` is not as long as a
    /// page, or what was kept is damaged; [`Error::Checksum`],
    /// [`Error::Backing`]. `page` then holds anything.
    pub fn get(&self, number: u64, page: &mut [u8]) -> Result<(), Error> {
        let result = self.get_page(number, page);
        self.counters.read(&result);
        result
    }

    fn get_page(&self, number: u64, page: &mut [u8]) -> Result<(), Error> {
        let expected = self.page_size().bytes();
        if page.len() != expected {
            return Err(Error::Decode {
                page: number,
                source: crate::Error::PageLength {
                    expected,
                    actual: page.len(),
                },
            });
        }
        let (leaf, line) = self.table.find(number)?;
        let Some(leaf) = leaf else {
            page.fill(0);
            return Ok(());
        };
        self.get_in(&mut self.workers.lend(), (leaf, line), number, page)
    }

    /// Reads part of a page to `target`, from `start` on.
    pub(super) fn get_part(
        &self,
        number: u64,
        start: usize,
        target: &mut [u8],
    ) -> Result<(), Error> {
        let (leaf, line) = self.table.find(number)?;
        let Some(leaf) = leaf else {
            target.fill(0);
            return Ok(());
        };
        let worker = &mut self.workers.lend();
        let mut page = worker.scratch.take();
        let result = self.get_in(worker, (leaf, line), number, &mut page);
        target.copy_from_slice(&page[start..][..target.len()]);
        worker.scratch.give_back(page);
        self.counters.read(&result);
        result
    }

    #[inline]
    fn get_in(
        &self,
        worker: &mut Worker,
        (leaf, line): (&RwLock<Leaf>, usize),
        number: u64,
        page: &mut [u8],
    ) -> Result<(), Error> {
        let leaf = leaf.read();
        let entry = &leaf.entries[line];
        entry.touch(self.now());
        self.decode(worker, number, entry.place(), page)
    }

    /// Changes part of a page, as one step.
    pub(super) fn change(
        &self,
        number: u64,
        change: &mut dyn FnMut(&mut [u8]),
    ) -> Result<(), Error> {
        let (leaf, line) = self.leaf(number)?;
        let worker = &mut self.workers.lend();
        let mut page = worker.scratch.take();
        let result = self.change_in(worker, (leaf, line), number, &mut page, change);
        worker.scratch.give_back(page);
        self.release_for_next(result?);
        Ok(())
    }

    /// Returns the place that the page had before.
    fn change_in(
        &self,
        worker: &mut Worker,
        (leaf, line): (&RwLock<Leaf>, usize),
        number: u64,
        page: &mut [u8],
        change: &mut dyn FnMut(&mut [u8]),
    ) -> Result<Place, Error> {
        for _ in 0..TRIES {
            let version = {
                let leaf = leaf.read();
                self.decode(worker, number, leaf.entries[line].place(), page)?;
                leaf.version
            };
            change(page);
            let place = self.keep(worker, number, page)?;
            let mut leaf = leaf.write();
            if leaf.version == version {
                return Ok(self.publish(&mut leaf, number, line, place));
            }
            drop(leaf);
            self.release(place);
        }
        let mut leaf = leaf.write();
        self.decode(worker, number, leaf.entries[line].place(), page)?;
        change(page);
        let place = self.keep(worker, number, page)?;
        Ok(self.publish(&mut leaf, number, line, place))
    }

    /// Makes `count` pages from `first` on, which are within the store, read as
    /// zeros and take no memory.
    pub(super) fn forget(&self, first: u64, count: u64) -> Result<(), Error> {
        let end = first + count;
        let mut number = first;
        while number < end {
            let next = (number / LEAF as u64 + 1) * LEAF as u64;
            let (leaf, line) = self.table.find(number)?;
            if let Some(leaf) = leaf {
                let lines = line..line + (next.min(end) - number) as usize;
                let old = self.forget_lines(&mut leaf.write(), number, lines);
                for place in old {
                    self.release(place);
                }
            }
            number = next;
        }
        Ok(())
    }

    fn forget_lines(&self, leaf: &mut Leaf, number: u64, lines: Range<usize>) -> Vec<Place> {
        self.save_before_change(leaf, number);
        lines
            .map(|line| leaf.replace(line, Entry::nowhere()))
            .filter(|place| *place != Place::Nowhere)
            .collect()
    }

    /// The leaf of a page that is to be written.
    pub(super) fn leaf(&self, number: u64) -> Result<(&RwLock<Leaf>, usize), Error> {
        self.slabs
            .with_room(|memory| self.table.make(number, memory, self.snapshots.begun()))
    }

    /// Makes a place the page's, and returns the one before: to be released
    /// when the leaf is unlocked.
    pub(super) fn publish(&self, leaf: &mut Leaf, number: u64, line: usize, place: Place) -> Place {
        let unpublished = Unpublished { store: self, place };
        self.save_before_change(leaf, number);
        std::mem::forget(unpublished);
        if matches!(place, Place::Raw(_)) {
            leaf.kept_raw += 1;
        }
        leaf.replace(line, Entry::new(place, self.now()))
    }
}
