//! Lists of records: from the index at the end of a file, or from record to record.

use std::io;

use hipo::{ErrorKind, EventBuilder, File, IndexSource, Profile, ReadAt, Writer, WriterOptions};

const HEADER: usize = 56;
const RECORDS: u64 = 3;

/// Three records of one event each.
fn file() -> Vec<u8> {
    let mut writer: Writer<_> = WriterOptions::new()
        .schema("{Bank/7/1}{number/I}".parse().expect("a schema"))
        .expect("a schema")
        .profile(Profile::Plain)
        .record_events(1)
        .to_memory()
        .expect("memory");
    let bank = writer.bank("Bank").expect("a bank");
    let number = bank.column::<i32>("number").expect("a column");
    let mut event = EventBuilder::new();
    for at in 0..RECORDS {
        event.reset();
        let mut rows = event.bank(&bank, 1).expect("a row");
        rows.set(&number, 0, at as i32);
        writer.write(&event).expect("memory");
    }
    writer.finish().expect("memory").into_inner()
}

fn open(bytes: Vec<u8>) -> File {
    File::from_source(bytes).expect("a file")
}

/// Why the index at the end was left aside; none where it was not.
fn left_aside(file: &File) -> Option<&ErrorKind> {
    match file.index_source() {
        IndexSource::Scan { trailer, .. } => Some(trailer.as_ref().expect("a reason").kind()),
        _ => None,
    }
}

/// Where the first number of the index is, of column after column: positions,
/// then lengths. Its record is not compressed.
fn index(bytes: &[u8]) -> usize {
    let file = open(bytes.to_vec());
    // The length of its one event, then headers of it and of the bank.
    let start = file.header().trailer_position as usize + HEADER + 4 + 16 + 8;
    let first = u64::from_le_bytes(bytes[start..start + 8].try_into().expect("eight bytes"));
    assert_eq!(first, file.records()[0].position);
    start
}

/// Changes the length that the index tells of the last record.
fn with_length(mut bytes: Vec<u8>, length: u64) -> File {
    let last = index(&bytes) + RECORDS as usize * 8 + (RECORDS as usize - 1) * 4;
    bytes[last..last + 4].copy_from_slice(&(length as u32).to_le_bytes());
    open(bytes)
}

#[test]
fn an_index_is_believed_as_far_as_the_file_goes() {
    let bytes = file();
    let sound = open(bytes.clone());
    assert!(matches!(sound.index_source(), IndexSource::Trailer));
    let left = sound.size() - sound.records()[2].position;
    for length in [HEADER as u64, HEADER as u64 + 4, left - 4, left] {
        let read = with_length(bytes.clone(), length);
        assert!(left_aside(&read).is_none(), "{length}");
        assert_eq!(read.records()[2].bytes, length);
    }
    for length in [0, 4, HEADER as u64 - 4, left + 4, 1 << 30] {
        let read = with_length(bytes.clone(), length);
        let told = left_aside(&read).expect("a scan");
        assert!(matches!(told, ErrorKind::Truncated { .. }), "{length}");
        assert_eq!(read.records(), sound.records(), "{length}");
    }
}

#[test]
fn another_bank_in_its_place_is_no_index() {
    let mut bytes = file();
    let bank = index(&bytes) - 8;
    bytes[bank] ^= 1;
    let read = open(bytes);
    let told = left_aside(&read).expect("a scan");
    assert!(matches!(told, ErrorKind::NoIndex), "{told:?}");
    // A record of one event, as the others are.
    assert_eq!(read.event_count(), RECORDS + 1);
}

#[test]
fn a_file_that_was_never_closed_has_its_records_of_one_event() {
    let mut bytes = file();
    let index = open(bytes.clone()).header().trailer_position;
    // Where the index begins, of a file that has none.
    bytes[40..48].fill(0);
    for end in [index as usize, bytes.len()] {
        let read = open(bytes[..end].to_vec());
        let source = read.index_source();
        let expected = matches!(
            source,
            IndexSource::Scan {
                trailer: None,
                end: None
            }
        );
        assert!(expected, "{source:?}");
        assert_eq!(read.records().len() as u64, RECORDS);
        assert_eq!(read.event_count(), RECORDS);
    }
}

