//! Latency of single pages.

use conformance::gate::Work;

use super::calls::contender;
use super::{Gates, NATIVE, REFERENCE, Tickets, of_reference, race_options};
use crate::latencies;

/// Prints the table, and enters what gates ask for.
///
/// # Panics
/// When a call strays from what passed the gate.
pub fn latency_table(tickets: &Tickets, gates: &mut Gates) {
    println!("| operation | codec | input | native | C | ratio of p99s |");
    println!("|---|---|---|---:|---:|---:|");
    for (bench, ticket) in tickets.iter().filter(|(bench, _)| bench.is_central()) {
        let page = bench.layout.page_size.bytes();
        for (operation, work) in [("encode", Work::Produce), ("decode", Work::Consume)] {
            let (of_c, ticket_of_c) = of_reference(tickets, bench, ticket, work);
            let contenders = [
                contender(ticket, work, NATIVE, bench.layout, page),
                contender(ticket_of_c, work, REFERENCE, of_c.layout, page),
            ];
            let options = race_options(bench, ticket, work, page);
            let contenders = contenders.into_iter().flatten().collect();
            let Ok(told) = latencies(contenders, &options) else {
                continue;
            };
            let [native, reference] = &told[..] else {
                continue;
            };
            let ratio = native.of_minima(0.99) as f64 / reference.of_minima(0.99).max(1) as f64;
            gates.latency(operation, bench, ratio);
            println!(
                "| {operation} | {} | {} | {} | {} | {ratio:.2} |",
                bench.codec_name(),
                bench.input,
                native.cell(),
                reference.cell(),
            );
        }
    }
}
