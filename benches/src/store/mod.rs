//! The bench of the page store, part by part: what it does beside the codec
//! alone, what it takes beside what it keeps, and the tables.

mod aligned;
mod calls;
mod disk;
pub mod kernel;
mod memory;
mod speed;
mod threads;

pub use calls::{filled, gets, holds, puts};
pub use disk::{Disk, STORE, empty};
pub use memory::{memory_rows, memory_table};
pub use speed::{latency_table, throughput_table};
pub use threads::threads_table;

use conformance::gate::Ticket;
use conformance::zram::{PagesCase, Zram};

use crate::pages::cases::{self, PageBench};

/// Bytes of a page.
pub const PAGE: usize = 4096;

/// The codecs of stores: a goal is for the first.
const CODECS: [&str; 2] = ["lz4", "zstd:1"];

/// A codec on an input: its own ticket, and that of a store with it.
#[derive(Debug)]
pub struct StoreBench<'a> {
    /// The codec and the input.
    pub bench: &'a PageBench,
    /// The codec alone.
    pub codec: &'a Ticket<Zram>,
    /// A store.
    pub store: &'a Ticket<Disk>,
}

impl StoreBench<'_> {
    /// Whether goals are set for its codec.
    fn is_first(&self) -> bool {
        self.bench.layout.codec.to_string() == CODECS[0]
    }
}

/// The store's codecs on the inputs that gates are held to, in pages of 4 KiB;
/// of inputs whose name contains the word, if one is given.
#[must_use]
pub fn cases(wanted: Option<&str>) -> Vec<(PageBench, PagesCase)> {
    let mut cases = cases::cases(wanted);
    cases.retain(|(bench, _)| {
        let codec = bench.layout.codec.to_string();
        bench.is_gated() && bench.is_like_for_like() && CODECS.contains(&&*codec)
    });
    cases
}
