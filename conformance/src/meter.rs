//! Measuring the heap that a call takes.

/// Measures the heap that a call takes.
///
/// This crate has no unsafe code, so it installs no allocator; a test binary
/// that has a counting one gives it to the suite with
/// [`Suite::meter`](crate::Suite::meter), and only then does `reject` hold
/// native implementations to [`Bounds::memory`](crate::Bounds).
pub trait Meter: Send + Sync {
    /// Makes the call, once, on this thread, and returns the peak of live heap
    /// bytes that it allocated on this thread.
    fn peak(&self, call: &mut dyn FnMut()) -> u64;
}
