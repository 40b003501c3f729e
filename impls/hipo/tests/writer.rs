//! Files that are written, and read again.

use std::path::Path;

use hipo::{
    Codec, ColumnQuery, Compression, EventBuilder, File, Layout, Profile, Schema, WriterOptions,
};

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/hipo-fixtures");
    std::fs::read(folder.join(name)).expect("a fixture")
}

/// Writes the events of a file again, by C++'s rules.
fn written_again(bytes: &[u8]) -> Vec<u8> {
    let file = File::from_source(bytes.to_vec()).expect("a file");
    let options = WriterOptions::new()
        .profile(Profile::Cpp)
        .dictionary(file.dictionary());
    let options = file
        .config()
        .entries()
        .fold(options, |options, (key, value)| options.config(key, value));
    let mut writer = options.to_memory().expect("a writer");
    let mut events = file.events();
    let mut before = None;
    while let Some(event) = events.next_event().expect("an event") {
        let record = &file.records()[event.record() as usize];
        if event.tag() == 0 {
            if before.is_some_and(|before| before != event.record()) {
                writer.flush().expect("memory");
            }
            before = Some(event.record());
            writer.set_user_words(record.user_word_1, record.user_word_2);
        }
        writer.write_bytes(event.bytes()).expect("memory");
    }
    writer.finish().expect("memory").into_inner()
}

#[test]
fn events_of_cpp_written_by_its_rules_are_its_file() {
    for name in [
        "cpp_bench3000.hipo",
        "cpp_manybanks.hipo",
        "cpp_multirecord.hipo",
        "cpp_nodict.hipo",
        "cpp_noevents.hipo",
        "cpp_tags.hipo",
        "cpp_types.hipo",
        "cpp_userconfig.hipo",
    ] {
        let bytes = fixture(name);
        let again = written_again(&bytes);
        let differs = bytes
            .iter()
            .zip(&again)
            .position(|(one, other)| one != other);
        assert_eq!(differs, None, "{name}");
        assert_eq!(bytes.len(), again.len(), "{name}");
    }
}

fn schema(text: &str) -> Schema {
    text.parse().expect("a schema")
}

const TEXT: &str = "{Test::all/7/1}{b/B,s/S,i/I,f/F,d/D,l/L,a/F#3}";

#[expect(clippy::many_single_char_names, reason = "columns are called so")]
fn sample(options: WriterOptions) -> Vec<u8> {
    let mut writer = options
        .schema(schema(TEXT))
        .expect("a new name")
        .to_memory()
        .expect("a writer");
    let bank = writer.bank("Test::all").expect("a bank");
    let (b, s, i) = (
        bank.column::<i8>("b").expect("a column"),
        bank.column::<i16>("s").expect("a column"),
        bank.column::<i32>("i").expect("a column"),
    );
    let (f, d, l, a) = (
        bank.column::<f32>("f").expect("a column"),
        bank.column::<f64>("d").expect("a column"),
        bank.column::<i64>("l").expect("a column"),
        bank.column::<f32>("a").expect("a column"),
    );
    let mut event = EventBuilder::new();
    for number in 0..1000_i16 {
        event.reset();
        event.set_tag(u32::from(number % 10 == 3) * 5);
        let rows = usize::try_from(number % 4).expect("not below zero");
        let mut rows_of = event.bank(&bank, rows).expect("a short bank");
        for row in 0..rows {
            rows_of.set(&b, row, number as i8);
            rows_of.set(&s, row, -number);
            rows_of.set(&i, row, i32::from(number) * 70_000);
            rows_of.set(&f, row, f32::from(number) / 3.0);
            rows_of.set(&d, row, f64::from(number) / 7.0);
            rows_of.set(&l, row, i64::from(number) << 40);
            let values = [f32::from(number), 1.0, row as f32];
            rows_of.set_array(&a, row, &values).expect("three values");
        }
        writer.write(&event).expect("memory");
    }
    assert_eq!(writer.events(), 1000);
    writer.finish().expect("memory").into_inner()
}

