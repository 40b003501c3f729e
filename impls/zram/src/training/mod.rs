//! Dictionaries learned from pages.
//!
//! A page of 4 KiB is short: most of what it repeats of other pages it has to
//! say again. [`train`] gathers what many pages have in common, for a
//! [`Dictionary`] that all of them refer to.

mod grams;
mod segments;
mod trial;
mod zstd_tables;

use alloc::vec::Vec;

use crate::same::SameFilled;
use crate::{Codec, Dictionary, Error, Settings};
use grams::Grams;
use trial::Trial;

/// Fewer pages than this, not counting those of one word, say nothing.
const FEWEST: usize = 16;

/// One page of so many is not learned from, but tried.
const TRIED: usize = 8;

/// Lengths of segments to try, in bytes: memories differ in how long what they
/// repeat is.
const LENGTHS: [usize; 5] = [32, 64, 128, 256, 512];

/// A dictionary, and what it does to pages that it was not learned from.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Training {
    bytes: Vec<u8>,
    pages: usize,
    without: u64,
    with: u64,
}

impl Training {
    /// The dictionary: what [`Dictionary::new`] takes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The dictionary, without a copy.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// How many pages it was tried on.
    pub const fn pages(&self) -> usize {
        self.pages
    }

    /// What is kept of those without a dictionary, in bytes.
    pub const fn stored_without(&self) -> u64 {
        self.without
    }

    /// What is kept of those with it, in bytes. Where this is no less than
    /// [`stored_without`](Self::stored_without), the memory is better off
    /// without a dictionary.
    pub const fn stored_with(&self) -> u64 {
        self.with
    }
}

/// Learns a dictionary of at most `size` bytes from pages of a memory, for the
/// codec and the page size of `settings`; a dictionary that `settings` have
/// already is left aside.
///
/// Segments of pages are chosen greedily by how many pages hold what is in them
/// (maximum coverage), in several lengths; the one of these dictionaries under
/// which every eighth page becomes smallest is the one returned. That page is
/// not learned from meanwhile, so that the figures of [`Training`] are what
/// other pages like these can expect. For zstd, the statistics of what is left to
/// say of a page come with it, where that is better still: the dictionary is in
/// zstd's own format then (RFC 8878, section 5), without an identifier.
///
/// Some hundred times `size` is a good sample. Counts take 20 to 40 bytes for
/// each of the pages', and 80 MiB at most; beside them, what is to be chosen from
/// takes up to four times the pages. Time grows with both, and with the codec's.
/// Pages that are one word over and over are left out.
///
/// ```
/// use zram::training::train;
/// use zram::{Codec, Dictionary, PageSize, Settings};
///
/// let line = |n: u32| format!("{{\"name\": \"value {n}\", \"enabled\": {}}}\n", n % 3 == 0);
/// let memory: String = (0..20_000).map(|n: u32| line(n.wrapping_mul(2_654_435_761))).collect();
/// let pages: Vec<&[u8]> = memory.as_bytes().chunks_exact(4096).collect();
///
/// let plain = Settings::new(Codec::LZ4, PageSize::KiB4);
/// let training = train(&pages, &plain, 4096)?;
/// assert!(training.stored_with() < training.stored_without());
/// let settings = plain.with_dictionary(Dictionary::new(Codec::LZ4, training.bytes())?);
/// # Ok::<(), zram::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::TooFewPages`]; [`Error::PageLength`] of a page;
/// [`Error::CodecOutOfRange`]; [`Error::NoDictionaries`].
pub fn train<P: AsRef<[u8]>>(
    pages: &[P],
    settings: &Settings,
    size: usize,
) -> Result<Training, Error> {
    // A codec without dictionaries is refused before there is any work.
    Dictionary::new(settings.codec(), &[])?;
    let expected = settings.page_size().bytes();
    let same_filled = SameFilled::new();
    let mut varied = Vec::new();
    for page in pages {
        let page = page.as_ref();
        if page.len() != expected {
            return Err(Error::PageLength {
                expected,
                actual: page.len(),
            });
        }
        if same_filled.word(page).is_none() {
            varied.push(page);
        }
    }
    if varied.len() < FEWEST {
        return Err(Error::TooFewPages {
            pages: varied.len(),
            needed: FEWEST,
        });
    }
    let (mut learned, mut tried) = (Vec::new(), Vec::new());
    for (number, page) in varied.into_iter().enumerate() {
        let to = if number % TRIED == TRIED - 1 {
            &mut tried
        } else {
            &mut learned
        };
        to.push(page);
    }
    let trial = Trial::new(settings, &tried);
    let is_zstd = matches!(settings.codec(), Codec::Zstd { .. });
    let grams = Grams::of(&learned);
    let [mut bytes, others @ ..] = LENGTHS.map(|length| {
        let mut content = segments::choose(&learned, grams.clone(), length, size);
        // zstd would take it for its own format, but not without its first byte.
        if is_zstd && content.starts_with(&zstd_tables::MAGIC) {
            content.remove(0);
        }
        content
    });
    let mut with = trial.stored_with(&bytes)?;
    for other in others {
        let stored = trial.stored_with(&other)?;
        if stored < with {
            (with, bytes) = (stored, other);
        }
    }
    let page_size = settings.page_size();
    if let Codec::Zstd { level } = settings.codec()
        && let Some(whole) = zstd_tables::with_tables(&bytes, &learned, page_size, level, size)?
    {
        let stored = trial.stored_with(&whole)?;
        if stored < with {
            (with, bytes) = (stored, whole);
        }
    }
    Ok(Training {
        bytes,
        pages: tried.len(),
        without: trial.stored_without()?,
        with,
    })
}
