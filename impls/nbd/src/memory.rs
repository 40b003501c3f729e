//! An export that is kept in memory, as it is.

use std::ops::ControlFlow;
use std::ops::Range;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::{Error, Export, Extent, Features};

/// How much is allocated, and locked, at once.
const CHUNK: u64 = 1 << 16;

type Chunk = Option<Box<[u8]>>;

/// A disk in memory, for tests, benches and scratch space.
///
/// It is zeros at first, and takes memory in chunks of 64 KiB as they are written
/// to; discarding or zeroing whole chunks gives that back. Each chunk has a lock:
/// requests within one are atomic.
///
/// ```
/// use nbd::{Export, memory::Memory};
///
/// let memory = Memory::new(1 << 20)?;
/// memory.write(4096, b"touchstone")?;
/// let mut read = [0; 10];
/// memory.read(4096, &mut read)?;
/// assert_eq!(&read, b"touchstone");
/// # Ok::<_, nbd::Error>(())
/// ```
#[derive(Debug)]
pub struct Memory {
    size: u64,
    read_only: bool,
    chunks: Vec<RwLock<Chunk>>,
}

impl Memory {
    /// Zeros of `size` bytes, which take about a thousandth of that.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`] if there is not even that.
    pub fn new(size: u64) -> Result<Self, Error> {
        let count =
            usize::try_from(size.div_ceil(CHUNK)).map_err(|_too_many| Error::OutOfMemory)?;
        let mut chunks = Vec::new();
        chunks
            .try_reserve_exact(count)
            .map_err(|_too_many| Error::OutOfMemory)?;
        chunks.resize_with(count, RwLock::default);
        Ok(Self {
            size,
            read_only: false,
            chunks,
        })
    }

    /// Tells clients that nothing can be written; the server sees to that.
    #[must_use]
    pub const fn with_read_only(mut self, read_only: bool) -> Self {
        self.read_only = read_only;
        self
    }

    /// How much memory is taken for content, in bytes.
    pub fn allocated(&self) -> u64 {
        let taken = self.chunks.iter().filter(|chunk| shared(chunk).is_some());
        taken.count() as u64 * CHUNK
    }

    /// The chunks that a range touches, and the part of the range in each, in
    /// bytes from the chunk's start.
    fn parts(
        &self,
        offset: u64,
        length: u64,
    ) -> Result<impl Iterator<Item = (&RwLock<Chunk>, Range<usize>)>, Error> {
        let end = offset.checked_add(length).filter(|&end| end <= self.size);
        let end = end.ok_or(Error::Invalid)?;
        let touched = (offset / CHUNK) as usize..end.div_ceil(CHUNK) as usize;
        let first = touched.start as u64;
        let chunks = self.chunks.get(touched).unwrap_or_default();
        Ok((first..).zip(chunks).map(move |(number, chunk)| {
            let start = number * CHUNK;
            let part = offset.max(start) - start..end.min(start + CHUNK) - start;
            (chunk, part.start as usize..part.end as usize)
        }))
    }

    /// Makes zeros. Whole chunks are given back if they may be.
    fn clear(&self, offset: u64, length: u64, keep_allocated: bool) -> Result<(), Error> {
        for (chunk, part) in self.parts(offset, length)? {
            let mut chunk = exclusive(chunk);
            if keep_allocated {
                taken(&mut chunk)[part].fill(0);
            } else if part.len() as u64 == CHUNK {
                *chunk = None;
            } else if let Some(bytes) = &mut *chunk {
                bytes[part].fill(0);
            }
        }
        Ok(())
    }
}

/// A chunk is whole between two statements: a thread that panicked left nothing
/// half done.
fn shared(chunk: &RwLock<Chunk>) -> RwLockReadGuard<'_, Chunk> {
    chunk.read().unwrap_or_else(PoisonError::into_inner)
}

fn exclusive(chunk: &RwLock<Chunk>) -> RwLockWriteGuard<'_, Chunk> {
    chunk.write().unwrap_or_else(PoisonError::into_inner)
}

/// A chunk's bytes, which are allocated if they are not.
fn taken(chunk: &mut Chunk) -> &mut [u8] {
    chunk.get_or_insert_with(|| vec![0; CHUNK as usize].into_boxed_slice())
}

impl Export for Memory {
    fn size(&self) -> u64 {
        self.size
    }

    fn features(&self) -> Features {
        Features {
            read_only: self.read_only,
            fua: true,
            multi_connection: true,
            trim: true,
            fast_zero: true,
            cache: false,
        }
    }

    fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), Error> {
        let mut rest = &mut *buffer;
        for (chunk, part) in self.parts(offset, rest.len() as u64)? {
            let (piece, more) = rest.split_at_mut(part.len());
            match &*shared(chunk) {
                Some(bytes) => piece.copy_from_slice(&bytes[part]),
                None => piece.fill(0),
            }
            rest = more;
        }
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<(), Error> {
        let mut rest = data;
        for (chunk, part) in self.parts(offset, data.len() as u64)? {
            let (piece, more) = rest.split_at(part.len());
            taken(&mut exclusive(chunk))[part].copy_from_slice(piece);
            rest = more;
        }
        Ok(())
    }

    /// Memory is as durable as it gets.
    fn flush(&self) -> Result<(), Error> {
        Ok(())
    }

    fn discard(&self, offset: u64, length: u64) -> Result<(), Error> {
        self.clear(offset, length, false)
    }

    fn write_zeroes(&self, offset: u64, length: u64, keep_allocated: bool) -> Result<(), Error> {
        self.clear(offset, length, keep_allocated)
    }

    fn status(
        &self,
        offset: u64,
        length: u64,
        report: &mut dyn FnMut(Extent) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        for (chunk, part) in self.parts(offset, length)? {
            let length = part.len() as u64;
            let extent = match &*shared(chunk) {
                Some(_) => Extent::data(length),
                None => Extent::hole(length),
            };
            if report(extent).is_break() {
                break;
            }
        }
        Ok(())
    }
}
