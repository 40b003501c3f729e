//! Large memory stays what it was.

#![cfg(feature = "huge-pages")]

use std::mem::MaybeUninit;

use mem::{HUGE_PAGE, prefer_huge_pages, whole_huge_pages};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_in_memory_stays(length in 0..HUGE_PAGE / 4, start in 0..5000_usize) {
        let mut memory: Vec<usize> = (0..length).collect();
        let start = start.min(length);
        prefer_huge_pages(&mut memory[start..]);
        memory.resize(length + 100, 7);
        prop_assert!((0..length).all(|at| memory[at] == at));
        prop_assert!(memory[length..].iter().all(|value| *value == 7));
    }

    #[test]
    fn sizes_make_whole_huge_pages(bytes in 0..16 * HUGE_PAGE) {
        let whole = whole_huge_pages(bytes);
        prop_assert!(whole >= bytes);
        if bytes < HUGE_PAGE / 2 {
            prop_assert_eq!(whole, bytes);
        } else {
            prop_assert_eq!((whole + 4096) % HUGE_PAGE, 0);
            prop_assert!(whole < bytes + HUGE_PAGE);
        }
    }
}

#[test]
fn sizes_do_not_overflow() {
    for bytes in [usize::MAX, usize::MAX - 4095, usize::MAX - HUGE_PAGE] {
        assert!(whole_huge_pages(bytes) >= bytes);
    }
}

#[test]
fn any_memory_will_do() {
    prefer_huge_pages::<u8>(&mut []);
    prefer_huge_pages(&mut [(); 10]);
    prefer_huge_pages(&mut [1_u64; 3]);
    let mut memory = Vec::<u64>::with_capacity(HUGE_PAGE);
    prefer_huge_pages(memory.spare_capacity_mut());
    prefer_huge_pages(&mut vec![MaybeUninit::<[u8; 3]>::uninit(); HUGE_PAGE]);
    memory.resize(HUGE_PAGE, 5);
    assert!(memory.iter().all(|value| *value == 5));
}
