//! What is counted as it happens, because nothing else tells it later.

use std::sync::atomic::{AtomicU64, Ordering};

use super::IoStat;

/// On cache lines of their own, away from what is only read.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(in crate::store) struct Counters {
    failed_reads: AtomicU64,
    failed_writes: AtomicU64,
    invalid: AtomicU64,
    discarded: AtomicU64,
    pub(in crate::store) compacted: AtomicU64,
}

impl Counters {
    pub(in crate::store) fn read<T, E>(&self, result: &Result<T, E>) {
        if result.is_err() {
            self.failed_reads.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(in crate::store) fn written<T, E>(&self, result: &Result<T, E>) {
        if result.is_err() {
            self.failed_writes.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(in crate::store) fn out_of_range(&self) {
        self.invalid.fetch_add(1, Ordering::Relaxed);
    }

    pub(in crate::store) fn discarded(&self, pages: u64) {
        self.discarded.fetch_add(pages, Ordering::Relaxed);
    }

    pub(super) fn io_stat(&self) -> IoStat {
        IoStat {
            failed_reads: self.failed_reads.load(Ordering::Relaxed),
            failed_writes: self.failed_writes.load(Ordering::Relaxed),
            invalid_io: self.invalid.load(Ordering::Relaxed),
            notify_free: self.discarded.load(Ordering::Relaxed),
        }
    }
}
