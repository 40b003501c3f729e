//! What `hipo info` knows of a file.

use std::collections::BTreeMap;

use hipo::{ByteOrder, Compression, File, IndexSource};
use serde::Serialize;

use super::Info;
use crate::failure::{self, Failure};
use crate::progress::Progress;
use crate::reading;
use crate::selection::Selection;
use crate::walk;

/// What is known of a file.
#[derive(Debug, Default, Serialize)]
pub(super) struct Facts {
    pub(super) bytes: u64,
    pub(super) header: Header,
    pub(super) closed: bool,
    pub(super) index: &'static str,
    /// What is wrong, as far as it shows without reading events.
    pub(super) faults: Vec<String>,
    pub(super) records: u64,
    pub(super) events: u64,
    pub(super) stored_bytes: u64,
    pub(super) raw_bytes: u64,
    pub(super) compression: Vec<Compressed>,
    pub(super) record_tags: Vec<RecordTag>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) event_tags: Option<Vec<EventTag>>,
    pub(super) schemas: Vec<Schema>,
    pub(super) config: Vec<Entry>,
    pub(super) tag_names: Vec<TagName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) record_list: Option<Vec<Record>>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct Header {
    pub(super) id: String,
    pub(super) version: u8,
    pub(super) byte_order: &'static str,
    pub(super) bit_info: u32,
    pub(super) user_integers: [u32; 2],
    pub(super) trailer_position: u64,
}

/// Records of one compression.
#[derive(Debug, Default, Serialize)]
pub(super) struct Compressed {
    pub(super) name: String,
    pub(super) tag: u8,
    pub(super) records: u64,
    pub(super) events: u64,
    pub(super) stored_bytes: u64,
    pub(super) raw_bytes: u64,
}

#[derive(Debug, Serialize)]
pub(super) struct RecordTag {
    pub(super) tag: u64,
    pub(super) records: u64,
    pub(super) events: u64,
}

#[derive(Debug, Serialize)]
pub(super) struct EventTag {
    pub(super) tag: u32,
    pub(super) events: u64,
}

#[derive(Debug, Serialize)]
pub(super) struct Schema {
    name: String,
    group: u16,
    item: u8,
    text: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) value: String,
}

#[derive(Debug, Serialize)]
pub(super) struct TagName {
    pub(super) name: String,
    pub(super) bit: u32,
}

#[derive(Debug, Serialize)]
pub(super) struct Record {
    #[serde(rename = "record")]
    pub(super) number: usize,
    pub(super) position: u64,
    pub(super) bytes: u64,
    pub(super) events: u32,
    pub(super) first_event: u64,
    pub(super) compression: String,
    pub(super) raw_bytes: u64,
    pub(super) user_word_1: u64,
    pub(super) user_word_2: u64,
}

impl Facts {
    /// Finds out about a file, as far as the options want it.
    pub(super) fn of(file: &File, options: &Info) -> Result<Self, Failure> {
        let mut facts = Self::of_file(file);
        let mut compression = BTreeMap::<u8, Compressed>::new();
        let mut record_tags = BTreeMap::<u64, RecordTag>::new();
        let mut list = Vec::new();
        for (index, record) in file.records().iter().enumerate() {
            let events = u64::from(record.events);
            let tag = record_tags.entry(record.user_word_1).or_insert(RecordTag {
                tag: record.user_word_1,
                records: 0,
                events: 0,
            });
            tag.records += 1;
            tag.events += events;
            facts.stored_bytes += record.bytes;
            let header = match file.record_header(index) {
                Ok(header) => header,
                Err(error) => {
                    facts.faults.push(failure::told(&error));
                    continue;
                }
            };
            let raw_bytes = u64::from(header.data_bytes);
            facts.raw_bytes += raw_bytes;
            let name = Compression::from_tag(header.compression_tag).map_or_else(
                |_| format!("unassigned ({})", header.compression_tag),
                |known| known.name().to_owned(),
            );
            let all = compression.entry(header.compression_tag).or_default();
            all.name.clone_from(&name);
            all.tag = header.compression_tag;
            all.records += 1;
            all.events += events;
            all.stored_bytes += record.bytes;
            all.raw_bytes += raw_bytes;
            if options.records {
                list.push(Record {
                    number: index,
                    position: record.position,
                    bytes: record.bytes,
                    events: record.events,
                    first_event: record.first_event,
                    compression: name,
                    raw_bytes,
                    user_word_1: record.user_word_1,
                    user_word_2: record.user_word_2,
                });
            }
        }
        facts.compression = compression.into_values().collect();
        facts.record_tags = record_tags.into_values().collect();
        facts.record_list = options.records.then_some(list);
        if options.tags {
            facts.event_tags = Some(event_tags(file, !options.reading.quiet)?);
        }
        Ok(facts)
    }

    /// What is known once it is open.
    fn of_file(file: &File) -> Self {
        let header = file.header();
        let faults = file.schema_faults().iter().map(ToString::to_string);
        let schemas = file.dictionary().schemas().iter();
        let config = file.config();
        Self {
            bytes: file.size(),
            header: Header {
                id: String::from_utf8_lossy(&header.id).into_owned(),
                version: header.version(),
                byte_order: match header.byte_order {
                    ByteOrder::Little => "little",
                    ByteOrder::Big => "big",
                },
                bit_info: header.bit_info,
                user_integers: header.user_integers,
                trailer_position: header.trailer_position,
            },
            closed: header.trailer_position != 0,
            index: match file.index_source() {
                IndexSource::Trailer => "trailer",
                _ => "scan",
            },
            faults: reading::incomplete(file)
                .into_iter()
                .chain(faults)
                .collect(),
            records: file.records().len() as u64,
            events: file.event_count(),
            schemas: schemas
                .map(|schema| Schema {
                    name: schema.name().to_owned(),
                    group: schema.group(),
                    item: schema.item(),
                    text: schema.to_string(),
                })
                .collect(),
            config: config
                .entries()
                .map(|(key, value)| Entry {
                    key: key.to_owned(),
                    value: value.to_owned(),
                })
                .collect(),
            tag_names: config
                .tag_names()
                .map(|(name, bit)| TagName {
                    name: name.to_owned(),
                    bit,
                })
                .collect(),
            ..Self::default()
        }
    }
}

fn event_tags(file: &File, progress: bool) -> Result<Vec<EventTag>, Failure> {
    let progress = Progress::start("counting tags", file.event_count(), progress);
    let mut tags = BTreeMap::<u32, u64>::new();
    let all = Selection::default();
    walk::events(
        file,
        0..file.event_count(),
        all.of(file)?,
        &progress,
        |_, event| {
            *tags.entry(event.tag()).or_default() += 1;
            Ok(())
        },
    )?;
    let tags = tags.into_iter();
    Ok(tags.map(|(tag, events)| EventTag { tag, events }).collect())
}
