//! Bits into bytes, the lowest first.

use alloc::vec::Vec;

#[derive(Debug, Default)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    pending: u64,
    count: u32,
}

impl Bits {
    /// Appends the lowest `count` bits of `value`, 32 at most.
    pub(super) fn push(&mut self, value: u32, count: u32) {
        debug_assert!(count <= 32 && u64::from(value) >> count == 0);
        self.pending |= u64::from(value) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// All bytes; the last one filled up with zeros.
    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}
