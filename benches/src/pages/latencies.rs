//! Latency of single pages.

use conformance::gate::Work;
use zram::Codec;

use super::calls::contender;
use super::{Gates, NATIVE, REFERENCE, Tickets, race_options};
use crate::latencies;

/// Prints the table, and enters what gates ask for.
///
/// # Panics
/// When a call strays from what passed the gate.
pub fn latency_table(tickets: &Tickets, gates: &mut Gates) {
    println!("| operation | codec | input | native | C | ratio of p99s |");
    println!("|---|---|---|---:|---:|---:|");
    let gated = tickets.iter().filter(|(bench, _)| {
        let slow = matches!(bench.layout.codec, Codec::Lz4High { level } if level != 9);
        bench.is_gated() && bench.is_like_for_like() && !slow
    });
    for (bench, ticket) in gated {
        let page = bench.layout.page_size.bytes();
        for (operation, work) in [("encode", Work::Produce), ("decode", Work::Consume)] {
            let sides = [NATIVE, REFERENCE];
            let contenders = sides.map(|who| contender(ticket, work, who, bench.layout, page));
            let options = race_options(ticket, bench.layout.codec, page);
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
                bench.layout.codec,
                bench.input,
                native.cell(),
                reference.cell(),
            );
        }
    }
}
