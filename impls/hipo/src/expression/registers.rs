//! The values of a block of rows while an expression is evaluated.

use super::program::{Counts, Operand};

/// Registers of the three types.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    pub(super) booleans: File<bool>,
    pub(super) integers: File<i64>,
    pub(super) floats: File<f64>,
}

impl Registers {
    /// Registers for blocks of at most `rows`.
    pub(super) fn new(counts: Counts, rows: usize) -> Self {
        Self {
            booleans: File::new(counts.booleans * rows),
            integers: File::new(counts.integers * rows),
            floats: File::new(counts.floats * rows),
        }
    }

    /// Sets how many rows the block has that comes next.
    pub(super) const fn set_rows(&mut self, rows: usize) {
        self.booleans.rows = rows;
        self.integers.rows = rows;
        self.floats.rows = rows;
    }
}

/// Registers of one type, one after the other. They lie as close as the rows of
/// the block allow: those of a small bank share a few lines of the cache.
#[derive(Clone, Debug)]
pub(super) struct File<T> {
    values: Vec<T>,
    rows: usize,
}

impl<T: Copy + Default> File<T> {
    fn new(values: usize) -> Self {
        Self {
            values: vec![T::default(); values],
            rows: 0,
        }
    }

    pub(super) fn write(&mut self, register: u32) -> &mut [T] {
        let start = register as usize * self.rows;
        &mut self.values[start..start + self.rows]
    }

    /// A register to write to, and the others to read from.
    pub(super) fn split(&mut self, register: u32) -> (&mut [T], Others<'_, T>) {
        let (before, rest) = self.values.split_at_mut(register as usize * self.rows);
        let (to, after) = rest.split_at_mut(self.rows);
        let others = Others {
            before,
            after,
            without: register,
            rows: self.rows,
        };
        (to, others)
    }
}

/// All registers but one.
pub(super) struct Others<'a, T> {
    before: &'a [T],
    after: &'a [T],
    without: u32,
    rows: usize,
}

/// The values of an operand: one for each row, or one for all.
#[derive(Clone, Copy)]
pub(super) enum Values<'a, T> {
    Each(&'a [T]),
    All(T),
}

pub(super) trait Read<T> {
    fn register(&self, register: u32) -> &[T];

    #[inline]
    fn read<C: Into<T>>(&self, operand: Operand<C>) -> Values<'_, T> {
        match operand {
            Operand::Slot(register) => Values::Each(self.register(register)),
            Operand::Constant(constant) => Values::All(constant.into()),
        }
    }
}

impl<T> Read<T> for File<T> {
    #[inline]
    fn register(&self, register: u32) -> &[T] {
        let start = register as usize * self.rows;
        &self.values[start..start + self.rows]
    }
}

impl<T> Read<T> for Others<'_, T> {
    #[inline]
    fn register(&self, register: u32) -> &[T] {
        let (values, index) = if register < self.without {
            (self.before, register)
        } else {
            (self.after, register - self.without - 1)
        };
        let start = index as usize * self.rows;
        &values[start..start + self.rows]
    }
}
