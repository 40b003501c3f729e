//! The events of a record in memory.

use crate::event::Event;
use crate::room::Buffer;

/// Events, one after another. Memory is kept from record to record.
#[derive(Debug, Default)]
pub(crate) struct EventBuffer {
    /// The bytes, somewhere in it; what it is longer than them is left over.
    pub(super) bytes: Buffer,
    /// Where the first event begins.
    pub(super) start: usize,
    /// Where each event ends, counted from `start`.
    pub(super) ends: Vec<u32>,
    pub(super) record: u32,
}

impl EventBuffer {
    /// Number of events.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Forgets all events.
    pub(crate) fn clear(&mut self) {
        self.ends.clear();
    }

    /// The event at `index`.
    #[inline]
    pub(crate) fn event(&self, index: usize) -> Option<Event<'_>> {
        let end = *self.ends.get(index)? as usize;
        let start = match index.checked_sub(1) {
            Some(before) => self.ends[before] as usize,
            None => 0,
        };
        let bytes = self.bytes.get(self.start + start..self.start + end)?;
        Some(Event::of_record(bytes, self.record, index as u32))
    }

    /// Where the event at `index` begins within [`bytes`](Self::bytes).
    pub(crate) fn start_of(&self, index: usize) -> usize {
        let before = index
            .checked_sub(1)
            .and_then(|before| self.ends.get(before));
        self.start + before.map_or(0, |end| *end as usize)
    }

    /// All bytes, those of the events among them.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All events in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Event<'_>> {
        (0..self.len()).filter_map(|index| self.event(index))
    }

    /// Which record's events these are, from 0.
    pub(crate) fn set_record(&mut self, record: u32) {
        self.record = record;
    }
}
