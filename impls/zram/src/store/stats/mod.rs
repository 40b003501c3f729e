//! What a store holds and has done, by the kernel's names.

mod counters;
mod prometheus;

use std::fmt;
use std::sync::atomic::Ordering;
use std::vec::Vec;

pub(super) use counters::Counters;

use super::Store;
use super::table::Tally;

/// Memory, by the names of the kernel's `mm_stat`
/// (Documentation/admin-guide/blockdev/zram.rst). Displayed as its line.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MmStat {
    /// Bytes of the pages that are kept, uncompressed.
    pub orig_data_size: u64,
    /// Bytes of blocks and raw pages, with hashes where those are kept; shared
    /// ones once.
    pub compr_data_size: u64,
    /// Bytes taken: slabs, page table and all books; what the limit is for. The
    /// kernel counts its slabs only, which is [`Stats::slab_bytes`].
    pub mem_used_total: u64,
    /// The memory limit in bytes, 0 if there is none.
    pub mem_limit: u64,
    /// The most that `mem_used_total` has been.
    pub mem_used_max: u64,
    /// Pages that are filled with one word.
    pub same_pages: u64,
    /// System pages, of 4 KiB, that compaction has freed.
    pub pages_compacted: u64,
    /// Pages that are kept as they are.
    pub huge_pages: u64,
    /// How often a page was written that is kept as it is, since the store was
    /// made.
    pub huge_pages_since: u64,
}

impl fmt::Display for MmStat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:8} {:8} {:8} {:8} {:8} {:8} {:8} {:8} {:8}",
            self.orig_data_size,
            self.compr_data_size,
            self.mem_used_total,
            self.mem_limit,
            self.mem_used_max,
            self.same_pages,
            self.pages_compacted,
            self.huge_pages,
            self.huge_pages_since,
        )
    }
}

/// Requests, by the names of the kernel's `io_stat`. Displayed as its line.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct IoStat {
    /// Pages that could not be read.
    pub failed_reads: u64,
    /// Pages that could not be written.
    pub failed_writes: u64,
    /// Requests that were not within the store.
    pub invalid_io: u64,
    /// Pages that were discarded whole.
    pub notify_free: u64,
}

impl fmt::Display for IoStat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:8} {:8} {:8} {:8}",
            self.failed_reads, self.failed_writes, self.invalid_io, self.notify_free,
        )
    }
}

/// The backing file, by the names of the kernel's `bd_stat`, but in pages of
/// the store, not in units of 4 KiB. Displayed as its line.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct BdStat {
    /// Pages in the file.
    pub bd_count: u64,
    /// Pages read from it.
    pub bd_reads: u64,
    /// Pages written to it.
    pub bd_writes: u64,
}

impl fmt::Display for BdStat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:8} {:8} {:8}",
            self.bd_count, self.bd_reads, self.bd_writes
        )
    }
}

/// A size class: slots of one size.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClassStat {
    /// Bytes of a slot.
    pub slot_bytes: u64,
    /// Slots that are taken.
    pub slots: u64,
    /// Slabs that they are in.
    pub slabs: u64,
}

/// All that [`Store::stats`] tells.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Stats {
    /// What the store offers, in bytes.
    pub disk_size: u64,
    /// Bytes of a page.
    pub page_size: u64,
    /// Memory.
    pub mm_stat: MmStat,
    /// Requests.
    pub io_stat: IoStat,
    /// The backing file.
    pub bd_stat: BdStat,
    /// Pages that may still be written to the backing file; `None` for any
    /// number.
    pub write_back_budget: Option<u64>,
    /// Bytes of slabs, slots that are free included.
    pub slab_bytes: u64,
    /// Size classes that have slabs, smallest first.
    pub classes: Vec<ClassStat>,
}

impl Stats {
    /// Pages that are kept, in memory or in the backing file.
    pub const fn pages(&self) -> u64 {
        match self.mm_stat.orig_data_size.checked_div(self.page_size) {
            Some(pages) => pages,
            None => 0,
        }
    }

    /// How many times what is kept in memory would be larger uncompressed;
    /// `None` when nothing is kept.
    pub fn ratio(&self) -> Option<f64> {
        // Counted one after the other: pages may have moved in between.
        let backed = self.bd_stat.bd_count.saturating_mul(self.page_size);
        let kept = self.mm_stat.orig_data_size.saturating_sub(backed);
        (self.mm_stat.mem_used_total > 0 && kept > 0)
            .then(|| kept as f64 / self.mm_stat.mem_used_total as f64)
    }
}

impl Store {
    /// What the store holds and has done. Goes over the page table; what is
    /// written in the meantime may be counted or not. Slots that threads keep for
    /// their next pages are given up first.
    pub fn stats(&self) -> Stats {
        let mut tally = Tally::default();
        let mut kept_raw = 0;
        for (_, leaf) in self.table.leaves() {
            let leaf = leaf.read();
            tally.add(&leaf.tally);
            kept_raw += leaf.kept_raw;
        }
        self.slabs.recall();
        let content = self.slabs.content();
        let page_size = self.page_size().bytes() as u64;
        let memory = self.memory();
        let backing = self.backing.get();
        Stats {
            disk_size: self.size(),
            page_size,
            mm_stat: MmStat {
                orig_data_size: tally.pages() * page_size,
                compr_data_size: content.bytes,
                mem_used_total: memory.used(),
                mem_limit: memory.limit().unwrap_or(0),
                mem_used_max: memory.peak(),
                same_pages: tally.same,
                pages_compacted: self.counters.compacted.load(Ordering::Relaxed),
                huge_pages: tally.raw,
                huge_pages_since: kept_raw,
            },
            io_stat: self.counters.io_stat(),
            bd_stat: backing.map_or_else(BdStat::default, |backing| BdStat {
                bd_count: backing.used(),
                bd_reads: backing.reads.load(Ordering::Relaxed),
                bd_writes: backing.writes.load(Ordering::Relaxed),
            }),
            write_back_budget: backing.and_then(super::backing::Backing::budget),
            slab_bytes: content.slab_bytes,
            classes: self.slabs.classes(),
        }
    }

    /// Forgets the most memory that has been taken, so that
    /// [`MmStat::mem_used_max`] starts from what is taken now.
    pub fn reset_peak(&self) {
        self.memory().reset_peak();
    }
}
