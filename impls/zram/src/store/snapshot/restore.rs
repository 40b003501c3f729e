//! Restoring.

use std::io::Read;
use std::vec;
use std::vec::Vec;

use super::error::Part;
use super::header::SnapshotHeader;
use super::section::{Record, longest};
use super::{END, SECTION, SnapshotError, end_hash, hash};
use crate::Kept;
use crate::store::entry::{Entry, Place};
use crate::store::keep::hash_of;
use crate::store::table::LEAF;
use crate::store::workers::Worker;
use crate::store::{Error, Options, Store};

impl Store {
    /// A store with the pages of a snapshot. Blocks are kept as they are, after
    /// each was decoded once.
    ///
    /// `input` should have a buffer; what follows the snapshot in it is not
    /// read.
    ///
    /// # Errors
    ///
    /// All of [`SnapshotError`]'s: nothing of a snapshot that is damaged
    /// anywhere is restored.
    pub fn restore(options: Options, input: &mut impl Read) -> Result<Self, SnapshotError> {
        let header = SnapshotHeader::read(input)?;
        if (header.size, header.page_size) != (options.size(), options.page_size()) {
            return Err(SnapshotError::OfAnotherSize {
                snapshot: header.size,
                snapshot_page: header.page_size.bytes(),
                store: options.size(),
                store_page: options.page_size().bytes(),
            });
        }
        let readers = header.readers(&options)?;
        let store = Self::new(options)?;
        let mut restoring = Restoring {
            worker: Worker::new(&store.options.codecs),
            readers,
            page: vec![0; store.page_size().bytes()],
            store: &store,
            sections: 0,
            hashes: 0,
            pages: 0,
        };
        while restoring.part(input)? {}
        Ok(store)
    }
}

struct Restoring<'a> {
    store: &'a Store,
    worker: Worker,
    /// By the snapshot's codec, the store's.
    readers: Vec<u8>,
    page: Vec<u8>,
    sections: u32,
    hashes: u64,
    pages: u64,
}

