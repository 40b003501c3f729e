//! How many threads do something.

use std::num::NonZeroUsize;
use std::thread;

/// What a number of threads asked for means: 0 is as many as the machine runs
/// at once.
pub(crate) fn count(threads: usize) -> NonZeroUsize {
    NonZeroUsize::new(threads)
        .unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}
