//! Pages of 2 MiB for memory that is written for the first time.

/// Bytes of a huge page, as `x86_64` has them, and others mostly.
pub const HUGE_PAGE: usize = 2 << 20;

/// What an allocator adds to a large allocation, at most.
const ALLOCATOR: usize = 4096;

/// A size at least as large as `bytes` that makes whole huge pages together with
/// what an allocator adds to it: Linux maps such memory where a huge page begins.
/// Sizes below one huge page stay as they are.
#[must_use]
pub const fn whole_huge_pages(bytes: usize) -> usize {
    if bytes < HUGE_PAGE {
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
/// first time; memory shorter than a huge page is left alone.
pub fn prefer_huge_pages<T>(memory: &mut [T]) {
    if size_of_val(memory) >= HUGE_PAGE {
        advise(memory);
    }
}

#[cfg(target_os = "linux")]
fn advise<T>(memory: &mut [T]) {
    use rustix::mm::{Advice, madvise};

    // Whole pages of the smallest kind there is, all within the memory.
    let bytes = memory.as_mut_ptr_range();
    let start = bytes.start.cast::<u8>();
    let length = size_of_val(memory);
    let skipped = start.align_offset(ALLOCATOR);
    let Some(length) = length.checked_sub(skipped) else {
        return;
    };
    let length = length - length % ALLOCATOR;
    let start = start.wrapping_add(skipped);
    // SAFETY: `start` and `length` tell of pages within `memory`, which is
    // borrowed for writing; what this advice changes is how the system backs
    // them, not what can be read there, and not who may.
    let wished = unsafe { madvise(start.cast(), length, Advice::LinuxHugepage) };
    // A system without huge pages says so: nothing is to be done about it.
    let _ = wished;
}

#[cfg(not(target_os = "linux"))]
fn advise<T>(_: &mut [T]) {}
