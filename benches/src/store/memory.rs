//! What a store takes beside what it keeps.

use std::env;
use std::fs;
use std::process::Command;

use conformance::zram::PagesCase;
use conformance::{Data, Format};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use zram::store::Store;

use super::disk::{Disk, empty};
use super::{PAGE, StoreBench};
use crate::pages::Gates;
use crate::pages::calls::UNTOUCHED;
use crate::pages::gates::Goal;

/// Bytes of a store's pages.
const BYTES: usize = 128 << 20;

/// Bytes of pages that they are taken from, again and again: nothing is shared.
const SOURCE: usize = 32 << 20;

/// Names the input for the process that measures its memory: freed memory that
/// the allocator keeps of an input before would hide what the next one takes.
const VARIABLE: &str = "TOUCHSTONE_MEMORY_OF";

/// What happens to a store, in this order.
pub const STAGES: [&str; 4] = [
    "fresh",
    "all written over, in random order",
    "a random half discarded",
    "compacted",
];

/// What is taken after a stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taken {
    /// Bytes of what is kept.
    pub kept: u64,
    /// Bytes of all that the store accounts for.
    pub used: u64,
    /// Bytes of slabs.
    pub slabs: u64,
    /// Bytes by which the process has grown since before there was a store.
    pub grown: u64,
}

/// Bytes of this process in memory, 0 where that is not told.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    number.unwrap_or(0) * 1024
}

/// A store, and which page of the source each of its pages is.
struct Tracked {
    store: Store,
    source: Vec<u8>,
    pages: Vec<Option<usize>>,
    before: u64,
}

impl Tracked {
    fn put(&mut self, number: usize, page: usize) {
        let bytes = &self.source[page * PAGE..][..PAGE];
        self.store.put(number as u64, bytes).expect("it has room");
        self.pages[number] = Some(page);
    }

    /// What is taken, once every page has come back right.
    fn taken(&self) -> Taken {
        let grown = resident().saturating_sub(self.before);
        let mut found = vec![UNTOUCHED; PAGE];
        for (number, page) in self.pages.iter().enumerate() {
            self.store
                .get(number as u64, &mut found)
                .expect("it is there");
            let right = match page {
                Some(page) => found == self.source[page * PAGE..][..PAGE],
                None => found.iter().all(|byte| *byte == 0),
            };
            assert!(right, "page {number} came back wrong");
        }
        let stats = self.store.stats();
        Taken {
            kept: stats.mm_stat.compr_data_size,
            used: stats.mm_stat.mem_used_total,
            slabs: stats.slab_bytes,
            grown,
        }
    }
}

fn stages(case: &PagesCase) -> [Taken; 4] {
    let data = match &case.data {
        Data::CSources(_) => Data::CSources(SOURCE),
        Data::Image(image, _) => Data::Image(*image, SOURCE),
        other => other.clone(),
    };
    let case = PagesCase {
        data,
        layout: case.layout,
    };
    let source = Disk.materialize(&case).expect("the input is here");
    let (count, in_source) = (BYTES / PAGE, source.len() / PAGE);
    let mut random = Pcg64::seed_from_u64(128);
    let mut order: Vec<usize> = (0..count).collect();
    let pages = vec![None; count];
    let before = resident();
    let store = empty(case.layout, BYTES).expect("the case is admitted");
    let mut tracked = Tracked {
        store,
        source,
        pages,
        before,
    };
    for number in 0..count {
        tracked.put(number, number % in_source);
    }
    let fresh = tracked.taken();
    order.shuffle(&mut random);
    for &number in &order {
        tracked.put(number, random.random_range(0..in_source));
    }
    let written_over = tracked.taken();
    order.shuffle(&mut random);
    for &number in &order[..count / 2] {
        let start = (number * PAGE) as u64;
        let discarded = tracked.store.discard(start, PAGE as u64);
        discarded.expect("it is within");
        tracked.pages[number] = None;
    }
    let half = tracked.taken();
    tracked.store.compact();
    [fresh, written_over, half, tracked.taken()]
}

/// In a process that [`memory_table`] has started: prints what is taken of an
/// input after each stage, and says `true`.
///
/// # Panics
/// When a page comes back wrong.
#[must_use]
pub fn memory_rows() -> bool {
    let Ok(input) = env::var(VARIABLE) else {
        return false;
    };
    let mut cases = super::cases(None).into_iter();
    let found = cases.find(|(bench, _)| bench.input == input);
    if let Some((_, case)) = found {
        for taken in stages(&case) {
            let Taken {
                kept,
                used,
                slabs,
                grown,
            } = taken;
            println!("{kept} {used} {slabs} {grown}");
        }
    }
    true
}

/// The stages of an input, measured in a process of its own.
fn measured(input: &str) -> Vec<Taken> {
    let program = env::current_exe().expect("this program is a file");
    let run = Command::new(program).env(VARIABLE, input).output();
    let output = run.expect("it starts again");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let rows = String::from_utf8_lossy(&output.stdout).into_owned();
    let row = |row: &str| {
        let numbers: Result<Vec<u64>, _> = row.split(' ').map(str::parse).collect();
        match numbers.as_deref() {
            Ok(&[kept, used, slabs, grown]) => Taken {
                kept,
                used,
                slabs,
                grown,
            },
            _ => panic!("{row}"),
        }
    };
    rows.lines().map(row).collect()
}

/// What is taken beyond what is kept, in per cent of it.
fn overhead(taken: u64, kept: u64) -> f64 {
    (taken as f64 / kept as f64 - 1.0) * 100.0
}

/// Prints the table, and enters what gates ask for.
///
/// # Panics
/// When a page comes back wrong.
pub fn memory_table(cases: &[StoreBench<'_>], gates: &mut Gates) {
    println!(
        "| input | stage | kept MiB | accounted MiB | overhead | slabs alone | process grown by MiB |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|");
    let goals = [Goal::AtMost(5.0), Goal::Told, Goal::Told, Goal::AtMost(6.0)];
    for case in cases.iter().filter(|case| case.is_first()) {
        let input = &case.bench.input;
        for ((stage, goal), taken) in STAGES.iter().zip(goals).zip(measured(input)) {
            let all = overhead(taken.used, taken.kept);
            let slabs = overhead(taken.slabs, taken.kept);
            let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
            gates.enter(format!("overhead, {stage}, %"), goal, input, all);
            let item = format!("overhead of slabs alone, {stage}, %");
            gates.enter(item, goal, input, slabs);
            println!(
                "| {input} | {stage} | {:.2} | {:.2} | {all:.2} % | {slabs:.2} % | {:.2} |",
                mib(taken.kept),
                mib(taken.used),
                mib(taken.grown),
            );
        }
    }
}
