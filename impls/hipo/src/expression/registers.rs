//! The values of a block of rows while an expression is evaluated.

use super::program::{Counts, Operand};

/// Values that are computed at once, whether there are as many rows or not:
/// loops over a few rows take longer to begin than to run.
pub(super) const LANES: usize = 4;

/// Registers of the three types.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    pub(super) booleans: File<bool>,
    pub(super) integers: File<i64>,
    pub(super) floats: File<f64>,
    rows: usize,
}

impl Registers {
    /// Registers for blocks of at most `rows`.
    pub(super) fn new(counts: Counts, rows: usize) -> Self {
        let lanes = rows.div_ceil(LANES);
        Self {
            booleans: File::new(counts.booleans * lanes),
            integers: File::new(counts.integers * lanes),
            floats: File::new(counts.floats * lanes),
            rows: 0,
        }
    }

    /// Sets how many rows the block has that comes next.
    pub(super) const fn set_rows(&mut self, rows: usize) {
        let each = rows.div_ceil(LANES);
        self.booleans.each = each;
        self.integers.each = each;
        self.floats.each = each;
        self.rows = rows;
    }

    pub(super) const fn rows(&self) -> usize {
        self.rows
    }
}

/// Registers of one type, one after the other. They lie as close as the rows of
/// the block allow: those of a small bank share a few lines of the cache.
///
/// Lanes beyond the rows hold what was left there, which nothing reads.
#[derive(Clone, Debug)]
pub(super) struct File<T> {
    values: Vec<[T; LANES]>,
    /// Length of a register.
    each: usize,
}

impl<T: Copy + Default> File<T> {
    fn new(values: usize) -> Self {
        Self {
            values: vec![[T::default(); LANES]; values],
            each: 0,
        }
    }

    #[inline]
    pub(super) fn write(&mut self, register: u32) -> &mut [[T; LANES]] {
        let start = register as usize * self.each;
        &mut self.values[start..start + self.each]
    }

    /// A register to write to, and the others to read from.
    #[inline]
    pub(super) fn split(&mut self, register: u32) -> (&mut [[T; LANES]], Others<'_, T>) {
        let (before, rest) = self.values.split_at_mut(register as usize * self.each);
        let (to, after) = rest.split_at_mut(self.each);
        let others = Others {
            before,
            after,
            without: register,
            each: self.each,
        };
        (to, others)
    }
}

/// All registers but one.
pub(super) struct Others<'a, T> {
    before: &'a [[T; LANES]],
    after: &'a [[T; LANES]],
    without: u32,
    each: usize,
}

/// The values of an operand: one for each row, or one for all.
#[derive(Clone, Copy)]
pub(super) enum Values<'a, T> {
    Each(&'a [[T; LANES]]),
    All(T),
}

pub(super) trait Read<T> {
    fn register(&self, register: u32) -> &[[T; LANES]];

    #[inline]
    fn read<C: Into<T> + Copy>(&self, operand: &Operand<C>) -> Values<'_, T> {
        match *operand {
            Operand::Slot(register) => Values::Each(self.register(register)),
            Operand::Constant(constant) => Values::All(constant.into()),
        }
    }
}

impl<T> Read<T> for File<T> {
    #[inline]
    fn register(&self, register: u32) -> &[[T; LANES]] {
        let start = register as usize * self.each;
        &self.values[start..start + self.each]
    }
}

impl<T> Read<T> for Others<'_, T> {
    #[inline]
    fn register(&self, register: u32) -> &[[T; LANES]] {
        let (values, index) = if register < self.without {
            (self.before, register)
        } else {
            (self.after, register - self.without - 1)
        };
        let start = index as usize * self.each;
        &values[start..start + self.each]
    }
}
