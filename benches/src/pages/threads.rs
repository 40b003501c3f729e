//! Two threads against one.

use conformance::gate::{Work, scale};

use super::calls::team;
use super::{Gates, NATIVE, REFERENCE, Tickets, of_reference};
use crate::{gigabytes, rounds};

/// How many threads: as many as the gate speaks of.
const THREADS: usize = 2;

/// Bytes of pages in a call: so few that both cores are sometimes free for as
/// long as it takes, and so many that branches are not learned of them.
const PASS: usize = 1 << 20;

/// Prints the table, and enters what gates ask for.
///
/// # Panics
/// When a call strays from what passed the gate.
pub fn threads_table(tickets: &Tickets, gates: &mut Gates) {
    println!("| operation | codec | input | native, 1 and 2 threads, GB/s | | C, GB/s | |");
    println!("|---|---|---|---:|---:|---:|---:|");
    for (bench, ticket) in tickets.iter().filter(|(bench, _)| bench.is_central()) {
        for (operation, work) in [("encode", Work::Produce), ("decode", Work::Consume)] {
            let (of_c, ticket_of_c) = of_reference(tickets, bench, ticket, work);
            let teams = [
                team(ticket, work, NATIVE, bench.layout, PASS),
                team(ticket_of_c, work, REFERENCE, of_c.layout, PASS),
            ];
            let teams: Vec<_> = teams.into_iter().flatten().collect();
            let Ok(scalings) = scale(&teams, THREADS, rounds(30) * 10) else {
                continue;
            };
            let cell = |at: usize| {
                let scaling = &scalings[at];
                format!(
                    "{}, {} | {:.2}",
                    gigabytes(PASS, scaling.one_ns),
                    gigabytes(PASS * scaling.threads, scaling.all_ns),
                    scaling.speedup()
                )
            };
            gates.threads(operation, bench, scalings[0].speedup());
            println!(
                "| {operation} | {} | {} | {} | {} |",
                bench.codec_name(),
                bench.input,
                cell(0),
                cell(1),
            );
        }
    }
}
