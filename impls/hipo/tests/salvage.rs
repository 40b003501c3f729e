//! What is kept of damaged files, and what is told to be lost.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hipo::{
    Codec, Compression, DictionaryState, ErrorKind, File, Layout, Limits, LossPart, Salvage,
    SalvageOptions, SalvageReport, WriterOptions,
};
use proptest::prelude::*;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/hipo-fixtures")
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name)).expect("a fixture")
}

fn names() -> Vec<String> {
    let mut names: Vec<_> = std::fs::read_dir(folder())
        .expect("the fixtures")
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a name"))
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "hipo"))
        .collect();
    names.sort();
    names
}

fn undamaged() -> Vec<String> {
    let mut names = names();
    names.retain(|name| {
        ![
            "mut_record0_payload_flip.hipo",
            "mut_truncated_midrecord.hipo",
        ]
        .contains(&name.as_str())
    });
    assert!(names.len() > 25);
    names
}

/// The events of each record of a file.
fn by_record(bytes: &[u8]) -> Vec<Vec<Vec<u8>>> {
    let file = File::from_source(bytes.to_vec()).expect("a file");
    let mut records = vec![Vec::new(); file.records().len()];
    let mut events = file.events();
    while let Some(event) = events.next_event().expect("an event") {
        records[event.record() as usize].push(event.bytes().to_vec());
    }
    records
}

fn ranges(bytes: &[u8]) -> Vec<Range<usize>> {
    let file = File::from_source(bytes.to_vec()).expect("a file");
    let records = file.records().iter();
    records
        .map(|record| record.position as usize..(record.position + record.bytes) as usize)
        .collect()
}

fn salvage_with(options: SalvageOptions, bytes: &[u8]) -> (Vec<Vec<u8>>, SalvageReport) {
    let salvage = options.open_source(bytes.to_vec()).expect("memory");
    let mut kept = Vec::new();
    let mut events = salvage.events();
    while let Some(event) = events.next_event().expect("memory") {
        for structure in event.structures() {
            structure.expect("a sound event");
        }
        kept.push(event.bytes().to_vec());
    }
    let report = events.into_report();
    assert_eq!(report.events_kept(), kept.len() as u64);
    assert_eq!(report.bytes(), bytes.len() as u64);
    assert!(!report.to_string().is_empty());
    (kept, report)
}

fn salvage(bytes: &[u8]) -> (Vec<Vec<u8>>, SalvageReport) {
    salvage_with(SalvageOptions::new(), bytes)
}

fn flat(records: &[Vec<Vec<u8>>]) -> Vec<Vec<u8>> {
    records.concat()
}

/// Whether all events of records are there, in order, maybe with others.
fn has_in_order(kept: &[Vec<u8>], expected: impl IntoIterator<Item = Vec<u8>>) -> bool {
    let mut kept = kept.iter();
    expected
        .into_iter()
        .all(|event| kept.any(|other| *other == event))
}

#[test]
fn of_undamaged_files_nothing_is_lost() {
    for name in undamaged() {
        let bytes = fixture(&name);
        let (kept, report) = salvage(&bytes);
        assert!(report.losses().is_empty(), "{name}: {report}");
        assert!(report.to_string().ends_with("nothing was lost"));
        assert_eq!(report.events_lost() + report.events_doubtful(), 0);
        let records = by_record(&bytes);
        assert_eq!(kept, flat(&records), "{name}");
        assert_eq!(report.records_whole(), records.len() as u64, "{name}");
        assert_eq!(report.has_index(), !name.contains("noclose"), "{name}");
        let file = File::from_source(bytes.clone()).expect("a file");
        let salvage = Salvage::from_source(bytes).expect("memory");
        assert_eq!(salvage.dictionary_state(), DictionaryState::Whole, "{name}");
        assert_eq!(
            salvage.dictionary().schemas(),
            file.dictionary().schemas(),
            "{name}"
        );
        assert_eq!(salvage.config(), file.config(), "{name}");
    }
}

