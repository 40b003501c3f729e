//! What a store must be: a `Vec` of bytes.

use std::ops::Range;

use super::operation::Operation;

/// All bytes of a store, and which pages are holes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Model {
    page: usize,
    memory: Vec<u8>,
    holes: Vec<bool>,
}

impl Model {
    /// Of so many pages of `page` bytes, all of them holes.
    pub fn new(pages: u64, page: usize) -> Self {
        let pages = pages as usize;
        Self {
            page,
            memory: vec![0; pages * page],
            holes: vec![true; pages],
        }
    }

    /// All bytes.
    pub fn memory(&self) -> &[u8] {
        &self.memory
    }

    /// Pages that are no holes.
    pub fn kept(&self) -> u64 {
        self.holes.iter().filter(|hole| !**hole).count() as u64
    }

    /// A page's bytes.
    pub fn page(&self, number: u64) -> Option<&[u8]> {
        self.memory.chunks(self.page).nth(number as usize)
    }

    /// Bytes anywhere, if they are there.
    pub fn bytes(&self, range: &Range<u64>) -> Option<&[u8]> {
        self.memory
            .get(usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?)
    }

    /// Whether a page is a hole.
    pub fn is_hole(&self, number: u64) -> bool {
        self.holes[number as usize]
    }

    /// What an operation writes: the range, and the bytes; `None` if it writes
    /// nothing.
    pub fn written(&self, operation: &Operation) -> Option<(Range<u64>, Vec<u8>)> {
        let page = self.page as u64;
        match operation {
            Operation::Put(number, content) => {
                let start = number.checked_mul(page)?;
                let range = start..start.checked_add(page)?;
                Some((range, content.bytes(self.page)))
            }
            Operation::WriteAt(range, content) => {
                let length = usize::try_from(range.end - range.start).ok()?;
                Some((range.clone(), content.bytes(length)))
            }
            _ => None,
        }
    }

    /// Writes, page by page.
    pub fn write(&mut self, range: &Range<u64>, bytes: &[u8]) {
        self.memory[range.start as usize..range.end as usize].copy_from_slice(bytes);
        for number in self.pages_of(range) {
            self.holes[number] = false;
        }
    }

    /// Discards: zeros, and holes where pages are discarded whole.
    pub fn discard(&mut self, range: &Range<u64>) {
        self.memory[range.start as usize..range.end as usize].fill(0);
        let page = self.page as u64;
        for number in self.pages_of(range) {
            let start = number as u64 * page;
            if range.start <= start && start + page <= range.end {
                self.holes[number] = true;
            }
        }
    }

    /// The pages that a range touches.
    pub fn pages_of(&self, range: &Range<u64>) -> Range<usize> {
        if range.is_empty() {
            return 0..0;
        }
        let page = self.page as u64;
        (range.start / page) as usize..range.end.div_ceil(page) as usize
    }
}
