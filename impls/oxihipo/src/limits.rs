//! What a request may cost.

use std::time::Duration;

/// What a request may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long it may take. The first request of a process has the start of
    /// Python in it, some tenths of a second.
    pub time: Duration,
    /// Bytes of address space that a process may have.
    pub memory: u64,
    /// Bytes that an answer may have.
    pub answer: u64,
}

impl Default for Limits {
    /// One minute, 4 GiB, and an answer of 1 GiB.
    fn default() -> Self {
        Self {
            time: Duration::from_mins(1),
            memory: 4 << 30,
            answer: 1 << 30,
        }
    }
}
