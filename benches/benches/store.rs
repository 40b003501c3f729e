//! The page store: beside its codec alone, beside what it keeps, on two threads,
//! as tables in Markdown, gates last.
//!
//! A word on the command line keeps the inputs that contain it;
//! `TOUCHSTONE_ROUNDS` changes how long it takes.

use std::process::ExitCode;

use benches::pages::{GROUP, Gates, Tickets, cases::identities};
use benches::store::{
    Disk, StoreBench, cases, latency_table, memory_rows, memory_table, threads_table,
    throughput_table,
};
use benches::{Ticket, gated_all, rounds, wanted_input};
use conformance::gate::clock_ns;
use conformance::zram::{ReferenceZram, Zram};

fn main() -> ExitCode {
    if memory_rows() {
        return ExitCode::SUCCESS;
    }
    let cases = cases(wanted_input().as_deref());
    let of_disk: Vec<_> = cases.iter().map(|(_, case)| ((), case.clone())).collect();
    let mut status = ExitCode::SUCCESS;
    let outer = gated_all(Zram, cases, |codecs| {
        status = gated_all(Disk, of_disk, |stores| tables(codecs, stores));
    });
    if outer == ExitCode::SUCCESS {
        status
    } else {
        outer
    }
}

fn tables(codecs: &Tickets, stores: &[((), Ticket<Disk>)]) {
    let pairs = codecs.iter().zip(stores);
    let cases: Vec<_> = pairs
        .map(|((bench, codec), ((), store))| StoreBench {
            bench,
            codec,
            store,
        })
        .collect();
    println!("{}", ReferenceZram::versions());
    for identity in identities() {
        println!("{identity}");
    }
    println!(
        "{} rounds; sums of the least times of groups of {} KiB; reading the clock takes {:.0} ns",
        rounds(60),
        GROUP >> 10,
        clock_ns(),
    );
    let mut gates = Gates::default();
    println!("\n## Memory\n");
    memory_table(&cases, &mut gates);
    println!("\n## Throughput\n");
    throughput_table(&cases, &mut gates);
    println!(
        "\n## Latency of a page, ns: p50 / p99 / p99.9 of all samples, p99 / greatest of pages' least\n"
    );
    latency_table(&cases);
    println!("\n## Threads\n");
    threads_table(&cases, &mut gates);
    println!("\n## Gates\n");
    print!("{}", gates.table());
}
