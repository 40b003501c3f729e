//! Records of events that are stored whole.

use super::options::Profile;
use crate::codec::Encoder;
use crate::compression::Compression;
use crate::error::{Error, ErrorKind};
use crate::wire::{ByteOrder, HEADER_BYTES, RecordHeader, VERSION, WORD};

/// The longest record, in bytes: its header tells the stored payload in 28
/// bits of words, and the data in 32 bits.
const LARGEST_DATA: u64 = (1 << 30) - (1 << 24);

/// What is told of a record beside its events.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RecordFacts {
    pub(super) number: u32,
    pub(super) user_word_1: u64,
    pub(super) user_word_2: u64,
}

/// Events that are being collected for a record.
#[derive(Debug)]
pub(super) struct RecordBuilder {
    lengths: Vec<u32>,
    /// Room for the index of all events that there can be, then the events:
    /// so the payload is in one piece without a copy.
    bytes: Vec<u8>,
    room: usize,
    most_bytes: usize,
    /// What C++'s buffer would hold: see [`fill_padding`](Self::fill_padding).
    left_over: Vec<u8>,
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
            left_over: Vec::new(),
        }
    }

    /// Number of events.
    pub(super) fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Bytes of events.
    fn data_bytes(&self) -> usize {
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
        self.bytes.extend_from_slice(event);
        Ok(())
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

    /// Begins the next record.
    pub(super) fn clear(&mut self) {
        self.lengths.clear();
        self.bytes.truncate(self.room);
    }

    /// Writes the record to `output`, which is emptied before, and begins the
    /// next one.
    pub(super) fn build(
        &mut self,
        compression: Compression,
        encoder: &mut Encoder,
        profile: Profile,
        facts: RecordFacts,
        output: &mut Vec<u8>,
    ) -> Result<RecordHeader, Error> {
        let index = self.lengths.len() * 4;
        let start = self.room - index;
        let lengths = self.bytes[start..self.room].chunks_exact_mut(4);
        for (bytes, length) in lengths.zip(&self.lengths) {
            bytes.copy_from_slice(&length.to_le_bytes());
        }
        output.clear();
        output.resize(HEADER_BYTES, 0);
        encoder.compress(&self.bytes[start..], output)?;
        let header = finish_record(
            output,
            compression,
            profile,
            facts,
            (self.lengths.len() as u32, self.data_bytes() as u32),
        );
        if profile == Profile::Cpp {
            self.fill_padding(output, header.payload_padding() as usize);
        }
        self.clear();
        Ok(header)
    }

    /// Fills a record's padding with what C++ leaves there: the bytes that its
    /// builder has at that place of the records before.
    fn fill_padding(&mut self, record: &mut [u8], padding: usize) {
        let length = record.len();
        let data = length - padding;
        if self.left_over.len() < length {
            self.left_over.resize(length, 0);
        }
        record[data..].copy_from_slice(&self.left_over[data..length]);
        self.left_over[..data].copy_from_slice(&record[..data]);
    }
}

/// Pads a record whose payload follows the room for its header, and writes
/// that. `counts` are its events and their bytes.
pub(super) fn finish_record(
    output: &mut Vec<u8>,
    compression: Compression,
    profile: Profile,
    facts: RecordFacts,
    counts: (u32, u32),
) -> RecordHeader {
    let length = output.len().next_multiple_of(WORD as usize);
    let padding = (length - output.len()) as u32;
    output.resize(length, 0);
    let kind = match profile {
        Profile::Cpp => 0,
        // A HIPO record.
        Profile::Plain => 4 << 28,
    };
    let header = RecordHeader {
        byte_order: ByteOrder::Little,
        record_bytes: length as u64,
        number: facts.number,
        header_bytes: HEADER_BYTES as u64,
        events: counts.0,
        index_bytes: counts.0 * 4,
        bit_info: VERSION | padding << 24 | kind,
        user_header_bytes: 0,
        data_bytes: counts.1,
        compression_tag: compression.tag(),
        compressed_words: ((length - HEADER_BYTES) as u64 / WORD) as u32,
        user_word_1: facts.user_word_1,
        user_word_2: facts.user_word_2,
    };
    output[..HEADER_BYTES].copy_from_slice(&header.to_bytes());
    header
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
