//! The record of the dictionary.

use std::fmt::Write as _;

use super::options::{Profile, WriterOptions};
use super::record::RecordBuilder;
use crate::error::Error;
use crate::event::{EventBuilder, StructureType};
use crate::reader::structures;

/// The events of the dictionary: one for each schema, one for the names of tag
/// bits, one for each key.
pub(super) fn dictionary_events(options: &WriterOptions) -> Result<RecordBuilder, Error> {
    let mut schemas: Vec<_> = options.dictionary.schemas().iter().collect();
    let mut config: Vec<_> = options.config.iter().collect();
    if options.profile == Profile::Cpp {
        // C++ keeps both in maps.
        schemas.sort_by(|one, other| one.name().cmp(other.name()));
        config.sort_by(|one, other| one.0.cmp(&other.0));
    }
    let count = schemas.len() + config.len() + 1;
    let mut record = RecordBuilder::new(u32::MAX, count as u32);
    let mut event = EventBuilder::new();
    let mut add = |texts: &[((u16, u8), StructureType, &str)]| {
        event.reset();
        for ((group, item), kind, text) in texts {
            // Neither C++ nor Java adds a structure of no bytes.
            if !text.is_empty() {
                event.structure(*group, *item, *kind, text.as_bytes())?;
            }
        }
        record.push(event.bytes())
    };
    let string = StructureType::STRING;
    for schema in schemas {
        let text = schema.to_string();
        let json = match options.profile {
            Profile::Cpp => schema.to_json_of_cpp(),
            Profile::Plain => schema.to_json(),
        };
        add(&[
            (structures::JSON, string, &json),
            (structures::TEXT, string, &text),
        ])?;
    }
    if !options.tag_names.is_empty() {
        let mut lines = String::new();
        for (name, bit) in &options.tag_names {
            let _ = writeln!(lines, "{name}={bit}");
        }
        add(&[(structures::TAG_NAMES, StructureType::TABLE, &lines)])?;
    }
    for (key, value) in config {
        add(&[
            (structures::KEY, string, key),
            (structures::VALUE, string, value),
        ])?;
    }
    Ok(record)
}
