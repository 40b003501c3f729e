//! Writers that can be trusted with uninitialized memory.

use core::mem::MaybeUninit;

/// Something that writes into uninitialized memory once.
///
/// # Safety
///
/// When [`fill`](Fill::fill) returns `Ok(n)`, then `n <= target.len()` and
/// every byte of `target[..n]` is initialized.
pub unsafe trait Fill {
    /// What can go wrong.
    type Error;

    /// Writes to the front of `target` and returns how many bytes of it are
    /// initialized now.
    ///
    /// # Errors
    ///
    /// The writer's own; nothing is promised of `target` then.
    fn fill(self, target: &mut [MaybeUninit<u8>]) -> Result<usize, Self::Error>;
}

/// A Zstandard frame, magic number included, to be decoded by `decoder`.
#[derive(Debug)]
pub struct ZstdFrame<'d, 'f> {
    /// The decoder, with its limits.
    pub decoder: &'d mut mzstd::Decompressor,
    /// The compressed frame.
    pub frame: &'f [u8],
}

// SAFETY: `mzstd::Decompressor::decompress_to_uninit` documents that on
// success exactly `dst[..written]` is initialized; `Spare` checks the length.
unsafe impl Fill for ZstdFrame<'_, '_> {
    type Error = mzstd::DecodeError;

    fn fill(self, target: &mut [MaybeUninit<u8>]) -> Result<usize, Self::Error> {
        self.decoder.decompress_to_uninit(self.frame, target)
    }
}
