//! A caller's uninitialized buffer, filled from the front.

use core::mem::MaybeUninit;

/// The bytes offered do not fit in what is left of a [`Spare`].
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{needed} bytes do not fit in the {available} bytes left")]
pub struct Full {
    /// Bytes that were to be written.
    pub needed: usize,
    /// Bytes left in the buffer.
    pub available: usize,
}

/// An uninitialized buffer of the caller's and the prefix of it that has been
/// written.
///
/// Invariant: `buffer[..filled]` is initialized, and `filled <= buffer.len()`.
///
/// ```
/// use std::mem::MaybeUninit;
///
/// let mut memory = [MaybeUninit::uninit(); 8];
/// let mut spare = mem::Spare::new(&mut memory);
/// spare.put(b"page")?;
/// assert_eq!(spare.filled(), b"page");
/// assert_eq!(spare.available(), 4);
/// assert_eq!(spare.into_filled(), b"page");
/// # Ok::<(), mem::Full>(())
/// ```
#[derive(Debug)]
pub struct Spare<'a> {
    buffer: &'a mut [MaybeUninit<u8>],
    filled: usize,
}

impl<'a> Spare<'a> {
    /// An empty buffer over `buffer`.
    pub const fn new(buffer: &'a mut [MaybeUninit<u8>]) -> Self {
        Self { buffer, filled: 0 }
    }

    /// Bytes that can still be written.
    #[must_use]
    pub const fn available(&self) -> usize {
        self.buffer.len() - self.filled
    }

    /// What has been written so far.
    #[must_use]
    pub fn filled(&self) -> &[u8] {
        debug_assert!(self.filled <= self.buffer.len());
        // SAFETY: the invariant, `buffer[..filled]` is initialized.
        unsafe { self.buffer[..self.filled].assume_init_ref() }
    }

    /// Appends `bytes`.
    ///
    /// # Errors
    ///
    /// [`Full`] when they do not fit; nothing is written then.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Full> {
        let available = self.available();
        let full = Full {
            needed: bytes.len(),
            available,
        };
        self.buffer[self.filled..]
            .get_mut(..bytes.len())
            .ok_or(full)?
            .write_copy_of_slice(bytes);
        self.filled += bytes.len();
        Ok(())
    }

    /// Lets `write` fill the `limit` bytes after what is filled, which are zero
    /// before, and counts as many as it says it has written.
    ///
    /// # Errors
    ///
    /// What `write` reports; nothing counts as filled then.
    ///
    /// # Panics
    ///
    /// When `limit` exceeds [`Self::available`], or `write` says more than
    /// `limit`.
    pub fn fill<E>(
        &mut self,
        limit: usize,
        write: impl FnOnce(&mut [u8]) -> Result<usize, E>,
    ) -> Result<usize, E> {
        let target = &mut self.buffer[self.filled..][..limit];
        target.fill(MaybeUninit::new(0));
        // SAFETY: the line above has initialized every byte of `target`.
        let target = unsafe { target.assume_init_mut() };
        let written = write(target)?;
        assert!(written <= limit, "more was written than there was room for");
        self.filled += written;
        Ok(written)
    }

    /// The written prefix, for the lifetime of the buffer.
    #[must_use]
    pub fn into_filled(self) -> &'a mut [u8] {
        debug_assert!(self.filled <= self.buffer.len());
        // SAFETY: the invariant, `buffer[..filled]` is initialized.
        unsafe { self.buffer[..self.filled].assume_init_mut() }
    }
}
