//! The order of the bytes of a container's own numbers.

use super::MAGIC;

/// How the numbers of a header are stored. The bytes of events are
/// little-endian in any container: C++ and Java write and read them so.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum ByteOrder {
    /// As all writers in production do.
    Little,
    /// As Java's `Writer` does when it is asked to.
    Big,
}

impl ByteOrder {
    /// The order of a header, by its magic number at offset 28; none if it is
    /// no such number.
    pub(crate) fn of_magic(bytes: [u8; 4]) -> Option<Self> {
        if u32::from_le_bytes(bytes) == MAGIC {
            Some(Self::Little)
        } else if u32::from_be_bytes(bytes) == MAGIC {
            Some(Self::Big)
        } else {
            None
        }
    }

    pub(crate) const fn u32(self, bytes: [u8; 4]) -> u32 {
        match self {
            Self::Little => u32::from_le_bytes(bytes),
            Self::Big => u32::from_be_bytes(bytes),
        }
    }

    pub(crate) const fn u64(self, bytes: [u8; 8]) -> u64 {
        match self {
            Self::Little => u64::from_le_bytes(bytes),
            Self::Big => u64::from_be_bytes(bytes),
        }
    }
}

/// The numbers of a header, by their place.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    pub(super) bytes: &'a [u8; super::HEADER_BYTES],
    pub(super) order: ByteOrder,
}

impl Fields<'_> {
    /// The number at `offset`.
    pub(super) fn u32(self, offset: usize) -> u32 {
        let bytes = self.bytes[offset..offset + 4].try_into();
        self.order.u32(bytes.expect("four bytes"))
    }

    /// The number at `offset`.
    pub(super) fn u64(self, offset: usize) -> u64 {
        let bytes = self.bytes[offset..offset + 8].try_into();
        self.order.u64(bytes.expect("eight bytes"))
    }

    /// The four bytes where magic numbers are.
    pub(super) fn magic(bytes: &[u8; super::HEADER_BYTES]) -> [u8; 4] {
        bytes[28..32].try_into().expect("four bytes")
    }
}

/// A header that is being written, little-endian.
pub(super) struct HeaderBytes(pub(super) [u8; super::HEADER_BYTES]);

impl HeaderBytes {
    /// With its magic number, and zeros.
    pub(super) fn new() -> Self {
        let mut bytes = Self([0; super::HEADER_BYTES]);
        bytes.u32(28, MAGIC);
        bytes
    }

    pub(super) fn u32(&mut self, offset: usize, number: u32) {
        self.0[offset..offset + 4].copy_from_slice(&number.to_le_bytes());
    }

    pub(super) fn u64(&mut self, offset: usize, number: u64) {
        self.0[offset..offset + 8].copy_from_slice(&number.to_le_bytes());
    }
}
