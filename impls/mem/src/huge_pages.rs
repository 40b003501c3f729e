//! Pages of 2 MiB for memory that is written for the first time.

/// Bytes of a huge page, as `x86_64` has them, and others mostly.
pub const HUGE_PAGE: usize = 2 << 20;

/// What an allocator adds to a large allocation, at most.
const ALLOCATOR: usize = 4096;

/// Bytes of a page, of the smallest kind that there is.
#[cfg(target_os = "linux")]
const PAGE: usize = 4096;

/// A size at least as large as `bytes` that makes whole huge pages together with
/// what an allocator adds to it: Linux maps such memory where a huge page begins.
/// Sizes below half a huge page stay as they are: they would more than double.
#[must_use]
pub const fn whole_huge_pages(bytes: usize) -> usize {
    if bytes < HUGE_PAGE / 2 {
        return bytes;
    }
    match bytes.checked_add(ALLOCATOR) {
        Some(all) => match all.checked_next_multiple_of(HUGE_PAGE) {
            Some(all) => all - ALLOCATOR,
            None => bytes,
        },
        None => bytes,
    }
}

/// Asks the system to back memory by huge pages where it is not backed yet: one
/// fault then stands for 512. It is a wish: where the system has none, or does
/// not know them, everything stays as it is. What is in the memory does not
/// change.
///
/// It is worth its system call for some MiB that are about to be written for the
/// first time; memory shorter than half a huge page is left alone.
pub fn prefer_huge_pages<T>(memory: &mut [T]) {
    if size_of_val(memory) >= HUGE_PAGE / 2 {
        advise(memory);
    }
}

#[cfg(target_os = "linux")]
fn advise<T>(memory: &mut [T]) {
    use rustix::mm::{Advice, madvise};

    // All pages that have some of the memory: between what an allocator puts side
    // by side, none is left out, which would be a border.
    let bytes = memory.as_mut_ptr_range();
    let start = bytes.start.cast::<u8>();
    let before = start.addr() % PAGE;
    let length = before + size_of_val(memory);
    let Some(length) = length.checked_next_multiple_of(PAGE) else {
        return;
    };
    let start = start.wrapping_sub(before);
    // SAFETY: `start` and `length` tell of pages that are mapped, as each has some
    // of `memory`. What this advice changes is how the system backs them, not what
    // can be read there, nor who may: not of `memory`, which is borrowed for
    // writing, and not of what else is on the first page and the last.
    let wished = unsafe { madvise(start.cast(), length, Advice::LinuxHugepage) };
    // A system without huge pages says so: nothing is to be done about it.
    let _ = wished;
}

#[cfg(not(target_os = "linux"))]
fn advise<T>(_: &mut [T]) {}
