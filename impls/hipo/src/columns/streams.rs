//! Streams of a record that is split, in memory.

use std::ops::Range;

use crate::layout::SplitColumns;
use crate::room::Buffer;

/// The streams of a record that a query wants, decompressed, one after another.
#[derive(Debug, Default)]
pub(super) struct Streams {
    bytes: Buffer,
    /// Where each is, by bank.
    ranges: Vec<Vec<Range<usize>>>,
}

impl Streams {
    /// Memory for all of them: each, by bank and place, is to be written by
    /// `write`.
    pub(super) fn fill<E>(
        &mut self,
        columns: &SplitColumns,
        mut write: impl FnMut((usize, usize), &mut [u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut end = 0;
        self.ranges.clear();
        self.ranges.extend(columns.banks().iter().map(|bank| {
            let ranges = (0..bank.streams()).map(|at| {
                let start = end;
                end += bank.length(at);
                start..end
            });
            ranges.collect()
        }));
        self.bytes.make_room(end);
        for (bank, ranges) in self.ranges.iter().enumerate() {
            for (at, range) in ranges.iter().enumerate() {
                write((bank, at), &mut self.bytes[range.clone()])?;
            }
        }
        Ok(())
    }

    /// Those of a bank.
    pub(super) fn of(&self, bank: usize) -> impl Iterator<Item = &[u8]> {
        self.ranges[bank]
            .iter()
            .map(|range| &self.bytes[range.clone()])
    }
}
