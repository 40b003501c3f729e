//! A store or a disk, filled, written over, emptied by half and compacted.

use std::fs;
use std::io;

use conformance::zram::{Layout, PagesCase};
use conformance::{Data, Format};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use zram::store::{Error, Store};

use super::super::PAGE;
use super::super::aligned::Aligned;
use super::super::disk::{Disk, empty};
use crate::pages::calls::UNTOUCHED;

/// Bytes of pages.
const BYTES: usize = 128 << 20;

/// Bytes of pages that they are taken from, again and again: nothing is shared.
const SOURCE: usize = 32 << 20;

/// What happens, in this order.
pub(super) const STAGES: [&str; 4] = [
    "fresh",
    "all written over, in random order",
    "a random half discarded",
    "compacted",
];

/// What is taken after a stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Taken {
    /// Bytes of what is kept.
    pub(super) kept: u64,
    /// Bytes of all that is accounted for.
    pub(super) used: u64,
    /// Bytes of slabs.
    pub(super) slabs: u64,
    /// Bytes by which the process has grown since before.
    pub(super) grown: u64,
}

/// Something that keeps pages of 4 KiB by number.
pub(crate) trait Keeper {
    /// Writes a page, which starts where one of memory does.
    fn put(&self, number: usize, page: &[u8]) -> io::Result<()>;

    /// Reads a page, to where one of memory starts.
    fn get(&self, number: usize, page: &mut [u8]) -> io::Result<()>;

    /// Discards so many pages.
    fn discard(&self, number: usize, count: usize) -> io::Result<()>;

    /// Gives memory back that is free between pages.
    fn compact(&self) -> io::Result<()>;

    /// Bytes of what is kept, of all that is accounted for, and of slabs.
    fn taken(&self) -> io::Result<[u64; 3]>;
}

impl Keeper for Store {
    fn put(&self, number: usize, page: &[u8]) -> io::Result<()> {
        Self::put(self, number as u64, page).map_err(io::Error::other)
    }

    fn get(&self, number: usize, page: &mut [u8]) -> io::Result<()> {
        Self::get(self, number as u64, page).map_err(io::Error::other)
    }

    fn discard(&self, number: usize, count: usize) -> io::Result<()> {
        let (start, length) = (number * PAGE, count * PAGE);
        Self::discard(self, start as u64, length as u64).map_err(io::Error::other)
    }

    fn compact(&self) -> io::Result<()> {
        Self::compact(self);
        Ok(())
    }

    fn taken(&self) -> io::Result<[u64; 3]> {
        let stats = self.stats();
        let memory = stats.mm_stat;
        Ok([
            memory.compr_data_size,
            memory.mem_used_total,
            stats.slab_bytes,
        ])
    }
}

/// An empty store of as many pages as the stages are of.
pub(super) fn store(layout: Layout) -> Result<Store, Error> {
    empty(layout, BYTES)
}

/// Bytes of this process in memory, 0 where that is not told.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    number.unwrap_or(0) * 1024
}

/// Who keeps pages, and which page of the source each of them is.
struct Tracked<K> {
    keeper: K,
    source: Aligned,
    pages: Vec<Option<usize>>,
    before: u64,
}

impl<K: Keeper> Tracked<K> {
    fn put(&mut self, number: usize, page: usize) -> io::Result<()> {
        self.pages[number] = Some(page);
        let bytes = &self.source.bytes()[page * PAGE..][..PAGE];
        self.keeper.put(number, bytes)
    }

    /// What is taken, once every page has come back right.
    fn taken(&self) -> io::Result<Taken> {
        let grown = resident().saturating_sub(self.before);
        let mut found = Aligned::new(PAGE);
        for (number, page) in self.pages.iter().enumerate() {
            found.bytes_mut().fill(UNTOUCHED);
            self.keeper.get(number, found.bytes_mut())?;
            let right = match page {
                Some(page) => found.bytes() == &self.source.bytes()[page * PAGE..][..PAGE],
                None => found.bytes().iter().all(|byte| *byte == 0),
            };
            assert!(right, "page {number} came back wrong");
        }
        let [kept, used, slabs] = self.keeper.taken()?;
        Ok(Taken {
            kept,
            used,
            slabs,
            grown,
        })
    }
}

/// Pages of a case's kind, more of them.
fn source(case: &PagesCase) -> Aligned {
    let data = match &case.data {
        Data::CSources(_) => Data::CSources(SOURCE),
        Data::Image(image, _) => Data::Image(*image, SOURCE),
        other => other.clone(),
    };
    let layout = case.layout;
    let source = Disk.materialize(&PagesCase { data, layout });
    Aligned::of(&source.expect("the input is here"))
}

/// Puts who is made to all stages. The same pages in the same order for everyone.
///
/// # Panics
/// When a page comes back wrong.
pub(super) fn stages<K: Keeper>(
    case: &PagesCase,
    keeper: impl FnOnce() -> K,
) -> io::Result<[Taken; 4]> {
    let source = source(case);
    let (count, in_source) = (BYTES / PAGE, source.bytes().len() / PAGE);
    let mut random = Pcg64::seed_from_u64(128);
    let mut order: Vec<usize> = (0..count).collect();
    let pages = vec![None; count];
    let before = resident();
    let mut tracked = Tracked {
        keeper: keeper(),
        source,
        pages,
        before,
    };
    tracked.keeper.discard(0, count)?;
    for number in 0..count {
        tracked.put(number, number % in_source)?;
    }
    let fresh = tracked.taken()?;
    order.shuffle(&mut random);
    for &number in &order {
        tracked.put(number, random.random_range(0..in_source))?;
    }
    let written_over = tracked.taken()?;
    order.shuffle(&mut random);
    for &number in &order[..count / 2] {
        tracked.keeper.discard(number, 1)?;
        tracked.pages[number] = None;
    }
    let half = tracked.taken()?;
    tracked.keeper.compact()?;
    Ok([fresh, written_over, half, tracked.taken()?])
}
