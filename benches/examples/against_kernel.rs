//! The store beside the kernel's zram, on a block device that
//! `tools/against-kernel` has set up and takes away again.

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use benches::pages::{GROUP, Gates};
use benches::store::kernel::{KERNEL, KernelDisk};
use benches::store::{Disk, cases, filled, gets, holds, puts};
use benches::{Latency, gated_by, gigabytes, latencies, rounds};
use conformance::Implementation;
use conformance::gate::{Contender, Gate, RaceOptions, race};
use zram::Codec;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let path = env::args_os().nth(1).ok_or("which device?")?;
    let kernel = KernelDisk::open(Path::new(&path))?;
    println!("{KERNEL} {}, lz4, O_DIRECT, 4 KiB", kernel.version());
    let mut cases = cases(None);
    cases.retain(|(bench, _)| bench.layout.codec == Codec::LZ4);
    let kinds = cases.clone();
    let gate = Gate::new(Disk).with(Arc::new(kernel.clone()));
    Ok(gated_by(gate, cases, |tickets| {
        let mut gates = Gates::default();
        println!("\n| operation | input | store GB/s | kernel GB/s | ratio |");
        println!("|---|---|---:|---:|---:|");
        let mut told: Vec<(&str, &str, Vec<Latency>)> = Vec::new();
        for (bench, ticket) in tickets {
            let store = filled(ticket);
            let bytes = ticket.input().len();
            for operation in ["put", "get"] {
                let both = |group: usize| -> Vec<Contender<'_>> {
                    match operation {
                        "put" => vec![puts(ticket, &store, group), kernel.puts(ticket, group)],
                        _ => vec![gets(ticket, &store, group), kernel.gets(ticket, group)],
                    }
                };
                let options = |group: usize| RaceOptions {
                    groups: bytes / group,
                    rounds: rounds(60),
                };
                let raced = race(both(GROUP), &options(GROUP), |_, _, _| ());
                let of_pages = latencies(both(4096), &options(4096));
                holds(&store, ticket.value());
                let Ok(laps) = raced else { continue };
                let [ours, theirs] = &laps[..] else { continue };
                let ratio = ours.ratio_to(theirs);
                gates.to_kernel(operation, &bench.input, ratio);
                println!(
                    "| {operation} | {} | {} | {} | {ratio:.2} |",
                    bench.input,
                    gigabytes(bytes, ours.total_ns()),
                    gigabytes(bytes, theirs.total_ns()),
                );
                told.push((operation, &bench.input, of_pages.unwrap_or_default()));
            }
        }
        println!(
            "\nLatency of a page, ns: p50 / p99 / p99.9 of all samples, p99 / greatest of pages' least\n"
        );
        println!("| operation | input | store | kernel |\n|---|---|---:|---:|");
        for (operation, input, told) in told {
            let cells: Vec<_> = told.iter().map(Latency::cell).collect();
            println!("| {operation} | {input} | {} |", cells.join(" | "));
        }
        println!("\nMemory of 128 MiB of pages that the kernel takes\n");
        println!("| input | stage | kept MiB | slabs MiB | overhead |\n|---|---|---:|---:|---:|");
        for (bench, case) in &kinds {
            if let Err(error) = kernel.memory_rows(&bench.input, case) {
                println!("| {} | {error} | | | |", bench.input);
            }
        }
        print!("\n{}", gates.table());
    }))
}
