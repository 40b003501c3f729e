use zram::store::{Error, Options, Selection, Store};
use zram::{Codec, PageSize, Settings};

use crate::support::{PAGE, get, noise, options, store, text};

#[test]
fn the_limit_holds_and_loses_nothing() {
    let limit = 400 << 10;
    let store = Store::new(options().with_memory_limit(limit)).expect("room for an empty store");
    let mut kept = 0;
    let refused = (0..store.pages()).find_map(|number| {
        let result = store.put(number, &noise(number));
        assert!(store.stats().mm_stat.mem_used_total <= limit);
        kept += u64::from(result.is_ok());
        result.err()
    });
    assert!(matches!(refused, Some(Error::MemoryLimit { limit: l }) if l == limit));
    assert!(kept > 50, "{kept}");
    for number in 0..kept {
        assert_eq!(get(&store, number), noise(number));
    }
    // No room for a page beside the old one: the old one stays.
    assert!(store.put(0, &noise(9999)).is_err());
    assert_eq!(get(&store, 0), noise(0));
    // Words and discards need none.
    store.put(1, &[3; PAGE]).expect("a word");
    store.discard(2 * PAGE as u64, PAGE as u64).expect("a hole");
    // What was given up is there again, and no more than that.
    store.put(1, &noise(1)).expect("the room of two pages");
    assert!(store.stats().mm_stat.mem_used_max <= limit);
    store.set_memory_limit(None);
    store.put(0, &noise(9999)).expect("room");
    assert_eq!(store.stats().mm_stat.mem_limit, 0);
}

#[test]
fn a_limit_below_an_empty_store_is_refused() {
    assert!(matches!(
        Store::new(options().with_memory_limit(100)),
        Err(Error::MemoryLimit { limit: 100 })
    ));
}

#[test]
fn a_slab_without_pages_makes_room_for_another_class() {
    let empty = store().stats().mm_stat.mem_used_total;
    // A leaf, and about one slab.
    let store = Store::new(options().with_memory_limit(empty + (36 << 10))).expect("a store");
    for round in 0..100 {
        store.put(0, &text(round)).expect("room for one page");
        store.discard(0, PAGE as u64).expect("a hole");
        store.put(0, &noise(round)).expect("room for one page");
        store.discard(0, PAGE as u64).expect("a hole");
    }
}

/// Accounts are exact: whatever was done, an emptied store takes what it took.
#[test]
fn everything_is_given_back() {
    for options in [options(), options().with_sharing(true)] {
        let shared = format!("{options:?}").contains("sharing: true");
        let store = Store::new(options).expect("a store");
        let size = store.size();
        store.put(0, &text(0)).expect("room");
        for number in 0..1024 {
            store.put(number, &text(number % 700)).expect("room");
        }
        for number in (0..1024).step_by(3) {
            store.put(number, &noise(number)).expect("room");
        }
        store.recompress(2, &Selection::all()).expect("room");
        store.compact();
        store.discard(0, size).expect("a range");
        store.compact();
        let stats = store.stats();
        assert_eq!(stats.slab_bytes, 0);
        assert_eq!(stats.mm_stat.compr_data_size, 0);
        assert_eq!(stats.pages(), 0);
        // Leaves, lists of slabs, and the index of what is shared stay.
        let rest = stats.mm_stat.mem_used_total;
        assert!(rest < if shared { 256 << 10 } else { 160 << 10 }, "{rest}");
    }
}

/// What is charged is what the allocator has given, to the byte.
#[test]
fn all_that_is_taken_is_charged() {
    /// Charged, but for slabs, which are not the allocator's.
    fn charged(store: &Store) -> i64 {
        let stats = store.stats();
        (stats.mm_stat.mem_used_total - stats.slab_bytes).cast_signed()
    }
    // Compresses to next to nothing, and is not like any other.
    let small = |number: u64| {
        let mut page = [7; PAGE];
        page[..8].copy_from_slice(&number.to_le_bytes());
        page
    };
    for room in (0..64).map(|step| step << 10) {
        for sharing in [false, true] {
            let settings = Settings::new(Codec::LZ4, PageSize::KiB4);
            let size = 8192 * PAGE as u64;
            let options = Options::new(settings, size).with_sharing(sharing);
            let store = Store::new(options).expect("a store");
            // A worker makes what it needs when it needs it first.
            store.put(0, &small(0)).expect("room");
            store.put(1, &small(0)).expect("room");
            get(&store, 1);
            let before = charged(&store);
            let heap = allocation_counter::measure(|| {
                for number in 0..1500 {
                    store.put(number, &small(number)).expect("room");
                }
                let limit = store.stats().mm_stat.mem_used_total + room;
                store.set_memory_limit(Some(limit));
                for number in 1500..3000 {
                    if store.put(number, &small(number)).is_err() {
                        break;
                    }
                }
                store.discard(0, size / 2).expect("a range");
            });
            let after = charged(&store);
            assert_eq!(heap.bytes_current, after - before, "{room} {sharing}");
        }
    }
}

