use std::os::unix::fs::FileExt;

use zram::store::{Error, Selection, Store};

use crate::support::{PAGE, file, get, noise, options, store, text};

fn filled() -> Store {
    let store = store();
    for number in 0..200 {
        store.put(number, &page(number)).expect("room");
    }
    store
}

fn page(number: u64) -> Vec<u8> {
    match number % 4 {
        0 => noise(number),
        1 => vec![number as u8; PAGE],
        _ => text(number),
    }
}

#[track_caller]
fn unchanged(store: &Store) {
    for number in 0..200 {
        assert_eq!(get(store, number), page(number), "{number}");
    }
}

#[test]
fn heavier_codecs_make_cold_pages_smaller() {
    let store = filled();
    let before = store.stats();
    let all = Selection::all();
    let first = store.recompress(1, &all).expect("room");
    let second = store.recompress(2, &all).expect("room");
    assert_eq!(first.tried, 150);
    assert!(
        first.smaller > 90 && second.smaller > 50,
        "{first:?} {second:?}"
    );
    let after = store.stats();
    assert!(after.mm_stat.compr_data_size < before.mm_stat.compr_data_size);
    assert_eq!(after.pages(), before.pages());
    unchanged(&store);
    // What did not get smaller is not tried again, until it is written.
    assert_eq!(store.recompress(2, &all).expect("room").tried, 0);
    store.put(0, &page(0)).expect("room");
    assert_eq!(store.recompress(2, &all).expect("room").tried, 1);
    assert!(matches!(
        store.recompress(0, &all),
        Err(Error::NoCodec {
            priority: 0,
            count: 3
        })
    ));
    assert!(matches!(
        store.recompress(3, &all),
        Err(Error::NoCodec { .. })
    ));
}

#[test]
fn selections_narrow_down() {
    let store = filled();
    store.tick();
    store.tick();
    get(&store, 2);
    store.put(3, &text(3)).expect("room");
    store.tick();
    let tried = |selection: Selection| store.recompress(1, &selection).expect("room").tried;
    assert_eq!(tried(Selection::all().idle(4)), 0);
    assert_eq!(tried(Selection::all().idle(3).pages(0..8)), 4);
    assert_eq!(tried(Selection::all().idle(1).pages(0..8)), 2);
    assert_eq!(tried(Selection::all().incompressible()), 48);
    assert_eq!(tried(Selection::all().at_most(5)), 5);
    assert_eq!(tried(Selection::all().larger(PAGE)), 0);
}

#[test]
fn pages_go_to_the_backing_file_and_are_read_from_there() {
    let store = filled();
    let cold = Selection::all().incompressible();
    assert!(matches!(store.write_back(&cold), Err(Error::NoBacking)));
    store
        .attach_backing(file(), 64 * PAGE as u64)
        .expect("a file");
    assert!(matches!(
        store.attach_backing(file(), 64 * PAGE as u64),
        Err(Error::AlreadyBacked)
    ));
    let before = store.stats().mm_stat.mem_used_total;
    let done = store.write_back(&cold).expect("room in the file");
    assert_eq!(
        (done.pages, done.budget_spent, done.file_full),
        (50, false, false)
    );
    let stats = store.stats();
    assert_eq!(stats.bd_stat.bd_count, 50);
    assert!(stats.mm_stat.mem_used_total + 45 * PAGE as u64 <= before);
    assert_eq!(stats.pages(), 200);
    unchanged(&store);
    assert_eq!(store.stats().bd_stat.bd_reads, 50);
    // A part of a page of the file.
    store.write_at(4 * PAGE as u64 + 7, b"part").expect("room");
    let mut changed = page(4);
    changed[7..11].copy_from_slice(b"part");
    assert_eq!(get(&store, 4), changed);
    store.put(4, &page(4)).expect("room");
    // Blocks are used again.
    for _ in 0..5 {
        let done = store
            .write_back(&Selection::all().pages(4..5))
            .expect("room");
        assert_eq!(done.pages, 1);
        store.put(4, &page(4)).expect("room");
    }
    let rest = store.write_back(&Selection::all()).expect("some room");
    assert_eq!((rest.pages, rest.file_full), (15, true));
    unchanged(&store);
    store.discard(0, store.size()).expect("a range");
    assert_eq!(store.stats().bd_stat.bd_count, 0);
}

#[test]
fn the_budget_is_kept() {
    let store = filled();
    assert!(matches!(
        store.set_write_back_budget(Some(1)),
        Err(Error::NoBacking)
    ));
    store
        .attach_backing(file(), 64 * PAGE as u64)
        .expect("a file");
    store.set_write_back_budget(Some(7)).expect("a file");
    let done = store.write_back(&Selection::all()).expect("room");
    assert_eq!((done.pages, done.budget_spent), (7, true));
    assert_eq!(store.stats().write_back_budget, Some(0));
    store.set_write_back_budget(None).expect("a file");
    assert_eq!(
        store
            .write_back(&Selection::all().at_most(3))
            .expect("room")
            .pages,
        3
    );
    unchanged(&store);
}

