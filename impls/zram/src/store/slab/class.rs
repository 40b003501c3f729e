//! Slabs whose slots are of one size.

use std::mem;
use std::vec::Vec;

use parking_lot::Mutex;

use super::book::{END, State};
use super::geometry::Geometry;
use super::pool::Pool;
use crate::store::Error;

/// A class, on cache lines of its own.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Class {
    index: u8,
    geometry: Geometry,
    books: Mutex<Books>,
}

#[derive(Debug)]
struct Books {
    /// The first of the list of slabs with free slots. Slots are taken of no
    /// other, so that only the first one leaves the list for want of them.
    open: u32,
    /// How many of the list are gone: no more than there are slabs, so that other
    /// classes do not need numbers of their own for long.
    gone: u64,
    /// A slab without pages, kept so that one page that comes and goes does
    /// not cost a slab each time.
    spare: Option<u32>,
    /// Slabs that are to be emptied.
    leaving: Vec<u32>,
    held: Held,
}

/// What a class has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    /// Bytes of what the taken slots hold, beyond 2^64: magazines have a part of
    /// the account.
    pub(super) bytes: u64,
    /// Slots that are taken.
    pub(super) slots: u64,
    pub(super) slabs: u64,
}

impl Books {
    fn push(&mut self, pool: &Pool, slab: u32) {
        let mut book = pool.book(slab);
        book.state = State::Open;
        book.next = self.open;
        self.open = slab;
    }

    /// The first slab of the list. Those that are gone leave it.
    fn first(&mut self, pool: &Pool) -> Option<u32> {
        while self.open != END {
            let slab = self.open;
            let book = pool.book(slab);
            if book.state != State::Gone {
                return Some(slab);
            }
            self.open = book.next;
            drop(book);
            self.gone -= 1;
            pool.give_number(slab);
        }
        None
    }

    /// Leaves only open slabs in the list of those.
    fn unlist(&mut self, pool: &Pool) {
        let (mut kept, mut slab) = (None, self.open);
        while slab != END {
            let book = pool.book(slab);
            let (state, next) = (book.state, book.next);
            drop(book);
            if state == State::Open {
                kept = Some(slab);
            } else {
                match kept {
                    Some(before) => pool.book(before).next = next,
                    None => self.open = next,
                }
                if state == State::Gone {
                    pool.give_number(slab);
                }
            }
            slab = next;
        }
        self.gone = 0;
    }
}

impl Class {
    pub(super) const fn new(geometry: Geometry, index: u8) -> Self {
        Self {
            index,
            geometry,
            books: Mutex::new(Books {
                open: END,
                gone: 0,
                spare: None,
                leaving: Vec::new(),
                held: Held {
                    bytes: 0,
                    slots: 0,
                    slabs: 0,
                },
            }),
        }
    }

    /// Takes a slot for `length` bytes; of a new slab, if there has to be one.
    ///
    /// # Errors
    ///
    /// [`Error::MemoryLimit`], [`Error::OutOfMemory`]
    pub(super) fn take(&self, pool: &Pool, length: usize) -> Result<(u32, u16), Error> {
        let mut books = self.books.lock();
        let slab = if let Some(slab) = books.first(pool) {
            slab
        } else {
            let slab = pool.add(self.geometry, self.index)?;
            books.held.slabs += 1;
            books.push(pool, slab);
            slab
        };
        Ok(self.take_of(&mut books, pool, slab, length))
    }

    /// Takes a slot for `length` bytes, of a slab that is there and stays.
    pub(super) fn take_open(&self, pool: &Pool, length: usize) -> Option<(u32, u16)> {
        let mut books = self.books.lock();
        let slab = books.first(pool)?;
        Some(self.take_of(&mut books, pool, slab, length))
    }

    /// As [`take`](Self::take), of a slab that is to be emptied, for want of
    /// another.
    pub(super) fn take_leaving(&self, pool: &Pool, length: usize) -> Option<(u32, u16)> {
        let mut books = self.books.lock();
        let has_room = |&slab: &u32| {
            let book = pool.book(slab);
            book.state == State::Leaving && !book.is_full(self.geometry)
        };
        let slab = books.leaving.iter().copied().find(has_room)?;
        Some(self.take_of(&mut books, pool, slab, length))
    }