/// A disk that cannot read beyond a place.
struct Failing(Vec<u8>, u64);

impl ReadAt for Failing {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        if offset + buffer.len() as u64 > self.1 {
            return Err(io::Error::other("a broken disk"));
        }
        self.0.read_at(offset, buffer)
    }

    fn size(&self) -> io::Result<u64> {
        ReadAt::size(&self.0)
    }
}

#[test]
fn a_disk_that_fails_is_not_a_damaged_file() {
    let bytes = file();
    let sound = open(bytes.clone());
    let (size, index) = (sound.size(), sound.header().trailer_position);
    let mut unclosed = bytes.clone();
    unclosed[40..48].fill(0);
    for (bytes, end) in [
        (&bytes, size - 1),
        (&bytes, index),
        (&unclosed, index),
        (&unclosed, sound.records()[1].position + 10),
    ] {
        let opened = File::from_source(Failing(bytes.clone(), end));
        let error = opened.expect_err("a broken disk");
        assert!(matches!(error.kind(), ErrorKind::Read(_)), "{end}: {error}");
    }
}

#[test]
fn a_record_that_is_longer_than_the_file_tells_what_is_left() {
    let mut bytes = file();
    let sound = open(bytes.clone());
    let position = sound.records()[2].position;
    let words = (sound.records()[2].bytes / 4 + 1000) as u32;
    bytes[position as usize..][..4].copy_from_slice(&words.to_le_bytes());
    let read = open(bytes);
    let mut events = read.random_access();
    let error = events.event(2).map(drop).expect_err("a long record");
    let ErrorKind::Truncated { needed, left, .. } = error.kind() else {
        panic!("{error}");
    };
    assert_eq!(*needed, u64::from(words) * 4);
    assert_eq!(*left, read.size() - position);
}

#[test]
fn schemas_that_cannot_be_read_are_told() {
    let mut bytes = file();
    // In its text, and in JSON, by which a text that is none is replaced.
    for (text, kind) in [(&b"number/I"[..], 7), (&b"\"I\""[..], 1)] {
        let at = bytes.windows(text.len()).position(|found| found == text);
        bytes[at.expect("the dictionary is not compressed") + kind] = b'Q';
    }
    let read = open(bytes);
    assert_eq!(read.schema_faults().len(), 1);
    assert!(read.bank("Bank").is_err());
    assert_eq!(read.event_count(), RECORDS);
    let told = format!("{read:?}");
    assert!(told.contains("records: 3"), "{told}");
}

/// A file that has become shorter than it was said to be.
struct Shrunk(Vec<u8>, u64);

impl ReadAt for Shrunk {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read_at(offset, buffer)
    }

    fn size(&self) -> io::Result<u64> {
        Ok(self.1)
    }
}

#[test]
fn a_file_that_has_become_shorter_is_cut_off_where_it_ends() {
    let bytes = file();
    let sound = open(bytes.clone());
    let last = sound.records()[2].position as usize;
    let shrunk = |end: usize| {
        let source = Shrunk(bytes[..end].to_vec(), sound.size());
        File::from_source(source).expect("what is left")
    };
    let truncated = |error: &hipo::Error| match error.kind() {
        ErrorKind::Truncated { what, needed, left } => (*what, *needed, *left),
        other => panic!("{other:?}"),
    };

    // Within its last record.
    let read = shrunk(last + HEADER + 10);
    assert_eq!(read.records().len(), 3);
    let mut events = read.random_access();
    assert!(events.event(1).is_ok());
    let error = events.event(2).map(drop).expect_err("half a record");
    let payload = sound.records()[2].bytes - HEADER as u64;
    assert_eq!(truncated(&error), ("a record", payload, 10));

    // Within the header of that.
    let read = shrunk(last + 10);
    assert_eq!(read.records().len(), 2);
    let IndexSource::Scan {
        end: Some(error), ..
    } = read.index_source()
    else {
        panic!("{:?}", read.index_source());
    };
    let (what, needed, _) = truncated(error);
    assert_eq!((what, needed), ("the header of a record", HEADER as u64));
}
