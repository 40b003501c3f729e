//! What C++ leaves in the padding of its records.

use super::encode::EncodedRecord;

/// The bytes of C++'s buffer for records: it is not emptied between them, so
/// that padding has what a record before had at that place.
#[derive(Debug, Default)]
pub(super) struct LeftOver {
    bytes: Vec<u8>,
    /// So many of them are of records; those after them count as zeros.
    known: usize,
}

impl LeftOver {
    /// Fills the padding with which a record ends from the records before.
    pub(super) fn fill_padding(&self, record: &mut EncodedRecord) {
        let (padding, room) = record.padding();
        for place in padding {
            room[place] = if place < self.known {
                self.bytes[place]
            } else {
                0
            };
        }
    }

    /// Remembers the bytes of a record, which are gone then.
    pub(super) fn take(&mut self, record: &mut EncodedRecord) {
        let (padding, room) = record.padding();
        let data = padding.start;
        // What it does not reach is of the records before. The one buffer gets
        // the front of the other, or that the end of the one.
        if self.known.saturating_sub(data) > data {
            self.bytes[..data].copy_from_slice(&room[..data]);
            return;
        }
        if self.known > data {
            if room.len() < self.known {
                room.resize(self.known, 0);
            }
            room[data..self.known].copy_from_slice(&self.bytes[data..self.known]);
        }
        std::mem::swap(&mut self.bytes, room);
        self.known = self.known.max(data);
    }
}
