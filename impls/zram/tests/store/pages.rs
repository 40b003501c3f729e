use zram::store::{Error, Options, Stats, Store};
use zram::{Codec, PageSize, Settings};

use crate::support::{PAGE, get, noise, options, store, text};

#[test]
fn pages_come_back() {
    for options in [
        options(),
        options().with_checksums(true),
        options().with_sharing(true),
    ] {
        let store = Store::new(options).expect("options that go together");
        assert_eq!(get(&store, 3), [0; PAGE]);
        let pages = [text(1), noise(2), vec![0; PAGE], vec![7; PAGE], text(3)];
        for (number, page) in (0..).zip(&pages) {
            store.put(number, page).expect("room");
        }
        for (number, page) in (0..).zip(&pages) {
            assert_eq!(&get(&store, number), page, "{number}");
        }
        let stats = store.stats();
        assert_eq!(stats.pages(), 5);
        assert_eq!(stats.mm_stat.same_pages, 2);
        assert_eq!(stats.mm_stat.huge_pages, 1);
    }
}

/// A page that was just written with something else.
#[test]
fn zeros_over_a_page_are_zeros() {
    let store = store();
    for before in [text(1), noise(1), vec![9; PAGE]] {
        store.put(0, &before).expect("room");
        store.put(0, &[0; PAGE]).expect("room");
        assert_eq!(get(&store, 0), [0; PAGE]);
        store.put(0, &before).expect("room");
        store.discard(0, PAGE as u64).expect("within the store");
        assert_eq!(get(&store, 0), [0; PAGE]);
    }
    assert_eq!(store.stats().mm_stat.compr_data_size, 0);
}

#[test]
fn every_page_size_and_codec() {
    for page_size in PageSize::ALL {
        for name in ["lz4", "lz4hc:3", "zstd:1", "zstd:-5"] {
            let codec: Codec = name.parse().expect("a codec");
            let size = 8 * page_size.bytes();
            let settings = Settings::new(codec, page_size);
            let store = Store::new(Options::new(settings, size as u64)).expect("a store");
            let memory: Vec<u8> = (0..).flat_map(text).take(size / 2).collect();
            let memory = [memory, (0..).flat_map(noise).take(size / 2).collect()].concat();
            store.write_at(0, &memory).expect("room");
            let mut back = vec![0; size];
            store.read_at(0, &mut back).expect("within the store");
            assert!(back == memory, "{page_size:?} {codec}");
        }
    }
}

#[test]
fn what_is_not_there_is_an_error() {
    let store = store();
    let mut page = text(0);
    assert!(matches!(
        store.put(1024, &page),
        Err(Error::NoPage {
            page: 1024,
            pages: 1024
        })
    ));
    assert!(matches!(
        store.get(u64::MAX, &mut page),
        Err(Error::NoPage { .. })
    ));
    assert!(matches!(
        store.put(0, &page[1..]),
        Err(Error::Encode { page: 0, .. })
    ));
    assert!(matches!(
        store.get(0, &mut page[1..]),
        Err(Error::Decode { page: 0, .. })
    ));
    let stats = store.stats().io_stat;
    assert_eq!((stats.failed_reads, stats.failed_writes), (2, 2));
}

#[test]
fn options_that_do_not_go_together() {
    let settings = |size| Settings::new(Codec::LZ4, size);
    let refused = |options| Store::new(options).expect_err("options that do not go together");
    let four = settings(PageSize::KiB4);
    for size in [0, 1, 4095, u64::MAX / 4096 * 4096] {
        assert!(matches!(
            refused(Options::new(four.clone(), size)),
            Error::Size { .. }
        ));
    }
    assert!(matches!(
        refused(Options::new(four.clone(), 4096).with_heavier(settings(PageSize::KiB8))),
        Error::PageSizes {
            first: 4096,
            other: 8192
        }
    ));
    let many = (0..4).fold(Options::new(four.clone(), 4096), |options, _| {
        options.with_heavier(four.clone())
    });
    assert!(matches!(refused(many), Error::Codecs { count: 5 }));
    let codec = Codec::Zstd { level: 23 };
    assert!(matches!(
        refused(Options::new(Settings::new(codec, PageSize::KiB4), 4096)),
        Error::Codec(zram::Error::CodecOutOfRange { .. })
    ));
}

#[test]
fn no_statistics_are_too_odd_for_their_sums() {
    let mut stats = Stats::default();
    assert_eq!((stats.pages(), stats.ratio()), (0, None));
    // Pages may go to the file while statistics are put together.
    stats.page_size = 4096;
    stats.mm_stat.orig_data_size = 4096;
    stats.mm_stat.mem_used_total = 4096;
    assert_eq!(stats.ratio(), Some(1.0));
    for count in [2, u64::MAX] {
        stats.bd_stat.bd_count = count;
        assert_eq!(stats.ratio(), None);
    }
}
