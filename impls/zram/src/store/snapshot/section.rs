//! A section: the pages of one leaf.

use std::vec::Vec;

use super::{BLOCK, RAW, SAME, SECTION, hash};
use crate::store::entry::Place;
use crate::store::table::{LEAF, Leaf};
use crate::store::workers::Worker;
use crate::store::{Error, Store};

/// Bytes before the records: tag, leaf, length.
const PREFIX: usize = 9;

/// The longest records that a section can have, in bytes. The longest record is
/// that of a block one byte shorter than a page, not that of a page.
pub(super) const fn longest(page: usize) -> usize {
    LEAF * (4 + page - 1)
}

/// One page of a section.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Record<'a> {
    Same(u64),
    Raw(&'a [u8]),
    Block { codec: u8, block: &'a [u8] },
}

impl<'a> Record<'a> {
    /// Takes the first record from `bytes`, with its page within the leaf.
    pub(super) fn take(bytes: &mut &'a [u8], page: usize) -> Option<(usize, Self)> {
        let (&[line, kind], rest) = bytes.split_first_chunk()?;
        let (record, rest) = match kind {
            SAME => {
                let (word, rest) = rest.split_first_chunk()?;
                (Self::Same(u64::from_le_bytes(*word)), rest)
            }
            RAW => {
                let (raw, rest) = rest.split_at_checked(page)?;
                (Self::Raw(raw), rest)
            }
            _ => {
                let (length, rest) = rest.split_first_chunk()?;
                let length = usize::from(u16::from_le_bytes(*length));
                let (block, rest) = rest.split_at_checked(length)?;
                let codec = kind - BLOCK;
                (Self::Block { codec, block }, rest)
            }
        };
        *bytes = rest;
        Some((usize::from(line), record))
    }

    fn put(self, line: usize, bytes: &mut Vec<u8>) {
        bytes.push(line as u8);
        match self {
            Self::Same(word) => {
                bytes.push(SAME);
                bytes.extend(word.to_le_bytes());
            }
            Self::Raw(page) => {
                bytes.push(RAW);
                bytes.extend(page);
            }
            Self::Block { codec, block } => {
                bytes.push(BLOCK + codec);
                bytes.extend((block.len() as u16).to_le_bytes());
                bytes.extend(block);
            }
        }
    }
}

/// Writes the section of a leaf to `bytes`, in the place of what was there, and
/// returns how many pages it has, and its hash. Without pages, `bytes` is empty.
pub(super) fn of_leaf(
    store: &Store,
    worker: &mut Worker,
    number: u32,
    leaf: &Leaf,
    bytes: &mut Vec<u8>,
) -> Result<(u64, u64), Error> {
    bytes.clear();
    bytes.push(SECTION);
    bytes.extend(number.to_le_bytes());
    bytes.extend([0; 4]);
    let page = store.page_size().bytes();
    let prefix = store.prefix();
    let mut pages = 0;
    for (line, entry) in leaf.entries.iter().enumerate() {
        pages += 1;
        match entry.place() {
            Place::Nowhere => pages -= 1,
            Place::Same(word) => Record::Same(word).put(line, bytes),
            Place::Raw(slot) => store.slabs.read(slot, |slot| {
                Record::Raw(&slot[prefix..][..page]).put(line, bytes);
            }),
            Place::Block {
                slot,
                length,
                codec,
            } => store.slabs.read(slot, |slot| {
                let block = &slot[prefix..][..usize::from(length)];
                Record::Block { codec, block }.put(line, bytes);
            }),
            place @ Place::Backed { .. } => {
                let mut scratch = worker.candidate.take();
                let at = u64::from(number) * LEAF as u64 + line as u64;
                let read = store.decode(worker, at, place, &mut scratch);
                Record::Raw(&scratch).put(line, bytes);
                worker.candidate.give_back(scratch);
                read?;
            }
        }
    }
    if pages == 0 {
        bytes.clear();
        return Ok((0, 0));
    }
    let length = (bytes.len() - PREFIX) as u32;
    bytes[PREFIX - 4..PREFIX].copy_from_slice(&length.to_le_bytes());
    let hash = hash(bytes);
    bytes.extend(hash.to_le_bytes());
    Ok((pages, hash))
}
