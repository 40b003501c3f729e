//! How a store is set up.

use std::fs::File;

use zram::store::{Options, Store};
use zram::{Codec, PageSize, Settings};

/// Codecs, size and checks of a store on trial.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct StoreLayout {
    /// For new pages, and heavier ones.
    pub codecs: [Codec; 3],
    /// The size of a page.
    pub page_size: PageSize,
    /// How many pages.
    pub pages: u64,
    /// See [`Options::with_checksums`].
    pub checksums: bool,
    /// See [`Options::with_sharing`].
    pub sharing: bool,
    /// Pages of the backing file; no file at 0.
    pub backing: u64,
}

impl StoreLayout {
    /// LZ4, LZ4 HC and zstd; 600 pages of 4 KiB, so that there are several
    /// leaves of the page table; a file for 100.
    pub const PLAIN: Self = Self {
        codecs: [
            Codec::LZ4,
            Codec::Lz4High { level: 9 },
            Codec::Zstd { level: 3 },
        ],
        page_size: PageSize::KiB4,
        pages: 600,
        checksums: false,
        sharing: false,
        backing: 100,
    };

    /// Its name in the name of a case.
    pub fn name(&self) -> String {
        let checks = match (self.checksums, self.sharing) {
            (false, false) => "plain",
            (true, false) => "checksums",
            (false, true) => "sharing",
            (true, true) => "checksums-and-sharing",
        };
        let codec = self.codecs[0].to_string().replace(':', "=");
        format!("{codec}/pages-{}/{checks}", self.page_size.bytes())
    }

    /// Bytes of the store.
    pub fn size(&self) -> u64 {
        self.pages * self.page_size.bytes() as u64
    }

    /// The store's options.
    pub fn options(&self) -> Options {
        let [first, second, third] = self
            .codecs
            .map(|codec| Settings::new(codec, self.page_size));
        Options::new(first, self.size())
            .with_heavier(second)
            .with_heavier(third)
            .with_checksums(self.checksums)
            .with_sharing(self.sharing)
    }

    /// Gives a store its backing file.
    pub(super) fn back(&self, store: &Store) -> Result<(), String> {
        if self.backing == 0 {
            return Ok(());
        }
        let file: File = tempfile::tempfile().map_err(|error| format!("no file: {error}"))?;
        store
            .attach_backing(file, self.backing * self.page_size.bytes() as u64)
            .map_err(|error| format!("the file is refused: {error}"))
    }
}
