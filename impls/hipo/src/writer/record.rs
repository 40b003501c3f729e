//! Events that are being collected for a record.

use crate::error::{Error, ErrorKind};
use crate::room::reserve_exact;

/// The longest record, in bytes: its header tells the stored payload in 28
/// bits of words, and the data in 32 bits.
const LARGEST_DATA: u64 = (1 << 30) - (1 << 24);

/// The most that writers put into a record, in bytes of events.
const USUAL_DATA: usize = 8 << 20;

/// From here on, in bytes of events, a record counts as long.
const LONG_DATA: usize = 256 << 10;

/// Events that are being collected for a record.
#[derive(Debug)]
pub(super) struct RecordBuilder {
    lengths: Vec<u32>,
    /// Room for the index of all events that there can be, then the events:
    /// so the payload is in one piece without a copy.
    bytes: Vec<u8>,
    room: usize,
    most_bytes: usize,
}

impl RecordBuilder {
    /// For records of so many bytes of events, and so many events, at most.
    pub(super) fn new(most_bytes: u32, most_events: u32) -> Self {
        let room = most_events as usize * 4;
        Self {
            lengths: Vec::new(),
            bytes: vec![0; room],
            room,
            // Two events that do not fit together have a record each.
            most_bytes: (most_bytes as usize).min(LARGEST_DATA as usize),
        }
    }

    /// Number of events.
    pub(super) fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Bytes of events.
    pub(super) fn data_bytes(&self) -> usize {
        self.bytes.len() - self.room
    }

    /// Whether an event is one too many.
    #[inline]
    pub(super) fn is_full_for(&self, event: &[u8]) -> bool {
        !self.lengths.is_empty()
            && (self.data_bytes() + event.len() >= self.most_bytes
                || self.lengths.len() * 4 >= self.room)
    }

    /// Adds an event.
    #[inline]
    pub(super) fn push(&mut self, event: &[u8]) -> Result<(), Error> {
        if self.data_bytes() as u64 + event.len() as u64 > LARGEST_DATA {
            return Err(ErrorKind::EventTooLong {
                bytes: event.len() as u64,
                most: LARGEST_DATA,
            }
            .into());
        }
        self.lengths.push(event.len() as u32);
        if self.bytes.capacity() - self.bytes.len() < event.len() {
            self.grow(event.len());
        }
        self.bytes.extend_from_slice(event);
        Ok(())
    }

    /// Makes room for so many bytes more. A record that has become long is
    /// likely to become as long as it may: its memory is not moved again then,
    /// and not doubled at its end.
    #[cold]
    fn grow(&mut self, more: usize) {
        let usual = self.room + self.most_bytes.min(USUAL_DATA);
        let left = usual.saturating_sub(self.bytes.len());
        if self.data_bytes() >= LONG_DATA && left >= more {
            reserve_exact(&mut self.bytes, left);
        } else {
            self.bytes.reserve(more);
        }
    }

    /// The events so far.
    pub(super) fn events(&self) -> impl Iterator<Item = crate::Event<'_>> {
        let mut rest = &self.bytes[self.room..];
        self.lengths.iter().map(move |length| {
            let (event, after) = rest.split_at(*length as usize);
            rest = after;
            crate::Event::new(event)
        })
    }

    /// The payload of a record that is stored whole: the lengths of its events,
    /// then those.
    pub(super) fn payload(&mut self) -> &[u8] {
        let start = self.room - self.lengths.len() * 4;
        let lengths = self.bytes[start..self.room].chunks_exact_mut(4);
        for (bytes, length) in lengths.zip(&self.lengths) {
            bytes.copy_from_slice(&length.to_le_bytes());
        }
        &self.bytes[start..]
    }

    /// Begins the next record.
    pub(super) fn clear(&mut self) {
        self.lengths.clear();
        self.bytes.truncate(self.room);
    }
}

#[cfg(test)]
mod tests {
    use super::{LARGEST_DATA, RecordBuilder};

    /// Through a writer, it would take a gibibyte to see.
    #[test]
    fn no_record_is_let_grow_beyond_what_its_header_can_tell() {
        let record = RecordBuilder::new(u32::MAX, 1);
        assert_eq!(record.most_bytes as u64, LARGEST_DATA);
        assert_eq!(RecordBuilder::new(1000, 1).most_bytes, 1000);
    }
}
