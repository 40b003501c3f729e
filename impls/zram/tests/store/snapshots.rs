use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use twox_hash::XxHash3_64;
use zram::store::{Options, Part, Selection, SnapshotError, SnapshotHeader, Store};
use zram::{Codec, Dictionary, PageSize, Settings};

use crate::support::{PAGE, file, get, noise, options, text};

/// Bytes that a snapshot is written to, and can be looked at afterwards.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn saved(store: &Store) -> Vec<u8> {
    let output = Output::default();
    let snapshot = store.save(output.clone()).expect("a snapshot");
    let bytes = output.0.lock().expect("no panic").clone();
    assert_eq!(snapshot.bytes, bytes.len() as u64);
    assert_eq!(snapshot.pages, store.stats().pages());
    bytes
}

fn filled(options: Options) -> Store {
    let store = Store::new(options).expect("a store");
    store.attach_backing(file(), 1 << 20).expect("a file");
    for number in 0..100 {
        store.put(number * 10, &page(number)).expect("room");
    }
    let back = Selection::all().pages(0..100);
    assert!(store.write_back(&back).expect("room").pages > 3);
    let few = Selection::all().pages(100..300);
    assert!(store.recompress(2, &few).expect("room").smaller > 3);
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
fn has_all(store: &Store) {
    for number in 0..1024 {
        let expected = match number {
            _ if number % 10 == 0 && number < 1000 => page(number / 10),
            _ => vec![0; PAGE],
        };
        assert_eq!(get(store, number), expected, "{number}");
    }
    assert_eq!(store.stats().pages(), 100);
}

#[test]
fn a_store_comes_back() {
    let variants = [
        options(),
        options().with_checksums(true),
        options().with_sharing(true),
    ];
    for from in variants.clone() {
        let bytes = saved(&filled(from));
        for to in variants.clone() {
            let store = Store::restore(to, &mut &bytes[..]).expect("a snapshot");
            has_all(&store);
            store.put(0, &text(7)).expect("room");
        }
        let header = SnapshotHeader::read(&mut &bytes[..]).expect("a snapshot");
        assert_eq!(header.size, 1024 * PAGE as u64);
        has_all(&Store::restore(header.options(), &mut &bytes[..]).expect("a snapshot"));
    }
}

#[test]
fn a_file_is_there_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pages");
    let store = filled(options());
    store.save_file(&path).expect("a snapshot");
    let mut input = io::BufReader::new(std::fs::File::open(&path).expect("a file"));
    has_all(&Store::restore(options(), &mut input).expect("a snapshot"));
    store.put(0, &text(1)).expect("room");
    store.save_file(&path).expect("another one in its place");
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 1);
    let nowhere = folder.path().join("no/pages");
    assert!(matches!(
        store.save_file(&nowhere),
        Err(SnapshotError::Io(_))
    ));
}

#[test]
fn a_writer_that_fails_fails_the_snapshot_alone() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if bytes.len() < 500 {
                Ok(bytes.len())
            } else {
                Err(io::ErrorKind::StorageFull.into())
            }
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let store = filled(options());
    assert!(matches!(store.save(Full), Err(SnapshotError::Io(_))));
    store.put(5, &text(5)).expect("room");
    store
        .discard(5 * PAGE as u64, PAGE as u64)
        .expect("a range");
    has_all(&store);
    has_all(&Store::restore(options(), &mut &saved(&store)[..]).expect("a snapshot"));
}

#[test]
fn other_stores_are_refused() {
    let bytes = saved(&filled(options()));
    let lz4 = Settings::new(Codec::LZ4, PageSize::KiB4);
    let size = 1024 * PAGE as u64;
    let refused = |options| Store::restore(options, &mut &bytes[..]).expect_err("another store");
    assert!(matches!(
        refused(Options::new(lz4.clone(), 2 * size)),
        SnapshotError::OfAnotherSize { .. }
    ));
    assert!(matches!(
        refused(Options::new(lz4.clone(), size)),
        SnapshotError::CodecMissing { codec } if codec == "zstd:9"
    ));
    let dictionary = Dictionary::new(Codec::LZ4, &text(1)).expect("a dictionary");
    let with = lz4.with_dictionary(dictionary);
    let zstd = Settings::new(Codec::Zstd { level: 1 }, PageSize::KiB4);
    assert!(matches!(
        refused(Options::new(with.clone(), size).with_heavier(zstd)),
        SnapshotError::CodecMissing { codec } if codec == "lz4"
    ));
    // With the same dictionary it is read.
    let store = Store::new(Options::new(with.clone(), size)).expect("a store");
    store.put(1, &text(1)).expect("room");
    let bytes = saved(&store);
    let back = Store::restore(Options::new(with, size), &mut &bytes[..]).expect("a snapshot");
    assert_eq!(get(&back, 1), text(1));
}

