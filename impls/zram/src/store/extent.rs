//! What is there without reading it.

use super::entry::Place;
use super::{Error, Store};

/// A run of pages that are of one kind.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Extent {
    /// Bytes of the run, within the range that was asked for.
    pub length: u64,
    /// Nothing is kept for it, not even a word: never written, or discarded.
    pub hole: bool,
    /// It reads as zeros. True for holes, and for pages that are filled with
    /// zeros.
    pub zero: bool,
}

impl Store {
    /// Tells which parts of a range are zeros, in order, without decoding
    /// anything; until `each` says `false`.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`]
    pub fn extents(
        &self,
        offset: u64,
        length: u64,
        mut each: impl FnMut(Extent) -> bool,
    ) -> Result<(), Error> {
        self.check_range(offset, length)?;
        let size = self.page_size().bytes() as u64;
        let end = offset + length;
        let mut run: Option<Extent> = None;
        let mut at = offset;
        while at < end {
            let (kind, next) = self.kind_at(at / size)?;
            let next = (next * size).min(end);
            match &mut run {
                Some(run) if (run.hole, run.zero) == kind => run.length += next - at,
                _ => {
                    if run.is_some_and(|run| !each(run)) {
                        return Ok(());
                    }
                    let (hole, zero) = kind;
                    run = Some(Extent {
                        length: next - at,
                        hole,
                        zero,
                    });
                }
            }
            at = next;
        }
        if let Some(run) = run {
            each(run);
        }
        Ok(())
    }

    /// Whether a page is a hole, and zero; and the first page that may be of
    /// another kind.
    fn kind_at(&self, page: u64) -> Result<((bool, bool), u64), Error> {
        let (leaf, line) = self.table.find(page)?;
        let Some(leaf) = leaf else {
            let leaf = super::table::LEAF as u64;
            return Ok(((true, true), (page / leaf + 1) * leaf));
        };
        let kind = match leaf.read().entries[line].place() {
            Place::Nowhere => (true, true),
            Place::Same(word) => (false, word == 0),
            Place::Block { .. } | Place::Raw(_) | Place::Backed { .. } => (false, false),
        };
        Ok((kind, page + 1))
    }
}
