//! The lists of sizes: complete, ascending, bounded.

use corpora::sizes::{MEBIBYTE, around_powers_of_two, every_size, short_sizes, thresholds};

#[test]
fn every_threshold_is_there_with_its_neighbours() {
    let sizes = every_size();
    for edge in [
        10, 128, 256, 16_384, 65_536, 131_072, 262_144, MEBIBYTE, 2_097_152,
    ] {
        for size in [edge - 1, edge, edge + 1] {
            assert!(sizes.contains(&size), "{size}");
        }
    }
    assert!((0..=300).all(|size| sizes.contains(&size)));
}

#[test]
fn lists_ascend_without_repeats() {
    for sizes in [
        every_size(),
        short_sizes(),
        thresholds(),
        around_powers_of_two(),
    ] {
        assert!(sizes.windows(2).all(|pair| pair[0] < pair[1]));
    }
}

#[test]
fn powers_of_two_go_from_one_to_a_mebibyte() {
    let sizes = around_powers_of_two();
    assert_eq!(sizes[..6], [0, 1, 2, 3, 4, 5]);
    assert_eq!(sizes.last(), Some(&(MEBIBYTE + 1)));
    assert!((0..=20).all(|bit| sizes.contains(&(1 << bit))));
}

#[test]
fn short_sizes_are_few_and_small() {
    let sizes = short_sizes();
    assert!(sizes.len() <= 50, "{}", sizes.len());
    assert!(sizes.iter().sum::<usize>() < 1_000_000);
    for size in [0, 1, 9, 10, 11, 127, 128, 16_384, 131_071, 131_072, 131_073] {
        assert!(sizes.contains(&size), "{size}");
    }
}
