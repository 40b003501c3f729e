//! Bytes anywhere, as a block device reads and writes them.

use std::ops::Range;

use super::entry::Place;
use super::{Error, Store};

/// A part of a range that is within one page.
struct Part {
    page: u64,
    /// Within the page.
    bytes: Range<usize>,
}

impl Part {
    const fn is_whole(&self, page: usize) -> bool {
        self.bytes.start == 0 && self.bytes.end == page
    }
}

impl Store {
    /// Reads `buffer.len()` bytes at `offset`.
    ///
    /// Other threads' writes may come between two pages, never within one.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`], and those of [`get`](Self::get). Pages before the
    /// one that failed are in `buffer`; the rest of it holds anything.
    pub fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), Error> {
        let page = self.page_size().bytes();
        let mut rest = buffer;
        for part in self.parts(offset, rest.len() as u64)? {
            let (target, after) = rest.split_at_mut(part.bytes.len());
            rest = after;
            if part.is_whole(page) {
                self.get(part.page, target)?;
            } else {
                self.get_part(part.page, part.bytes.start, target)?;
            }
        }
        Ok(())
    }

    /// Writes `bytes` at `offset`.
    ///
    /// Each page changes as one step, of which others see nothing or all; what
    /// they write to the rest of the page in the meantime stays.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`], and those of [`put`](Self::put) and
    /// [`get`](Self::get). Pages before the one that failed are written, the
    /// others are not.
    pub fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let page = self.page_size().bytes();
        let mut rest = bytes;
        for part in self.parts(offset, bytes.len() as u64)? {
            let (source, after) = rest.split_at(part.bytes.len());
            rest = after;
            if part.is_whole(page) {
                self.put(part.page, source)?;
            } else {
                let within = part.bytes;
                self.counted_change(part.page, &mut |page| {
                    page[within.clone()].copy_from_slice(source);
                })?;
            }
        }
        Ok(())
    }

    /// Makes `length` bytes at `offset` read as zeros. Whole pages take no more
    /// memory after that than their lines in the page table, and need none:
    /// only a page that stays in part can fail for want of it. Those are last.
    ///
    /// # Errors
    ///
    /// As [`write_at`](Self::write_at).
    pub fn discard(&self, offset: u64, length: u64) -> Result<(), Error> {
        let page = self.page_size().bytes();
        let size = page as u64;
        self.check_range(offset, length)?;
        let end = offset + length;
        let (first, last) = (offset.div_ceil(size), end / size);
        if first < last {
            self.forget(first, last - first)?;
            self.counters.discarded(last - first);
            self.zero_part(offset, first * size - offset)?;
            self.zero_part(last * size, end - last * size)
        } else {
            for part in self.parts(offset, length)? {
                let start = part.page * size + part.bytes.start as u64;
                self.zero_part(start, part.bytes.len() as u64)?;
            }
            Ok(())
        }
    }

    /// Zeros part of one page.
    fn zero_part(&self, offset: u64, length: u64) -> Result<(), Error> {
        let size = self.page_size().bytes() as u64;
        let (page, start) = (offset / size, (offset % size) as usize);
        // Zeros already, and nothing to be made for it.
        if length == 0 || self.is_hole(page)? {
            return Ok(());
        }
        let within = start..start + length as usize;
        self.counted_change(page, &mut |page| page[within.clone()].fill(0))
    }

    fn is_hole(&self, page: u64) -> Result<bool, Error> {
        let (leaf, line) = self.table.find(page)?;
        Ok(leaf.is_none_or(|leaf| leaf.read().entries[line].place() == Place::Nowhere))
    }

    fn counted_change(&self, page: u64, change: &mut dyn FnMut(&mut [u8])) -> Result<(), Error> {
        let result = self.change(page, change);
        self.counters.written(&result);
        result
    }

    pub(super) fn check_range(&self, offset: u64, length: u64) -> Result<(), Error> {
        match offset.checked_add(length) {
            Some(end) if end <= self.size() => Ok(()),
            _ => {
                self.counters.out_of_range();
                Err(Error::OutOfRange {
                    offset,
                    length,
                    size: self.size(),
                })
            }
        }
    }

    fn parts(&self, offset: u64, length: u64) -> Result<impl Iterator<Item = Part>, Error> {
        self.check_range(offset, length)?;
        let size = self.page_size().bytes() as u64;
        let end = offset + length;
        let pages = offset / size..end.div_ceil(size);
        let pages = if length == 0 { 0..0 } else { pages };
        Ok(pages.map(move |page| {
            let first = page * size;
            Part {
                page,
                bytes: (offset.max(first) - first) as usize
                    ..(end.min(first + size) - first) as usize,
            }
        }))
    }
}