#[test]
fn every_truncation_is_refused() {
    let store = Store::new(options()).expect("a store");
    store.put(1, &vec![1; PAGE]).expect("room");
    store.put(700, &text(3)).expect("room");
    let bytes = saved(&store);
    for length in 0..bytes.len() {
        let result = Store::restore(options(), &mut &bytes[..length]);
        assert!(result.is_err(), "{length} of {}", bytes.len());
    }
    // What follows is another's.
    let more = [&bytes[..], b"more"].concat();
    let mut rest = &more[..];
    Store::restore(options(), &mut rest).expect("a snapshot");
    assert_eq!(rest, b"more");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_change_is_noticed(at in any::<prop::sample::Index>(), change in 1..=255_u8) {
        let store = Store::new(options()).expect("a store");
        store.put(1, &vec![1; PAGE]).expect("room");
        store.put(700, &text(3)).expect("room");
        let mut bytes = saved(&store);
        let at = at.index(bytes.len());
        bytes[at] ^= change;
        prop_assert!(Store::restore(options(), &mut &bytes[..]).is_err(), "{at}");
    }
}

/// A page whose block is only just shorter than the page.
#[test]
fn blocks_as_long_as_they_can_be_come_back() {
    let settings = Settings::new(Codec::LZ4, PageSize::KiB4).with_threshold(PAGE);
    let options = Options::new(settings.clone(), 256 * PAGE as u64);
    let mut encoder = zram::Encoder::with(&settings).expect("an encoder");
    let mut output = vec![0; encoder.room()];
    let longest = (0..100)
        .map(|repeated| {
            let mut page = noise(1);
            let (start, end) = page.split_at_mut(PAGE / 2);
            end[..repeated].copy_from_slice(&start[..repeated]);
            page
        })
        .find(|page| {
            let kept = encoder.encode(page, &mut output).expect("a page");
            kept == zram::Encoded::Block { size: PAGE - 1 }
        })
        .expect("a page whose block has one byte less");
    let store = Store::new(options.clone()).expect("a store");
    for number in 0..255 {
        store.put(number, &noise(number)).expect("room");
    }
    store.put(255, &longest).expect("room");
    assert_eq!(store.stats().mm_stat.huge_pages, 255);
    let back = Store::restore(options, &mut &saved(&store)[..]).expect("a snapshot");
    for number in 0..255 {
        assert_eq!(get(&back, number), noise(number));
    }
    assert_eq!(get(&back, 255), longest);
}

/// A snapshot of pages of one word each, in sections of those given.
fn sections(header: &[u8], sections: &[&[u8]]) -> Vec<u8> {
    let mut bytes = header.to_vec();
    let (mut hashes, mut pages) = (0_u64, 0_u64);
    for lines in sections {
        let mut section = vec![1, 0, 0, 0, 0];
        section.extend((10 * lines.len() as u32).to_le_bytes());
        for &line in *lines {
            section.extend([line, 0]);
            section.extend([line; 8]);
        }
        let hash = XxHash3_64::oneshot(&section);
        hashes = hashes.wrapping_add(hash);
        pages += lines.len() as u64;
        bytes.extend(section);
        bytes.extend(hash.to_le_bytes());
    }
    let mut end = vec![0];
    end.extend((sections.len() as u32).to_le_bytes());
    end.extend(pages.to_le_bytes());
    bytes.extend(&end);
    bytes.extend(XxHash3_64::oneshot_with_seed(hashes, &end).to_le_bytes());
    bytes
}

#[test]
fn a_group_of_pages_has_one_section_that_is_not_empty() {
    let empty = saved(&Store::new(options()).expect("a store"));
    // Tag, sections, pages, hash.
    let header = &empty[..empty.len() - 21];
    let restore = |bytes: Vec<u8>| Store::restore(options(), &mut &bytes[..]);
    let store = restore(sections(header, &[&[1, 2, 9]])).expect("a snapshot");
    assert_eq!(get(&store, 9), [9; PAGE]);
    assert_eq!(store.stats().pages(), 3);
    for hostile in [&[&[][..]][..], &[&[1], &[2]], &[&[1, 1]]] {
        assert!(
            matches!(
                restore(sections(header, hostile)),
                Err(SnapshotError::Malformed {
                    part: Part::Section(_),
                    ..
                })
            ),
            "{hostile:?}"
        );
    }
}

/// A snapshot of version 1, as it was written when that came to be.
#[test]
fn old_snapshots_are_restored() {
    let bytes: &[u8] = include_bytes!("version-1.snapshot");
    let header = SnapshotHeader::read(&mut &bytes[..]).expect("a snapshot");
    let names: Vec<_> = header
        .codecs
        .iter()
        .map(|it| it.codec.to_string())
        .collect();
    assert_eq!(names, ["lz4", "lz4hc:9", "zstd:9"]);
    let store = Store::restore(header.options(), &mut &bytes[..]).expect("a snapshot");
    assert_eq!(store.stats().pages(), 5);
    assert_eq!(get(&store, 1), [1; PAGE]);
    assert_eq!(get(&store, 2), text(2));
    assert_eq!(get(&store, 3), noise(3));
    assert_eq!(get(&store, 700), text(700));
    assert_eq!(get(&store, 701), text(701));
}