#[test]
fn a_file_that_was_changed_is_noticed() {
    let store = store();
    let backing = file();
    store
        .attach_backing(backing.try_clone().expect("a file"), 4 * PAGE as u64)
        .expect("a file");
    store.put(9, &noise(1)).expect("room");
    store.write_back(&Selection::all()).expect("room");
    backing.write_all_at(&[1; 100], 2000).expect("a file");
    let mut page = vec![0; PAGE];
    assert!(matches!(
        store.get(9, &mut page),
        Err(Error::Checksum { page: 9 })
    ));
    backing.set_len(100).expect("a file");
    assert!(matches!(
        store.get(9, &mut page),
        Err(Error::Backing { page: 9, .. })
    ));
    assert_eq!(store.stats().io_stat.failed_reads, 2);
    // Whole pages replace it, parts cannot.
    assert!(store.write_at(9 * PAGE as u64, b"part").is_err());
    store.put(9, &noise(2)).expect("room");
    assert_eq!(get(&store, 9), noise(2));
}

#[test]
fn compaction_gives_slabs_back_and_keeps_pages() {
    let store = Store::new(options().with_checksums(true)).expect("a store");
    for number in 0..1024 {
        store.put(number, &text(number)).expect("room");
    }
    for number in (0..1024).filter(|number| number % 8 != 0) {
        store
            .discard(number * PAGE as u64, PAGE as u64)
            .expect("a range");
    }
    let before = store.stats();
    let freed = store.compact();
    let after = store.stats();
    assert!(
        freed > before.slab_bytes / 2,
        "{freed} of {}",
        before.slab_bytes
    );
    assert_eq!(after.slab_bytes + freed, before.slab_bytes);
    assert_eq!(after.mm_stat.pages_compacted * 4096, freed);
    assert_eq!(
        after.mm_stat.compr_data_size,
        before.mm_stat.compr_data_size
    );
    for number in (0..1024).step_by(8) {
        assert_eq!(get(&store, number), text(number));
    }
    assert_eq!(store.compact(), 0);
}

/// Pages of classes that have too few for a slab share slabs of larger ones.
#[test]
fn compaction_fills_slabs_with_pages_of_smaller_classes() {
    let noisy = |number: u64| {
        let mut page = noise(number);
        page[64 * number as usize..].fill(9);
        page
    };
    let whole = |store: &Store| (1..60).all(|number| get(store, number) == noisy(number));
    for options in [options(), options().with_sharing(true)] {
        let store = Store::new(options).expect("a store");
        for number in 1..60 {
            store.put(number, &noisy(number)).expect("room");
        }
        let before = store.stats();
        let freed = store.compact();
        let after = store.stats();
        assert!(freed > before.slab_bytes / 4, "{before:?} {after:?}");
        assert_eq!(after.slab_bytes + freed, before.slab_bytes);
        let kept = after.mm_stat.compr_data_size;
        assert_eq!(kept, before.mm_stat.compr_data_size);
        assert!(after.slab_bytes < kept + kept / 3, "{after:?}");
        assert!(whole(&store));
        // What is written over them goes to slots of its own size.
        for number in 1..60 {
            store.put(number, &noisy(number)).expect("room");
        }
        assert!(whole(&store));
        store.discard(0, store.size()).expect("a range");
        store.compact();
        assert_eq!(store.stats().slab_bytes, 0);
    }
}

#[test]
fn a_file_that_cannot_be_written_changes_nothing() {
    let store = filled();
    let file = tempfile::NamedTempFile::new().expect("a file");
    let read_only = std::fs::File::open(file.path()).expect("a file");
    store
        .attach_backing(read_only, 64 * PAGE as u64)
        .expect("a file");
    let before = store.stats();
    for _ in 0..100 {
        assert!(matches!(
            store.write_back(&Selection::all()),
            Err(Error::Backing { page: 0, .. })
        ));
    }
    assert_eq!(store.stats(), before);
    unchanged(&store);
    let done = store.recompress(1, &Selection::all()).expect("room");
    assert_eq!(done.tried, 150);
    unchanged(&store);
}

#[test]
fn raw_pages_are_counted_when_they_are_kept() {
    let store = store();
    store.put(0, &noise(0)).expect("room");
    store.put(0, &noise(1)).expect("room");
    assert!(store.put(9999, &noise(1)).is_err());
    assert_eq!(store.stats().mm_stat.huge_pages_since, 2);
    for priority in [1, 2] {
        store.recompress(priority, &Selection::all()).expect("room");
    }
    assert_eq!(store.stats().mm_stat.huge_pages_since, 2);
}
