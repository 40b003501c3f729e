//! The format's checksums: XXH3, 64 bits, cut to their low end.

use twox_hash::XxHash3_64;

/// The four-byte checksum of a chunk's content or compressed bytes.
pub(crate) fn low_32(bytes: &[u8]) -> u32 {
    XxHash3_64::oneshot(bytes) as u32
}

/// The one-byte checksum of a frame header.
pub(crate) fn low_8(bytes: &[u8]) -> u8 {
    XxHash3_64::oneshot(bytes) as u8
}
