//! What was kept of many pages.

use std::vec::Vec;

use super::CHUNK;
use crate::{Error, Kept};

/// Where a page is within its chunk.
#[derive(Clone, Copy, Debug)]
enum Place {
    Same(u64),
    /// Up to here; from where the one before ends.
    Block(usize),
    Raw(usize),
}

/// Consecutive pages, and one allocation for all their bytes.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    bytes: Vec<u8>,
    pages: Vec<(usize, Result<Place, Error>)>,
}

impl Chunk {
    /// Makes room for `count` pages of `page` bytes, as far as they are likely
    /// to need it.
    pub(super) fn reserve(&mut self, count: usize, page: usize) {
        self.bytes.reserve(count * page / 2);
        self.pages.reserve(count);
    }

    /// Adds a page and its bytes.
    pub(super) fn push(&mut self, kept: Result<Kept<'_>, Error>) {
        let start = self.bytes.len();
        let place = kept.map(|kept| match kept {
            Kept::Same(word) => Place::Same(word),
            Kept::Block(block) => {
                self.bytes.extend_from_slice(block);
                Place::Block(self.bytes.len())
            }
            Kept::Raw(page) => {
                self.bytes.extend_from_slice(page);
                Place::Raw(self.bytes.len())
            }
        });
        self.pages.push((start, place));
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.pages.clear();
    }

    fn get(&self, index: usize) -> Option<Result<Kept<'_>, &Error>> {
        let (start, place) = self.pages.get(index)?;
        Some(place.as_ref().map(|place| match *place {
            Place::Same(word) => Kept::Same(word),
            Place::Block(end) => Kept::Block(&self.bytes[*start..end]),
            Place::Raw(end) => Kept::Raw(&self.bytes[*start..end]),
        }))
    }
}

/// What [`Batch::encode_all`](super::Batch::encode_all) kept of pages, in their
/// order.
#[derive(Debug, Default)]
pub struct EncodedPages {
    chunks: Vec<Chunk>,
}

impl EncodedPages {
    /// Empty chunks for `count` pages, with what memory there is. Every chunk
    /// but the last has [`CHUNK`] pages.
    pub(super) fn chunks_for(&mut self, count: usize) -> &mut [Chunk] {
        self.chunks
            .resize_with(count.div_ceil(CHUNK), Chunk::default);
        self.chunks.iter_mut().for_each(Chunk::clear);
        &mut self.chunks
    }

    /// How many pages were given.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.pages.len()).sum()
    }

    /// Whether no page was given.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// What was kept of the page at `index`, or why it was not; `None` after
    /// the last page.
    pub fn get(&self, index: usize) -> Option<Result<Kept<'_>, &Error>> {
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)
    }

    /// Every page in order.
    pub fn iter(&self) -> impl Iterator<Item = Result<Kept<'_>, &Error>> {
        self.chunks
            .iter()
            .flat_map(|chunk| (0..chunk.pages.len()).filter_map(|index| chunk.get(index)))
    }

    /// Bytes of all blocks and raw pages.
    pub fn stored(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.bytes.len()).sum()
    }
}
