//! Where bytes were seen last, and where before that.

use alloc::boxed::Box;
use core::hint::select_unpredictable;

use super::window::Window;
use crate::block::MIN_MATCH;
use crate::block::word::{u32_at, u64_at};

/// log2 of the hashes (`LZ4HC_HASH_LOG`).
const HASH_LOG: u32 = 15;

/// log2 of the hashes in either half, where the table is used as two
/// (`LZ4MID_HASHLOG`).
const HALF_LOG: u32 = HASH_LOG - 1;

/// Bytes that the long hash of the halved table reads (`LZ4MID_HASHSIZE`).
pub(super) const LONG_HASH_BYTES: usize = 8;

/// The index of a first byte: so far from 0 that an empty entry is out of
/// reach.
pub(super) const FIRST_INDEX: u32 = 64 << 10;

/// How far before its end a dictionary is indexed densely by the long hash.
const DENSE: usize = 32 << 10;

/// Positions by hash, and from each the distance to the one before it with the
/// same hash.
///
/// What is found is a guess, to be verified. The two strategies that fill the
/// table, by chains or by halves, do not understand each other's entries, but
/// come to no harm by them.
#[derive(Clone)]
pub(super) struct Tables {
    latest: Box<[u32; 1 << HASH_LOG]>,
    /// By the lower 16 bits of an index; never cleared but with everything.
    distances: Box<[u16; 1 << 16]>,
    /// The first index that is not in the chains.
    pub(super) next: u32,
}

impl Tables {
    pub(super) fn new() -> Self {
        Self {
            latest: zeroed(),
            distances: zeroed(),
            next: FIRST_INDEX,
        }
    }

    pub(super) fn clear(&mut self) {
        self.latest.fill(0);
        self.distances.fill(0);
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.latest.copy_from_slice(&*other.latest);
        self.distances.copy_from_slice(&*other.distances);
        self.next = other.next;
    }

    /// The last position in the chains that begins with the four bytes of
    /// `word`, or others of that hash.
    #[inline(always)]
    pub(super) fn latest(&self, word: u32) -> u32 {
        self.latest[hash(word)]
    }

    /// How the chains go on.
    #[inline(always)]
    pub(super) fn chains(&self) -> Chains<'_> {
        Chains(&self.distances)
    }

    /// Brings the chains up to position `end` of the window's block, which is
    /// not included (`LZ4HC_Insert`).
    #[inline(always)]
    pub(super) fn insert_until(&mut self, window: &Window<'_>, end: usize) {
        let target = window.index(end);
        if self.next < target {
            let from = end - (target - self.next) as usize;
            let latest = &mut *self.latest;
            let distances = &mut *self.distances;
            let words = window.block[from..end + MIN_MATCH - 1].array_windows();
            for (index, bytes) in (self.next..).zip(words) {
                let latest = &mut latest[hash(u32::from_le_bytes(*bytes))];
                let distance = index.wrapping_sub(*latest);
                // More than an offset can tell is out of reach all the same.
                let distance =
                    select_unpredictable(distance > u32::from(u16::MAX), u16::MAX, distance as u16);
                distances[usize::from(index as u16)] = distance;
                *latest = index;
            }
        }
        self.next = target;
    }

    /// Brings the chains up to the end of `bytes`, of which `end_index` is the
    /// index after the last.
    pub(super) fn finish_chains(&mut self, bytes: &[u8], end_index: u32) {
        if bytes.len() >= MIN_MATCH {
            let first_index = end_index - bytes.len() as u32;
            self.next = self.next.max(first_index);
            let end = bytes.len() + 1 - MIN_MATCH;
            self.insert_until(&Window::alone(bytes, first_index), end);
        }
    }

    /// The table as two.
    #[inline(always)]
    pub(super) fn halves(&mut self) -> Halves<'_> {
        Halves(&mut self.latest)
    }

    /// The positions in the [halves](Self::halves), by four bytes and by seven.
    pub(super) fn half_guesses(&self, word: u64) -> (u32, u32) {
        (
            self.latest[short_hash(word as u32)],
            self.latest[long_hash(word)],
        )
    }

    /// Indexes the whole of `bytes`, of which the first has [`FIRST_INDEX`], in
    /// chains (`LZ4_loadDictHC`).
    pub(super) fn load_chains(&mut self, bytes: &[u8]) {
        self.next = FIRST_INDEX;
        self.finish_chains(bytes, FIRST_INDEX + bytes.len() as u32);
    }

    /// Indexes `bytes`, of which the first has [`FIRST_INDEX`], in halves
    /// (`LZ4MID_fillHTable`).
    pub(super) fn load_halves(&mut self, bytes: &[u8]) {
        if bytes.len() <= LONG_HASH_BYTES {
            return;
        }
        let mut halves = self.halves();
        let end = bytes.len() - LONG_HASH_BYTES;
        for at in (0..end).step_by(3) {
            *halves.short(u32_at(bytes, at)) = FIRST_INDEX + at as u32;
            *halves.long(u64_at(bytes, at + 1)) = FIRST_INDEX + at as u32 + 1;
        }
        for at in end.saturating_sub(DENSE)..end {
            *halves.long(u64_at(bytes, at)) = FIRST_INDEX + at as u32;
        }
    }
}

/// From each position the distance to the one before it with the same hash.
#[derive(Clone, Copy)]
pub(super) struct Chains<'t>(&'t [u16; 1 << 16]);

impl Chains<'_> {
    /// How far before `index` its chain goes on.
    #[inline(always)]
    pub(super) fn distance(self, index: u32) -> u32 {
        self.0[usize::from(index as u16)].into()
    }
}

/// Positions by hash alone, in two tables: of the last four bytes, and of the
/// last seven, with that hash.
pub(super) struct Halves<'t>(&'t mut [u32; 1 << HASH_LOG]);

impl Halves<'_> {
    /// The entry for four bytes.
    #[inline(always)]
    pub(super) fn short(&mut self, word: u32) -> &mut u32 {
        &mut self.0[short_hash(word)]
    }

    /// The entry for the lower seven bytes of `word`.
    #[inline(always)]
    pub(super) fn long(&mut self, word: u64) -> &mut u32 {
        &mut self.0[long_hash(word)]
    }
}

/// `LZ4HC_hashPtr`
#[inline(always)]
const fn hash(word: u32) -> usize {
    (word.wrapping_mul(2_654_435_761) >> (32 - HASH_LOG)) as usize
}

/// `LZ4MID_hash4`, in the lower half.
#[inline(always)]
const fn short_hash(word: u32) -> usize {
    (word.wrapping_mul(2_654_435_761) >> (32 - HALF_LOG)) as usize
}

/// `LZ4MID_hash7`, in the upper half.
#[inline(always)]
const fn long_hash(word: u64) -> usize {
    const PRIME: u64 = 58_295_818_150_454_627;
    (1 << HALF_LOG) + ((word << 8).wrapping_mul(PRIME) >> (64 - HALF_LOG)) as usize
}

#[allow(
    clippy::unnecessary_box_returns,
    reason = "128 KiB are not to pass through the stack"
)]
fn zeroed<T: Copy + Default, const N: usize>() -> Box<[T; N]> {
    alloc::vec![T::default(); N]
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| unreachable!("it has N entries"))
}
