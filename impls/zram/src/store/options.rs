//! What a store is made with.

use std::vec::Vec;

use super::Error;
use crate::{PageSize, Settings};

/// How many codecs a store can have: the one for new pages and three heavier
/// ones, as many as the kernel's zram (`ZRAM_MAX_COMPS`).
pub const CODECS: usize = 4;

/// Pages that a store can have at most: 2^32, 16 TiB of the smallest.
pub const MAX_PAGES: u64 = 1 << 32;

/// Size, codecs, limits and checks of a [`Store`](super::Store).
///
/// ```
/// use zram::store::{Options, Store};
/// use zram::{Codec, PageSize, Settings};
///
/// let page = PageSize::KiB4;
/// let options = Options::new(Settings::new(Codec::LZ4, page), 64 << 20)
///     .with_heavier(Settings::new("zstd:9".parse()?, page))
///     .with_memory_limit(16 << 20)
///     .with_checksums(true);
/// let store = Store::new(options)?;
/// assert_eq!(store.size(), 64 << 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    pub(super) codecs: Vec<Settings>,
    pub(super) size: u64,
    pub(super) memory_limit: Option<u64>,
    pub(super) checksums: bool,
    pub(super) sharing: bool,
}

impl Options {
    /// A store of `size` bytes whose new pages are kept as `settings` say;
    /// without a memory limit, checksums or sharing.
    ///
    /// `size` is what the store offers, not what it takes: untouched pages take
    /// no memory.
    pub fn new(settings: Settings, size: u64) -> Self {
        Self {
            codecs: [settings].into(),
            size,
            memory_limit: None,
            checksums: false,
            sharing: false,
        }
    }

    /// Adds a codec that [`recompress`](super::Store::recompress) may move
    /// pages to; the first one added is the first after that for new pages. At
    /// most three.
    #[must_use]
    pub fn with_heavier(mut self, settings: Settings) -> Self {
        self.codecs.push(settings);
        self
    }

    /// The most memory to take, in bytes: for slabs, for the page table and for
    /// all books about them, but not for the working memory of codecs, which
    /// is fixed, nor for what snapshots and upkeep take while they last. A write
    /// that would need more fails with [`Error::MemoryLimit`], and the page
    /// keeps its old content.
    #[must_use]
    pub const fn with_memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = Some(bytes);
        self
    }

    /// Keeps 8 bytes with every block and raw page, by which a page is known to
    /// be the one that was written when it comes back (XXH3, 64 bits).
    #[must_use]
    pub const fn with_checksums(mut self, checksums: bool) -> Self {
        self.checksums = checksums;
        self
    }

    /// Keeps equal pages once. Takes 8 bytes a page as checksums do, an index,
    /// and time for every write; finds nothing in most memories.
    #[must_use]
    pub const fn with_sharing(mut self, sharing: bool) -> Self {
        self.sharing = sharing;
        self
    }

    /// The codecs, that for new pages first.
    pub fn codecs(&self) -> &[Settings] {
        &self.codecs
    }

    /// The size of a page.
    pub fn page_size(&self) -> PageSize {
        self.codecs[0].page_size()
    }

    /// What the store offers, in bytes.
    pub const fn size(&self) -> u64 {
        self.size
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        let page = self.page_size();
        let bytes = page.bytes() as u64;
        if self.size == 0 || !self.size.is_multiple_of(bytes) || self.size / bytes > MAX_PAGES {
            return Err(Error::Size {
                size: self.size,
                page: page.bytes(),
            });
        }
        if self.codecs.len() > CODECS {
            return Err(Error::Codecs {
                count: self.codecs.len(),
            });
        }
        match self.codecs.iter().find(|codec| codec.page_size() != page) {
            None => Ok(()),
            Some(other) => Err(Error::PageSizes {
                first: page.bytes(),
                other: other.page_size().bytes(),
            }),
        }
    }

    /// Whether a hash of the page is kept with it.
    pub(super) const fn hashes(&self) -> bool {
        self.checksums || self.sharing
    }
}
