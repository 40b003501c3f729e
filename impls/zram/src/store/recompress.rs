//! Cold pages by a heavier codec.

use super::claim::Claim;
use super::entry::{Entry, Place};
use super::keep::hash_of;
use super::workers::Worker;
use super::{Error, Selection, Store};

/// What [`Store::recompress`] did.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Recompressed {
    /// Pages that were tried.
    pub tried: u64,
    /// Pages that take less now.
    pub smaller: u64,
    /// Bytes that their slots are shorter by.
    pub saved: u64,
}

impl Store {
    /// Tries the codec `priority` (1 is the first
    /// [heavier one](super::Options::with_heavier)) on chosen pages that are
    /// kept by a lighter one, or raw. A page whose slot would not be smaller
    /// stays as it is, and is not tried again until it is written.
    ///
    /// Reads and writes go on; a page that is written in the meantime is left
    /// alone. One such call, [`write_back`](Self::write_back) or
    /// [`compact`](Self::compact) at a time: others wait.
    ///
    /// # Errors
    ///
    /// [`Error::NoCodec`]; [`Error::Decode`] and [`Error::Checksum`] for a
    /// damaged page; [`Error::MemoryLimit`], [`Error::OutOfMemory`]: the smaller
    /// block is there before the larger one is given up. Pages before the one
    /// that failed are done.
    pub fn recompress(
        &self,
        priority: usize,
        selection: &Selection,
    ) -> Result<Recompressed, Error> {
        let count = self.options.codecs.len();
        if priority == 0 || priority >= count {
            return Err(Error::NoCodec { priority, count });
        }
        let codec = priority as u8;
        let lighter = |entry: &Entry| {
            entry.tried() < codec
                && match entry.place() {
                    Place::Block { codec: now, .. } => now < codec,
                    _ => true,
                }
        };
        let _alone = self.upkeep.lock();
        let mut done = Recompressed::default();
        self.for_claimed(selection, lighter, |claim| {
            let saved = self.recompress_page(claim, codec)?;
            done.tried += 1;
            done.smaller += u64::from(saved > 0);
            done.saved += saved;
            Ok(true)
        })?;
        Ok(done)
    }

    /// The bytes saved; none if the page stays where it is.
    fn recompress_page(&self, claim: Claim<'_>, codec: u8) -> Result<u64, Error> {
        let worker = &mut self.workers.lend();
        let mut page = worker.scratch.take();
        let saved = self.recompress_with(worker, claim, codec, &mut page);
        worker.scratch.give_back(page);
        saved
    }

    fn recompress_with(
        &self,
        worker: &mut Worker,
        claim: Claim<'_>,
        codec: u8,
        page: &mut [u8],
    ) -> Result<u64, Error> {
        let Some(before) = self.copy_claimed(worker, claim, page)? else {
            return Ok(0);
        };
        let hash = self.options.hashes().then(|| hash_of(page));
        let by_codec = |place| matches!(place, Place::Block { codec: known, .. } if known == codec);
        let equal = hash.and_then(|hash| self.share_equal(worker, hash, page, by_codec));
        let place = match equal {
            Some(place) => place,
            None => self.encode(worker, codec, claim.number, page, hash)?,
        };
        let (old, new) = (self.slot_bytes(before), self.slot_bytes(place));
        if new >= old {
            self.release(place);
            claim.note_tried(codec);
            return Ok(0);
        }
        // In the place of the one that is given up, and never otherwise.
        if let Some(hash) = hash.filter(|_| equal.is_none()) {
            self.make_known(hash, place);
        }
        Ok(if self.move_claimed(claim, place) {
            old - new
        } else {
            0
        })
    }

    /// Bytes of the slot of a place.
    fn slot_bytes(&self, place: Place) -> u64 {
        place
            .slot()
            .map_or(0, |slot| self.slabs.slot_bytes(slot) as u64)
    }
}
