//! Memory pages: native, C's codecs and others' in turn, in one process, as
//! tables in Markdown: gates last, and before them what they were made of.
//!
//! A word on the command line keeps the inputs that contain it;
//! `TOUCHSTONE_ROUNDS` changes how long it takes. `--no-default-features` has
//! `lz4_flex` use its unsafe code.

use std::process::ExitCode;
use std::sync::Arc;

use benches::pages::others::{Lz4Flex, PageCopy};
use benches::pages::{
    GROUP, Gates, Tickets, cases, latency_table, limits_table, threads_table, throughput_table,
};
use benches::{Ticket, gated_all, gated_by, rounds, wanted_input};
use conformance::Data;
use conformance::gate::{Gate, clock_ns};
use conformance::lz4::{Lz4, Lz4Case, Method};
use conformance::zram::{ReferenceZram, Zram};
use corpora::Kind;

fn main() -> ExitCode {
    let cases = cases::cases(wanted_input().as_deref());
    let gate = Gate::new(Zram)
        .with(Arc::new(Lz4Flex))
        .with(Arc::new(PageCopy));
    let page_of_zeros = Lz4Case {
        data: Data::Generated(Kind::Zeros, 4096),
        method: Method::Fast { acceleration: 1 },
    };
    let mut status = ExitCode::SUCCESS;
    let outer = gated_by(gate, cases, |tickets| {
        status = gated_all(Lz4::default(), [((), page_of_zeros)], |zeros| {
            tables(tickets, &zeros[0].1);
        });
    });
    if outer == ExitCode::SUCCESS {
        status
    } else {
        outer
    }
}

fn tables(tickets: &Tickets, zeros: &Ticket<Lz4>) {
    println!(
        "{}, CFLAGS {:?}; {}; zstd is mzstd here, so there is no column for it",
        ReferenceZram::versions(),
        openzl_ffi::build_flags(),
        Lz4Flex::BUILT,
    );
    for identity in cases::identities() {
        println!("{identity}");
    }
    println!(
        "{} rounds (fewer for slow codecs); sums of the least times of groups of {} KiB; \
         reading the clock takes {:.0} ns",
        rounds(30),
        GROUP >> 10,
        clock_ns(),
    );
    let mut gates = Gates::default();
    println!("\n## Throughput\n");
    throughput_table(tickets, &mut gates);
    println!("\n## Limits\n");
    limits_table(tickets, zeros, &mut gates);
    println!(
        "\n## Latency of a page, ns: p50 / p99 / p99.9 of all samples, p99 / greatest of pages' least\n"
    );
    latency_table(tickets, &mut gates);
    println!("\n## Threads\n");
    threads_table(tickets, &mut gates);
    println!("\n## Gates\n");
    print!("{}", gates.table());
}
