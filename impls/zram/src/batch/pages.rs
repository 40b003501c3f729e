//! What was kept of many pages.

use std::boxed::Box;
use std::vec::Vec;

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
#[derive(Debug)]
pub(super) struct Chunk {
    bytes: Box<[u8]>,
    pages: Vec<(usize, Result<Place, Error>)>,
}

impl Chunk {
    pub(super) fn with_capacity(pages: usize) -> Self {
        Self {
            bytes: Box::default(),
            pages: Vec::with_capacity(pages),
        }
    }

    /// Adds a page, and its bytes to `staged`.
    pub(super) fn push(&mut self, kept: Result<Kept<'_>, Error>, staged: &mut Vec<u8>) {
        let start = staged.len();
        let place = kept.map(|kept| match kept {
            Kept::Same(word) => Place::Same(word),
            Kept::Block(block) => {
                staged.extend_from_slice(block);
                Place::Block(staged.len())
            }
            Kept::Raw(page) => {
                staged.extend_from_slice(page);
                Place::Raw(staged.len())
            }
        });
        self.pages.push((start, place));
    }

    /// Takes over what was staged, in an allocation of its size.
    pub(super) fn finish(mut self, staged: &[u8]) -> Self {
        self.bytes = staged.into();
        self
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
#[derive(Debug)]
pub struct EncodedPages {
    chunks: Vec<Chunk>,
    chunk_pages: usize,
}

impl EncodedPages {
    /// Every chunk but the last has `chunk_pages` pages.
    pub(super) const fn new(chunks: Vec<Chunk>, chunk_pages: usize) -> Self {
        Self {
            chunks,
            chunk_pages,
        }
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
        self.chunks
            .get(index / self.chunk_pages)?
            .get(index % self.chunk_pages)
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
