//! Two threads on one store against one.

use conformance::gate::{Team, Ticket, Work, scale};
use zram::store::Store;

use super::calls::holds;
use super::disk::{Disk, STORE, empty};
use super::{PAGE, StoreBench};
use crate::pages::calls::{UNTOUCHED, team};
use crate::pages::gates::Goal;
use crate::pages::{Gates, REFERENCE};
use crate::{gigabytes, rounds};

/// How many threads: as many as the gate speaks of.
const THREADS: usize = 2;

/// Bytes of pages in a call.
const PASS: usize = 1 << 20;

/// Pages in a call: as many as are in a leaf of the store's page table.
const PAGES: usize = PASS / PAGE;

/// Which pages of the store are a thread's.
#[derive(Clone, Copy, Debug)]
enum Whose {
    /// So many in a row: leaves of the page table of its own.
    InARow,
    /// Every second one: no leaf of its own.
    InTurn,
}

impl Whose {
    const fn number(self, thread: usize, index: usize) -> usize {
        match self {
            Self::InARow => thread * PAGES + index,
            Self::InTurn => index * THREADS + thread,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::InARow => "in a row",
            Self::InTurn => "in turn",
        }
    }
}

/// All pages of a store in which every thread has the input's first ones.
fn memory(input: &[u8], whose: Whose) -> Vec<u8> {
    let mut memory = vec![0; THREADS * PASS];
    for thread in 0..THREADS {
        for (index, page) in input[..PASS].chunks(PAGE).enumerate() {
            let start = whose.number(thread, index) * PAGE;
            memory[start..start + PAGE].copy_from_slice(page);
        }
    }
    memory
}

fn store_team<'a>(
    ticket: &'a Ticket<Disk>,
    store: &'a Store,
    work: Work,
    whose: Whose,
) -> Option<Team<'a>> {
    const ADMITTED: &str = "the case is admitted";
    let member = move |thread: usize| {
        let pages: Vec<&[u8]> = ticket.input()[..PASS].chunks(PAGE).collect();
        let mut back = vec![UNTOUCHED; PASS];
        // Each begins elsewhere: threads whose pages are of one length all the
        // time would stand in each other's way as none do.
        let begin = thread * PAGES / THREADS;
        move || {
            for index in (begin..PAGES).chain(0..begin) {
                let number = whose.number(thread, index) as u64;
                match work {
                    Work::Produce => store.put(number, pages[index]),
                    Work::Consume => store.get(number, &mut back[index * PAGE..][..PAGE]),
                }
                .expect(ADMITTED);
            }
        }
    };
    ticket.team(work, STORE, member).ok()
}

/// Prints the table, and enters what gates ask for.
///
/// # Panics
/// When a call strays from what passed the gate.
pub fn threads_table(cases: &[StoreBench<'_>], gates: &mut Gates) {
    println!(
        "| operation | codec | input | a thread's pages | store, 1 and 2 threads, GB/s | | C's codec, GB/s | |"
    );
    println!("|---|---|---|---|---:|---:|---:|---:|");
    for case in cases.iter().filter(|case| case.is_first()) {
        for whose in [Whose::InARow, Whose::InTurn] {
            let memory = memory(case.store.input(), whose);
            let store = empty(case.bench.layout, memory.len()).expect("the case is admitted");
            for (number, page) in memory.chunks(PAGE).enumerate() {
                store
                    .put(number as u64, page)
                    .expect("the case is admitted");
            }
            for (operation, work) in [("put", Work::Produce), ("get", Work::Consume)] {
                holds(&store, &memory);
                let teams = [
                    store_team(case.store, &store, work, whose),
                    team(case.codec, work, REFERENCE, case.bench.layout, PASS),
                ];
                let teams: Vec<_> = teams.into_iter().flatten().collect();
                let scaled = scale(&teams, THREADS, rounds(60) * 4);
                holds(&store, &memory);
                let Ok(scalings) = scaled else { continue };
                let cell = |at: usize| {
                    let scaling = &scalings[at];
                    format!(
                        "{}, {} | {:.2}",
                        gigabytes(PASS, scaling.one_ns),
                        gigabytes(PASS * scaling.threads, scaling.all_ns),
                        scaling.speedup()
                    )
                };
                let (codec, input) = (case.bench.codec_name(), &case.bench.input);
                let item = format!(
                    "{codec}, {operation}, 2 threads to 1, pages {}",
                    whose.name()
                );
                let goal = match whose {
                    Whose::InARow => Goal::AtLeast(1.9),
                    Whose::InTurn => Goal::Told,
                };
                gates.enter(item, goal, input, scalings[0].speedup());
                println!(
                    "| {operation} | {codec} | {input} | {} | {} | {} |",
                    whose.name(),
                    cell(0),
                    cell(1),
                );
            }
        }
    }
}
