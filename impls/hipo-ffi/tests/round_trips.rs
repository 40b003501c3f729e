//! What is written with hipo4 is read with hipo4.

mod common;

use std::collections::BTreeMap;

use common::{folder, word};
use hipo_ffi::{Bank, Column, Error, Hipo4, ReadOptions, Reader, Schemas, Writer};

const ALL: &str = "{T::all/1000/1}{b/B,s/S,i/I,f/F,d/D,l/L}";
const MIXED: &str = "{T::mixed/65535/255}{l/L,b/B,d/D,s/S}";

/// Rows that hold each type's ends.
fn all(rows: usize) -> Bank {
    fn take<T: Copy>(cells: &[T], rows: usize) -> Vec<T> {
        cells.iter().copied().cycle().take(rows).collect()
    }
    Bank::new(
        "T::all",
        [
            Column::Byte(take(&[i8::MIN, -1, 0, i8::MAX], rows)),
            Column::Short(take(&[i16::MIN, -1, 0, i16::MAX], rows)),
            Column::Int(take(&[i32::MIN, -1, 0, i32::MAX], rows)),
            Column::Float(take(
                &[f32::MIN, -0.0, f32::MIN_POSITIVE, f32::INFINITY],
                rows,
            )),
            Column::Double(take(&[f64::MIN, -0.0, 5e-324, f64::NEG_INFINITY], rows)),
            Column::Long(take(&[i64::MIN, -1, 0, i64::MAX], rows)),
        ],
    )
}

fn mixed(rows: i8) -> Bank {
    let rows = || 0..rows;
    Bank::new(
        "T::mixed",
        [
            Column::Long(rows().map(|row| i64::from(row) << 40).collect()),
            Column::Byte(rows().map(|row| -row).collect()),
            Column::Double(rows().map(|row| f64::from(row) / 3.0).collect()),
            Column::Short(rows().map(|row| i16::from(row) * 300).collect()),
        ],
    )
}

/// Every event: its tag, its bytes, and these banks.
fn read(
    hipo4: &Hipo4,
    path: &std::path::Path,
    options: &ReadOptions,
) -> Vec<(u32, Vec<u8>, Vec<Bank>)> {
    let mut reader = Reader::open(hipo4, path, options).unwrap();
    let names: Vec<String> = reader.schemas().iter().map(|it| it.name.clone()).collect();
    let mut events = Vec::new();
    while let Some(mut event) = reader.next_event().unwrap() {
        let banks = names.iter().map(|name| event.bank(name).unwrap()).collect();
        events.push((event.tag(), event.bytes().to_vec(), banks));
    }
    assert_eq!(reader.events(), events.len() as u64);
    events
}

fn bits(bank: &Bank) -> Vec<Vec<u64>> {
    let column = |column: &Column| match column {
        Column::Byte(cells) => cells
            .iter()
            .map(|&it| i64::from(it).cast_unsigned())
            .collect(),
        Column::Short(cells) => cells
            .iter()
            .map(|&it| i64::from(it).cast_unsigned())
            .collect(),
        Column::Int(cells) => cells
            .iter()
            .map(|&it| i64::from(it).cast_unsigned())
            .collect(),
        Column::Float(cells) => cells.iter().map(|it| u64::from(it.to_bits())).collect(),
        Column::Double(cells) => cells.iter().map(|it| it.to_bits()).collect(),
        Column::Long(cells) => cells.iter().map(|&it| it.cast_unsigned()).collect(),
    };
    bank.columns.iter().map(column).collect()
}

#[test]
fn all_types_come_back() {
    let Some(hipo4) = common::hipo4("all_types_come_back") else {
        return;
    };
    let folder = folder();
    let path = folder.path().join("types.hipo");
    let mut writer = Writer::create(hipo4, &path).unwrap();
    writer.schema(ALL).unwrap().schema(MIXED).unwrap();
    let written: Vec<[Bank; 2]> = (0..200)
        .map(|event| [all(event % 9), mixed((event % 4) as i8)])
        .collect();
    for banks in &written {
        writer.event(0, banks).unwrap();
    }
    writer.finish().unwrap();

    let events = read(hipo4, &path, &ReadOptions::default());
    assert_eq!(events.len(), written.len());
    for (number, ((tag, bytes, banks), written)) in events.iter().zip(&written).enumerate() {
        assert_eq!(*tag, 0);
        assert_eq!(banks.len(), 2);
        for (bank, written) in banks.iter().zip(written) {
            assert_eq!(bank.name, written.name);
            assert_eq!(bits(bank), bits(written), "event {number}");
        }
        // Column by column, and no structure of a bank without rows.
        let size = |rows: usize, row: usize| if rows > 0 { 8 + rows * row } else { 0 };
        assert_eq!(
            bytes.len(),
            16 + size(number % 9, 27) + size(number % 4, 19)
        );
    }

    let mut reader = Reader::open(hipo4, &path, &ReadOptions::default()).unwrap();
    for number in [199, 0, 100, 7] {
        let event = reader.go_to(number).unwrap().unwrap();
        assert_eq!(event.bytes(), events[number as usize].1);
    }
    assert!(reader.go_to(200).unwrap().is_none());
    assert!(reader.go_to(u64::MAX).unwrap().is_none());
    // And on from there.
    reader.go_to(198).unwrap().unwrap();
    assert_eq!(reader.next_event().unwrap().unwrap().bytes(), events[199].1);
    assert!(reader.next_event().unwrap().is_none());
}