impl Restoring<'_> {
    /// Reads a section, or the end; false after that.
    fn part(&mut self, input: &mut impl Read) -> Result<bool, SnapshotError> {
        let mut tag = [0];
        input.read_exact(&mut tag)?;
        match tag {
            [SECTION] => self.section(input).map(|()| true),
            [END] => self.end(input).map(|()| false),
            _ => Err(self.malformed("neither a section nor the end")),
        }
    }

    fn malformed(&self, what: &'static str) -> SnapshotError {
        SnapshotError::Malformed {
            part: Part::Section(self.sections),
            what,
        }
    }

    fn section(&mut self, input: &mut impl Read) -> Result<(), SnapshotError> {
        let mut prefix = [0; 8];
        input.read_exact(&mut prefix)?;
        let [leaf, length] = [0, 4].map(|at| {
            let mut number = [0; 4];
            number.copy_from_slice(&prefix[at..at + 4]);
            u32::from_le_bytes(number)
        });
        if length as usize > longest(self.page.len()) {
            return Err(self.malformed("longer than a section can be"));
        }
        let mut bytes = Vec::from([SECTION]);
        bytes.extend(prefix);
        let start = bytes.len();
        // Grows with what is there, not with what is said.
        let read = input
            .by_ref()
            .take(u64::from(length))
            .read_to_end(&mut bytes)?;
        if read < length as usize {
            return Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into());
        }
        let expected = read_u64(input)?;
        let actual = hash(&bytes);
        if actual != expected {
            return Err(SnapshotError::Damaged {
                part: Part::Section(self.sections),
                expected,
                actual,
            });
        }
        let first = u64::from(leaf) * LEAF as u64;
        if first < self.store.pages() && self.store.table.find(first)?.0.is_some() {
            return Err(self.malformed("a second section of the same pages"));
        }
        let mut rest = &bytes[start..];
        if rest.is_empty() {
            return Err(self.malformed("without pages"));
        }
        while !rest.is_empty() {
            let (line, record) = Record::take(&mut rest, self.page.len())
                .ok_or_else(|| self.malformed("it ends within a record"))?;
            self.record(first + line as u64, record)?;
        }
        self.sections += 1;
        self.hashes = self.hashes.wrapping_add(actual);
        Ok(())
    }

    fn record(&mut self, number: u64, record: Record<'_>) -> Result<(), SnapshotError> {
        if number >= self.store.pages() {
            return Err(self.malformed("a page that the store does not have"));
        }
        let place = match record {
            Record::Same(word) => Place::Same(word),
            Record::Raw(page) => self.raw(page)?,
            Record::Block { codec, block } => {
                let Some(&codec) = self.readers.get(usize::from(codec)) else {
                    return Err(self.malformed("a codec that the header does not have"));
                };
                if block.len() >= self.page.len() {
                    return Err(self.malformed("a block that is no shorter than a page"));
                }
                self.block(number, codec, block)?
            }
        };
        let (leaf, line) = self.store.leaf(number)?;
        let mut leaf = leaf.write();
        if leaf.entries[line].place() != Place::Nowhere {
            drop(leaf);
            self.store.release(place);
            return Err(self.malformed("a page that there has been already"));
        }
        leaf.replace(line, Entry::new(place, 0));
        self.pages += 1;
        Ok(())
    }

    fn raw(&mut self, page: &[u8]) -> Result<Place, Error> {
        let hash = self.store.options.hashes().then(|| hash_of(page));
        if let Some(place) = hash.and_then(|hash| {
            self.store
                .share_equal(&mut self.worker, hash, page, |_| true)
        }) {
            return Ok(place);
        }
        let place = Place::Raw(self.insert(hash, page)?);
        if let Some(hash) = hash {
            self.store.make_known(hash, place);
        }
        Ok(place)
    }

    fn block(&mut self, number: u64, codec: u8, block: &[u8]) -> Result<Place, Error> {
        let damaged = |source| Error::Decode {
            page: number,
            source,
        };
        let decoder = self.worker.decoder(codec).map_err(damaged)?;
        decoder
            .decode(Kept::Block(block), &mut self.page)
            .map_err(damaged)?;
        let hash = self.store.options.hashes().then(|| hash_of(&self.page));
        let (store, page) = (self.store, &self.page);
        if let Some(place) =
            hash.and_then(|hash| store.share_equal(&mut self.worker, hash, page, |_| true))
        {
            return Ok(place);
        }
        let place = Place::Block {
            slot: self.insert(hash, block)?,
            length: block.len() as u16,
            codec,
        };
        if let Some(hash) = hash {
            self.store.make_known(hash, place);
        }
        Ok(place)
    }

    fn insert(&self, hash: Option<u64>, bytes: &[u8]) -> Result<crate::store::slab::Slot, Error> {
        let hash = hash.map(u64::to_le_bytes);
        let hash = hash.as_ref().map_or(&[][..], |hash| hash);
        self.store.slabs.insert([hash, bytes])
    }

    fn end(&self, input: &mut impl Read) -> Result<(), SnapshotError> {
        let mut bytes = [END; 13];
        input.read_exact(&mut bytes[1..])?;
        let expected = read_u64(input)?;
        let actual = end_hash(&bytes, self.hashes);
        if actual != expected {
            return Err(SnapshotError::Damaged {
                part: Part::End,
                expected,
                actual,
            });
        }
        let mut counted = [END; 13];
        counted[1..5].copy_from_slice(&self.sections.to_le_bytes());
        counted[5..].copy_from_slice(&self.pages.to_le_bytes());
        if counted == bytes {
            Ok(())
        } else {
            Err(SnapshotError::Malformed {
                part: Part::End,
                what: "it counts other sections or pages",
            })
        }
    }
}

fn read_u64(input: &mut impl Read) -> Result<u64, SnapshotError> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}
