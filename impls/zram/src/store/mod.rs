//! A store of pages: what the kernel's zram keeps in memory for a block device,
//! without the kernel.
//!
//! A [`Store`] offers a number of bytes and keeps what is written there page by
//! page: a word for a page that is filled with it, a compressed block in a slot
//! of its size, or, if compression does not help, the page. It is shared by
//! reference: reads and writes come from any number of threads.
//!
//! What it promises:
//!
//! - A read gives what the last write before it wrote, and zeros where nothing
//!   was written. A page is written whole or not at all; the new one is in
//!   place before the old one is given up, so that an error loses neither.
//! - [`Options::with_memory_limit`] holds at all times, for every byte that is
//!   kept. A write that would need more fails, and changes nothing.
//! - What is discarded reads as zeros, to the byte.
//!
//! [`Store::recompress`], [`Store::write_back`] and [`Store::compact`] go over
//! pages that are chosen by a [`Selection`] while reads and writes go on.
//!
//! ```
//! use zram::store::{Options, Store};
//! use zram::{Codec, PageSize, Settings};
//!
//! let settings = Settings::new(Codec::LZ4, PageSize::KiB4);
//! let store = Store::new(Options::new(settings, 1 << 20))?;
//!
//! store.put(7, &[b'a'; 4096])?;
//! store.write_at(8 * 4096 - 3, b"across")?;
//! let mut bytes = [0; 8];
//! store.read_at(8 * 4096 - 4, &mut bytes)?;
//! assert_eq!(&bytes, b"aacross\0");
//!
//! store.discard(8 * 4096 - 512, 512)?;
//! store.read_at(8 * 4096 - 4, &mut bytes)?;
//! assert_eq!(&bytes, b"\0\0\0\0oss\0");
//! assert_eq!(store.stats().pages(), 2);
//! # Ok::<(), zram::store::Error>(())
//! ```

mod backing;
mod claim;
mod compact;
mod entry;
mod error;
mod extent;
mod keep;
mod memory;
mod options;
mod page;
mod range;
mod recompress;
mod selection;
mod sharing;
mod slab;
mod snapshot;
mod stats;
mod table;
mod workers;
mod write_back;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use parking_lot::Mutex;

use backing::Backing;
pub use error::Error;
pub use extent::Extent;
use memory::Memory;
pub use options::{CODECS, MAX_PAGES, Options};
pub use recompress::Recompressed;
pub use selection::Selection;
use sharing::Sharing;
use slab::Slabs;
use snapshot::Snapshots;
pub use snapshot::{Part, Snapshot, SnapshotCodec, SnapshotError, SnapshotHeader};
use stats::Counters;
pub use stats::{BdStat, ClassStat, IoStat, MmStat, Stats};
use table::Table;
use workers::Workers;
pub use write_back::WrittenBack;

use crate::PageSize;

/// Bytes of the hash that is kept with a page.
const HASH: usize = 8;

/// Pages kept compressed in memory; see the [module](self).
///
/// Takes, for a store of `n` pages, `n / 16` bytes and some 15 KB from the
/// start, 4 KiB for every 256 pages among which one was written, and slabs. A
/// worker with its encoders and decoders for every core comes on top; the
/// memory limit does not cover those.
#[derive(Debug)]
pub struct Store {
    options: Options,
    table: Table,
    slabs: Slabs,
    workers: Workers,
    sharing: Option<Sharing>,
    /// What an age is counted from.
    clock: AtomicU32,
    backing: OnceLock<Backing>,
    /// Held by what goes over all pages: one such thing at a time.
    upkeep: Mutex<()>,
    snapshots: Snapshots,
    counters: Counters,
}

impl Store {
    /// An empty store: all of it reads as zeros.
    ///
    /// # Errors
    ///
    /// [`Error::Size`], [`Error::Codecs`], [`Error::PageSizes`],
    /// [`Error::Codec`] for options that do not go together, and
    /// [`Error::MemoryLimit`] for a limit below what an empty store takes.
    pub fn new(options: Options) -> Result<Self, Error> {
        options.check()?;
        let memory = Memory::new(options.memory_limit);
        let page = options.page_size().bytes();
        let table = Table::new(options.size / page as u64, &memory)?;
        let largest = page + if options.hashes() { HASH } else { 0 };
        let slabs = Slabs::new(
            options.page_size(),
            largest,
            options.size,
            options.sharing,
            memory,
        )?;
        Ok(Self {
            table,
            slabs,
            workers: Workers::new(&options.codecs)?,
            sharing: options.sharing.then(Sharing::new),
            clock: 0.into(),
            backing: OnceLock::new(),
            upkeep: Mutex::default(),
            snapshots: Snapshots::default(),
            counters: Counters::default(),
            options,
        })
    }

    /// What the store was made with.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// What the store offers, in bytes.
    pub const fn size(&self) -> u64 {
        self.options.size
    }

    /// How many pages that is.
    pub const fn pages(&self) -> u64 {
        self.table.pages()
    }

    /// The size of a page.
    pub fn page_size(&self) -> PageSize {
        self.options.page_size()
    }

    /// Changes the memory limit; `None` lifts it. A limit below what is taken
    /// already takes nothing away, but lets nothing be added.
    pub fn set_memory_limit(&self, bytes: Option<u64>) {
        self.slabs.memory().set_limit(bytes);
    }

    /// Makes every page one tick older. What a tick is, the caller decides: a
    /// minute, say, with [`Selection::idle`] in minutes.
    ///
    /// The kernel's zram marks all pages idle instead (`idle`), and reads and
    /// writes take the mark away.
    pub fn tick(&self) {
        self.clock.fetch_add(1, Ordering::Relaxed);
    }

    fn now(&self) -> u32 {
        self.clock.load(Ordering::Relaxed)
    }

    const fn memory(&self) -> &Memory {
        self.slabs.memory()
    }
}
