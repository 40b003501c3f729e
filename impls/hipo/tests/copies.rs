//! What copying a file takes: names of compressions, headers of records, and
//! records that stay as they were.

use std::path::Path;

use hipo::{Compression, ErrorKind, File, Writer, WriterOptions};

fn fixture(name: &str) -> File {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/hipo-fixtures");
    File::open(folder.join(name)).expect("a fixture")
}

#[test]
fn names_of_compressions_are_read_again() {
    let mut names = Vec::new();
    for compression in Compression::ALL {
        let name = compression.name();
        assert_eq!(name.parse::<Compression>().expect(name), *compression);
        assert!(!names.contains(&name));
        names.push(name);
    }
    for name in ["", "lz4 ", "LZ4", "zstd-per-row", "8"] {
        let error = name.parse::<Compression>().expect_err(name);
        assert!(matches!(error.kind(), ErrorKind::CompressionName { .. }));
    }
}

#[test]
fn headers_of_records_tell_their_compression() {
    let file = fixture("ox_zstd_column.hipo");
    for (index, record) in file.records().iter().enumerate() {
        let header = file.record_header(index).expect("a header");
        assert_eq!(header.compression_tag, 8);
        assert_eq!(header.events, record.events);
        assert_eq!(header.record_bytes, record.bytes);
    }
}

/// A copy of a file, record by record, and the tags of its events.
fn copy(file: &File, apart: bool) -> File {
    let mut writer: Writer<_> = WriterOptions::new()
        .dictionary(file.dictionary())
        .tags_apart(apart)
        .to_memory()
        .expect("a writer");
    let mut events = file.events();
    let mut record = None;
    while let Some(event) = events.next_event().expect("a sound file") {
        if record != Some(event.record()) {
            record = Some(event.record());
            writer.flush().expect("memory");
            let info = &file.records()[event.record() as usize];
            writer.set_user_words(info.user_word_1, info.user_word_2);
        }
        writer.write_bytes(event.bytes()).expect("memory");
    }
    let bytes = writer.finish().expect("memory").into_inner();
    File::from_source(bytes).expect("a file")
}

fn tags(file: &File) -> Vec<u32> {
    let mut tags = Vec::new();
    let mut events = file.events();
    while let Some(event) = events.next_event().expect("a sound file") {
        tags.push(event.tag());
    }
    tags
}

#[test]
fn records_of_many_tags_stay_as_they_were() {
    // Its events have the tags 0, 3, 6 and 9 by turns.
    let file = fixture("ox_lz4_chunk.hipo");
    let kept = copy(&file, false);
    assert_eq!(tags(&kept), tags(&file));
    let events = |file: &File| -> Vec<_> {
        let records = file.records().iter();
        records
            .map(|record| (record.events, record.user_word_1))
            .collect()
    };
    assert_eq!(events(&kept), events(&file));
    let sorted = copy(&file, true);
    assert_ne!(tags(&sorted), tags(&file));
    let mut expected = tags(&file);
    expected.sort_unstable();
    assert_eq!(tags(&sorted), expected);
}
