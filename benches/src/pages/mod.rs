//! The bench of memory pages, part by part: what is timed ([`cases`],
//! [`calls`]), whom it is timed beside ([`others`]), and the tables.

pub mod calls;
pub mod cases;
pub(crate) mod gates;
mod latencies;
mod limits;
pub mod others;
mod threads;
mod throughput;

pub use gates::Gates;
pub use latencies::latency_table;
pub use limits::limits_table;
pub use threads::threads_table;
pub use throughput::throughput_table;

use conformance::gate::{RaceOptions, Ticket, Work};
use conformance::zram::Zram;
use zram::Codec;

use crate::rounds;
use cases::PageBench;

/// The native implementation's name at the gate.
pub const NATIVE: &str = "zram";

/// The reference's name at the gate.
pub const REFERENCE: &str = "liblz4+libzstd";

/// Bytes of pages in an input: 1,024 of the smallest.
pub const BYTES: usize = 4 << 20;

/// Bytes of a group: 16 of the smallest pages, one of the largest.
pub const GROUP: usize = 64 << 10;

/// The inputs that gates are held to, which real memory is like.
pub const PROGRAMS: [&str; 3] = ["text", "elf", "heap"];

/// Cases that may be timed.
pub type Tickets = [(PageBench, Ticket<Zram>)];

/// Whose time the reference's is at `work`: the ticket of its own codec when it
/// writes, and the very same blocks when it reads.
fn of_reference<'a>(
    tickets: &'a Tickets,
    bench: &'a PageBench,
    ticket: &'a Ticket<Zram>,
    work: Work,
) -> (&'a PageBench, &'a Ticket<Zram>) {
    let against = |other: &PageBench| {
        other.is_like_for_like()
            && other.layout.codec == bench.against
            && other.layout.page_size == bench.layout.page_size
            && other.input == bench.input
    };
    let found = tickets.iter().find(|(other, _)| against(other));
    match (work, found) {
        (Work::Produce, Some((other, of_other))) => {
            assert!(ticket.input() == of_other.input(), "one input");
            (other, of_other)
        }
        _ => (bench, ticket),
    }
}

/// Bytes of a group: where a page takes long, it is a group by itself, short
/// against the time slices of a scheduler.
fn group_of(bench: &PageBench, work: Work) -> usize {
    match (bench.layout.codec, work) {
        (Codec::Lz4High { level: 3.. }, Work::Produce) => bench.layout.page_size.bytes(),
        _ => GROUP,
    }
}

/// A race over all of an input in groups of so many bytes, with fewer rounds
/// where it takes long.
fn race_options(bench: &PageBench, ticket: &Ticket<Zram>, work: Work, group: usize) -> RaceOptions {
    let all = rounds(30);
    let rounds = match (bench.layout.codec, work) {
        (Codec::Lz4High { level: 10.. }, Work::Produce) => all.div_ceil(3),
        (Codec::Lz4High { level: 3.. } | Codec::Zstd { level: 1.. }, Work::Produce) => {
            all.div_ceil(2)
        }
        _ => all,
    };
    RaceOptions {
        groups: ticket.input().len() / group,
        rounds,
    }
}
