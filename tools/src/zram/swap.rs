//! A server that memory is swapped out to must not be swapped out itself.

use crate::failure::Failure;

/// Locks all memory, now and later, and tells the kernel that this process is
/// needed to write memory out (`PR_SET_IO_FLUSHER`), so that it never waits for
/// itself.
#[cfg(target_os = "linux")]
pub(crate) fn prepare() -> Result<(), Failure> {
    use rustix::mm::{MlockAllFlags, mlockall};
    use rustix::process::configure_io_flusher_behavior;

    configure_io_flusher_behavior(true)
        .map_err(|error| Failure::io("--swap: cannot become an I/O flusher")(error.into()))?;
    // Pages are locked as they are touched: a store takes what it holds.
    mlockall(MlockAllFlags::CURRENT | MlockAllFlags::FUTURE | MlockAllFlags::ONFAULT)
        .map_err(|error| Failure::io("--swap: cannot lock memory")(error.into()))
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn prepare() -> Result<(), Failure> {
    Err(Failure::Refused("--swap is for Linux".into()))
}
