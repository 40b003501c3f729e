//! Asking a server to end.

use std::io::Write;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Asks for an end, from any thread; clones ask for the same.
///
/// ```
/// let shutdown = nbd::Shutdown::new();
/// let other = shutdown.clone();
/// other.request();
/// assert!(shutdown.is_requested());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Shutdown(Arc<State>);

#[derive(Debug, Default)]
struct State {
    requested: AtomicBool,
    /// What wakes the servers that wait.
    wakers: Mutex<Vec<UnixStream>>,
}

impl Shutdown {
    /// Nothing is asked for yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks for an end. Returns at once; once asked, it stays so.
    pub fn request(&self) {
        self.0.requested.store(true, Ordering::SeqCst);
        for waker in &*self.wakers() {
            wake(waker);
        }
    }

    /// Whether an end was asked for.
    pub fn is_requested(&self) -> bool {
        self.0.requested.load(Ordering::SeqCst)
    }

    /// Adds a socket that gets a byte when an end is asked for.
    pub(crate) fn add_waker(&self, waker: UnixStream) {
        self.wakers().push(waker);
        if self.is_requested() {
            self.request();
        }
    }

    fn wakers(&self) -> std::sync::MutexGuard<'_, Vec<UnixStream>> {
        self.0.wakers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends a byte to whoever polls the other end. If that cannot take any more it
/// is about to wake, and if it is gone nobody waits.
pub(crate) fn wake(mut waker: &UnixStream) {
    let _ = waker.write(&[0]);
}
