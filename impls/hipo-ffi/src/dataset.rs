//! The benchmark's data set, and the time that writing it takes.
//!
//! The formulas are in `shim/dataset.cpp`; each `f32` product and sum is rounded.

use std::path::PathBuf;

/// The events of the data set that figures are published of.
pub const DATASET_EVENTS: u64 = 200_000;

/// What these events are uncompressed, as it is counted in figures of MB/s: the
/// bytes of the events and 4 for the length of each.
pub const DATASET_BYTES: u64 = 27_133_340;

/// How the data set gets into the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Filling {
    /// Banks are filled cell by cell (`bank::putInt(column, row, value)`, …) and
    /// put into events. Schemas, banks, columns and the event are made once.
    Banks,
    /// Events that are there as bytes are added; making them is not timed.
    RawEvents,
}

/// A data set that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Where.
    pub path: PathBuf,
    /// From the making of the writer to the closing of the file.
    pub nanoseconds: u64,
}
