//! What a file says.

use std::collections::BTreeMap;
use std::hash::Hasher as _;

use twox_hash::XxHash3_64;

use super::script::{Script, Step};
use crate::outcome::Failure;

/// Bytes of an event's header, and of a structure's.
const EVENT_HEADER: usize = 16;
const STRUCTURE_HEADER: usize = 8;

/// A structure: group and item, type, format, payload.
type Structure = ((u16, u8), u8, Vec<u8>, Vec<u8>);

/// An event's structures by group and item; of equal ones, in order.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct EventValue(Vec<Structure>);

impl EventValue {
    /// Reads an event, tag and structures, by the format and nobody's code.
    ///
    /// # Errors
    /// For a structure that does not fit.
    pub fn parse(bytes: &[u8]) -> Result<(u32, Self), Failure> {
        let cut = |at: usize| Failure::new("a structure runs over its event").at(at as u64);
        let word = |at: usize| -> Result<u32, Failure> {
            let rest = bytes.get(at..).unwrap_or_default();
            let word = rest.first_chunk().ok_or_else(|| cut(at))?;
            Ok(u32::from_le_bytes(*word))
        };
        let tag = word(8)?;
        let mut structures = Vec::new();
        let mut at = EVENT_HEADER;
        while at + STRUCTURE_HEADER <= bytes.len() {
            let (identity, lengths) = (word(at)?, word(at + 4)?);
            let (length, format) = ((lengths & 0x00ff_ffff) as usize, (lengths >> 24) as usize);
            at += STRUCTURE_HEADER;
            let body = bytes.get(at..at + length).ok_or_else(|| cut(at))?;
            let (format, payload) = body.split_at_checked(format).ok_or_else(|| cut(at))?;
            structures.push((
                (identity as u16, (identity >> 16) as u8),
                (identity >> 24) as u8,
                format.to_vec(),
                payload.to_vec(),
            ));
            at += length;
        }
        structures.sort_by_key(|structure| structure.0);
        Ok((tag, Self(structures)))
    }

    /// An event of banks: group, item, and payload.
    pub(super) fn of_banks(banks: impl Iterator<Item = ((u16, u8), Vec<u8>)>) -> Self {
        let structure = |(identity, payload)| (identity, 11, Vec::new(), payload);
        let mut structures: Vec<Structure> = banks.map(structure).collect();
        structures.sort_by_key(|structure| structure.0);
        Self(structures)
    }
}

/// What a file says: readers agree on all of it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct FileValue {
    /// Texts of its schemas, in order of names.
    pub schemas: Vec<String>,
    /// Its events by tag, in the order of writing.
    pub events: BTreeMap<u32, Vec<EventValue>>,
}

impl FileValue {
    /// What the file of a script says. Banks of no rows are not written.
    pub fn of_script(script: &Script) -> Self {
        let mut value = Self::default();
        let mut schemas: Vec<_> = script.schemas.iter().collect();
        schemas.sort_by_key(|schema| schema.name());
        value.schemas = schemas.iter().map(ToString::to_string).collect();
        for step in &script.steps {
            let Step::Event(tag, banks) = step else {
                continue;
            };
            let banks = banks.iter().filter(|bank| bank.rows > 0).map(|bank| {
                let schema = &script.schemas[bank.schema];
                let columns = bank.columns.iter();
                let payload: Vec<u8> = columns.flat_map(|cells| cells.bytes.clone()).collect();
                ((schema.group(), schema.item()), payload)
            });
            value.push(*tag, EventValue::of_banks(banks));
        }
        value
    }

    pub(super) fn push(&mut self, tag: u32, event: EventValue) {
        self.events.entry(tag).or_default().push(event);
    }

    pub(super) fn checksum(&self) -> u64 {
        let mut hasher = XxHash3_64::with_seed(0);
        let mut add = |bytes: &[u8]| {
            hasher.write(&(bytes.len() as u64).to_le_bytes());
            hasher.write(bytes);
        };
        self.schemas
            .iter()
            .for_each(|schema| add(schema.as_bytes()));
        for (tag, events) in &self.events {
            add(&tag.to_le_bytes());
            for EventValue(structures) in events {
                add(&(structures.len() as u64).to_le_bytes());
                for ((group, item), kind, format, payload) in structures {
                    add(&group.to_le_bytes());
                    add(&[*item, *kind]);
                    add(format);
                    add(payload);
                }
            }
        }
        hasher.finish()
    }

    /// The first difference, in words.
    pub(super) fn difference(&self, got: &Self) -> String {
        if self.schemas != got.schemas {
            return format!(
                "schemas {:?} expected, {:?} found",
                self.schemas, got.schemas
            );
        }
        let tags = |value: &Self| -> Vec<(u32, usize)> {
            value
                .events
                .iter()
                .map(|(tag, events)| (*tag, events.len()))
                .collect()
        };
        if tags(self) != tags(got) {
            return format!(
                "events by tag {:?} expected, {:?} found",
                tags(self),
                tags(got)
            );
        }
        for (tag, events) in &self.events {
            for (index, (one, other)) in events.iter().zip(&got.events[tag]).enumerate() {
                if one != other {
                    return format!(
                        "event {index} of tag {tag}: {one:?} expected, {other:?} found"
                    );
                }
            }
        }
        "no difference".to_owned()
    }
}
