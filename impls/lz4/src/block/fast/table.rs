//! Where a hash was seen last.

use alloc::boxed::Box;

use crate::block::word::{u32_at, u64_at};

/// log2 of the bytes in a table (`LZ4_MEMORY_USAGE`).
const TABLE_LOG: u32 = 14;

/// Positions by hash. What is found there is a guess, to be verified.
pub(super) trait Table {
    /// Whether positions can lie further apart than an offset can tell.
    const LONG: bool;

    /// The bytes that are hashed, and maybe more.
    type Key: Copy;

    /// The key of what begins with these bytes, at least eight.
    fn key(bytes: &[u8]) -> Self::Key;

    /// The four bytes that a guess is verified by.
    fn word(key: Self::Key) -> u32;

    fn hash(key: Self::Key) -> usize;

    fn get(&self, hash: usize) -> u32;

    fn put(&mut self, hash: usize, index: u32);
}

/// For inputs whose every position fits 16 bits: twice as many entries
/// (`byU16`).
pub(super) struct Short(Box<Entries>);

#[repr(align(64))]
#[derive(Clone, Copy)]
struct Entries([u16; 1 << (TABLE_LOG - 1)]);

/// For all others (`byU32`).
#[derive(Clone)]
pub(in crate::block) struct Long(Box<[u32; 1 << (TABLE_LOG - 2)]>);

impl Table for Short {
    const LONG: bool = false;

    type Key = u32;

    #[inline(always)]
    fn key(bytes: &[u8]) -> u32 {
        u32_at(bytes, 0)
    }

    #[inline(always)]
    fn word(key: u32) -> u32 {
        key
    }

    /// `LZ4_hash4`
    #[inline(always)]
    fn hash(key: u32) -> usize {
        (key.wrapping_mul(2_654_435_761) >> (32 - (TABLE_LOG - 1))) as usize
    }

    #[inline(always)]
    fn get(&self, hash: usize) -> u32 {
        self.0.0[hash].into()
    }

    #[inline(always)]
    fn put(&mut self, hash: usize, index: u32) {
        self.0.0[hash] = index as u16;
    }
}

impl Table for Long {
    const LONG: bool = true;

    type Key = u64;

    #[inline(always)]
    fn key(bytes: &[u8]) -> u64 {
        u64_at(bytes, 0)
    }

    #[inline(always)]
    fn word(key: u64) -> u32 {
        key as u32
    }

    /// `LZ4_hash5`: of five bytes, on every machine, as liblz4 does it on those
    /// with 64 bits.
    #[inline(always)]
    fn hash(key: u64) -> usize {
        const PRIME: u64 = 889_523_592_379;
        ((key << 24).wrapping_mul(PRIME) >> (64 - (TABLE_LOG - 2))) as usize
    }

    #[inline(always)]
    fn get(&self, hash: usize) -> u32 {
        self.0[hash]
    }

    #[inline(always)]
    fn put(&mut self, hash: usize, index: u32) {
        self.0[hash] = index;
    }
}

impl Short {
    pub(super) fn new() -> Self {
        Self(Box::new(Entries([0; _])))
    }

    pub(super) fn clear(&mut self) {
        self.0.0.fill(0);
    }
}

impl Long {
    pub(super) fn new() -> Self {
        Self(zeroed())
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.0.copy_from_slice(&*other.0);
    }

    /// Moves all positions down, those that fall below 0 to 0.
    pub(super) fn rebase(&mut self, down: u32) {
        for index in &mut *self.0 {
            *index = index.saturating_sub(down);
        }
    }
}

#[allow(
    clippy::unnecessary_box_returns,
    reason = "16 KiB are not to pass through the stack"
)]
fn zeroed<T: Copy + Default, const N: usize>() -> Box<[T; N]> {
    alloc::vec![T::default(); N]
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| unreachable!("it has N entries"))
}
