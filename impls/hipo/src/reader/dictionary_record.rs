//! The record of the dictionary: schemas, configuration, names of tag bits.

use super::Config;
use super::loader::Loader;
use super::structures::{JSON, KEY, TAG_NAMES, TEXT, VALUE};
use crate::error::Error;
use crate::event::Event;
use crate::layout::EventBuffer;
use crate::limits::Limits;
use crate::schema::{Dictionary, Schema, SchemaError};
use crate::source::ReadAt;

/// What the record holds.
#[derive(Debug, Default)]
pub(crate) struct DictionaryRecord {
    pub(crate) dictionary: Dictionary,
    pub(crate) config: Config,
    /// Schemas that could not be read.
    pub(crate) faults: Vec<SchemaError>,
}

impl DictionaryRecord {
    pub(super) fn read(
        source: &dyn ReadAt,
        position: u64,
        size: u64,
        limits: &Limits,
        loader: &mut Loader,
    ) -> Result<Self, Error> {
        let limits = limits.with_record_bytes(limits.dictionary_bytes());
        let none = Dictionary::default();
        let mut events = EventBuffer::default();
        loader.events(source, position, size, &none, &limits, &mut events)?;
        let mut read = Self::default();
        for event in events.iter() {
            read.event(event).map_err(|error| error.at(position))?;
        }
        Ok(read)
    }

    /// Takes what one event of the record tells.
    pub(crate) fn event(&mut self, event: Event<'_>) -> Result<(), Error> {
        let text = |(group, item): (u16, u8)| -> Result<Option<String>, Error> {
            let structure = event.structure(group, item)?;
            Ok(structure.map(|found| String::from_utf8_lossy(found.payload()).into_owned()))
        };
        let schema = match (text(TEXT)?, text(JSON)?) {
            // Both say the same where there are both; the text says arrays.
            (Some(text), None) => Some(text.parse()),
            (Some(text), Some(json)) => Some(
                text.parse()
                    .or_else(|error| Schema::from_json(&json).map_err(|_| error)),
            ),
            (None, Some(json)) => Some(Schema::from_json(&json)),
            (None, None) => None,
        };
        match schema {
            Some(Ok(schema)) => self.dictionary.put(schema),
            Some(Err(error)) => self.faults.push(error),
            None => {}
        }
        if let Some(names) = text(TAG_NAMES)? {
            self.config.read_tag_names(&names);
        }
        if let Some(value) = text(VALUE)? {
            self.config.push(text(KEY)?.unwrap_or_default(), value);
        }
        Ok(())
    }
}
