//! Two threads against one.

use conformance::gate::{Work, scale};
use zram::Codec;

use super::calls::team;
use super::{Gates, NATIVE, REFERENCE, Tickets};
use crate::{gigabytes, rounds};

/// How many threads: as many as the gate speaks of.
const THREADS: usize = 2;

/// Prints the table, and enters what gates ask for.
///
/// # Panics
/// When a call strays from what passed the gate.
pub fn threads_table(tickets: &Tickets, gates: &mut Gates) {
    println!("| operation | codec | input | native, 1 and 2 threads, GB/s | | C, GB/s | |");
    println!("|---|---|---|---:|---:|---:|---:|");
    let gated = tickets.iter().filter(|(bench, _)| {
        let quick = matches!(bench.layout.codec, Codec::LZ4 | Codec::Zstd { level: 1 });
        bench.is_gated() && bench.is_like_for_like() && quick
    });
    for (bench, ticket) in gated {
        for (operation, work) in [("encode", Work::Produce), ("decode", Work::Consume)] {
            let sides = [NATIVE, REFERENCE];
            let teams = sides.map(|who| team(ticket, work, who, bench.layout));
            let teams: Vec<_> = teams.into_iter().flatten().collect();
            let Ok(scalings) = scale(&teams, THREADS, rounds(30) * 4) else {
                continue;
            };
            let bytes = ticket.input().len();
            let cell = |at: usize| {
                let scaling = &scalings[at];
                format!(
                    "{}, {} | {:.2}",
                    gigabytes(bytes, scaling.one_ns),
                    gigabytes(bytes * scaling.threads, scaling.all_ns),
                    scaling.speedup()
                )
            };
            gates.threads(operation, bench, scalings[0].speedup());
            println!(
                "| {operation} | {} | {} | {} | {} |",
                bench.layout.codec,
                bench.input,
                cell(0),
                cell(1),
            );
        }
    }
}
