//! Bytes that records are read into.

use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

use super::spare;

/// Bytes that records are read into, one after another.
///
/// Large ones come from the system, not from the allocator: they begin where a
/// huge page does, and what an allocator keeps or returns does not depend on
/// them. Some are kept for whoever reads next.
#[derive(Debug, Default)]
pub(crate) struct Buffer(Memory);

/// What is shorter, in bytes, the allocator may have.
const SMALL: usize = 256 << 10;

#[derive(Debug)]
enum Memory {
    Allocated(Vec<u8>),
    Mapped(MmapMut),
}

impl Default for Memory {
    fn default() -> Self {
        Self::Allocated(Vec::new())
    }
}

impl Buffer {
    /// Gives it room for `size` bytes. When it has to grow, what was in it is
    /// gone, and what is in it is anything. It is an eighth longer then, since
    /// records are much alike in length, and what is never touched takes no
    /// memory.
    pub(crate) fn make_room(&mut self, size: usize) {
        if self.len() < size {
            self.grow(size);
        }
    }

    #[cold]
    fn grow(&mut self, size: usize) {
        self.give_back();
        let room = size + size / 8;
        let mapped = if room < SMALL {
            None
        } else {
            spare::take(size).or_else(|| spare::map(room))
        };
        self.0 = match mapped {
            Some(mapped) => Memory::Mapped(mapped),
            None => Memory::Allocated(vec![0; room]),
        };
    }

    fn give_back(&mut self) {
        if let Memory::Mapped(mapped) = std::mem::take(&mut self.0) {
            spare::give(mapped);
        }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        self.give_back();
    }
}

impl Deref for Buffer {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Memory::Allocated(bytes) => bytes,
            Memory::Mapped(bytes) => bytes,
        }
    }
}

impl DerefMut for Buffer {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        match &mut self.0 {
            Memory::Allocated(bytes) => bytes,
            Memory::Mapped(bytes) => bytes,
        }
    }
}
