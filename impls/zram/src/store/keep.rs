//! Pages into slots, and out of them.

use twox_hash::XxHash3_64;

use super::entry::Place;
use super::sharing::Known;
use super::slab::Slot;
use super::workers::Worker;
use super::{Error, HASH, Store};
use crate::{Encoded, Kept};

/// What a page is known by.
pub(super) fn hash_of(page: &[u8]) -> u64 {
    XxHash3_64::oneshot(page)
}

impl Store {
    /// Bytes that stand before what is kept.
    pub(super) const fn prefix(&self) -> usize {
        if self.options.hashes() { HASH } else { 0 }
    }

    /// Keeps the content of page `number` by the codec for new pages, without
    /// making it the page's.
    pub(super) fn keep(
        &self,
        worker: &mut Worker,
        number: u64,
        page: &[u8],
    ) -> Result<Place, Error> {
        let expected = self.options.page_size().bytes();
        if page.len() != expected {
            return Err(Error::Encode {
                page: number,
                source: crate::Error::PageLength {
                    expected,
                    actual: page.len(),
                },
            });
        }
        if self.sharing.is_none() {
            let hash = self.options.checksums.then(|| hash_of(page));
            return self.encode(worker, 0, number, page, hash);
        }
        if let Some(word) = crate::same::same_filled(page) {
            return Ok(Place::Same(word));
        }
        let hash = hash_of(page);
        if let Some(place) = self.share_equal(worker, hash, page, |_| true) {
            return Ok(place);
        }
        let place = self.encode(worker, 0, number, page, Some(hash))?;
        self.make_known(hash, place);
        Ok(place)
    }

    /// A place of the same content, with one more page referring to it, where
    /// pages are shared and there is one that is wanted.
    pub(super) fn share_equal(
        &self,
        worker: &mut Worker,
        hash: u64,
        page: &[u8],
        wanted: impl Fn(Place) -> bool,
    ) -> Option<Place> {
        let sharing = self.sharing.as_ref()?;
        let mut candidate = worker.candidate.take();
        // While its part is locked, what is known does not go away.
        let part = sharing.part(hash);
        let equal = part.find(hash).map(|known| known.place).filter(|&place| {
            wanted(place)
                && self.decode(worker, 0, place, &mut candidate).is_ok()
                && candidate == page
                && place.slot().is_some_and(|slot| self.slabs.share(slot))
        });
        drop(part);
        worker.candidate.give_back(candidate);
        equal
    }

    /// Lets other pages of the same content share a place that the caller still
    /// refers to.
    pub(super) fn make_known(&self, hash: u64, place: Place) {
        if let (Some(sharing), Some(_)) = (&self.sharing, place.slot()) {
            let known = Known { hash, place };
            sharing.part(hash).insert(known, self.memory());
        }
    }

    /// Encodes a page by any codec, to a place of its own, with its hash where
    /// hashes are kept.
    pub(super) fn encode(
        &self,
        worker: &mut Worker,
        codec: u8,
        number: u64,
        page: &[u8],
        hash: Option<u64>,
    ) -> Result<Place, Error> {
        let hash = hash.map(u64::to_le_bytes);
        let hash = hash.as_ref().map_or(&[][..], |hash| hash);
        let failed = |source| Error::Encode {
            page: number,
            source,
        };
        let encoding = worker.encoding(codec).map_err(failed)?;
        let encoded = encoding
            .encoder
            .encode(page, encoding.output)
            .map_err(failed)?;
        Ok(match encoded {
            Encoded::Same(word) => Place::Same(word),
            Encoded::Block { size } => Place::Block {
                slot: self.slabs.insert([hash, &encoding.output[..size]])?,
                length: size as u16,
                codec,
            },
            Encoded::Raw => Place::Raw(self.slabs.insert([hash, page])?),
        })
    }

    /// Brings a page back from its place, which has to stay what it is for as
    /// long: the page's leaf is locked, or what is known of it.
    #[inline]
    pub(super) fn decode(
        &self,
        worker: &mut Worker,
        number: u64,
        place: Place,
        page: &mut [u8],
    ) -> Result<(), Error> {
        let damaged = |source| Error::Decode {
            page: number,
            source,
        };
        let prefix = self.prefix();
        let hash = match place {
            Place::Nowhere => {
                page.fill(0);
                return Ok(());
            }
            Place::Same(word) => {
                crate::same::fill(page, word);
                return Ok(());
            }
            Place::Backed { block, check } => return self.fetch(number, block, check, page),
            Place::Block {
                slot,
                length,
                codec,
            } => {
                let decoder = worker.decoder(codec).map_err(damaged)?;
                self.slabs.read(slot, |bytes| {
                    let (hash, kept) = bytes.split_at(prefix);
                    let block = Kept::Block(&kept[..usize::from(length)]);
                    decoder.decode(block, page).map_err(damaged)?;
                    Ok::<_, Error>(stored_hash(hash))
                })?
            }
            Place::Raw(slot) => self.slabs.read(slot, |bytes| {
                let (hash, kept) = bytes.split_at(prefix);
                page.copy_from_slice(&kept[..page.len()]);
                stored_hash(hash)
            }),
        };
        if self.options.checksums && hash != Some(hash_of(page)) {
            return Err(Error::Checksum { page: number });
        }
        Ok(())
    }

    /// The hash that is kept with a page, where hashes are.
    pub(super) fn hash_in(&self, slot: Slot) -> Option<u64> {
        let prefix = self.prefix();
        self.slabs.read(slot, |bytes| stored_hash(&bytes[..prefix]))
    }

    /// Gives up a place that a page had, after another was written in its place:
    /// more writes like it are to be expected of this thread.
    pub(super) fn release_for_next(&self, place: Place) {
        match place.held(self.options.page_size().bytes()) {
            Some((slot, length)) if self.sharing.is_none() => {
                self.slabs.hand_on(slot, length + self.prefix());
            }
            _ => self.release(place),
        }
    }

    /// Gives up a place that a page had.
    pub(super) fn release(&self, place: Place) {
        if let Place::Backed { block, .. } = place {
            self.release_block(block);
        }
        let Some((slot, length)) = place.held(self.options.page_size().bytes()) else {
            return;
        };
        let length = length + self.prefix();
        match (&self.sharing, self.sharing.as_ref().and(self.hash_in(slot))) {
            (Some(sharing), Some(hash)) => {
                // Nobody finds it between the last reference and the index.
                let mut part = sharing.part(hash);
                if self.slabs.remove(slot, length) {
                    part.forget(Known { hash, place });
                }
            }
            _ => {
                self.slabs.remove(slot, length);
            }
        }
    }
}

fn stored_hash(prefix: &[u8]) -> Option<u64> {
    prefix.try_into().ok().map(u64::from_le_bytes)
}
