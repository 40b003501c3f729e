//! Pages that upkeep works on while reads and writes go on.
//!
//! A claim is a mark on a page's line. Whoever writes the page replaces the
//! line, and the mark goes with it: what upkeep has made of the old content is
//! then thrown away.

use parking_lot::RwLock;

use super::entry::{Entry, Place};
use super::table::{LEAF, Leaf};
use super::workers::Worker;
use super::{Error, Selection, Store};

/// A page that is claimed.
#[derive(Clone, Copy)]
pub(super) struct Claim<'a> {
    pub(super) number: u64,
    leaf: &'a RwLock<Leaf>,
    line: usize,
}

impl Claim<'_> {
    fn take(self, wanted: impl Fn(&Entry) -> bool) -> bool {
        // Most pages are not wanted, and need no lock that keeps readers out.
        if !wanted(&self.leaf.read().entries[self.line]) {
            return false;
        }
        let mut leaf = self.leaf.write();
        let entry = &mut leaf.entries[self.line];
        let wanted = wanted(entry);
        if wanted {
            entry.set_claimed(true);
        }
        wanted
    }

    /// Notes that a codec was of no use for the page, as long as it is the same.
    pub(super) fn note_tried(self, codec: u8) {
        let mut leaf = self.leaf.write();
        let entry = &mut leaf.entries[self.line];
        if entry.is_claimed() {
            entry.set_tried(codec);
        }
    }
}

impl Store {
    /// Calls `work` on every page that `selection` and `wanted` choose, by
    /// number, until it says `false`.
    pub(super) fn for_claimed(
        &self,
        selection: &Selection,
        wanted: impl Fn(&Entry) -> bool,
        mut work: impl FnMut(Claim<'_>) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let mut left = selection.limit();
        for (number, leaf) in self.table.leaves() {
            let first = u64::from(number) * LEAF as u64;
            if !selection.touches(&(first..first + LEAF as u64)) {
                continue;
            }
            for line in 0..LEAF {
                let claim = Claim {
                    number: first + line as u64,
                    leaf,
                    line,
                };
                if left == 0 {
                    return Ok(());
                }
                let chosen =
                    |entry: &Entry| wanted(entry) && selection.wants(self, claim.number, entry);
                if !claim.take(chosen) {
                    continue;
                }
                left -= 1;
                let more = work(claim);
                leaf.write().entries[line].set_claimed(false);
                if !more? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Copies a page out, if it is still claimed, and says where it is.
    pub(super) fn copy_claimed(
        &self,
        worker: &mut Worker,
        claim: Claim<'_>,
        page: &mut [u8],
    ) -> Result<Option<Place>, Error> {
        let leaf = claim.leaf.read();
        let entry = &leaf.entries[claim.line];
        if !entry.is_claimed() {
            return Ok(None);
        }
        self.decode(worker, claim.number, entry.place(), page)?;
        Ok(Some(entry.place()))
    }

    /// Makes `place` the page's, if it is still claimed, and says whether it
    /// was. Gives up the place that the page is not in.
    pub(super) fn move_claimed(&self, claim: Claim<'_>, place: Place) -> bool {
        let mut leaf = claim.leaf.write();
        let entry = &leaf.entries[claim.line];
        let claimed = entry.is_claimed();
        let left = if claimed {
            let moved = entry.moved(place);
            leaf.replace(claim.line, moved)
        } else {
            place
        };
        drop(leaf);
        self.release(left);
        claimed
    }
}