#[test]
fn what_is_written_is_read() {
    let mut columns = Vec::new();
    let byte_split = [false, true].into_iter();
    let all = byte_split.flat_map(|split| Compression::ALL.iter().map(move |it| (split, *it)));
    for (split, compression) in all {
        for profile in [Profile::Cpp, Profile::Plain] {
            let options = WriterOptions::new()
                .profile(profile)
                .compression(compression)
                .byte_split(split)
                .record_events(64);
            let bytes = sample(options);
            let file = File::from_source(bytes).expect("a file");
            assert_eq!(file.event_count(), 1000);
            // 900 untagged events and 100 of tag 5.
            assert_eq!(file.records().len(), 15 + 2);
            let tagged = file
                .records()
                .iter()
                .filter(|record| record.user_word_1 == 5);
            assert_eq!(
                tagged.map(|record| record.events).collect::<Vec<_>>(),
                [64, 36]
            );
            let query = ColumnQuery::new(file.dictionary())
                .bank("Test::all")
                .expect("a bank");
            let read = file.read_columns(&query).expect("columns");
            let bank = &read.banks()[0];
            assert_eq!(bank.rows(), 1500);
            assert_eq!(bank.values::<f32>("a").expect("floats").len(), 4500);
            let values: Vec<_> = bank.columns().map(|(_, values)| values.clone()).collect();
            let mut all = Vec::new();
            let mut events = file.events();
            while let Some(event) = events.next_event().expect("an event") {
                all.extend_from_slice(event.bytes());
            }
            columns.push((bank.offsets().to_vec(), values, all));
        }
    }
    assert!(columns.iter().all(|other| *other == columns[0]));
    let longs = columns[0].1[5].as_slice::<i64>().expect("longs");
    // The first untagged events with rows are 1, 2, 5: of 1, 2 and 1 rows.
    assert_eq!(longs[..4], [1 << 40, 2 << 40, 2 << 40, 5 << 40]);
}

/// A file of two records, of 10 events each; in the first, `odd` makes one.
fn with_odd_event(odd: impl Fn(&mut EventBuilder)) -> File {
    let mut writer = WriterOptions::new()
        .schema(schema("{Test::odd/9/1}{n/I}"))
        .expect("a new name")
        .compression(Compression::new(Codec::Lz4, Layout::PerColumn))
        .record_events(10)
        .to_memory()
        .expect("a writer");
    let bank = writer.bank("Test::odd").expect("a bank");
    let n = bank.column::<i32>("n").expect("a column");
    for number in 0..20 {
        let mut event = EventBuilder::new();
        event
            .bank(&bank, 1)
            .expect("a short bank")
            .set(&n, 0, number);
        if number == 4 {
            odd(&mut event);
        }
        writer.write(&event).expect("memory");
    }
    File::from_source(writer.finish().expect("memory").into_inner()).expect("a file")
}

#[test]
fn what_a_split_layout_would_lose_is_stored_whole() {
    let kind = hipo::StructureType::TABLE;
    let odd: [&dyn Fn(&mut EventBuilder); 4] = [
        &|event| event.structure(9, 1, kind, &[1, 0, 0, 0]).expect("short"),
        &|event| event.set_mask(1),
        &|event| {
            event.reset();
            event
                .composite(9, 1, "is", &[1, 0, 0, 0, 2, 0])
                .expect("short");
        },
        &|event| {
            event.reset();
            event
                .structure(9, 1, hipo::StructureType::INTEGERS, &[1; 4])
                .expect("short");
        },
    ];
    for odd in odd {
        let file = with_odd_event(odd);
        let mut expected = EventBuilder::new();
        let bank = file.bank("Test::odd").expect("a bank");
        let n = bank.column::<i32>("n").expect("a column");
        expected.bank(&bank, 1).expect("short").set(&n, 0, 4);
        odd(&mut expected);
        let mut access = file.random_access();
        assert_eq!(access.event(4).expect("an event").bytes(), expected.bytes());
        assert_eq!(access.event(14).expect("an event").bytes().len(), 28);
    }
}