/// Untagged events first, then those of each tag, in the order in which C++
/// sorts an `int`; raw events stay where they are, whatever tag they have.
#[test]
fn tags_are_routed() {
    let Some(hipo4) = common::hipo4("tags_are_routed") else {
        return;
    };
    let folder = folder();
    let path = folder.path().join("tags.hipo");
    let mut writer = Writer::create(hipo4, &path).unwrap();
    writer.schema(MIXED).unwrap();
    for (number, tag) in [9, 0, 2, 0xffff_fffe, 9, 0, 2].into_iter().enumerate() {
        writer.event(tag, &[mixed(number as i8)]).unwrap();
    }
    let mut raw = b"EVNT".to_vec();
    for number in [16, 2, 0] {
        raw.extend(u32::to_le_bytes(number));
    }
    writer.raw_event(&raw).unwrap();
    writer.finish().unwrap();

    let order = |options: &ReadOptions| -> Vec<(u32, usize)> {
        read(hipo4, &path, options)
            .iter()
            .map(|(tag, _, banks)| (*tag, banks[0].rows()))
            .collect()
    };
    assert_eq!(
        order(&ReadOptions::default()),
        [
            (0, 1),
            (0, 5),
            (2, 0),
            (0xffff_fffe, 3),
            (2, 2),
            (2, 6),
            (9, 0),
            (9, 4)
        ]
    );
    let of = |tags: &[i64]| {
        order(&ReadOptions {
            tags: tags.to_vec(),
            ..ReadOptions::default()
        })
    };
    assert_eq!(
        of(&[0]),
        [(0, 1), (0, 5), (2, 0)],
        "the raw event is of no tag"
    );
    assert_eq!(of(&[2]), [(2, 2), (2, 6)]);
    assert_eq!(of(&[9, 0]).len(), 5);
    assert_eq!(
        of(&[-2]),
        [(0xffff_fffe, 3)],
        "the index has it with its sign"
    );
    assert_eq!(of(&[0xffff_fffe]), []);
}

#[test]
fn raw_events_come_back_as_they_are() {
    let Some(hipo4) = common::hipo4("raw_events_come_back_as_they_are") else {
        return;
    };
    let folder = folder();
    let path = folder.path().join("raw.hipo");
    let mut writer = Writer::create(hipo4, &path).unwrap();
    writer.schema(MIXED).unwrap();
    let mut event = b"EV5b".to_vec();
    for number in [29, 77, 0x0102_0304_u32] {
        event.extend(number.to_le_bytes());
    }
    event.extend([9, 0, 9, 3, 5, 0, 0, 0, 1, 2, 3, 4, 5]);
    writer.raw_event(&event).unwrap();
    // The size word is the record's to say.
    let mut liar = event.clone();
    liar[4] = 200;
    writer.raw_event(&liar).unwrap();
    assert!(writer.raw_event(&[]).is_err());
    writer.finish().unwrap();
    let events = read(hipo4, &path, &ReadOptions::default());
    assert_eq!(events.len(), 2);
    for (tag, bytes, banks) in events {
        assert_eq!((tag, banks[0].rows()), (77, 0));
        assert_eq!(bytes, event);
    }
}

#[test]
fn flushing_and_user_words_make_records() {
    let Some(hipo4) = common::hipo4("flushing_and_user_words_make_records") else {
        return;
    };
    let folder = folder();
    let path = folder.path().join("flush.hipo");
    let mut writer = Writer::create(hipo4, &path).unwrap();
    writer.schema(MIXED).unwrap();
    for record in 0..4 {
        writer.user_words(record, 1 << 40).unwrap();
        writer.event(0, &[mixed(3)]).unwrap();
        writer.flush().unwrap();
        writer.flush().unwrap();
    }
    writer.finish().unwrap();
    let file = std::fs::read(&path).unwrap();
    let mut at = 56 + word(&file, 24) as usize;
    let mut words = Vec::new();
    while at < file.len() {
        words.push((
            common::long_word(&file, at + 40),
            common::long_word(&file, at + 48),
        ));
        at += 4 * word(&file, at) as usize;
    }
    let two = 1 << 40;
    // A second flush writes nothing; the index has the last words too.
    assert_eq!(words, [(0, two), (1, two), (2, two), (3, two), (3, two)]);
    let options = ReadOptions {
        tags: vec![2, 3],
        ..ReadOptions::default()
    };
    assert_eq!(read(hipo4, &path, &options).len(), 2);
}

