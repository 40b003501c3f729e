//! What the allocator is told.

#![cfg(feature = "allocator")]

#[test]
fn glibc_listens() {
    let glibc = cfg!(all(target_env = "gnu", target_pointer_width = "64"));
    assert_eq!(mem::keep_freed_memory(), glibc);
    // Arrays are what they were.
    for length in [10, 1 << 20, 40 << 20] {
        let array = vec![7_u8; length];
        assert!(array.iter().all(|byte| *byte == 7));
    }
}
