//! What a program runs over.

use std::ops::Range;

use super::load;
use super::program::Source;
use super::registers::LANES;
use crate::event::Bank;

/// Rows, of which a program reads columns and numbers a block at a time.
pub(super) trait Rows {
    /// The values of a column for `rows`.
    fn floats(&self, to: &mut [[f64; LANES]], rows: Range<usize>, source: &Source);

    /// As [`floats`](Self::floats), of a column of integers.
    fn integers(&self, to: &mut [[i64; LANES]], rows: Range<usize>, source: &Source);

    /// The number that each of `rows` has in its bank.
    fn numbers(&self, to: &mut [[i64; LANES]], rows: Range<usize>);
}

impl Rows for Bank<'_, '_> {
    #[inline(always)]
    fn floats(&self, to: &mut [[f64; LANES]], rows: Range<usize>, source: &Source) {
        load::floats(to, rows, self, source);
    }

    #[inline(always)]
    fn integers(&self, to: &mut [[i64; LANES]], rows: Range<usize>, source: &Source) {
        load::integers(to, rows, self, source);
    }

    #[inline(always)]
    fn numbers(&self, to: &mut [[i64; LANES]], rows: Range<usize>) {
        let to = to.as_flattened_mut().iter_mut();
        for (to, row) in to.zip((rows.start as u32..).map(i64::from)) {
            *to = row;
        }
    }
}
