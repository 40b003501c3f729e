//! Memory of buffers that are done with, for those that come next.
//!
//! The system gives memory by the page, empties each of them first, and takes as
//! long for that as it takes to decompress the same. A program that opens file
//! after file, or reads batch after batch, has the same memory again instead.

use std::sync::{Mutex, MutexGuard, TryLockError};

use mem::HUGE_PAGE;
use memmap2::{MmapMut, MmapOptions};

/// Bytes that are kept, at most: what two threads take for records of 8 MiB.
const MOST: usize = 64 << 20;

static SPARE: Mutex<Vec<MmapMut>> = Mutex::new(Vec::new());

/// New memory of `size` bytes or more, if the system has any.
pub(super) fn map(size: usize) -> Option<MmapMut> {
    let size = size.checked_next_multiple_of(HUGE_PAGE)?;
    let mapped = MmapOptions::new().len(size).map_anon().ok()?;
    // Without huge pages it serves as well, only slower.
    #[cfg(target_os = "linux")]
    let _ = mapped.advise(memmap2::Advice::HugePage);
    Some(mapped)
}

/// What is kept, unless another thread is at it: the system has memory as well.
/// In a process that was forked while one was, it stays locked for ever.
fn spare() -> Option<MutexGuard<'static, Vec<MmapMut>>> {
    match SPARE.try_lock() {
        Ok(spare) => Some(spare),
        Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// The smallest that is kept of those with `size` bytes or more.
pub(super) fn take(size: usize) -> Option<MmapMut> {
    let mut spare = spare()?;
    let (index, _) = spare
        .iter()
        .enumerate()
        .filter(|(_, mapped)| mapped.len() >= size)
        .min_by_key(|(_, mapped)| mapped.len())?;
    Some(spare.swap_remove(index))
}

/// Keeps memory, as far as there is not enough of it already.
pub(super) fn give(mapped: MmapMut) {
    let Some(mut spare) = spare() else {
        return;
    };
    let kept: usize = spare.iter().map(|mapped| mapped.len()).sum();
    if kept + mapped.len() <= MOST {
        spare.push(mapped);
    }
}

#[cfg(test)]
mod tests {
    use super::{HUGE_PAGE, SPARE, give, map, take};

    /// As in a process that was forked while another thread had it.
    #[test]
    fn nobody_waits_for_what_is_spare() {
        let held = SPARE.lock().expect("no panic");
        assert!(take(HUGE_PAGE).is_none());
        give(map(HUGE_PAGE).expect("memory"));
        assert!(held.is_empty());
    }
}
