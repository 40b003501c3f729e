//! Slabs whose slots are of one size.

use std::io;
use std::vec::Vec;

use memmap2::MmapMut;
use parking_lot::{Mutex, MutexGuard, RwLock};

use super::book::Book;
use super::directory::Directory;
use super::geometry::{Geometry, SYSTEM_PAGE};
use crate::store::Error;
use crate::store::memory::Memory;

/// A slab: memory of its own, which goes back to the system with it.
type Slab = RwLock<Option<MmapMut>>;

#[derive(Debug)]
pub(super) struct Class {
    geometry: Geometry,
    sharing: bool,
    slabs: Directory<Slab>,
    books: Mutex<Books>,
}

#[derive(Debug, Default)]
struct Books {
    /// By slab.
    slabs: Vec<Option<Book>>,
    /// Slabs with free slots that may be taken.
    open: Vec<u32>,
    /// Numbers of slabs that there are no more.
    vacant: Vec<u32>,
    /// A slab without pages, kept so that one page that comes and goes does
    /// not cost a slab each time.
    spare: Option<u32>,
    /// Bytes of what the taken slots hold.
    bytes: u64,
}

impl Books {
    fn book(&mut self, slab: u32) -> &mut Book {
        self.slabs[slab as usize]
            .as_mut()
            .expect("a slab that is referred to has a book")
    }

    fn list(&mut self, slab: u32) {
        let position = self.open.len() as u32;
        self.open.push(slab);
        self.book(slab).set_listed(Some(position));
    }

    fn unlist(&mut self, slab: u32) {
        let Some(position) = self.book(slab).listed() else {
            return;
        };
        self.book(slab).set_listed(None);
        self.open.swap_remove(position as usize);
        if let Some(&moved) = self.open.get(position as usize) {
            self.book(moved).set_listed(Some(position));
        }
    }

    /// What a list of slabs with room for one more than these takes on top.
    fn growth(&self) -> (usize, u64) {
        if self.slabs.len() < self.slabs.capacity() {
            return (0, 0);
        }
        let more = (self.slabs.capacity() / 4).max(8);
        let each = size_of::<Option<Book>>() + 2 * size_of::<u32>();
        (more, (more * each) as u64)
    }

    /// Makes each list as long as that of slabs, and that by `more` longer:
    /// short as the others may be now, any slab may be in them one day.
    fn grow(&mut self, more: usize) {
        let length = self.slabs.capacity() + more;
        self.slabs.reserve_exact(length - self.slabs.len());
        self.open.reserve_exact(length - self.open.len());
        self.vacant.reserve_exact(length - self.vacant.len());
    }
}

/// Slabs of a class, for one compaction.
#[derive(Debug, Default)]
pub(super) struct Evacuation {
    /// Sorted.
    pub(super) slabs: Vec<u32>,
}

/// What a class has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    pub(super) bytes: u64,
    pub(super) slots: u64,
    pub(super) slabs: u64,
}

impl Class {
    pub(super) fn new(geometry: Geometry, sharing: bool) -> Self {
        Self {
            geometry,
            sharing,
            slabs: Directory::new(),
            books: Mutex::default(),
        }
    }

    pub(super) const fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Copies `parts`, one after the other, to a slot of their own.
    pub(super) fn insert(&self, memory: &Memory, parts: [&[u8]; 2]) -> Result<(u32, u16), Error> {
        let mut books = self.books.lock();
        let slab = match books.open.last() {
            Some(&slab) => slab,
            None => self.add(&mut books, memory)?,
        };
        Ok(self.fill(books, slab, parts))
    }

    /// As [`insert`](Self::insert), to a slab that is to be emptied, for want of
    /// another.
    pub(super) fn insert_leaving(&self, parts: [&[u8]; 2]) -> Option<(u32, u16)> {
        let books = self.books.lock();
        let has_room = |book: &Option<Book>| {
            let book = book.as_ref();
            book.is_some_and(|book| book.is_evacuating() && !book.is_full())
        };
        let slab = books.slabs.iter().position(has_room)?;
        Some(self.fill(books, slab as u32, parts))
    }

    /// Takes a slot of a slab that has a free one.
    fn fill(&self, mut books: MutexGuard<'_, Books>, slab: u32, parts: [&[u8]; 2]) -> (u32, u16) {
        if books.spare == Some(slab) {
            books.spare = None;
        }
        let book = books.book(slab);
        let slot = book.take().expect("a slab that was chosen has a free slot");
        if book.is_full() {
            books.unlist(slab);
        }
        books.bytes += (parts[0].len() + parts[1].len()) as u64;
        drop(books);
        let mut memory = self.slab(slab).write();
        let target = &mut Self::mapped(&mut memory)[usize::from(slot) * self.geometry.slot..];
        let (first, rest) = target.split_at_mut(parts[0].len());
        first.copy_from_slice(parts[0]);
        rest[..parts[1].len()].copy_from_slice(parts[1]);
        (slab, slot)
    }

    /// Looks at a slot that is taken.
    pub(super) fn read<R>(&self, slab: u32, slot: u16, look: impl FnOnce(&[u8]) -> R) -> R {
        let memory = self.slab(slab).read();
        let memory = memory
            .as_deref()
            .expect("a slab that is referred to is there");
        look(&memory[usize::from(slot) * self.geometry.slot..][..self.geometry.slot])
    }

