//! The values of a column in one bank.

use std::marker::PhantomData;

use super::Cell;

/// The values of one column: one for each row, or several for each row of an
/// array column. They lie in the event's bytes, aligned or not.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a, T> {
    bytes: &'a [u8],
    of: PhantomData<T>,
}

impl<'a, T: Cell> Cells<'a, T> {
    #[inline]
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            of: PhantomData,
        }
    }

    /// How many values there are.
    #[inline]
    pub const fn len(&self) -> usize {
        self.bytes.len() / size_of::<T>()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at `index`.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        let start = index.checked_mul(size_of::<T>())?;
        let bytes = self.bytes.get(start..)?.get(..size_of::<T>())?;
        Some(T::from_le(T::Bytes::try_from(bytes).ok()?))
    }

    /// All values in order.
    #[inline]
    pub fn iter(&self) -> CellsIter<'a, T> {
        CellsIter {
            chunks: self.bytes.chunks_exact(size_of::<T>()),
            of: PhantomData,
        }
    }

    /// The values without a copy: where they are aligned, on a little-endian
    /// machine.
    pub fn as_slice(&self) -> Option<&'a [T]> {
        if cfg!(target_endian = "big") {
            return None;
        }
        bytemuck::try_cast_slice(self.bytes).ok()
    }

    /// Appends the values to `output`.
    #[inline]
    pub fn append_to(&self, output: &mut Vec<T>) {
        output.extend(self.iter());
    }

    /// The values in a vector.
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().collect()
    }

    /// The bytes of the values, little-endian.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
}

impl<'a, T: Cell> IntoIterator for &Cells<'a, T> {
    type Item = T;
    type IntoIter = CellsIter<'a, T>;

    #[inline]
    fn into_iter(self) -> CellsIter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Cell> IntoIterator for Cells<'a, T> {
    type Item = T;
    type IntoIter = CellsIter<'a, T>;

    #[inline]
    fn into_iter(self) -> CellsIter<'a, T> {
        self.iter()
    }
}

/// The values of [`Cells`], in order.
#[derive(Clone, Debug)]
pub struct CellsIter<'a, T> {
    chunks: std::slice::ChunksExact<'a, u8>,
    of: PhantomData<T>,
}

impl<T: Cell> Iterator for CellsIter<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let chunk = self.chunks.next()?;
        T::Bytes::try_from(chunk).ok().map(T::from_le)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.chunks.size_hint()
    }
}

impl<T: Cell> ExactSizeIterator for CellsIter<'_, T> {}

impl<T: Cell> DoubleEndedIterator for CellsIter<'_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        let chunk = self.chunks.next_back()?;
        T::Bytes::try_from(chunk).ok().map(T::from_le)
    }
}
