//! Looking for what is wrong.

use hipo::{
    Compression, Event, File, FileHeader, IndexSource, Layout, RandomAccess, RecordHeader,
    RecordInfo, StructureType,
};
use serde::Serialize;
use tools::size::grouped;

use super::finding::{Findings, Where};
use crate::progress::Progress;

/// What was looked at.
#[derive(Debug, Default, Serialize)]
pub(super) struct Checked {
    bytes: u64,
    pub(super) records: u64,
    pub(super) events: u64,
    pub(super) structures: u64,
}

/// Checks a file from its header to its index.
pub(super) fn file(file: &File, findings: &mut Findings, progress: &Progress) -> Checked {
    let mut checked = Checked {
        bytes: file.size(),
        ..Checked::default()
    };
    header(file.header(), findings);
    dictionary(file, findings);
    index(file, findings);
    let mut access = file.random_access();
    for (number, info) in file.records().iter().enumerate() {
        let place = Where {
            record: Some(number as u64),
            event: None,
            byte: Some(info.position),
        };
        match file.record_header(number) {
            Ok(header) => record_header(&header, info, place, findings),
            Err(error) => {
                findings.fault_of(&error);
                progress.did(info.events.into());
                continue;
            }
        }
        record(file, number, &mut access, place, findings, &mut checked);
        progress.did(info.events.into());
    }
    checked
}

fn header(header: &FileHeader, findings: &mut Findings) {
    let start = Where {
        byte: Some(0),
        ..Where::default()
    };
    if header.version() != 6 {
        let version = header.version();
        findings.note(start, format!("the header tells version {version}, not 6"));
    }
    if !matches!(&header.id, b"HIPO" | b"HREC") {
        let id = tools::text::harmless(&String::from_utf8_lossy(&header.id));
        findings.note(start, format!("the file begins with {id}, not HIPO"));
    }
}

fn dictionary(file: &File, findings: &mut Findings) {
    let place = Where {
        byte: Some(file.header().header_bytes),
        ..Where::default()
    };
    for fault in file.schema_faults() {
        let fault = tools::text::harmless(&fault.to_string());
        findings.fault(place, format!("a schema cannot be read: {fault}"));
    }
    if file.header().user_header_bytes == 0 {
        findings.note(place, "there is no dictionary".into());
    }
    let schemas = file.dictionary().schemas();
    for schema in schemas {
        let (group, item) = (schema.group(), schema.item());
        if let Some(found) = file.dictionary().find(group, item)
            && found.name() != schema.name()
        {
            let (one, other) = (found.name(), schema.name());
            findings.fault(
                place,
                format!("banks {one} and {other} both are {group}/{item}"),
            );
        }
        if group == 0 || group > 32_767 || item == 0 || item > 127 {
            let name = schema.name();
            findings.note(
                place,
                format!(
                    "bank {name} is {group}/{item}: Java wants groups of 1 to 32767 and items of \
                     1 to 127"
                ),
            );
        }
    }
}

/// Where records are, by the index or by their headers.
fn index(file: &File, findings: &mut Findings) {
    let trailer = file.header().trailer_position;
    if let IndexSource::Scan { trailer: why, end } = file.index_source() {
        match why {
            Some(error) => {
                let at = Where {
                    byte: error.place().offset.or(Some(trailer)),
                    ..Where::default()
                };
                let words = super::in_words(error);
                findings.fault(at, format!("the index cannot be read: {words}"));
            }
            None => findings.fault(
                Where {
                    byte: Some(40),
                    ..Where::default()
                },
                "the file was never closed: without an index, C++ and Java see no events".into(),
            ),
        }
        if let Some(error) = end {
            findings.fault_of(error);
        }
        return;
    }
    let mut at = file.header().first_record();
    let mut records: Vec<_> = file.records().iter().enumerate().collect();
    records.sort_by_key(|(_, record)| record.position);
    for (number, record) in records {
        let place = Where {
            record: Some(number as u64),
            event: None,
            byte: Some(record.position),
        };
        let position = record.position;
        if position < at {
            findings.fault(
                place,
                format!("the record begins before byte {at}, where what is before it ends"),
            );
        } else if position > at {
            let gap = grouped(position - at);
            findings.note(
                place,
                format!("{gap} bytes before the record belong to none in the index"),
            );
        }
        at = position.saturating_add(record.bytes);
    }
    if trailer > at {
        let place = Where {
            byte: Some(at),
            ..Where::default()
        };
        let gap = grouped(trailer - at);
        findings.note(
            place,
            format!("{gap} bytes before the index belong to no record in it"),
        );
    }
}

