//! A server that memory is swapped out to must not be swapped out itself.

use crate::failure::Failure;

/// Locks all memory, now and later, and does what [`become_flusher`] does.
#[cfg(target_os = "linux")]
pub(crate) fn prepare() -> Result<(), Failure> {
    use rustix::mm::{MlockAllFlags, mlockall};

    become_flusher()?;
    // Pages are locked as they are touched: a store takes what it holds.
    mlockall(MlockAllFlags::CURRENT | MlockAllFlags::FUTURE | MlockAllFlags::ONFAULT)
        .map_err(|error| Failure::io("--swap: cannot lock memory")(error.into()))
}

/// Tells the kernel that this thread, and those that it starts from now on, are
/// needed to write memory out (`PR_SET_IO_FLUSHER`), so that they never wait
/// for themselves.
#[cfg(target_os = "linux")]
pub(crate) fn become_flusher() -> Result<(), Failure> {
    rustix::process::configure_io_flusher_behavior(true)
        .map_err(|error| Failure::io("cannot become an I/O flusher (are you root?)")(error.into()))
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn prepare() -> Result<(), Failure> {
    Err(Failure::Refused("--swap is for Linux".into()))
}