#[test]
fn a_slab_without_pages_makes_room_for_books() {
    let store = store();
    for page in [noise(0), text(0)] {
        store.put(0, &page).expect("room");
        store.discard(0, PAGE as u64).expect("a hole");
    }
    assert!(store.stats().slab_bytes > 0);
    store.set_memory_limit(Some(store.stats().mm_stat.mem_used_total));
    // Takes no slot, but is the first of its 256 pages.
    store.put(512, &[7; PAGE]).expect("room");
    assert_eq!(store.stats().slab_bytes, 0);
}

/// A slot that a thread keeps for its next page is there for others.
#[test]
fn slots_that_threads_keep_are_not_lost_to_the_limit() {
    let store = store();
    for number in 0..40 {
        store.put(number, &noise(number)).expect("room");
    }
    let spare = 40 * PAGE as u64;
    store.put(40, &noise(40)).expect("room");
    store.discard(spare, PAGE as u64).expect("a hole");
    let full = store.stats();
    store.set_memory_limit(Some(full.mm_stat.mem_used_total));
    for round in 1..20 {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let page = noise(100 * round);
                store.put(0, &page).expect("the slot that is free");
            });
        });
        // Of whatever slots there are, until there are none.
        let more = (41..200).take_while(|&number| store.put(number, &noise(number)).is_ok());
        let more = more.count() as u64;
        assert!(more > 0, "round {round}");
        let length = more * PAGE as u64;
        store.discard(41 * PAGE as u64, length).expect("holes");
        assert_eq!(get(&store, 0), noise(100 * round));
    }
    let stats = store.stats();
    assert_eq!(stats.mm_stat.compr_data_size, full.mm_stat.compr_data_size);
    assert!(stats.mm_stat.mem_used_max <= full.mm_stat.mem_used_max);
}

/// What is kept of slabs that there are no more is there for those of any class.
#[test]
fn lists_of_slabs_do_not_grow_by_the_classes_that_have_had_them() {
    let store = store();
    let pages = store.pages();
    for number in 0..pages {
        store.put(number, &[7; PAGE]).expect("a word");
    }
    let before = store.stats().mm_stat.mem_used_total;
    let mut slabs = 0;
    for class in 1..63 {
        for number in 0..pages {
            let mut page = noise(number);
            page[64 * class..].fill(9);
            store.put(number, &page).expect("room");
        }
        let classes = store.stats().classes;
        slabs = slabs.max(classes.iter().map(|class| class.slabs).sum());
        // Slabs are emptied in another order than they were filled in.
        for number in 0..pages {
            let page = number * 389 % pages;
            store
                .discard(page * PAGE as u64, PAGE as u64)
                .expect("a hole");
        }
    }
    store.compact();
    let stats = store.stats();
    assert_eq!(stats.slab_bytes, 0);
    // A cache line for each, for a few of every class, and room to grow.
    let lists = stats.mm_stat.mem_used_total - before;
    assert!(
        lists <= (slabs + 2 * 65) * 64 * 5 / 4,
        "{lists} for {slabs} slabs"
    );
}

/// Two pages that change their classes all the time, and room for two more: one
/// that is being written for each.
#[test]
fn what_other_threads_keep_is_not_lost_to_the_limit() {
    let noisy = |number: u64| {
        let mut page = noise(number);
        page[64 * (number as usize * 29 % 62 + 1)..].fill(9);
        page
    };
    let mut slab = 0;
    for number in 0..62 {
        let store = store();
        store.put(0, &noisy(number)).expect("room");
        slab = slab.max(store.stats().slab_bytes);
    }
    let store = store();
    store.put(0, &[7; PAGE]).expect("a word");
    // And what is known of slabs.
    let lists = 64 * 256;
    let limit = store.stats().mm_stat.mem_used_total + 4 * slab + lists;
    store.set_memory_limit(Some(limit));
    std::thread::scope(|scope| {
        for page in 0..2 {
            let store = &store;
            scope.spawn(move || {
                for round in 0..20_000 {
                    store
                        .put(page, &noisy(round + 31 * page))
                        .expect("room that the other only keeps");
                }
            });
        }
    });
    assert!(store.stats().mm_stat.mem_used_max <= limit);
}

/// Whenever somebody looks, what pages take is about what they take.
#[test]
fn accounts_are_right_while_slots_are_kept_and_recalled() {
    let store = store();
    for number in 0..64 {
        store.put(number, &noise(number)).expect("room");
    }
    let kept = store.stats().mm_stat.compr_data_size;
    let done = std::sync::atomic::AtomicBool::new(false);
    let done = &done;
    std::thread::scope(|scope| {
        for page in 0..8 {
            let (store, page) = (&store, noise(page));
            scope.spawn(move || {
                for round in 0.. {
                    if done.load(std::sync::atomic::Ordering::Relaxed) {
                        break;
                    }
                    store.put(round % 64, &page).expect("room");
                }
            });
        }
        scope.spawn(|| {
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                store.stats();
            }
        });
        let wrong = (0..100_000).find_map(|_| {
            let now = store.stats().mm_stat.compr_data_size;
            (now.abs_diff(kept) > 16 * PAGE as u64).then_some(now)
        });
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(wrong, None, "of {kept}");
    });
}
