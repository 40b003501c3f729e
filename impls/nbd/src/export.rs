//! What a server exports.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::{BlockSizes, Error};

/// A range of bytes that clients read and write: a disk.
///
/// Every connection has a thread, so that methods are called from several at
/// once. Offsets and lengths are in bytes. The server has checked before a call
/// that they are multiples of the minimum of [`block_sizes`](Self::block_sizes),
/// that the range ends within [`size`](Self::size), that it is not empty, that no
/// more than the maximum is read or written, and that a read-only export is not
/// to be changed.
///
/// What a method returns is answered to the client; nothing is tried again.
pub trait Export: Send + Sync {
    /// The size in bytes, a multiple of the minimum block size. It does not
    /// change.
    fn size(&self) -> u64;

    /// How large requests may be.
    fn block_sizes(&self) -> BlockSizes {
        BlockSizes::DEFAULT
    }

    /// What clients are told about the export.
    fn features(&self) -> Features {
        Features::default()
    }

    /// A sentence for people, at most 4096 bytes; a longer one is left out.
    fn description(&self) -> Option<&str> {
        None
    }

    /// Fills all of `buffer` from `offset` on.
    ///
    /// # Errors
    ///
    /// What the client is answered.
    fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), Error>;

    /// Writes all of `data` to `offset`.
    ///
    /// # Errors
    ///
    /// What the client is answered. Part of the data may have been written.
    fn write(&self, offset: u64, data: &[u8]) -> Result<(), Error>;

    /// Makes everything durable that has been written by calls which returned,
    /// from whichever thread. Called by `NBD_CMD_FLUSH`, and after every change
    /// with `NBD_CMD_FLAG_FUA`.
    ///
    /// # Errors
    ///
    /// What the client is answered.
    fn flush(&self) -> Result<(), Error>;

    /// Forgets a range, or not: a hint. What is read from there afterwards is
    /// not said. Called if [`Features::trim`] is on.
    ///
    /// # Errors
    ///
    /// What the client is answered.
    fn discard(&self, offset: u64, length: u64) -> Result<(), Error> {
        let _ = (offset, length);
        Ok(())
    }

    /// Makes a range read as zeros. It may be longer than the maximum block size.
    /// With `keep_allocated` later writes to it must not fail for want of space.
    ///
    /// By itself this writes zeros, 64 KiB at a time.
    ///
    /// # Errors
    ///
    /// What the client is answered.
    fn write_zeroes(&self, offset: u64, length: u64, keep_allocated: bool) -> Result<(), Error> {
        const ZEROS: &[u8] = &[0; 1 << 16];
        let _ = keep_allocated;
        let piece = self.block_sizes().maximum().min(ZEROS.len() as u32);
        let mut done = 0;
        while done < length {
            let piece = (length - done).min(piece.into());
            self.write(offset + done, &ZEROS[..piece as usize])?;
            done += piece;
        }
        Ok(())
    }

    /// Tells what lies in a range, extent after extent from `offset` on, until
    /// the range is told or `report` breaks. What is not told counts as
    /// allocated data, what is told beyond the range is ignored.
    ///
    /// Called by `NBD_CMD_BLOCK_STATUS`, and before a structured read, which
    /// then sends zeros as a hole. `report` only takes notes: it may be called
    /// with locks held.
    ///
    /// # Errors
    ///
    /// What the client is answered.
    fn status(
        &self,
        offset: u64,
        length: u64,
        report: &mut dyn FnMut(Extent) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let _ = offset;
        let _ = report(Extent::data(length));
        Ok(())
    }

    /// Gets a range ready to be read: a hint.
    ///
    /// # Errors
    ///
    /// What the client is answered.
    fn cache(&self, offset: u64, length: u64) -> Result<(), Error> {
        let _ = (offset, length);
        Ok(())
    }
}

/// What clients are told about an export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the protocol"
)]
pub struct Features {
    /// Nothing can be written.
    pub read_only: bool,
    /// [`Export::flush`] makes data durable, so that clients may ask for that
    /// with a single change (`NBD_CMD_FLAG_FUA`).
    pub fua: bool,
    /// All connections see the same data, and a flush on one is for all
    /// (`NBD_FLAG_CAN_MULTI_CONN`).
    pub multi_connection: bool,
    /// [`Export::discard`] does something.
    pub trim: bool,
    /// [`Export::write_zeroes`] takes less time than writing zeros, unless space
    /// is to be kept allocated.
    pub fast_zero: bool,
    /// [`Export::cache`] does something.
    pub cache: bool,
}

/// A part of an export that is of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// In bytes.
    pub length: u64,
    /// Nothing is allocated for it (`NBD_STATE_HOLE`).
    pub hole: bool,
    /// It reads as zeros (`NBD_STATE_ZERO`).
    pub zero: bool,
}

impl Extent {
    /// Allocated, of any content.
    pub const fn data(length: u64) -> Self {
        Self {
            length,
            hole: false,
            zero: false,
        }
    }

    /// Not allocated, and zeros.
    pub const fn hole(length: u64) -> Self {
        Self {
            length,
            hole: true,
            zero: true,
        }
    }
}

impl<E: Export + ?Sized> Export for Arc<E> {
    fn size(&self) -> u64 {
        (**self).size()
    }

    fn block_sizes(&self) -> BlockSizes {
        (**self).block_sizes()
    }

    fn features(&self) -> Features {
        (**self).features()
    }

    fn description(&self) -> Option<&str> {
        (**self).description()
    }

    fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), Error> {
        (**self).read(offset, buffer)
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<(), Error> {
        (**self).write(offset, data)
    }

    fn flush(&self) -> Result<(), Error> {
        (**self).flush()
    }

    fn discard(&self, offset: u64, length: u64) -> Result<(), Error> {
        (**self).discard(offset, length)
    }

    fn write_zeroes(&self, offset: u64, length: u64, keep_allocated: bool) -> Result<(), Error> {
        (**self).write_zeroes(offset, length, keep_allocated)
    }

    fn status(
        &self,
        offset: u64,
        length: u64,
        report: &mut dyn FnMut(Extent) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        (**self).status(offset, length, report)
    }

    fn cache(&self, offset: u64, length: u64) -> Result<(), Error> {
        (**self).cache(offset, length)
    }
}
