//! The events of a record, bank by bank: what the split layouts store.

use std::collections::BTreeMap;

use crate::event::{EVENT_HEADER, Event};

/// A bank of a record that is being written.
#[derive(Debug)]
pub(super) struct CollectedBank {
    pub(super) kind: u8,
    /// Length of the format that a composite begins with.
    pub(super) format: u8,
    /// Its payloads in all events, formats and all.
    pub(super) bytes: Vec<u8>,
    /// The events that have it, and how long it is there.
    pub(super) sizes: Vec<(u32, u32)>,
}

/// The banks of a record that is being written, by group and item.
#[derive(Debug, Default)]
pub(super) struct Collected {
    pub(super) banks: BTreeMap<(u16, u8), CollectedBank>,
    pub(super) tags: Vec<u32>,
}

impl Collected {
    /// Sorts the structures of events to banks. None where the split layouts
    /// would lose something: a structure that is there twice, a mask in the
    /// header, bytes after the last structure, one bank of two kinds.
    pub(super) fn of<'a>(events: impl Iterator<Item = Event<'a>>) -> Option<Self> {
        let mut collected = Self::default();
        for event in events {
            collected.add(&event)?;
        }
        Some(collected)
    }

    fn add(&mut self, event: &Event<'_>) -> Option<()> {
        let number = self.tags.len() as u32;
        let bytes = event.bytes();
        let told = u32::from_le_bytes(*bytes.get(4..)?.first_chunk()?);
        if bytes.len() < EVENT_HEADER || told as usize != bytes.len() || event.mask() != 0 {
            return None;
        }
        self.tags.push(event.tag());
        let mut structures = event.structures();
        for structure in &mut structures {
            let structure = structure.ok()?;
            let (kind, format) = (structure.structure_type().0, structure.format());
            let bank = self
                .banks
                .entry((structure.group(), structure.item()))
                .or_insert_with(|| CollectedBank {
                    kind,
                    format: format.len() as u8,
                    bytes: Vec::new(),
                    sizes: Vec::new(),
                });
            let again = bank.sizes.last().is_some_and(|(event, _)| *event == number);
            if again || (bank.kind, usize::from(bank.format)) != (kind, format.len()) {
                return None;
            }
            bank.bytes.extend_from_slice(format);
            bank.bytes.extend_from_slice(structure.payload());
            let size = (format.len() + structure.payload().len()) as u32;
            bank.sizes.push((number, size));
        }
        structures.rest().is_empty().then_some(())
    }
}
