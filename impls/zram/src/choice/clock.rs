//! Where time comes from.

use core::time::Duration;
use std::time::Instant;

/// Tells the time. Measurement takes it as given, so that it can be tested.
pub trait Clock {
    /// Time since some moment that stays the same.
    fn now(&mut self) -> Duration;
}

/// The system's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct Monotonic {
    start: Instant,
}

impl Default for Monotonic {
    fn default() -> Self {
        Self {
            start: Instant::now(),
        }
    }
}

impl Clock for Monotonic {
    fn now(&mut self) -> Duration {
        self.start.elapsed()
    }
}