    /// One more page refers to a slot.
    pub(super) fn share(&self, slab: u32, slot: u16) -> bool {
        self.books.lock().book(slab).share(slot)
    }

    /// One page less refers to a slot that holds `length` bytes; true when the
    /// slot is free now.
    pub(super) fn remove(&self, memory: &Memory, slab: u32, slot: u16, length: usize) -> bool {
        let mut books = self.books.lock();
        let book = books.book(slab);
        if !book.give_back(slot) {
            return false;
        }
        let (empty, evacuating) = (book.used() == 0, book.is_evacuating());
        let listed = book.listed().is_some();
        books.bytes -= length as u64;
        if empty && (evacuating || books.spare.is_some()) {
            self.drop_slab(&mut books, memory, slab);
            return true;
        }
        if empty {
            books.spare = Some(slab);
        }
        if !listed && !evacuating {
            books.list(slab);
        }
        true
    }

    /// Gives back the slab that no page is in.
    pub(super) fn drop_spare(&self, memory: &Memory) {
        let mut books = self.books.lock();
        if let Some(spare) = books.spare.take() {
            self.drop_slab(&mut books, memory, spare);
        }
    }

    /// Chooses the slabs that the fewest slots have to be moved from, so that
    /// the others are full, and lets no more slots of them be taken.
    pub(super) fn evacuate(&self, memory: &Memory) -> Evacuation {
        self.drop_spare(memory);
        let mut books = self.books.lock();
        let mut slabs: Vec<(u32, u32)> = (0..)
            .zip(&books.slabs)
            .filter_map(|(slab, book)| Some((book.as_ref()?.used(), slab)))
            .collect();
        let used: usize = slabs.iter().map(|(used, _)| *used as usize).sum();
        let needed = used.div_ceil(self.geometry.slots);
        slabs.sort_unstable();
        slabs.truncate(slabs.len() - needed);
        let mut slabs: Vec<u32> = slabs.into_iter().map(|(_, slab)| slab).collect();
        slabs.sort_unstable();
        for &slab in &slabs {
            books.unlist(slab);
            books.book(slab).set_evacuating(true);
        }
        Evacuation { slabs }
    }

    /// Lets slots be taken again of the slabs that could not be emptied, and
    /// the numbers of the others be used again.
    pub(super) fn finish(&self, evacuation: &Evacuation) {
        let mut books = self.books.lock();
        for &slab in &evacuation.slabs {
            let Some(book) = &mut books.slabs[slab as usize] else {
                books.vacant.push(slab);
                continue;
            };
            book.set_evacuating(false);
            if !book.is_full() {
                books.list(slab);
            }
        }
    }

    pub(super) fn held(&self) -> Held {
        let books = self.books.lock();
        let slabs = books.slabs.iter().flatten();
        Held {
            bytes: books.bytes,
            slots: slabs.clone().map(|book| u64::from(book.used())).sum(),
            slabs: slabs.count() as u64,
        }
    }

    /// Bytes that a slab takes with its book.
    fn cost(&self) -> u64 {
        self.geometry.bytes() as u64 + Book::bytes(self.geometry, self.sharing)
    }

    /// A new slab, listed.
    fn add(&self, books: &mut Books, memory: &Memory) -> Result<u32, Error> {
        let slab = books.vacant.last().copied();
        let number = slab.unwrap_or(books.slabs.len() as u32);
        let (more, lists) = if slab.is_some() {
            (0, 0)
        } else {
            books.growth()
        };
        let cost = self.cost() + lists + self.slabs.missing(number);
        memory.charge(cost)?;
        let mapped = MmapMut::map_anon(self.geometry.bytes()).map_err(|source| {
            memory.release(cost);
            out_of_memory(self.geometry.bytes(), source)
        })?;
        self.slabs.ensure(number);
        *self.slab(number).write() = Some(mapped);
        let book = Some(Book::new(self.geometry, self.sharing));
        if slab.is_some() {
            books.vacant.pop();
            books.slabs[number as usize] = book;
        } else {
            books.grow(more);
            books.slabs.push(book);
        }
        books.list(number);
        Ok(number)
    }

    fn drop_slab(&self, books: &mut Books, memory: &Memory, slab: u32) {
        books.unlist(slab);
        let book = books.slabs[slab as usize].take();
        // While slots are being moved, a number means one slab only.
        if !book.is_some_and(|book| book.is_evacuating()) {
            books.vacant.push(slab);
        }
        *self.slab(slab).write() = None;
        memory.release(self.cost());
    }

    fn slab(&self, slab: u32) -> &Slab {
        self.slabs
            .get(slab)
            .expect("a slab that is referred to is there")
    }

    fn mapped(slab: &mut Option<MmapMut>) -> &mut [u8] {
        slab.as_deref_mut()
            .expect("a slab that is referred to is there")
    }
}

fn out_of_memory(bytes: usize, source: io::Error) -> Error {
    debug_assert!(bytes.is_multiple_of(SYSTEM_PAGE));
    Error::OutOfMemory { bytes, source }
}
