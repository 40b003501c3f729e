//! Waiting for sockets, and being woken.

use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::listener::Listener;
use crate::Shutdown;

/// Waits for clients, for threads that end, and for the end.
pub(super) struct Waiting {
    woken: UnixStream,
    waker: Arc<UnixStream>,
}

impl Waiting {
    /// To be woken by `shutdown` too.
    pub(super) fn new(shutdown: &Shutdown) -> io::Result<Self> {
        let (woken, waker) = UnixStream::pair()?;
        woken.set_nonblocking(true)?;
        waker.set_nonblocking(true)?;
        shutdown.add_waker(waker.try_clone()?);
        let waker = Arc::new(waker);
        Ok(Self { woken, waker })
    }

    /// What wakes this, see [`wake`](crate::shutdown::wake).
    pub(super) fn waker(&self) -> Arc<UnixStream> {
        Arc::clone(&self.waker)
    }

    /// Waits until somebody wants to connect to `listeners`, or wakes this, or
    /// `until` has come.
    pub(super) fn wait(&self, listeners: &[Listener], until: Option<Instant>) -> io::Result<()> {
        let timeout = until.map(|until| {
            let left = until.saturating_duration_since(Instant::now());
            // A part of a millisecond must not become none of it.
            Timespec::try_from(left + Duration::from_millis(1)).unwrap_or(Timespec {
                tv_sec: 1,
                tv_nsec: 0,
            })
        });
        let mut sockets = vec![PollFd::from_borrowed_fd(self.woken.as_fd(), PollFlags::IN)];
        sockets.extend(
            listeners
                .iter()
                .map(|listener| PollFd::from_borrowed_fd(listener.as_fd(), PollFlags::IN)),
        );
        match poll(&mut sockets, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut bytes = [0; 64];
        while (&self.woken).read(&mut bytes).is_ok_and(|count| count != 0) {}
        Ok(())
    }
}
