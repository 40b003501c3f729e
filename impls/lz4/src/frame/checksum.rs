//! XXH32 with seed 0, which all checksums of a frame are made of.

use core::hash::Hasher;

use twox_hash::XxHash32;

/// The checksum of `bytes`.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    XxHash32::oneshot(0, bytes)
}

/// A checksum of bytes that come piece by piece.
pub(super) struct Running(XxHash32);

impl Running {
    pub(super) const fn new() -> Self {
        Self(XxHash32::with_seed(0))
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    pub(super) fn value(&self) -> u32 {
        self.0.finish_32()
    }
}
