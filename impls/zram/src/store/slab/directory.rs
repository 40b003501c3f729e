//! A list that grows while it is read, without moving anything.

use std::boxed::Box;
use std::sync::OnceLock;

/// The length of the first bucket; each further one is twice as long.
const FIRST: u64 = 16;

/// Buckets for every 32-bit index.
const BUCKETS: usize = 29;

/// Elements by index, each there once [`ensure`](Self::ensure) was called for it.
#[derive(Debug)]
pub(super) struct Directory<T> {
    buckets: [OnceLock<Box<[T]>>; BUCKETS],
}

/// The bucket of an element, and the place in it.
const fn place(index: u32) -> (usize, usize) {
    let number = index as u64 + FIRST;
    let bucket = number.ilog2() - FIRST.ilog2();
    (bucket as usize, (number - (FIRST << bucket)) as usize)
}

impl<T: Default> Directory<T> {
    pub(super) const fn new() -> Self {
        Self {
            buckets: [const { OnceLock::new() }; BUCKETS],
        }
    }

    #[inline]
    pub(super) fn get(&self, index: u32) -> Option<&T> {
        let (bucket, place) = place(index);
        self.buckets[bucket].get()?.get(place)
    }

    /// The bytes that [`ensure`](Self::ensure) would take.
    pub(super) fn missing(&self, index: u32) -> u64 {
        let (bucket, _) = place(index);
        match self.buckets[bucket].get() {
            Some(_) => 0,
            None => (FIRST << bucket) * size_of::<T>() as u64,
        }
    }

    /// Makes the element exist.
    pub(super) fn ensure(&self, index: u32) {
        let (bucket, _) = place(index);
        self.buckets[bucket].get_or_init(|| (0..FIRST << bucket).map(|_| T::default()).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_has_a_place_of_its_own() {
        let mut expected = (0, 0);
        for index in 0..10_000 {
            if expected.1 == (FIRST as usize) << expected.0 {
                expected = (expected.0 + 1, 0);
            }
            assert_eq!(place(index), expected);
            expected.1 += 1;
        }
        let (bucket, place) = place(u32::MAX);
        assert_eq!(bucket, BUCKETS - 1);
        assert!(place < (FIRST as usize) << bucket);
    }

    #[test]
    fn elements_are_there_once_ensured() {
        let directory = Directory::<u64>::new();
        assert_eq!(directory.get(40), None);
        assert_eq!(directory.missing(40), 32 * 8);
        directory.ensure(40);
        assert_eq!(directory.get(40), Some(&0));
        assert_eq!(directory.missing(40), 0);
        assert_eq!(directory.get(0), None);
    }
}
