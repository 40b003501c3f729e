//! The bench of memory pages, part by part: what is timed ([`cases`],
//! [`calls`]), whom it is timed beside ([`others`]), and the tables.

pub mod calls;
pub mod cases;
mod gates;
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

use conformance::gate::{RaceOptions, Ticket};
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

/// A race over all of an input in groups of so many bytes. Codecs that take long
/// are timed less often: their groups are long against what interrupts them.
fn race_options(ticket: &Ticket<Zram>, codec: Codec, group: usize) -> RaceOptions {
    let all = rounds(30);
    let rounds = match codec {
        Codec::Lz4High { level: 10.. } => all.div_ceil(10),
        Codec::Lz4High { level: 3.. } => all.div_ceil(6),
        Codec::Zstd { level: 1.. } => all.div_ceil(2),
        _ => all,
    };
    RaceOptions {
        groups: ticket.input().len() / group,
        rounds,
    }
}