#[test]
fn a_damaged_record_loses_its_own_events_only() {
    let whole = by_record(&fixture("cpp_tags.hipo"));
    let (kept, report) = salvage(&fixture("mut_record0_payload_flip.hipo"));
    assert_eq!(report.records(), 5);
    assert_eq!(report.records_whole(), 4);
    assert_eq!(report.events_kept() + report.events_lost(), 1000);
    let others = flat(&whole[1..]);
    assert!(kept.len() >= 800);
    assert_eq!(kept[kept.len() - 800..], others);
    assert_eq!(report.losses().len(), 1);
    let loss = &report.losses()[0];
    assert_eq!(loss.part, LossPart::Record { record: 0 });
    assert_eq!(loss.range, 284..4008);
    assert!(matches!(loss.reason.kind(), ErrorKind::Decompress { .. }));
    assert_eq!(loss.reason.place().offset, Some(284));
}

/// For each codec of whole records, damage late in a record leaves the events
/// before it.
#[test]
fn events_before_the_damage_are_kept() {
    for codec in [
        Codec::None,
        Codec::Lz4,
        Codec::Lz4High,
        Codec::Gzip,
        Codec::Zstd,
    ] {
        let source = fixture("cpp_bench3000.hipo");
        let file = File::from_source(source.clone()).expect("a file");
        let mut writer = WriterOptions::new()
            .dictionary(file.dictionary())
            .compression(Compression::new(codec, Layout::Whole))
            .to_memory()
            .expect("a writer");
        let mut events = file.events();
        while let Some(event) = events.next_event().expect("an event") {
            writer.write_bytes(event.bytes()).expect("memory");
        }
        let bytes = writer.finish().expect("memory").into_inner();
        let range = ranges(&bytes).remove(0);
        let whole = flat(&by_record(&bytes));
        // Cut within its last quarter.
        let cut = &bytes[..range.start + range.len() * 3 / 4];
        let (kept, report) = salvage(cut);
        // Of Zstandard it is whole blocks of 128 KiB, of about 400.
        let least = if codec == Codec::Zstd { 1000 } else { 2000 };
        assert!(kept.len() > least, "{codec}: {report}");
        assert!(kept.len() < 3000, "{codec}: {report}");
        assert_eq!(kept, whole[..kept.len()], "{codec}");
        assert_eq!(report.events_doubtful(), kept.len() as u64);
        assert_eq!(report.events_lost(), 3000 - kept.len() as u64);
        assert_eq!(report.records_in_part(), 1);
    }
}

#[test]
fn a_file_cut_anywhere_keeps_its_whole_records() {
    for (name, step) in [
        ("cpp_userconfig.hipo", 1),
        ("cpp_nodict.hipo", 1),
        ("cpp_tags.hipo", 61),
        ("java_lz4.hipo", 487),
        ("ox_zstd_column.hipo", 83),
        ("ox_lz4_bank.hipo", 83),
        ("ox_none_chunk.hipo", 127),
    ] {
        let bytes = fixture(name);
        let (ranges, records) = (ranges(&bytes), by_record(&bytes));
        for cut in (0..bytes.len()).step_by(step) {
            let (kept, report) = salvage(&bytes[..cut]);
            let whole = ranges.iter().filter(|range| range.end <= cut).count();
            assert!(report.records_whole() >= whole as u64, "{name} {cut}");
            let expected = flat(&records[..whole]);
            assert!(kept.len() >= expected.len(), "{name} {cut}: {report}");
            assert_eq!(kept[..expected.len()], expected, "{name} {cut}");
            let begun = ranges.iter().find(|range| range.contains(&cut));
            let cut_record = begun.is_some_and(|range| cut > range.start);
            if cut_record || cut < 56 {
                assert!(!report.losses().is_empty(), "{name} {cut}");
            }
        }
    }
}

#[test]
fn a_lost_file_header_costs_nothing_else() {
    for name in undamaged() {
        let mut bytes = fixture(&name);
        let records = by_record(&bytes);
        bytes[..56].fill(0);
        let (kept, report) = salvage(&bytes);
        assert_eq!(kept, flat(&records), "{name}: {report}");
        assert_eq!(report.losses().len(), 1, "{name}: {report}");
        assert_eq!(report.losses()[0].part, LossPart::FileHeader);
        assert_eq!(report.losses()[0].range, 0..56);
        assert_eq!(report.dictionary(), DictionaryState::Whole);
        // Cut off, the first record is at the front.
        let (kept, report) = salvage(&bytes[56..]);
        assert_eq!(kept, flat(&records), "{name}: {report}");
        assert_eq!(report.losses().len(), 1, "{name}: {report}");
        // And a header that tells a wrong length leads nowhere.
        let mut bytes = fixture(&name);
        for length in [15_u32, 99, 10_000, u32::MAX] {
            bytes[8..12].copy_from_slice(&length.to_le_bytes());
            let (kept, report) = salvage(&bytes);
            assert_eq!(kept, flat(&records), "{name} {length}: {report}");
        }
    }
}

