//! What the allocator does with memory that is freed.

/// Tells glibc to keep what is freed, up to 64 MiB of it at the end of its heap,
/// and to take arrays up to 32 MiB from there, for all of the process: whether it
/// was told. Others are not told anything.
///
/// These are the numbers that glibc comes to by itself once it has seen an array of
/// 32 MiB freed (`mallopt(3)`, `M_MMAP_THRESHOLD`). Until then it gives arrays back
/// to the system and gets the next one's pages back one by one, emptied, which
/// takes longer than to fill them. It is for a program, or a module that may speak
/// for one, not for a library.
pub fn keep_freed_memory() -> bool {
    told()
}

#[cfg(all(target_env = "gnu", target_pointer_width = "64"))]
fn told() -> bool {
    // The most that glibc takes for the first of them.
    const ARRAY: libc::c_int = 32 << 20;
    // SAFETY: `mallopt` may be called at any time, by any thread; numbers that it
    // does not take it refuses.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, ARRAY) == 1
            && libc::mallopt(libc::M_TRIM_THRESHOLD, 2 * ARRAY) == 1
    }
}

#[cfg(not(all(target_env = "gnu", target_pointer_width = "64")))]
fn told() -> bool {
    false
}
