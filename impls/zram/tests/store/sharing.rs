use zram::store::{Selection, Store};

use crate::support::{PAGE, get, noise, options, text};

fn sharing() -> Store {
    Store::new(options().with_sharing(true)).expect("a store")
}

#[test]
fn equal_pages_are_kept_once() {
    let store = sharing();
    for number in 0..100 {
        store.put(number, &text(number % 2)).expect("room");
    }
    let two = store.stats().mm_stat.compr_data_size;
    assert!(two < 2 * PAGE as u64, "{two}");
    for number in 0..100 {
        assert_eq!(get(&store, number), text(number % 2));
    }
    // The last one that refers to it takes it away.
    for number in 0..98 {
        store.put(number, &[0; PAGE]).expect("a word");
        assert_eq!(store.stats().mm_stat.compr_data_size, two);
    }
    store
        .discard(98 * PAGE as u64, 2 * PAGE as u64)
        .expect("a range");
    assert_eq!(store.stats().mm_stat.compr_data_size, 0);
}

#[test]
fn shared_pages_survive_upkeep() {
    let store = sharing();
    for number in 0..300 {
        let page = if number % 3 == 0 {
            noise(number % 5)
        } else {
            text(number % 7)
        };
        store.put(number, &page).expect("room");
    }
    let before = store.stats().mm_stat.compr_data_size;
    let done = store.recompress(2, &Selection::all()).expect("room");
    assert!(done.smaller > 100, "{done:?}");
    assert!(store.stats().mm_stat.compr_data_size < before);
    for number in 0..250 {
        store
            .discard(number * PAGE as u64, PAGE as u64)
            .expect("a range");
    }
    store.compact();
    for number in 0..300 {
        let page = match number {
            0..250 => vec![0; PAGE],
            _ if number % 3 == 0 => noise(number % 5),
            _ => text(number % 7),
        };
        assert_eq!(get(&store, number), page, "{number}");
    }
    // Still one place for equal pages.
    let few = store.stats().mm_stat.compr_data_size;
    for number in 0..250 {
        store.put(number, &text(number % 7)).expect("room");
    }
    assert_eq!(store.stats().mm_stat.compr_data_size, few);
}

#[test]
fn recompression_without_use_leaves_pages_known() {
    let store = sharing();
    // A block as short as slots get, by any codec.
    let short: Vec<u8> = (0..PAGE).map(|at| (at % 16) as u8).collect();
    store.put(0, &short).expect("room");
    let once = store.stats().mm_stat.compr_data_size;
    let done = store.recompress(1, &Selection::all()).expect("room");
    assert_eq!((done.tried, done.smaller), (1, 0));
    store.put(1, &short).expect("room");
    assert_eq!(store.stats().mm_stat.compr_data_size, once);
}
