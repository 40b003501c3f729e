//! A store under several threads at once.
//!
//! Every page carries its number and the number of its write, and all its
//! bytes follow from those. A reader knows from which write on it must see one,
//! and that it must see all of it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use zram::store::{Error, Selection, Store};

use super::layout::StoreLayout;
use super::operation::Content;

/// How long a race is, and who runs.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// Reads and writes of pages, by all threads together.
    pub operations: u64,
    /// Threads that read and write.
    pub threads: u64,
    /// Of all randomness.
    pub seed: u64,
    /// The most memory the store may take, beyond what it takes empty.
    pub memory: Option<u64>,
}

/// What happened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Raced {
    /// Reads that were right.
    pub reads: u64,
    /// Writes that were done.
    pub writes: u64,
    /// Writes that the memory limit refused.
    pub refused: u64,
    /// Rounds of recompression, writing back, compaction and snapshots.
    pub upkeep: u64,
}

/// What is known of a page: the writes begun and those done.
#[derive(Default)]
struct Page {
    begun: AtomicU64,
    done: AtomicU64,
}

struct Field<'a> {
    store: &'a Store,
    layout: StoreLayout,
    pages: Vec<Page>,
    limit: Option<u64>,
    left: AtomicU64,
    failed: AtomicBool,
}

/// The bytes of a write: what kind they are changes from one to the next.
fn content(number: u64, write: u64, size: usize) -> Vec<u8> {
    let seed = (number.wrapping_mul(31) ^ write.wrapping_mul(0x9e37_79b9)) as u32;
    let mut bytes = match (number + write) % 6 {
        0 => Content::Noise(seed),
        // The same for all pages: to be shared.
        1 => Content::Text(3),
        _ => Content::Text(seed),
    }
    .bytes(size);
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    bytes[8..16].copy_from_slice(&write.to_le_bytes());
    bytes
}

/// Runs threads against a store, with upkeep going on.
///
/// # Errors
/// The first thing that was wrong.
pub fn race(
    layout: StoreLayout,
    race: Race,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Raced, String> {
    let store = Store::new(layout.options()).map_err(|error| error.to_string())?;
    layout.back(&store)?;
    let limit = race
        .memory
        .map(|more| store.stats().mm_stat.mem_used_total + more);
    store.set_memory_limit(limit);
    let field = Field {
        store: &store,
        layout,
        pages: (0..layout.pages).map(|_| Page::default()).collect(),
        limit,
        left: race.operations.into(),
        failed: false.into(),
    };
    thread::scope(|scope| {
        let runners: Vec<_> = (0..race.threads)
            .map(|runner| {
                let field = &field;
                scope.spawn(move || field.run(runner, race, progress))
            })
            .collect();
        let mut total = Raced::default();
        let upkeep = field.upkeep(race.seed);
        for runner in runners {
            let raced = runner
                .join()
                .map_err(|_| "a thread panicked".to_owned())??;
            total.reads += raced.reads;
            total.writes += raced.writes;
            total.refused += raced.refused;
        }
        total.upkeep = upkeep?;
        field.check_all()?;
        Ok(total)
    })
}

impl Field<'_> {
    fn is_over(&self) -> bool {
        self.failed.load(Ordering::Relaxed) || self.left.load(Ordering::Relaxed) == 0
    }

    /// Takes operations from those that are left.
    fn take(&self, count: u64) -> u64 {
        let taken = |left: u64| Some(left.saturating_sub(count));
        let before = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken);
        before.unwrap_or(0).min(count)
    }

    fn run(
        &self,
        runner: u64,
        race: Race,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Raced, String> {
        let mut random = Pcg64::seed_from_u64(race.seed << 8 | runner);
        let mut raced = Raced::default();
        loop {
            let count = self.take(1000);
            if count == 0 || self.failed.load(Ordering::Relaxed) {
                return Ok(raced);
            }
            for _ in 0..count {
                let number = random.random_range(0..self.layout.pages);
                let step = if random.random_bool(0.45) {
                    // A page has one writer.
                    let own = number - number % race.threads + runner;
                    self.write(own.min(self.layout.pages - 1), runner, race, &mut raced)
                } else {
                    raced.reads += 1;
                    self.read(number)
                };
                if let Err(fault) = step {
                    self.failed.store(true, Ordering::Relaxed);
                    return Err(fault);
                }
            }
            progress(count);
        }
    }

    fn write(&self, number: u64, runner: u64, race: Race, raced: &mut Raced) -> Result<(), String> {
        if number % race.threads != runner {
            return Ok(());
        }
        let page = &self.pages[number as usize];
        let write = page.begun.load(Ordering::Relaxed) + 1;
        page.begun.store(write, Ordering::SeqCst);
        let bytes = content(number, write, self.layout.page_size.bytes());
        match self.store.put(number, &bytes) {
            Ok(()) => {
                page.done.store(write, Ordering::SeqCst);
                raced.writes += 1;
                Ok(())
            }
            Err(Error::MemoryLimit { .. }) if self.limit.is_some() => {
                // Readers must not see it, and the next write has its number.
                page.begun.store(write - 1, Ordering::SeqCst);
                raced.refused += 1;
                Ok(())
            }
            Err(error) => Err(format!("page {number}: {error:?}")),
        }
    }

    fn read(&self, number: u64) -> Result<(), String> {
        let size = self.layout.page_size.bytes();
        let page = &self.pages[number as usize];
        let least = page.done.load(Ordering::SeqCst);
        let mut bytes = vec![0xa5; size];
        self.store
            .get(number, &mut bytes)
            .map_err(|error| format!("page {number}: {error:?}"))?;
        let most = page.begun.load(Ordering::SeqCst);
        let write = u64::from_le_bytes(bytes[8..16].try_into().expect("8 bytes"));
        let expected = if write == 0 {
            vec![0; size]
        } else {
            content(number, write, size)
        };
        if write < least || write > most {
            return Err(format!(
                "page {number}: write {write}, where {least} to {most} were possible"
            ));
        }
        if bytes == expected {
            Ok(())
        } else {
            Err(format!("page {number}: write {write} is not whole"))
        }
    }

    /// Everything that moves pages, until the others are done.
    fn upkeep(&self, seed: u64) -> Result<u64, String> {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut rounds = 0;
        while !self.is_over() {
            rounds += 1;
            let some = Selection::all().at_most(random.random_range(1..100));
            let result = match random.random_range(0..6) {
                0 => self.store.recompress(1, &some).map(drop),
                1 => self.store.recompress(2, &some).map(drop),
                2 => self.store.write_back(&some).map(drop),
                3 => {
                    self.store.compact();
                    Ok(())
                }
                4 => {
                    self.store.tick();
                    Ok(())
                }
                _ => {
                    let saved = self.store.save(std::io::sink());
                    saved.map(drop).map_err(|error| {
                        self.failed.store(true, Ordering::Relaxed);
                        format!("a snapshot: {error:?}")
                    })?;
                    Ok(())
                }
            };
            match result {
                Ok(()) | Err(Error::MemoryLimit { .. }) => {}
                Err(error) => {
                    self.failed.store(true, Ordering::Relaxed);
                    return Err(format!("upkeep: {error:?}"));
                }
            }
            let used = self.store.stats().mm_stat.mem_used_max;
            if self.limit.is_some_and(|limit| used > limit) {
                self.failed.store(true, Ordering::Relaxed);
                return Err(format!("{used} bytes taken of {:?}", self.limit));
            }
            thread::yield_now();
        }
        Ok(rounds)
    }

    fn check_all(&self) -> Result<(), String> {
        (0..self.layout.pages).try_for_each(|number| self.read(number))
    }
}