fn record_header(header: &RecordHeader, info: &RecordInfo, place: Where, findings: &mut Findings) {
    if header.record_bytes != info.bytes {
        let (own, index) = (grouped(header.record_bytes), grouped(info.bytes));
        findings.fault(
            place,
            format!("the record has {own} bytes, where the index tells {index}"),
        );
    }
    if (header.user_word_1, header.user_word_2) != (info.user_word_1, info.user_word_2) {
        findings.fault(
            place,
            format!(
                "the record has the user words {} and {}, where the index tells {} and {}",
                header.user_word_1, header.user_word_2, info.user_word_1, info.user_word_2
            ),
        );
    }
    if u64::from(header.index_bytes) != u64::from(header.events) * 4 {
        let (bytes, events) = (header.index_bytes, header.events);
        findings.note(
            place,
            format!("the header tells an index of {bytes} bytes for {events} events"),
        );
    }
    if header.bit_info & 0xff != 6 {
        let version = header.bit_info & 0xff;
        findings.note(place, format!("the record tells version {version}, not 6"));
    }
}

/// Reads a record and all of its events.
fn record(
    file: &File,
    number: usize,
    access: &mut RandomAccess<'_>,
    place: Where,
    findings: &mut Findings,
    checked: &mut Checked,
) {
    let info = &file.records()[number];
    let mut bytes = 0_u64;
    for event in info.first_event..info.first_event + u64::from(info.events) {
        match access.event(event) {
            Ok(found) => {
                checked.events += 1;
                bytes += found.bytes().len() as u64;
                let place = Where {
                    event: Some(event),
                    ..place
                };
                self::event(file, &found, place, findings, checked);
            }
            // The whole record is lost.
            Err(error) => {
                findings.fault_of(&error);
                return;
            }
        }
    }
    checked.records += 1;
    if let Ok(header) = file.record_header(number)
        && let Ok(compression) = Compression::from_tag(header.compression_tag)
        && compression.layout() == Layout::Whole
        && bytes != u64::from(header.data_bytes)
    {
        let (events, data) = (grouped(bytes), grouped(header.data_bytes.into()));
        findings.note(
            place,
            format!("the events take {events} bytes, where the header tells {data}"),
        );
    }
}

fn event(
    file: &File,
    event: &Event<'_>,
    place: Where,
    findings: &mut Findings,
    checked: &mut Checked,
) {
    let length = event.bytes().len();
    if length < 16 {
        findings.note(
            place,
            format!("an event of {length} bytes: its header takes 16"),
        );
        return;
    }
    let told = u32::from_le_bytes(event.bytes()[4..8].try_into().expect("four bytes"));
    if told as usize != length {
        findings.note(
            place,
            format!("the event tells a size of {told} bytes, and the record gives it {length}"),
        );
    }
    let mut read = 16;
    for structure in event.structures() {
        let structure = match structure {
            Ok(structure) => structure,
            Err(error) => {
                findings.fault(place, super::in_words(&error));
                return;
            }
        };
        checked.structures += 1;
        let (group, item) = (structure.group(), structure.item());
        let payload = structure.payload().len();
        read += 8 + structure.format().len() + payload;
        let kind = structure.structure_type();
        if kind.name().is_none() {
            findings.note(place, format!("structure {group}/{item} is of {kind:?}"));
        }
        let schema = file.dictionary().find(group, item);
        match schema {
            Some(schema) if kind == StructureType::TABLE => {
                let row = schema.row_bytes();
                if row > 0 && !payload.is_multiple_of(row) {
                    let name = schema.name();
                    findings.note(
                        place,
                        format!(
                            "bank {name} has {payload} bytes, which are not whole rows of {row}"
                        ),
                    );
                }
            }
            None if kind == StructureType::TABLE => {
                findings.note(place, format!("bank {group}/{item} has no schema"));
            }
            _ => {}
        }
    }
    if read < length {
        let left = length - read;
        findings.note(place, format!("{left} bytes after the last structure"));
    }
}
