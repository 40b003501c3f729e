//! Slots moved together, so that slabs can go.

use std::sync::atomic::Ordering;
use std::vec::Vec;

use hashbrown::HashMap;
use parking_lot::RwLock;

use super::entry::Place;
use super::sharing::Known;
use super::slab::{Leaving, SYSTEM_PAGE, Slot};
use super::table::{LEAF, Leaf};
use super::{Error, Store};

/// Shared slots that have moved: each is referred to here too, so that it does
/// not go away before the last page has followed.
type Moved = HashMap<Slot, Place>;

impl Store {
    /// Moves what is kept from slabs that have few slots taken to others of
    /// their class, or to free slots of larger ones, and gives the emptied ones
    /// back to the system. Returns how many bytes that were.
    ///
    /// Reads and writes go on. What they do in the meantime, or a memory limit
    /// that is reached, can leave a slab in its place; slabs that they fill or
    /// empty are in the sum too. One such call,
    /// [`recompress`](Self::recompress) or [`write_back`](Self::write_back) at
    /// a time: others wait.
    ///
    /// Takes, until it is done, a few bytes for every slab and, where pages are
    /// shared, for every slot that has moved, which the memory limit does not
    /// cover.
    pub fn compact(&self) -> u64 {
        let _alone = self.upkeep.lock();
        let before = self.slabs.content().slab_bytes;
        let leaving = self.slabs.evacuate();
        let mut moved = Moved::new();
        if !leaving.is_empty() {
            for (_, leaf) in self.table.leaves() {
                if self.compact_leaf(leaf, &leaving, &mut moved).is_err() {
                    break;
                }
            }
        }
        for place in moved.into_values() {
            self.release(place);
        }
        self.slabs.finish();
        let freed = before.saturating_sub(self.slabs.content().slab_bytes);
        let pages = freed / SYSTEM_PAGE as u64;
        self.counters.compacted.fetch_add(pages, Ordering::Relaxed);
        freed
    }

    fn compact_leaf(
        &self,
        leaf: &RwLock<Leaf>,
        leaving: &Leaving,
        moved: &mut Moved,
    ) -> Result<(), Error> {
        let leaves = |place: Place| place.slot().is_some_and(|slot| leaving.contains(slot));
        // Readers are kept out only where something has to move.
        if !leaf
            .read()
            .entries
            .iter()
            .any(|entry| leaves(entry.place()))
        {
            return Ok(());
        }
        let mut left = Vec::new();
        let mut guard = leaf.write();
        let mut result = Ok(());
        for line in 0..LEAF {
            let place = guard.entries[line].place();
            if !leaves(place) {
                continue;
            }
            match self.elsewhere(place, moved) {
                Ok(to) => {
                    if let Some(slot) = to.slot() {
                        let entry = guard.entries[line].in_slot(slot);
                        left.push(guard.replace(line, entry));
                    }
                }
                Err(error) => {
                    result = Err(error);
                    break;
                }
            }
        }
        drop(guard);
        for place in left {
            self.release(place);
        }
        result
    }

    /// The same bytes in another slot.
    fn elsewhere(&self, place: Place, moved: &mut Moved) -> Result<Place, Error> {
        let Some((slot, length)) = place.held(self.page_size().bytes()) else {
            return Ok(place);
        };
        let length = length + self.prefix();
        let bytes = self.slabs.read(slot, |bytes| bytes[..length].to_vec());
        // The slot may have been given up since, and taken by another page.
        let holds = |slot| self.slabs.read(slot, |there| there[..length] == bytes);
        if let Some(&to) = moved.get(&slot)
            && let Some(new) = to.slot()
            && to == place.in_slot(new)
            && holds(new)
            && self.slabs.share(new)
        {
            return Ok(to);
        }
        let to = place.in_slot(self.slabs.insert_elsewhere(&bytes)?);
        if let (Some(sharing), Some(hash)) = (&self.sharing, self.hash_in(slot)) {
            let mut part = sharing.part(hash);
            if part.find(hash).is_some_and(|known| known.place == place) {
                part.insert(Known { hash, place: to }, self.memory());
            }
            drop(part);
            if to.slot().is_some_and(|slot| self.slabs.share(slot))
                && let Some(before) = moved.insert(slot, to)
            {
                self.release(before);
            }
        }
        Ok(to)
    }
}
