//! Records, from their events to the bytes of the file.

use super::options::{Profile, WriterOptions};
use super::pipeline::Work;
use super::record::RecordBuilder;
use crate::codec::Encoder;
use crate::compression::{Codec, Compression, Layout};
use crate::error::Error;
use crate::layout::Splitter;
use crate::schema::Dictionary;
use crate::wire::{ByteOrder, HEADER_BYTES, IndexRow, RecordHeader, VERSION, WORD};

/// What is told of a record beside its events.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RecordFacts {
    pub(super) number: u32,
    pub(super) user_word_1: u64,
    pub(super) user_word_2: u64,
}

/// A record on its way to the file.
#[derive(Debug)]
pub(super) struct Outgoing {
    /// The tag of its events, if they are apart.
    pub(super) tag: Option<i32>,
    pub(super) facts: RecordFacts,
    pub(super) events: RecordBuilder,
    pub(super) encoded: EncodedRecord,
}

/// The bytes of a record, in the front of a buffer that is used again.
#[derive(Debug, Default)]
pub(super) struct EncodedRecord {
    room: Vec<u8>,
    header: Option<RecordHeader>,
}

impl EncodedRecord {
    /// Its bytes, header and all; none before it was made.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.room[..self.length()]
    }

    fn length(&self) -> usize {
        self.header
            .as_ref()
            .map_or(0, |it| it.record_bytes as usize)
    }

    /// Where its padding is, and the buffer that it has the front of.
    pub(super) fn padding(&mut self) -> (std::ops::Range<usize>, &mut Vec<u8>) {
        let padding = self
            .header
            .as_ref()
            .map_or(0, RecordHeader::payload_padding);
        let end = self.length();
        (end - padding as usize..end, &mut self.room)
    }

    /// What the index tells of it, at that place in the file.
    pub(super) fn index_row(&self, position: u64) -> Option<IndexRow> {
        self.header.as_ref().map(|header| IndexRow {
            position,
            bytes: header.record_bytes,
            events: header.events,
            user_word_1: header.user_word_1,
            user_word_2: header.user_word_2,
        })
    }

    /// Whether its events are stored whole.
    pub(super) fn is_whole(&self) -> bool {
        let tag = self.header.as_ref().map(|it| it.compression_tag);
        tag.and_then(|tag| Compression::from_tag(tag).ok())
            .is_some_and(|compression| compression.layout() == Layout::Whole)
    }
}

/// Makes records of events; keeps what that takes.
#[derive(Debug)]
pub(super) struct RecordEncoder {
    compression: Compression,
    level: Option<i32>,
    byte_split: bool,
    profile: Profile,
    dictionary: Dictionary,
    encoder: Encoder,
    splitter: Option<Splitter>,
}

impl RecordEncoder {
    /// For the records of a file.
    pub(super) fn new(options: &WriterOptions) -> Result<Self, Error> {
        Self::of(
            options.compression,
            (options.level, options.byte_split),
            options.profile,
            &options.dictionary,
        )
    }

    /// For the records of the file's own: the dictionary and the index.
    pub(super) fn plain(profile: Profile) -> Result<Self, Error> {
        let codec = match profile {
            Profile::Cpp => Codec::Lz4,
            Profile::Plain => Codec::None,
        };
        let compression = Compression::new(codec, Layout::Whole);
        Self::of(compression, (None, false), profile, &Dictionary::default())
    }

    fn of(
        compression: Compression,
        (level, byte_split): (Option<i32>, bool),
        profile: Profile,
        dictionary: &Dictionary,
    ) -> Result<Self, Error> {
        let splitter = match compression.layout() {
            Layout::Whole => None,
            layout => Some(Splitter::new(layout, byte_split)?),
        };
        Ok(Self {
            encoder: Encoder::new(compression.codec(), level)?,
            splitter,
            compression,
            level,
            byte_split,
            profile,
            dictionary: dictionary.clone(),
        })
    }

    /// Makes a record of events, which are gone then.
    pub(super) fn encode(
        &mut self,
        events: &mut RecordBuilder,
        facts: RecordFacts,
        record: &mut EncodedRecord,
    ) -> Result<(), Error> {
        record.header = None;
        let room = &mut record.room;
        let count = events.len() as u32;
        let split = self.split(events, room)?;
        let (compression, end, data_bytes) = if let Some(data_bytes) = split {
            (self.compression, room.len(), data_bytes as u32)
        } else {
            let end = self
                .encoder
                .compress_at(events.payload(), room, HEADER_BYTES)?;
            let whole = Compression::new(self.compression.codec(), Layout::Whole);
            (whole, end, events.data_bytes() as u32)
        };
        let length = end.next_multiple_of(WORD as usize);
        let padding = (length - end) as u32;
        if room.len() < length {
            room.resize(length, 0);
        }
        room[end..length].fill(0);
        let kind = match self.profile {
            Profile::Cpp => 0,
            // A HIPO record.
            Profile::Plain => 4 << 28,
        };
        let header = RecordHeader {
            byte_order: ByteOrder::Little,
            record_bytes: length as u64,
            number: facts.number,
            header_bytes: HEADER_BYTES as u64,
            events: count,
            index_bytes: count * 4,
            bit_info: VERSION | padding << 24 | kind,
            user_header_bytes: 0,
            data_bytes,
            compression_tag: compression.tag(),
            compressed_words: ((length - HEADER_BYTES) as u64 / WORD) as u32,
            user_word_1: facts.user_word_1,
            user_word_2: facts.user_word_2,
        };
        room[..HEADER_BYTES].copy_from_slice(&header.to_bytes());
        record.header = Some(header);
        events.clear();
        Ok(())
    }

    /// The payload in the file's layout, if that splits and nothing is lost by
    /// it; and how long its streams were.
    fn split(&mut self, events: &RecordBuilder, room: &mut Vec<u8>) -> Result<Option<u64>, Error> {
        let Some(splitter) = &mut self.splitter else {
            return Ok(None);
        };
        room.clear();
        room.resize(HEADER_BYTES, 0);
        splitter.encode(events.events(), &self.dictionary, &mut self.encoder, room)
    }
}

impl Work for RecordEncoder {
    type Job = Outgoing;

    fn another(&self) -> Result<Self, Error> {
        Self::of(
            self.compression,
            (self.level, self.byte_split),
            self.profile,
            &self.dictionary,
        )
    }

    fn run(&mut self, record: &mut Outgoing) -> Result<(), Error> {
        self.encode(&mut record.events, record.facts, &mut record.encoded)
    }
}