#[test]
fn a_damaged_record_header_costs_its_record_at_most() {
    for name in [
        "cpp_tags.hipo",
        "cpp_multirecord.hipo",
        "ox_none_chunk.hipo",
        "ox_gzip_bank.hipo",
    ] {
        let bytes = fixture(name);
        let (ranges, records) = (ranges(&bytes), by_record(&bytes));
        for (index, range) in ranges.iter().enumerate().take(6) {
            for word in 0..14 {
                for value in [0, 1, 0x8000_0000, u32::MAX] {
                    let mut bytes = bytes.clone();
                    let at = range.start + 4 * word;
                    let old = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four"));
                    let new = if value == 0 { 0 } else { old ^ value };
                    bytes[at..at + 4].copy_from_slice(&new.to_le_bytes());
                    let (kept, report) = salvage(&bytes);
                    let before = flat(&records[..index]);
                    let after = flat(&records[index + 1..]);
                    let case = format!("{name} {index} {word} {value:x}: {report}");
                    assert!(kept.len() >= before.len() + after.len(), "{case}");
                    assert_eq!(kept[..before.len()], before, "{case}");
                    assert_eq!(kept[kept.len() - after.len()..], after, "{case}");
                    let events = records[index].len();
                    if kept.len() < before.len() + events + after.len() {
                        assert!(!report.losses().is_empty(), "{case}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_record_whose_magic_number_alone_is_damaged_is_read() {
    let bytes = fixture("cpp_tags.hipo");
    for range in ranges(&bytes) {
        let mut bytes = bytes.clone();
        bytes[range.start + 28..range.start + 32].fill(0xff);
        let (kept, report) = salvage(&bytes);
        assert_eq!(kept.len(), 1000, "{report}");
        assert_eq!(report.losses().len(), 1);
        assert_eq!(report.losses()[0].events, 0);
        let reason = report.losses()[0].reason.kind();
        assert!(matches!(reason, ErrorKind::RecordMagic { .. }));
    }
}

#[test]
fn the_index_tells_what_was_in_bytes_without_a_record() {
    let bytes = fixture("cpp_tags.hipo");
    let ranges = ranges(&bytes);
    let mut lost = bytes.clone();
    lost[ranges[1].start..ranges[2].end].fill(0x55);
    let (kept, report) = salvage(&lost);
    assert_eq!(kept.len(), 600);
    assert_eq!(report.events_lost(), 400, "{report}");
    assert_eq!(report.losses().len(), 1);
    assert_eq!(report.losses()[0].part, LossPart::Bytes);
    let range = ranges[1].start as u64..ranges[2].end as u64;
    assert_eq!(report.losses()[0].range, range);
    // Of bytes that were put in, it tells nothing.
    let mut longer = bytes.clone();
    longer.splice(ranges[1].start..ranges[1].start, [0x55; 5000]);
    let (kept, report) = salvage(&longer);
    assert_eq!((kept.len(), report.events_lost()), (1000, 0), "{report}");
    assert_eq!(report.losses().len(), 1);
}

#[test]
fn an_index_that_lies_is_not_asked() {
    let bytes = fixture("cpp_tags.hipo");
    let trailer = u64::from_le_bytes(bytes[40..48].try_into().expect("eight"));
    let records = by_record(&bytes);
    for position in [1, 284, 4008, trailer + 4, u64::MAX, u64::MAX / 2] {
        let mut bytes = bytes.clone();
        bytes[40..48].copy_from_slice(&position.to_le_bytes());
        let (kept, report) = salvage(&bytes);
        assert_eq!(kept, flat(&records), "{position}");
        assert!(report.losses().is_empty(), "{position}: {report}");
    }
    // Its payload damaged, it is the index all the same.
    let mut bytes = bytes.clone();
    let start = trailer as usize + 56;
    bytes[start..start + 20].fill(0xff);
    let (kept, report) = salvage(&bytes);
    assert_eq!(kept, flat(&records));
    assert_eq!(report.events_lost(), 0, "{report}");
    assert_eq!(report.losses().len(), 1);
    assert_eq!(report.losses()[0].part, LossPart::Index);
}

/// Damages each stream in turn; no more than its bank is lost, of one record.
#[test]
fn split_records_lose_the_bank_that_is_damaged() {
    for name in [
        "ox_gzip_bank.hipo",
        "ox_gzip_column.hipo",
        "ox_zstd_column_enc3.hipo",
    ] {
        let bytes = fixture(name);
        let records = by_record(&bytes);
        let range = ranges(&bytes).remove(0);
        let mut banks = std::collections::BTreeSet::new();
        for at in (range.start + 56..range.end).step_by(5) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0xff;
            let (kept, report) = salvage(&bytes);
            let others = flat(&records[1..]);
            assert_eq!(kept[kept.len() - others.len()..], others);
            let lost: Vec<_> = report
                .losses()
                .iter()
                .map(|loss| &loss.part)
                .filter_map(|part| match part {
                    LossPart::Bank {
                        group, item, name, ..
                    } => Some((*group, *item, name.clone())),
                    _ => None,
                })
                .collect();
            if lost.is_empty() {
                continue;
            }
            assert_eq!(report.events_lost(), 0);
            assert_eq!(kept.len(), flat(&records).len());
            // A directory that tells wrong lengths is of several banks.
            let in_directory = report
                .losses()
                .iter()
                .any(|loss| matches!(loss.reason.kind(), ErrorKind::Directory(_)));
            if in_directory {
                continue;
            }
            assert_eq!(lost.len(), 1, "{name} {at}: {report}");
            for (old, new) in records[0].iter().zip(&kept) {
                let (old, new) = (hipo::Event::new(old), hipo::Event::new(new));
                assert_eq!(old.tag(), new.tag());
                let left = |event: hipo::Event<'_>| -> Vec<_> {
                    let structures = event.structures().map(|it| it.expect("a structure"));
                    structures
                        .filter(|it| (it.group(), it.item()) != (lost[0].0, lost[0].1))
                        .map(|it| (it.group(), it.item(), it.payload().to_vec()))
                        .collect()
                };
                let without = left(new);
                assert_eq!(left(old), without);
                assert_eq!(without.len(), new.structures().count());
            }
            assert!(lost[0].2.is_some());
            banks.insert(lost[0].clone());
        }
        assert!(banks.len() >= 2, "{name}: {banks:?}");
    }
}

#[test]
fn a_split_record_that_is_cut_keeps_the_banks_that_are_there() {
    let bytes = fixture("ox_lz4_bank.hipo");
    let range = ranges(&bytes).remove(0);
    let (kept, report) = salvage(&bytes[..range.end - 8]);
    assert_eq!(kept.len(), by_record(&bytes)[0].len(), "{report}");
    assert_eq!(report.records_in_part(), 1);
    assert!(matches!(report.losses()[0].part, LossPart::Bank { .. }));
}

#[test]
fn schemas_are_found_in_what_is_left_of_a_dictionary() {
    for name in ["cpp_manybanks.hipo", "java_lz4.hipo", "ox_lz4_chunk.hipo"] {
        let bytes = fixture(name);
        let file = File::from_source(bytes.clone()).expect("a file");
        let end = file.records()[0].position as usize;
        let all = file.dictionary().schemas();
        // Its header lost, and the file's as well.
        for start in [0, 56] {
            let mut bytes = bytes.clone();
            bytes[start..112].fill(0);
            let salvage = Salvage::from_source(bytes.clone()).expect("memory");
            assert_eq!(salvage.dictionary_state(), DictionaryState::Part, "{name}");
            assert_eq!(salvage.dictionary().schemas(), all, "{name}");
            assert_eq!(self::salvage(&bytes).0.len() as u64, file.event_count());
        }
        // Its second half damaged.
        let mut bytes = bytes.clone();
        let half = usize::midpoint(112, end);
        bytes[half..end].fill(0xee);
        let salvage = Salvage::from_source(bytes.clone()).expect("memory");
        let found = salvage.dictionary().schemas();
        assert!(found.len() < all.len(), "{name}");
        for schema in found {
            assert!(all.contains(schema), "{name}: {schema}");
        }
        if all.len() > 10 {
            assert!(found.len() > 5);
        }
        // With those of another file, nothing is missing.
        let options = SalvageOptions::new().dictionary(file.dictionary());
        let salvage = options.open_source(bytes).expect("memory");
        assert_eq!(salvage.dictionary().schemas(), all);
    }
}

#[test]
fn columns_are_put_together_with_the_schemas_given() {
    let bytes = fixture("ox_zstd_column.hipo");
    let file = File::from_source(bytes.clone()).expect("a file");
    let start = file.records()[0].position as usize;
    let cut = &bytes[start..];
    let (kept, report) = salvage(cut);
    assert_eq!(report.dictionary(), DictionaryState::Lost);
    assert!(report.losses().len() > 1, "{report}");
    assert!(kept.len() as u64 + report.events_lost() >= file.event_count());
    let options = SalvageOptions::new().dictionary(file.dictionary());
    let (kept, report) = salvage_with(options, cut);
    assert_eq!(kept, flat(&by_record(&bytes)), "{report}");
    assert_eq!(report.losses().len(), 1, "{report}");
}

#[test]
fn what_is_left_is_a_file_again() {
    for name in names() {
        let mut bytes = fixture(&name);
        bytes[..4].fill(0);
        bytes[28..32].fill(0);
        let salvage = Salvage::from_source(bytes).expect("memory");
        let mut writer = salvage.writer_options().to_memory().expect("a writer");
        let report = salvage.write_to(&mut writer).expect("memory");
        let repaired = writer.finish().expect("memory").into_inner();
        let file = File::from_source(repaired.clone()).expect("a file");
        assert_eq!(file.event_count(), report.events_kept(), "{name}");
        assert_eq!(file.dictionary().schemas(), salvage.dictionary().schemas());
        assert_eq!(file.config(), salvage.config());
        let (kept, report) = self::salvage(&repaired);
        assert!(report.losses().is_empty(), "{name}: {report}");
        if let Ok(original) = File::open(folder().join(&name))
            && name != "mut_record0_payload_flip.hipo"
        {
            let sorted = |mut events: Vec<Vec<u8>>| {
                events.sort();
                events
            };
            let whole = flat(&by_record(&fixture(&name)));
            if name != "mut_truncated_midrecord.hipo" {
                assert_eq!(sorted(kept), sorted(whole), "{name}");
            }
            let words = |file: &File| -> std::collections::BTreeSet<_> {
                let records = file.records().iter();
                records
                    .map(|record| (record.user_word_1, record.user_word_2))
                    .collect()
            };
            if name.starts_with("cpp_") {
                assert_eq!(words(&original), words(&file), "{name}");
            }
        }
    }
}

#[test]
fn joined_files_are_read_one_after_another() {
    let (one, other) = (fixture("cpp_tags.hipo"), fixture("cpp_multirecord.hipo"));
    let joined = [&one[..], &other].concat();
    let (kept, report) = salvage(&joined);
    let expected = [flat(&by_record(&one)), flat(&by_record(&other))].concat();
    assert_eq!(kept, expected);
    assert_eq!(report.losses().len(), 1, "{report}");
    assert!(matches!(
        report.losses()[0].reason.kind(),
        ErrorKind::JoinedFile
    ));
    // A file within a bank is none of the file's own.
    let file = File::from_source(one.clone()).expect("a file");
    let mut event = hipo::EventBuilder::new();
    event
        .structure(9, 9, hipo::StructureType::BYTES, &one)
        .expect("it fits");
    let mut writer = WriterOptions::new()
        .dictionary(file.dictionary())
        .compression(Compression::new(Codec::None, Layout::Whole))
        .record_events(1)
        .to_memory()
        .expect("a writer");
    for _ in 0..3 {
        writer.write(&event).expect("memory");
    }
    let bytes = writer.finish().expect("memory").into_inner();
    let (kept, report) = salvage(&bytes);
    assert!(report.losses().is_empty(), "{report}");
    assert_eq!(kept, vec![event.bytes().to_vec(); 3]);
    // Nor when the record after it is damaged.
    let mut bytes = bytes;
    let range = ranges(&bytes).remove(1);
    bytes[range.start..range.start + 56].fill(0);
    let (kept, report) = salvage(&bytes);
    assert_eq!(kept.first(), Some(&event.bytes().to_vec()), "{report}");
    assert_eq!(kept.last(), Some(&event.bytes().to_vec()), "{report}");
}

#[test]
fn files_of_headers_only_take_no_time() {
    let one = fixture("cpp_tags.hipo");
    let start = ranges(&one)[0].start;
    let mut header = one[start..start + 56].to_vec();
    let mut state = 1_u32;
    for tag in [0_u32, 1, 3, 4, 5, 8] {
        let mut bytes = Vec::new();
        while bytes.len() < 1 << 20 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Each says that it has a lot of what comes after it.
            header[..4].copy_from_slice(&(200_000 + (state >> 20)).to_le_bytes());
            header[32..36].copy_from_slice(&100_000_u32.to_le_bytes());
            header[36..40].copy_from_slice(&(tag << 28).to_le_bytes());
            bytes.extend_from_slice(&header);
        }
        let begun = Instant::now();
        let (_, report) = salvage(&bytes);
        assert!(report.records() > 0 || !report.losses().is_empty());
        assert!(begun.elapsed() < Duration::from_mins(1), "tag {tag}");
    }
}

#[test]
fn what_is_not_a_file_is_all_loss() {
    for bytes in [vec![], vec![0; 10], vec![7; 100_000], b"EVIO".repeat(100)] {
        let (kept, report) = salvage(&bytes);
        assert!(kept.is_empty());
        assert_eq!(report.losses()[0].part, LossPart::FileHeader, "{report}");
    }
    let mut evio = fixture("cpp_tags.hipo");
    evio[..4].copy_from_slice(&u32::from_le_bytes(*b"EVIO").to_le_bytes());
    let error = Salvage::from_source(evio).expect_err("another format");
    assert!(matches!(error.kind(), ErrorKind::Evio));
}

#[test]
fn limits_hold() {
    let bytes = fixture("cpp_tags.hipo");
    let options = SalvageOptions::new().limits(Limits::default().with_record_bytes(5000));
    let (kept, report) = salvage_with(options, &bytes);
    assert!(kept.is_empty());
    assert_eq!(report.events_lost(), 1000, "{report}");
    for loss in report.losses() {
        assert!(
            matches!(loss.reason.kind(), ErrorKind::Limit { .. }),
            "{report}"
        );
    }
}

/// One thing that happens to a file.
#[derive(Clone, Debug)]
enum Mutation {
    Flip(usize, u8),
    Cut(usize, usize),
    Insert(usize, Vec<u8>),
    Repeat(usize, usize),
    Zero(usize, usize),
}

impl Mutation {
    fn of(&self, bytes: &mut Vec<u8>) {
        let range = |at: usize, length: usize, size: usize| {
            let start = at % size.max(1);
            start.min(size)..(start + length).min(size)
        };
        let size = bytes.len();
        match self {
            Self::Flip(at, bits) => {
                if let Some(byte) = bytes.get_mut(at % size.max(1)) {
                    *byte ^= bits;
                }
            }
            Self::Cut(at, length) => drop(bytes.drain(range(*at, *length, size))),
            Self::Insert(at, more) => {
                let at = at % (size + 1);
                bytes.splice(at..at, more.iter().copied());
            }
            Self::Repeat(at, length) => {
                let range = range(*at, *length, size);
                let copy = bytes[range.clone()].to_vec();
                bytes.splice(range.start..range.start, copy);
            }
            Self::Zero(at, length) => bytes[range(*at, *length, size)].fill(0),
        }
    }
}

fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    let at = any::<usize>;
    let length = || prop_oneof![0..64_usize, 0..8192_usize];
    let mutation = prop_oneof![
        (at(), 1..=u8::MAX).prop_map(|(at, bits)| Mutation::Flip(at, bits)),
        (at(), length()).prop_map(|(at, length)| Mutation::Cut(at, length)),
        (at(), prop::collection::vec(any::<u8>(), 0..200))
            .prop_map(|(at, more)| Mutation::Insert(at, more)),
        (at(), length()).prop_map(|(at, length)| Mutation::Repeat(at, length)),
        (at(), length()).prop_map(|(at, length)| Mutation::Zero(at, length)),
    ];
    prop::collection::vec(mutation, 1..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Whatever happens to a file, reading it ends, and what is written of it
    /// is a file.
    #[test]
    fn any_damage_is_survived(which in any::<prop::sample::Index>(), mutations in mutations()) {
        let names = names();
        let mut bytes = fixture(&names[which.index(names.len())]);
        for mutation in &mutations {
            mutation.of(&mut bytes);
        }
        let (kept, report) = salvage(&bytes);
        prop_assert_eq!(report.events_kept(), kept.len() as u64);
        let mut before = 0;
        for loss in report.losses() {
            prop_assert!(loss.range.start <= loss.range.end);
            prop_assert!(loss.range.end <= bytes.len() as u64);
            if loss.part == LossPart::Bytes {
                prop_assert!(loss.range.start >= before);
                before = loss.range.end;
            }
        }
        let salvage = Salvage::from_source(bytes).expect("memory");
        let mut writer = salvage.writer_options().to_memory().expect("a writer");
        let again = salvage.write_to(&mut writer).expect("memory");
        prop_assert_eq!(again.events_kept(), report.events_kept());
        let file = File::from_source(writer.finish().expect("memory").into_inner());
        prop_assert_eq!(file.expect("a file").event_count(), report.events_kept());
    }

    /// One damaged place between records: all records beyond it are kept whole.
    #[test]
    fn damage_stays_where_it_is(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        length in 1..3000_usize,
        noise in any::<u8>(),
        inserted in any::<bool>(),
    ) {
        let names = undamaged();
        let name = &names[which.index(names.len())];
        let bytes = fixture(name);
        let (ranges, records) = (ranges(&bytes), by_record(&bytes));
        let at = place.index(bytes.len());
        let end = if inserted { at } else { (at + length).min(bytes.len()) };
        let mut damaged = bytes.clone();
        damaged.splice(at..end, std::iter::repeat_n(noise, length));
        // Damage to schemas changes records that are split into columns.
        prop_assume!(at >= ranges.first().map_or(0, |range| range.start));
        let (kept, report) = salvage(&damaged);
        let untouched = ranges.iter().zip(&records).filter(|(range, _)| {
            range.end <= at || range.start >= end.max(at)
        });
        let expected = untouched.flat_map(|(_, events)| events.iter().cloned());
        prop_assert!(has_in_order(&kept, expected), "{} {} {}: {}", name, at, end, report);
    }
}

#[test]
fn the_dictionary_is_known_by_its_place_whatever_became_of_it() {
    // The first structure of its first event is none of a dictionary's.
    let mut bytes = fixture("java_none.hipo");
    bytes[56 + 56 + 3 * 4 + 16] ^= 0x55;
    let (kept, report) = salvage(&bytes);
    assert_eq!((kept.len(), report.records()), (600, 1));
}

#[test]
fn a_record_is_not_swallowed_by_a_longer_one_before_it() {
    // The dictionary's length leads to the end of the data record after it.
    let mut bytes = fixture("java_none.hipo");
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four"));
    let words = word(56) + word(56 + 4 * word(56) as usize);
    bytes[56..60].copy_from_slice(&words.to_le_bytes());
    let (kept, _) = salvage(&bytes);
    assert_eq!(kept.len(), 600);
}

#[test]
fn an_index_length_that_lies_costs_nothing() {
    // C++ and `File` go by the number of events alone.
    let mut bytes = fixture("cpp_tags.hipo");
    for record in [284, 4008] {
        bytes[record + 16..record + 20].fill(0);
    }
    let (kept, report) = salvage(&bytes);
    assert_eq!((kept.len(), report.records_lost()), (1000, 0));
}

#[test]
fn a_dictionary_that_the_file_tells_shorter_than_its_header_is_taken_at_its_own_word() {
    // The file's header leads to a record in the middle of the dictionary's
    // header, which is told to be longer than that.
    let file = fixture("java_none.hipo");
    let dictionary = u32::from_le_bytes(file[56..60].try_into().expect("four")) as usize * 4;
    let mut bytes = file[..112].to_vec();
    bytes[64..68].copy_from_slice(&28_u32.to_le_bytes());
    bytes[24..28].copy_from_slice(&56_u32.to_le_bytes());
    bytes.extend_from_slice(&file[56 + dictionary..]);
    let (kept, _) = salvage(&bytes);
    assert_eq!(kept.len(), 600);
}
