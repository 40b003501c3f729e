//! Throughput and what is kept, of every codec on every input.

use conformance::gate::{Lap, Ticket, Work, race};
use conformance::zram::Zram;

use super::calls::{contender, frame};
use super::cases::PageBench;
use super::others::LZ4_FLEX;
use super::{Gates, NATIVE, REFERENCE, Tickets, group_of, of_reference, race_options};
use crate::gigabytes;

const WORK: [(&str, Work); 2] = [("encode", Work::Produce), ("decode", Work::Consume)];

/// Prints the table, a row when it is known, and enters what gates ask for.
///
/// # Panics
/// When a call strays from what passed the gate.
pub fn throughput_table(tickets: &Tickets, gates: &mut Gates) {
    println!(
        "| operation | codec | pages | input | kept | native GB/s | C GB/s | ratio | lz4_flex |"
    );
    println!("|---|---|---:|---|---:|---:|---:|---:|---:|");
    for (bench, ticket) in tickets {
        let (_, of_c) = of_reference(tickets, bench, ticket, Work::Produce);
        let (size, size_of_c) = (frame(ticket).len() as f64, frame(of_c).len() as f64);
        gates.size(bench, size / size_of_c);
        for (operation, work) in WORK {
            // Reading has only the one codec.
            if work == Work::Consume && !bench.is_like_for_like() && reads_elsewhere(bench, tickets)
            {
                continue;
            }
            let Some(laps) = laps(tickets, bench, ticket, work) else {
                continue;
            };
            let [native, reference, rest @ ..] = &laps[..] else {
                continue;
            };
            let ratio = native.ratio_to(reference);
            gates.throughput(operation, bench, ratio);
            let kept = size / ticket.input().len() as f64;
            let bytes = ticket.input().len();
            println!(
                "| {operation} | {} | {} KiB | {} | {kept:.3}{} | {} | {} | {ratio:.2} | {} |",
                bench.codec_name(),
                bench.layout.page_size.bytes() >> 10,
                bench.input,
                if bench.is_like_for_like() {
                    String::new()
                } else {
                    format!(" ({:.2}x)", size / size_of_c)
                },
                gigabytes(bytes, native.total_ns()),
                gigabytes(bytes, reference.total_ns()),
                rest.first().map_or_else(String::new, |flex| format!(
                    "{:.2}",
                    flex.ratio_to(reference)
                )),
            );
        }
    }
}

/// Whether the codec's blocks are read in a row of their own.
fn reads_elsewhere(bench: &PageBench, tickets: &Tickets) -> bool {
    let same = |other: &PageBench| other.is_like_for_like() && other.layout == bench.layout;
    tickets.iter().any(|(other, _)| same(other))
}

/// Native, reference and, where it does this, `lz4_flex`.
fn laps(
    tickets: &Tickets,
    bench: &PageBench,
    ticket: &Ticket<Zram>,
    work: Work,
) -> Option<Vec<Lap>> {
    let group = group_of(bench, work);
    let (of_c, ticket_of_c) = of_reference(tickets, bench, ticket, work);
    let mut contenders = vec![
        contender(ticket, work, NATIVE, bench.layout, group)?,
        contender(ticket_of_c, work, REFERENCE, of_c.layout, group)?,
    ];
    // A page of one word is none of its business.
    if bench.input != "zeros" {
        contenders.extend(contender(ticket, work, LZ4_FLEX, bench.layout, group));
    }
    let options = race_options(bench, ticket, work, group);
    race(contenders, &options, |_, _, _| ()).ok()
}
