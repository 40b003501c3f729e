//! The slabs of all classes, by number.

use std::sync::atomic::{AtomicU32, Ordering};

use memmap2::MmapMut;
use parking_lot::{Mutex, MutexGuard, RwLock};

use super::book::{Book, END, State};
use super::directory::Directory;
use super::geometry::{Geometry, SYSTEM_PAGE};
use crate::store::Error;
use crate::store::memory::Memory;

/// A slab with its book, on a cache line of its own: threads that work in
/// different slabs share nothing.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Slab {
    /// Memory of its own, which goes back to the system with it.
    memory: RwLock<Option<MmapMut>>,
    /// Changed under the lock of the slab's class, and while it has no class.
    book: Mutex<Book>,
}

/// Slabs, and the memory that is charged for them.
#[derive(Debug)]
pub(super) struct Pool {
    slabs: Directory<Slab>,
    pub(super) sharing: bool,
    /// How many threads the limit leaves no room. While there are any, no slab
    /// without pages is kept, nor a slot for a thread. Who is about to keep one
    /// looks here under the lock under which those in need take it away.
    in_need: AtomicU32,
    numbers: Mutex<Numbers>,
    memory: Memory,
}

/// On cache lines of its own, away from what is only read.
#[derive(Debug)]
#[repr(align(128))]
struct Numbers {
    /// The first that was never given to a slab.
    unused: u32,
    /// The first of the list of those that there are no more.
    vacant: u32,
}

impl Pool {
    /// # Errors
    ///
    /// [`Error::MemoryLimit`]
    pub(super) fn new(sharing: bool, memory: Memory) -> Result<Self, Error> {
        memory.charge(size_of::<Directory<Slab>>() as u64)?;
        Ok(Self {
            slabs: Directory::new(),
            sharing,
            in_need: 0.into(),
            numbers: Mutex::new(Numbers {
                unused: 0,
                vacant: END,
            }),
            memory,
        })
    }

    pub(super) const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Whether nothing may be kept that no page needs.
    pub(super) fn is_needed(&self) -> bool {
        self.in_need.load(Ordering::Relaxed) > 0
    }

    /// Does something, before the end of which nothing is kept that no page
    /// needs.
    pub(super) fn in_need<R>(&self, work: impl FnOnce() -> R) -> R {
        self.in_need.fetch_add(1, Ordering::Relaxed);
        let done = work();
        self.in_need.fetch_sub(1, Ordering::Relaxed);
        done
    }

    /// Numbers of all slabs there are; some there are no more.
    pub(super) fn numbers(&self) -> std::ops::Range<u32> {
        0..self.numbers.lock().unused
    }

    #[inline]
    fn slab(&self, number: u32) -> &Slab {
        self.slabs
            .get(number)
            .expect("a slab that is referred to is there")
    }

    pub(super) fn book(&self, number: u32) -> MutexGuard<'_, Book> {
        self.slab(number).book.lock()
    }

    /// Looks at part of a slab.
    #[inline]
    pub(super) fn read<R>(
        &self,
        number: u32,
        start: usize,
        length: usize,
        look: impl FnOnce(&[u8]) -> R,
    ) -> R {
        let memory = self.slab(number).memory.read();
        let memory = memory
            .as_deref()
            .expect("a slab that is referred to is there");
        look(&memory[start..][..length])
    }

    /// Copies `parts`, one after the other, to a slab.
    pub(super) fn write(&self, number: u32, start: usize, parts: [&[u8]; 2]) {
        let mut memory = self.slab(number).memory.write();
        let memory = memory
            .as_deref_mut()
            .expect("a slab that is referred to is there");
        let (first, rest) = memory[start..].split_at_mut(parts[0].len());
        first.copy_from_slice(parts[0]);
        rest[..parts[1].len()].copy_from_slice(parts[1]);
    }

    /// Bytes of a slab and its book.
    fn cost(&self, geometry: Geometry) -> u64 {
        geometry.bytes() as u64 + Book::bytes(geometry, self.sharing)
    }

    /// A new slab, none of whose slots is taken.
    ///
    /// # Errors
    ///
    /// [`Error::MemoryLimit`], [`Error::OutOfMemory`]
    pub(super) fn add(&self, geometry: Geometry, class: u8) -> Result<u32, Error> {
        let number = self.take_number(self.cost(geometry))?;
        let bytes = geometry.bytes();
        debug_assert!(bytes.is_multiple_of(SYSTEM_PAGE));
        match MmapMut::map_anon(bytes) {
            Ok(memory) => *self.slab(number).memory.write() = Some(memory),
            Err(source) => {
                self.memory.release(self.cost(geometry));
                self.give_number(number);
                return Err(Error::OutOfMemory { bytes, source });
            }
        }
        *self.book(number) = Book::new(geometry, self.sharing, class);
        Ok(number)
    }

    /// Gives the memory of a slab back, but not its number.
    pub(super) fn empty(&self, number: u32, book: &mut Book, geometry: Geometry, state: State) {
        *book = Book::without_slab(book.next, state);
        *self.slab(number).memory.write() = None;
        self.memory.release(self.cost(geometry));
    }

    /// A number for a slab that costs so many bytes, which are charged.
    fn take_number(&self, cost: u64) -> Result<u32, Error> {
        let mut numbers = self.numbers.lock();
        let number = numbers.vacant;
        if number != END {
            self.memory.charge(cost)?;
            numbers.vacant = self.book(number).next;
            return Ok(number);
        }
        let number = numbers.unused;
        self.memory.charge(cost + self.slabs.missing(number))?;
        self.slabs.ensure(number);
        numbers.unused += 1;
        Ok(number)
    }

    /// Lets a number be used again. Its book must not be locked.
    pub(super) fn give_number(&self, number: u32) {
        let mut numbers = self.numbers.lock();
        *self.book(number) = Book::without_slab(numbers.vacant, State::Vacant);
        numbers.vacant = number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slab_is_a_cache_line() {
        assert_eq!(size_of::<Slab>(), 64);
    }
}
