//! What can be done to a store.

use std::ops::Range;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use zram::store::Selection;

/// Bytes for a write: a page, or a part of one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Content {
    /// One word over and over.
    Word(u64),
    /// Words of a text; another for every seed.
    Text(u32),
    /// A text with a little of its own: near to the text of the seed.
    Edited(u32, u8),
    /// Bytes that do not compress.
    Noise(u32),
}

const WORDS: [&[u8]; 8] = [
    b"gold ",
    b"silver ",
    b"touch",
    b"stone ",
    b"assay ",
    b"of ",
    b"the ",
    b"streak\n",
];

impl Content {
    /// The first `length` bytes.
    pub fn bytes(self, length: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(length + 16);
        match self {
            Self::Word(word) => {
                while bytes.len() < length {
                    bytes.extend_from_slice(&word.to_le_bytes());
                }
            }
            Self::Text(seed) => text(seed, length, &mut bytes),
            Self::Edited(seed, edit) => {
                text(seed, length, &mut bytes);
                let at = usize::from(edit) * bytes.len() / 256;
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 0x55;
                }
            }
            Self::Noise(seed) => {
                let mut state = start(seed);
                while bytes.len() < length {
                    bytes.extend_from_slice(&next(&mut state).to_le_bytes());
                }
            }
        }
        bytes.truncate(length);
        bytes
    }
}

fn start(seed: u32) -> u64 {
    (u64::from(seed) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// xorshift, multiplied: noise is all that is wanted.
fn next(state: &mut u64) -> u64 {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    state.wrapping_mul(0x2545_f491_4f6c_dd1d)
}

fn text(seed: u32, length: usize, bytes: &mut Vec<u8>) {
    let mut state = start(seed);
    // From hardly any noise to mostly noise, so that blocks are of all sizes.
    let noise = u64::from(seed % 7);
    while bytes.len() < length {
        let draw = next(&mut state);
        if draw >> 32 & 7 < noise {
            bytes.extend_from_slice(&draw.to_le_bytes()[..4]);
        } else {
            bytes.extend_from_slice(WORDS[(draw & 7) as usize]);
        }
    }
}

/// Which pages upkeep is for; [`Selection`] in plain fields.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Chosen {
    /// Ticks without use.
    pub idle: u8,
    /// Bytes kept, more than.
    pub larger: u16,
    /// Raw ones only.
    pub incompressible: bool,
    /// No more than that many.
    pub at_most: Option<u16>,
}

impl Chosen {
    /// The store's own selection.
    pub fn selection(self) -> Selection {
        let mut selection = Selection::all()
            .idle(u32::from(self.idle))
            .larger(usize::from(self.larger));
        if self.incompressible {
            selection = selection.incompressible();
        }
        if let Some(count) = self.at_most {
            selection = selection.at_most(u64::from(count));
        }
        selection
    }
}

/// One step. Numbers beyond the store are part of the game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Operation {
    /// Writes a page.
    Put(u64, Content),
    /// Reads a page.
    Get(u64),
    /// Writes bytes anywhere.
    WriteAt(Range<u64>, Content),
    /// Reads bytes anywhere.
    ReadAt(Range<u64>),
    /// Discards bytes anywhere.
    Discard(Range<u64>),
    /// Tells holes and zeros.
    Extents(Range<u64>),
    /// Makes all pages older.
    Tick,
    /// Tries a heavier codec.
    Recompress(usize, Chosen),
    /// Pages to the backing file.
    WriteBack(Chosen),
    /// Lets so many pages be written back, or any number.
    Budget(Option<u16>),
    /// Slots together.
    Compact,
    /// Lowers the memory limit to what is taken now and so many bytes, or
    /// lifts it.
    Limit(Option<u32>),
    /// Saves, and goes on with what was restored.
    Restart,
}

/// Operations from a seed, without end.
#[derive(Debug)]
pub struct Operations {
    random: Pcg64,
    pages: u64,
    page: u64,
    limits: bool,
}

impl Operations {
    /// For a store of so many pages of `page` bytes; with memory limits, under
    /// which writes may fail, or without.
    pub fn new(seed: u64, pages: u64, page: usize, limits: bool) -> Self {
        Self {
            random: Pcg64::seed_from_u64(seed),
            pages,
            page: page as u64,
            limits,
        }
    }

    fn content(&mut self) -> Content {
        let seed = self.random.random_range(0..40);
        match self.random.random_range(0..10) {
            0 => Content::Word(0),
            1 => Content::Word(self.random.random()),
            2 | 3 => Content::Noise(seed),
            4 => Content::Edited(seed, self.random.random()),
            _ => Content::Text(seed),
        }
    }

    fn page(&mut self) -> u64 {
        // Half of all goes to a few pages, so that things happen to them.
        let pages = if self.random.random_bool(0.5) {
            self.pages.min(8)
        } else {
            self.pages
        };
        self.random.random_range(0..pages)
    }

    /// A range, mostly short and of sectors.
    fn range(&mut self) -> Range<u64> {
        let size = self.pages * self.page;
        let start = self.page() * self.page;
        let start = match self.random.random_range(0..3) {
            0 => start,
            1 => start + 512 * self.random.random_range(0..self.page / 512),
            _ => start + self.random.random_range(0..self.page),
        };
        let length = match self.random.random_range(0..4) {
            0 => 512 * self.random.random_range(0..4),
            1 => self.page * self.random.random_range(0..4),
            _ => self.random.random_range(0..self.page * 2),
        };
        // One in a few hundred does not fit.
        let beyond = if self.random.random_range(0..300) == 0 {
            size
        } else {
            0
        };
        start..(start + length).min(size) + beyond
    }

    fn chosen(&mut self) -> Chosen {
        Chosen {
            idle: self.random.random_range(0..3),
            larger: if self.random.random_bool(0.3) {
                1500
            } else {
                0
            },
            incompressible: self.random.random_bool(0.2),
            at_most: self
                .random
                .random_bool(0.8)
                .then(|| self.random.random_range(0..12)),
        }
    }
}

impl Iterator for Operations {
    type Item = Operation;

    fn next(&mut self) -> Option<Operation> {
        Some(match self.random.random_range(0..1000) {
            0..330 => Operation::Put(self.page(), self.content()),
            330..560 => Operation::Get(self.page()),
            560..700 => Operation::WriteAt(self.range(), self.content()),
            700..800 => Operation::ReadAt(self.range()),
            800..900 => Operation::Discard(self.range()),
            900..930 => Operation::Extents(self.range()),
            930..940 => Operation::Tick,
            940..965 => Operation::Recompress(self.random.random_range(1..3), self.chosen()),
            965..985 => Operation::WriteBack(self.chosen()),
            985..988 => Operation::Budget(
                self.random
                    .random_bool(0.7)
                    .then(|| self.random.random_range(0..60)),
            ),
            988..994 => Operation::Compact,
            994..999 if self.limits => Operation::Limit(
                self.random
                    .random_bool(0.8)
                    .then(|| self.random.random_range(0..100_000)),
            ),
            999 => Operation::Restart,
            _ => Operation::Get(self.pages + self.random.random_range(0..3)),
        })
    }
}
