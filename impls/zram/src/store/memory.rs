//! What the store takes, to the byte.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Error;

/// Memory charged before it is taken, so that the limit holds at all times. On
/// cache lines of its own, away from what is only read.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Memory {
    limit: AtomicU64,
    used: AtomicU64,
    peak: AtomicU64,
}

impl Memory {
    pub(super) fn new(limit: Option<u64>) -> Self {
        Self {
            limit: limit.unwrap_or(u64::MAX).into(),
            used: 0.into(),
            peak: 0.into(),
        }
    }

    /// # Errors
    ///
    /// [`Error::MemoryLimit`]
    pub(super) fn charge(&self, bytes: u64) -> Result<(), Error> {
        let limit = self.limit.load(Ordering::Relaxed);
        let charged = self
            .used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
                used.checked_add(bytes).filter(|&used| used <= limit)
            });
        match charged {
            Ok(before) => {
                self.peak.fetch_max(before + bytes, Ordering::Relaxed);
                Ok(())
            }
            Err(_) => Err(Error::MemoryLimit { limit }),
        }
    }

    pub(super) fn release(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    pub(super) fn set_limit(&self, limit: Option<u64>) {
        self.limit
            .store(limit.unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub(super) fn limit(&self) -> Option<u64> {
        let limit = self.limit.load(Ordering::Relaxed);
        (limit != u64::MAX).then_some(limit)
    }

    pub(super) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    pub(super) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Forgets the peak, as `mem_used_max` of the kernel does when 0 is written
    /// to it.
    pub(super) fn reset_peak(&self) {
        self.peak.store(self.used(), Ordering::Relaxed);
    }
}
