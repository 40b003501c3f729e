//! A file that takes pages which memory need not hold.

use std::boxed::Box;
use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::vec;

use parking_lot::Mutex;

use super::keep::hash_of;
use super::options::MAX_PAGES;
use super::{Error, Store};

/// Pages by block; a block is as long as a page.
#[derive(Debug)]
pub(super) struct Backing {
    file: File,
    blocks: Mutex<Blocks>,
    /// Pages that may still be written; `u64::MAX` for any number.
    budget: AtomicU64,
    pub(super) reads: AtomicU64,
    pub(super) writes: AtomicU64,
}

/// Which blocks are free.
#[derive(Debug)]
struct Blocks {
    /// A bit for every block, set where it is free.
    free: Box<[u64]>,
    /// No word before this one has a free block.
    first: usize,
    used: u64,
}

impl Blocks {
    fn new(count: u64) -> Self {
        let mut free = vec![u64::MAX; count.div_ceil(64) as usize].into_boxed_slice();
        let beyond = free.len() as u64 * 64 - count;
        if let Some(last) = free.last_mut() {
            *last >>= beyond;
        }
        Self {
            free,
            first: 0,
            used: 0,
        }
    }

    fn take(&mut self) -> Option<u32> {
        let from = self.first;
        let words = self.free.iter_mut().enumerate().skip(from);
        let found = words.into_iter().find(|(_, word)| **word != 0);
        let Some((index, word)) = found else {
            self.first = self.free.len();
            return None;
        };
        let bit = word.trailing_zeros();
        *word &= *word - 1;
        self.first = index;
        self.used += 1;
        Some(index as u32 * 64 + bit)
    }

    fn give_back(&mut self, block: u32) {
        let index = block as usize / 64;
        self.free[index] |= 1 << (block % 64);
        self.first = self.first.min(index);
        self.used -= 1;
    }
}

impl Backing {
    /// Pages in the file.
    pub(super) fn used(&self) -> u64 {
        self.blocks.lock().used
    }

    pub(super) fn take_block(&self) -> Option<u32> {
        self.blocks.lock().take()
    }

    /// One page of the budget, if there is one left.
    pub(super) fn spend(&self) -> bool {
        let spent = |left: u64| match left {
            u64::MAX => Some(left),
            _ => left.checked_sub(1),
        };
        self.budget
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, spent)
            .is_ok()
    }

    pub(super) fn budget(&self) -> Option<u64> {
        let budget = self.budget.load(Ordering::Relaxed);
        (budget != u64::MAX).then_some(budget)
    }

    pub(super) fn write(&self, block: u32, page: &[u8]) -> io::Result<()> {
        positioned::write(&self.file, page, u64::from(block) * page.len() as u64)?;
        self.writes.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn read(&self, block: u32, page: &mut [u8]) -> io::Result<()> {
        let offset = u64::from(block) * page.len() as u64;
        positioned::read(&self.file, page, offset)?;
        self.reads.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

impl Store {
    /// Gives the store a file for [`write_back`](Self::write_back), of which it
    /// uses the first `capacity` bytes, in whole pages. What is in the file is
    /// overwritten as pages come; nothing in it is of use after the store.
    ///
    /// # Errors
    ///
    /// [`Error::AlreadyBacked`], [`Error::BackingCapacity`],
    /// [`Error::MemoryLimit`] for the books: a bit a page.
    pub fn attach_backing(&self, file: File, capacity: u64) -> Result<(), Error> {
        let count = capacity / self.page_size().bytes() as u64;
        if count == 0 || count > MAX_PAGES {
            return Err(Error::BackingCapacity { capacity });
        }
        let bytes = count.div_ceil(64) * 8;
        self.slabs.with_room(|memory| memory.charge(bytes))?;
        let backing = Backing {
            file,
            blocks: Mutex::new(Blocks::new(count)),
            budget: u64::MAX.into(),
            reads: 0.into(),
            writes: 0.into(),
        };
        self.backing.set(backing).map_err(|_| {
            self.memory().release(bytes);
            Error::AlreadyBacked
        })
    }

    /// Lets `pages` more pages be written to the backing file, and then none
    /// until this is called again; `None` lets any number. For the sake of what
    /// the file is on.
    ///
    /// # Errors
    ///
    /// [`Error::NoBacking`]
    pub fn set_write_back_budget(&self, pages: Option<u64>) -> Result<(), Error> {
        let backing = self.backing.get().ok_or(Error::NoBacking)?;
        let pages = pages.map_or(u64::MAX, |pages| pages.min(u64::MAX - 1));
        backing.budget.store(pages, Ordering::Relaxed);
        Ok(())
    }

    /// Reads a page from the file.
    pub(super) fn fetch(
        &self,
        number: u64,
        block: u32,
        check: u32,
        page: &mut [u8],
    ) -> Result<(), Error> {
        let backing = self.backing.get().ok_or(Error::NoBacking)?;
        backing.read(block, page).map_err(|source| Error::Backing {
            page: number,
            source,
        })?;
        if hash_of(page) as u32 == check {
            Ok(())
        } else {
            Err(Error::Checksum { page: number })
        }
    }

    pub(super) fn release_block(&self, block: u32) {
        if let Some(backing) = self.backing.get() {
            backing.blocks.lock().give_back(block);
        }
    }
}

/// Reads and writes that do not move a common position.
mod positioned {
    use std::fs::File;
    use std::io;

    #[cfg(unix)]
    pub(super) fn read(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
    }

    #[cfg(unix)]
    pub(super) fn write(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
    }

    #[cfg(windows)]
    pub(super) fn read(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
        while !bytes.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(file, bytes, offset)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => {
                    bytes = &mut bytes[count..];
                    offset += count as u64;
                }
            }
        }
        Ok(())
    }

    #[cfg(windows)]
    pub(super) fn write(file: &File, mut bytes: &[u8], mut offset: u64) -> io::Result<()> {
        while !bytes.is_empty() {
            match std::os::windows::fs::FileExt::seek_write(file, bytes, offset)? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                count => {
                    bytes = &bytes[count..];
                    offset += count as u64;
                }
            }
        }
        Ok(())
    }
}
