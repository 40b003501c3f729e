//! A record in memory, before columns are made of it.

use super::streams::Streams;
use crate::layout::EventBuffer;
use crate::reader::SplitRecord;

/// A record in memory. What it takes is used again for others.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    /// What there is of a record that is split.
    pub(super) split: Option<SplitRecord>,
    /// The streams of such a record.
    pub(super) streams: Streams,
    /// The events of any other.
    pub(super) events: EventBuffer,
}

impl Loaded {
    /// The number in the record of one of its events.
    pub(super) fn number(&self, event: usize) -> usize {
        match &self.split {
            Some(split) => split.columns.number(event),
            None => event,
        }
    }

    /// Number of events, those that a filter takes of a record that is split.
    pub(super) fn len(&self) -> usize {
        match &self.split {
            Some(split) => split.columns.events(),
            None => self.events.len(),
        }
    }
}