    /// Takes a slot of the first open slab, or of one that is not in the list.
    fn take_of(&self, books: &mut Books, pool: &Pool, slab: u32, length: usize) -> (u32, u16) {
        if books.spare == Some(slab) {
            books.spare = None;
        }
        let mut book = pool.book(slab);
        let slot = book
            .take(self.geometry)
            .expect("a slab that was chosen has a free slot");
        if book.state == State::Open && book.is_full(self.geometry) {
            book.state = State::Full;
            books.open = book.next;
        }
        books.held.slots += 1;
        books.held.bytes = books.held.bytes.wrapping_add(length as u64);
        (slab, slot)
    }

    /// One more page refers to a slot.
    pub(super) fn share(&self, pool: &Pool, slab: u32, slot: u16) -> bool {
        pool.book(slab).share(self.geometry, slot)
    }

    /// One page less refers to a slot that holds `length` bytes; true when the
    /// slot is free now.
    pub(super) fn remove(&self, pool: &Pool, slab: u32, slot: u16, length: usize) -> bool {
        let mut books = self.books.lock();
        let mut book = pool.book(slab);
        if !book.give_back(self.geometry, slot) {
            return false;
        }
        books.held.slots -= 1;
        books.held.bytes = books.held.bytes.wrapping_sub(length as u64);
        let (empty, state) = (book.used() == 0, book.state);
        drop(book);
        let keeps = state != State::Leaving && books.spare.is_none() && !pool.is_needed();
        if empty && !keeps {
            self.empty(&mut books, pool, slab);
            return true;
        }
        if empty {
            books.spare = Some(slab);
        }
        if state == State::Full {
            books.push(pool, slab);
        }
        true
    }

    /// Gives back the memory of a slab that no page is in.
    fn empty(&self, books: &mut Books, pool: &Pool, slab: u32) {
        let mut book = pool.book(slab);
        let (state, number) = match book.state {
            State::Leaving => (State::Left, None),
            State::Open if books.open == slab => {
                books.open = book.next;
                (State::Vacant, Some(slab))
            }
            State::Open => (State::Gone, None),
            _ => (State::Vacant, Some(slab)),
        };
        pool.empty(slab, &mut book, self.geometry, state);
        drop(book);
        books.held.slabs -= 1;
        if let Some(number) = number {
            pool.give_number(number);
        }
        books.gone += u64::from(state == State::Gone);
        if books.gone > books.held.slabs {
            books.unlist(pool);
        }
    }

    /// Gives back the slab that no page is in.
    pub(super) fn drop_spare(&self, pool: &Pool) {
        let mut books = self.books.lock();
        if let Some(spare) = books.spare.take() {
            self.empty(&mut books, pool, spare);
        }
    }

    /// Chooses among `slabs`, all that it has, those that the fewest slots have
    /// to be moved from, so that the others are full, and lets no more slots of
    /// them be taken.
    ///
    /// `room` is how many slots larger classes will have left: if what is in a
    /// slab that would not be full has room there, no slab stays for it.
    pub(super) fn evacuate(&self, pool: &Pool, slabs: &[u32], room: &mut usize) {
        let mut books = self.books.lock();
        let mut staying: Vec<(usize, u32)> = Vec::new();
        for &slab in slabs {
            let book = pool.book(slab);
            // It may be gone by now, and another's.
            if book.class == self.index && matches!(book.state, State::Open | State::Full) {
                staying.push((book.used(), slab));
            }
        }
        let used: usize = staying.iter().map(|(used, _)| used).sum();
        let (mut needed, rest) = (used / self.geometry.slots, used % self.geometry.slots);
        if rest <= *room {
            *room -= rest;
        } else {
            needed += 1;
            *room += self.geometry.slots - rest;
        }
        staying.sort_unstable();
        staying.truncate(staying.len() - needed);
        for (_, slab) in staying {
            pool.book(slab).state = State::Leaving;
            books.leaving.push(slab);
        }
        books.unlist(pool);
    }

    /// The slabs that are to be emptied, or have been.
    pub(super) fn leaving(&self) -> Vec<u32> {
        self.books.lock().leaving.clone()
    }

    /// Lets slots be taken again of the slabs that could not be emptied, and
    /// the numbers of the others be used again.
    pub(super) fn finish(&self, pool: &Pool) {
        let mut books = self.books.lock();
        for slab in mem::take(&mut books.leaving) {
            let mut book = pool.book(slab);
            if book.state == State::Left {
                drop(book);
                pool.give_number(slab);
            } else if book.is_full(self.geometry) {
                book.state = State::Full;
            } else {
                drop(book);
                books.push(pool, slab);
            }
        }
    }

    pub(super) fn held(&self) -> Held {
        self.books.lock().held
    }
}
