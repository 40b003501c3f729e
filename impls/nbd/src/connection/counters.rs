//! What was done for a client.

use std::ops::AddAssign;

/// What was done for a client, or for many. Each request counts as one of its
/// kind, whether it was refused or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// `NBD_CMD_READ`.
    pub reads: u64,
    /// `NBD_CMD_WRITE`.
    pub writes: u64,
    /// `NBD_CMD_FLUSH`.
    pub flushes: u64,
    /// `NBD_CMD_TRIM`.
    pub discards: u64,
    /// `NBD_CMD_WRITE_ZEROES`.
    pub zeroes: u64,
    /// `NBD_CMD_BLOCK_STATUS`.
    pub statuses: u64,
    /// `NBD_CMD_CACHE`.
    pub caches: u64,
    /// Commands that there are not.
    pub unknown: u64,
    /// Of all these, the ones that were answered with an error.
    pub errors: u64,
    /// How many bytes were read for clients, holes included.
    pub bytes_read: u64,
    /// How many bytes were written for clients, zeros not included.
    pub bytes_written: u64,
}

impl Counters {
    /// All requests, but for `NBD_CMD_DISC`.
    pub const fn requests(&self) -> u64 {
        self.reads
            + self.writes
            + self.flushes
            + self.discards
            + self.zeroes
            + self.statuses
            + self.caches
            + self.unknown
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.reads += other.reads;
        self.writes += other.writes;
        self.flushes += other.flushes;
        self.discards += other.discards;
        self.zeroes += other.zeroes;
        self.statuses += other.statuses;
        self.caches += other.caches;
        self.unknown += other.unknown;
        self.errors += other.errors;
        self.bytes_read += other.bytes_read;
        self.bytes_written += other.bytes_written;
    }
}