#[test]
fn configuration_comes_back() {
    let Some(hipo4) = common::hipo4("configuration_comes_back") else {
        return;
    };
    let folder = folder();
    let path = folder.path().join("config.hipo");
    let mut writer = Writer::create(hipo4, &path).unwrap();
    writer.schema(MIXED).unwrap();
    writer.config("run", "5042").unwrap();
    writer.config("json", "{\"a\": [1, \"ä\\n\"]}").unwrap();
    writer.event(0, &[mixed(1)]).unwrap();
    assert!(writer.config("late", "1").is_err());
    assert!(writer.schema(ALL).is_err());
    writer.finish().unwrap();

    let reader = Reader::open(hipo4, &path, &ReadOptions::with(Schemas::Sound)).unwrap();
    let expected: BTreeMap<_, _> = [("run", "5042"), ("json", "{\"a\": [1, \"ä\\n\"]}")]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .into();
    assert_eq!(reader.config().unwrap(), expected);
    // hipo4's own dictionary reader would abort.
    let refused = Reader::open(hipo4, &path, &ReadOptions::default()).map(drop);
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("an event without a schema")
    );
}

/// Events of a size that hipo4's record cannot hold are dropped by it; they are
/// refused here, and so is what it would crash on, or garble.
#[test]
fn what_hipo4_would_drop_is_refused() {
    let Some(hipo4) = common::hipo4("what_hipo4_would_drop_is_refused") else {
        return;
    };
    let folder = folder();
    let path = folder.path().join("limits.hipo");
    let mut writer = Writer::create(hipo4, &path).unwrap();
    for schema in [
        "",
        "{}",
        "{a}{b/I}",
        "{a/1}{b/I}",
        "{a/1/2}",
        "{a/1/2}{}",
        "{a/1/2}{b}",
        "{a/1/2}{b/X}",
        "{a/1/2}{b/I#3}",
        "{a/1/2}{b/I,}",
        "{/1/2}{b/I}",
        "{a/x/2}{b/I}",
        "{a/1/2}{/I}",
    ] {
        let refused = writer.schema(schema).map(drop);
        assert!(matches!(refused, Err(Error::Refused { .. })), "{schema}");
    }
    assert!(matches!(
        writer.schema("{a/1/2}{b/I}\0").map(drop),
        Err(Error::ZeroByte { .. })
    ));
    writer.schema("{a/1/2}{b/B}").unwrap().schema(ALL).unwrap();
    let bytes = |count| Bank::new("a", [Column::Byte(vec![5; count])]);
    // 16 and 8 bytes of headers; one byte stays free.
    let most = 8 * 1024 * 1024 - 25;
    assert!(writer.event(0, &[bytes(most + 1)]).is_err());
    assert!(writer.raw_event(&vec![1; most + 25]).is_err());
    assert!(
        writer
            .event(0, &[Bank::new("a", [Column::Short(vec![1])])])
            .is_err()
    );
    assert!(writer.event(0, &[Bank::new("a", [])]).is_err());
    assert!(
        writer
            .event(0, &[Bank::new("none", [Column::Byte(vec![1])])])
            .is_err()
    );
    let mut ragged = all(2);
    ragged.columns[3] = Column::Float(vec![1.0]);
    let refused = writer.event(0, &[bytes(3), ragged]).map(drop);
    assert!(matches!(refused, Err(Error::Ragged { name }) if name == "T::all"));
    // Nothing of all that is left over.
    writer.event(0, &[bytes(most)]).unwrap();
    writer.event(0, &[bytes(1)]).unwrap();
    writer.finish().unwrap();

    let events = read(hipo4, &path, &ReadOptions::default());
    let rows: Vec<usize> = events.iter().map(|(_, _, banks)| banks[1].rows()).collect();
    assert_eq!(rows, [most, 1]);
    assert_eq!(events[0].2[1], bytes(most));
    assert!(Writer::create(hipo4, &folder.path().join("no/file")).is_err());
}

/// More events than a record's index holds make another record.
#[test]
fn a_record_has_99999_events() {
    let Some(hipo4) = common::hipo4("a_record_has_99999_events") else {
        return;
    };
    let folder = folder();
    let path = folder.path().join("many.hipo");
    let mut writer = Writer::create(hipo4, &path).unwrap();
    writer.schema(MIXED).unwrap();
    for _ in 0..100_001 {
        writer.event(0, &[]).unwrap();
    }
    writer.finish().unwrap();
    let file = std::fs::read(&path).unwrap();
    let first = 56 + word(&file, 24) as usize;
    let second = first + 4 * word(&file, first) as usize;
    assert_eq!(word(&file, first + 12), 99_999);
    assert_eq!(word(&file, second + 12), 2);
    assert_eq!(
        hipo4.sums(&path, &ReadOptions::default()).unwrap().events,
        100_001
    );
}