#[test]
fn half_a_row_keeps_a_bank_from_being_split() {
    let file = with_odd_event(|event| {
        event.reset();
        event
            .structure(9, 1, hipo::StructureType::TABLE, &[7; 6])
            .expect("short");
    });
    let query = ColumnQuery::new(file.dictionary())
        .bank("Test::odd")
        .expect("a bank");
    let columns = file.read_columns(&query).expect("columns");
    let numbers = columns.values::<i32>("Test::odd", "n").expect("integers");
    assert_eq!(numbers[3..6], [3, 0x0707_0707, 5]);
    assert_eq!(
        file.random_access()
            .event(4)
            .expect("an event")
            .bytes()
            .len(),
        30
    );
}

#[test]
fn levels_make_a_difference_and_are_checked() {
    let size = |codec, level| {
        let compression = Compression::new(codec, Layout::Whole);
        let options = WriterOptions::new().compression(compression).level(level);
        sample(options).len()
    };
    assert!(size(Codec::Zstd, 19) < size(Codec::Zstd, -5));
    assert!(size(Codec::Gzip, 9) < size(Codec::Gzip, 0));
    assert!(size(Codec::Lz4High, 12) <= size(Codec::Lz4High, 2));
    assert!(size(Codec::Lz4, 1) < size(Codec::Lz4, 500));
    for (codec, level) in [(Codec::Gzip, 10), (Codec::Zstd, 23), (Codec::Lz4High, 1)] {
        let compression = Compression::new(codec, Layout::Whole);
        let options = WriterOptions::new().compression(compression).level(level);
        let error = options.to_memory().expect_err("no such level");
        assert!(
            matches!(error.kind(), hipo::ErrorKind::Level { .. }),
            "{error}"
        );
    }
}

#[test]
fn a_file_takes_its_place_when_it_is_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new.hipo");
    std::fs::write(&path, "what was there before").expect("a file");
    let writer = WriterOptions::new().create(&path).expect("a writer");
    drop(writer);
    assert_eq!(
        std::fs::read(&path).expect("a file"),
        b"what was there before"
    );
    assert_eq!(
        std::fs::read_dir(folder.path()).expect("a folder").count(),
        1
    );
    let mut writer = WriterOptions::new().create(&path).expect("a writer");
    writer.write(&EventBuilder::new()).expect("a disk");
    writer.finish().expect("a disk");
    assert_eq!(File::open(&path).expect("a file").event_count(), 1);
    assert_eq!(
        std::fs::read_dir(folder.path()).expect("a folder").count(),
        1
    );
}

#[test]
fn an_event_larger_than_a_record_has_its_own() {
    let mut writer = WriterOptions::new()
        .record_bytes(1000)
        .to_memory()
        .expect("a writer");
    let mut event = EventBuilder::new();
    for length in [10, 5000, 10, 10, 960, 10] {
        event.reset();
        let kind = hipo::StructureType::BYTES;
        event
            .structure(1, 1, kind, &vec![7; length])
            .expect("a structure");
        writer.write(&event).expect("memory");
    }
    let file = File::from_source(writer.finish().expect("memory").into_inner()).expect("a file");
    let events: Vec<_> = file.records().iter().map(|record| record.events).collect();
    assert_eq!(events, [1, 1, 2, 1, 1]);
}

#[test]
fn names_of_tag_bits_and_configuration_come_back() {
    let options = WriterOptions::new()
        .tag_name("electron", 3)
        .tag_name("two words", 31)
        .config("run", "5042")
        .config("run", "5043");
    let file = options.to_memory().expect("a writer").finish();
    let file = File::from_source(file.expect("memory").into_inner()).expect("a file");
    let names: Vec<_> = file.config().tag_names().collect();
    assert_eq!(names, [("electron", 3), ("two words", 31)]);
    let entries: Vec<_> = file.config().entries().collect();
    assert_eq!(entries, [("run", "5042"), ("run", "5043")]);
    // The last of them counts.
    assert_eq!(file.config().get("run"), Some("5043"));
}
