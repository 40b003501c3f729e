//! A list that grows while it is read, without moving anything.

use std::boxed::Box;
use std::sync::OnceLock;

/// The length of the first four buckets, as a power of two. The next four are
/// twice as long, and so on: a bucket is at most a quarter of the list.
const FIRST: u32 = 4;

/// Buckets for every 32-bit index.
const BUCKETS: usize = 108;

/// Elements by index, each there once [`ensure`](Self::ensure) was called for it.
#[derive(Debug)]
pub(super) struct Directory<T> {
    buckets: [OnceLock<Box<[T]>>; BUCKETS],
}

/// The bucket of an element, the place in it, and its length.
#[inline]
const fn place(index: u32) -> (usize, usize, usize) {
    let number = index as u64 + (4 << FIRST);
    let doubled = number.ilog2() - (FIRST + 2);
    let length = 1 << (FIRST + doubled);
    let bucket = doubled as u64 * 4 + (number >> (FIRST + doubled)) % 4;
    (
        bucket as usize,
        (number & (length - 1)) as usize,
        length as usize,
    )
}

impl<T: Default> Directory<T> {
    pub(super) const fn new() -> Self {
        Self {
            buckets: [const { OnceLock::new() }; BUCKETS],
        }
    }

    #[inline]
    pub(super) fn get(&self, index: u32) -> Option<&T> {
        let (bucket, place, _) = place(index);
        self.buckets[bucket].get()?.get(place)
    }

    /// The bytes that [`ensure`](Self::ensure) would take.
    pub(super) fn missing(&self, index: u32) -> u64 {
        let (bucket, _, length) = place(index);
        match self.buckets[bucket].get() {
            Some(_) => 0,
            None => (length * size_of::<T>()) as u64,
        }
    }

    /// Makes the element exist.
    pub(super) fn ensure(&self, index: u32) {
        let (bucket, _, length) = place(index);
        self.buckets[bucket].get_or_init(|| (0..length).map(|_| T::default()).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_has_a_place_of_its_own() {
        let mut expected = (0, 0);
        for index in 0..10_000 {
            let (bucket, at, length) = place(index);
            assert_eq!((bucket, at), expected);
            assert_eq!(length, 16 << (bucket / 4));
            expected.1 += 1;
            if expected.1 == length {
                expected = (bucket + 1, 0);
            }
        }
        let (bucket, place, length) = place(u32::MAX);
        assert_eq!(bucket, BUCKETS - 4);
        assert!(place < length);
    }

    #[test]
    fn elements_are_there_once_ensured() {
        let directory = Directory::<u64>::new();
        assert_eq!(directory.get(70), None);
        assert_eq!(directory.missing(70), 32 * 8);
        directory.ensure(70);
        assert_eq!(directory.get(70), Some(&0));
        assert_eq!(directory.missing(70), 0);
        assert_eq!(directory.get(0), None);
    }
}
