use proptest::prelude::*;
use zram::store::{Error, Extent};

use crate::support::{PAGE, get, noise, store, text};

#[test]
fn a_sector_is_discarded_and_the_rest_of_its_page_stays() {
    let store = store();
    let mut page = text(5);
    store.put(2, &page).expect("room");
    store.discard(2 * PAGE as u64 + 512, 512).expect("room");
    page[512..1024].fill(0);
    assert_eq!(get(&store, 2), page);
    // Several pages, from within the first into the last.
    for number in 3..7 {
        store.put(number, &noise(number)).expect("room");
    }
    let (from, to) = (3 * PAGE as u64 + 1000, 6 * PAGE as u64 + 1);
    store.discard(from, to - from).expect("room");
    let mut memory = [3, 4, 5, 6].map(noise).concat();
    memory[1000..=3 * PAGE].fill(0);
    let mut back = vec![1; memory.len()];
    store.read_at(3 * PAGE as u64, &mut back).expect("a range");
    assert!(back == memory);
    assert_eq!(store.stats().io_stat.notify_free, 2);
}

#[test]
fn a_hole_stays_one() {
    let store = store();
    store.discard(100, 512).expect("a range");
    store.put(1, &text(1)).expect("room");
    store.discard(100, 512).expect("a range");
    assert_eq!(store.stats().pages(), 1);
}

#[test]
fn extents_tell_holes_and_zeros_apart() {
    let store = store();
    store.put(1, &text(1)).expect("room");
    store.put(2, &[0; PAGE]).expect("room");
    let mut extents = Vec::new();
    store
        .extents(100, 700 * PAGE as u64, |extent| {
            extents.push(extent);
            true
        })
        .expect("a range");
    let page = PAGE as u64;
    let extent = |length, hole, zero| Extent { length, hole, zero };
    assert_eq!(
        extents,
        [
            extent(page - 100, true, true),
            extent(page, false, false),
            extent(page, false, true),
            extent(697 * page + 100, true, true),
        ]
    );
    let mut count = 0;
    let first = |_| {
        count += 1;
        false
    };
    store.extents(0, 4 * page, first).expect("a range");
    assert_eq!(count, 1);
}

#[test]
fn ranges_beyond_the_end_are_refused_whole() {
    let store = store();
    let size = store.size();
    for (offset, length) in [(size, 1), (size - 1, 2), (u64::MAX, 1), (1, u64::MAX)] {
        let refused = |result: Result<(), Error>| {
            assert!(
                matches!(result, Err(Error::OutOfRange { .. })),
                "{offset} {length}"
            );
        };
        refused(store.discard(offset, length));
        refused(store.extents(offset, length, |_| true));
        if length < 10 {
            refused(store.write_at(offset, &[1; 2][..length as usize]));
            refused(store.read_at(offset, &mut [1; 2][..length as usize]));
        }
    }
    store.write_at(size, &[]).expect("nothing, at the end");
    assert_eq!(store.stats().pages(), 0);
    assert_eq!(store.stats().io_stat.invalid_io, 14);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Writes and discards of any bytes, against a `Vec`.
    #[test]
    fn any_bytes(
        writes in prop::collection::vec(
            (0..40 * PAGE, 0..3 * PAGE, prop::option::of(0..1000_u64)), 1..40),
    ) {
        let store = store();
        let mut memory = vec![0; 64 * PAGE];
        for (offset, length, content) in writes {
            let range = offset..offset + length;
            if let Some(seed) = content {
                let bytes: Vec<u8> = (seed..).flat_map(text).take(length).collect();
                store.write_at(offset as u64, &bytes).expect("room");
                memory[range.clone()].copy_from_slice(&bytes);
            } else {
                store.discard(offset as u64, length as u64).expect("room");
                memory[range.clone()].fill(0);
            }
            let mut back = vec![0xa5; length];
            store.read_at(offset as u64, &mut back).expect("a range");
            prop_assert!(back == memory[range]);
        }
        let mut back = vec![0xa5; memory.len()];
        store.read_at(0, &mut back).expect("a range");
        prop_assert!(back == memory);
    }
}
