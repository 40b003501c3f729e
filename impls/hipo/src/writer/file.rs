//! A file that is being written.

use std::collections::BTreeMap;

use super::dictionary_record::dictionary_events;
use super::options::{Profile, WriterOptions};
use super::output::Finish;
use super::record::{RecordBuilder, RecordFacts, finish_record};
use crate::codec::Encoder;
use crate::compression::{Codec, Compression, Layout};
use crate::error::{Error, ErrorKind};
use crate::event::{EventBuilder, LARGEST_PAYLOAD, StructureType};
use crate::layout::Splitter;
use crate::schema::{BankHandle, Dictionary};
use crate::wire::{FileHeader, HEADER_BYTES, INDEX_BANK, IndexRow, RecordHeader, index_payload};

/// Bits of the file header: it has a dictionary, it has an index.
const HAS_DICTIONARY: u32 = 1 << 8;
const HAS_INDEX: u32 = 1 << 10;
/// Its kind, in bits 28 to 31: a HIPO file.
const HIPO_FILE: u32 = 5 << 28;

/// Writes a file, record by record; memory is bounded by a record for each tag.
///
/// Events with a tag other than 0 are collected in records of that tag, so that
/// readers can pass over them: they come after others, in the order of tags, as
/// C++ and Java have it, unless [`WriterOptions::tags_apart`] says otherwise.
///
/// A file that is not [finished](Self::finish) has no index. Where it was made
/// by [`WriterOptions::create`], there is no file at all then.
#[derive(Debug)]
pub struct Writer<W: Finish> {
    output: W,
    /// Where the file begins in the output, and where the next record goes.
    start: u64,
    position: u64,
    header: FileHeader,
    options: WriterOptions,
    encoder: Encoder,
    splitter: Option<Splitter>,
    untagged: RecordBuilder,
    /// By tag, as C++ orders them.
    tagged: BTreeMap<i32, RecordBuilder>,
    user_words: (u64, u64),
    index: Vec<IndexRow>,
    buffer: Vec<u8>,
    events: u64,
    failed: bool,
}

impl<W: Finish> Writer<W> {
    pub(super) fn new(options: WriterOptions, mut output: W) -> Result<Self, Error> {
        let splitter = match options.compression.layout() {
            Layout::Whole => None,
            layout => Some(Splitter::new(layout, options.byte_split)?),
        };
        let encoder = Encoder::new(options.compression.codec(), options.level)?;
        let start = output.stream_position()?;
        let mut writer = Self {
            output,
            start,
            position: 0,
            header: FileHeader::new(0),
            encoder,
            splitter,
            untagged: RecordBuilder::new(options.record_bytes, options.record_events),
            tagged: BTreeMap::new(),
            user_words: (0, 0),
            index: Vec::new(),
            buffer: Vec::new(),
            events: 0,
            failed: false,
            options,
        };
        writer.begin()?;
        Ok(writer)
    }

    /// Writes the file header and the dictionary.
    fn begin(&mut self) -> Result<(), Error> {
        let mut dictionary = dictionary_events(&self.options)?;
        let mut record = Vec::new();
        self.build_plain(&mut dictionary, RecordFacts::default(), &mut record)?;
        self.header = FileHeader::new(record.len() as u32);
        self.header.user_integers = self.options.user_integers;
        if self.options.profile == Profile::Plain {
            self.header.bit_info |= HIPO_FILE | HAS_DICTIONARY;
        }
        self.put(&self.header.to_bytes())?;
        self.put(&record)
    }

    /// Builds a record of the file's own: the dictionary or the index.
    fn build_plain(
        &self,
        record: &mut RecordBuilder,
        facts: RecordFacts,
        output: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let codec = match self.options.profile {
            Profile::Cpp => Codec::Lz4,
            Profile::Plain => Codec::None,
        };
        let compression = Compression::new(codec, Layout::Whole);
        let mut encoder = Encoder::new(codec, None)?;
        record
            .build(
                compression,
                &mut encoder,
                self.options.profile,
                facts,
                output,
            )
            .map(drop)
    }

    /// The schemas of the file.
    pub const fn dictionary(&self) -> &Dictionary {
        &self.options.dictionary
    }

    /// Looks a bank up by its name.
    ///
    /// # Errors
    /// [`UnknownBank`](ErrorKind::UnknownBank).
    pub fn bank(&self, name: &str) -> Result<BankHandle, Error> {
        self.options.dictionary.bank(name)
    }

    /// Events that were written so far.
    pub const fn events(&self) -> u64 {
        self.events
    }

    /// Adds an event, to the records of its tag where these are apart.
    ///
    /// # Errors
    /// [`EventTooLong`](ErrorKind::EventTooLong), and whatever the output meets:
    /// after that, nothing more can be written.
    #[inline]
    pub fn write(&mut self, event: &EventBuilder) -> Result<(), Error> {
        self.write_bytes(event.bytes())
    }

    /// Adds an event by its bytes, header and all, as another file had it.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    #[inline]
    pub fn write_bytes(&mut self, event: &[u8]) -> Result<(), Error> {
        let tag = crate::Event::new(event).tag().cast_signed();
        if tag != 0 && self.options.tags_apart {
            return self.write_tagged(tag, event);
        }
        if self.untagged.is_full_for(event) {
            self.flush()?;
        }
        self.untagged.push(event)?;
        self.events += 1;
        Ok(())
    }

    fn write_tagged(&mut self, tag: i32, event: &[u8]) -> Result<(), Error> {
        let options = &self.options;
        let record = self
            .tagged
            .entry(tag)
            .or_insert_with(|| RecordBuilder::new(options.record_bytes, options.record_events));
        if record.is_full_for(event) {
            self.flush_tag(tag)?;
        }
        if let Some(record) = self.tagged.get_mut(&tag) {
            record.push(event)?;
        }
        self.events += 1;
        Ok(())
    }

    /// Sets the two words of the records of untagged events that are free for
    /// use, from the one that is being collected on (C++ `setUserIntegerOne`
    /// and `setUserIntegerTwo`). Readers take the first for the record's tag.
    pub const fn set_user_words(&mut self, first: u64, second: u64) {
        self.user_words = (first, second);
    }

    /// Closes the record of untagged events that is being collected, if it has
    /// any.
    ///
    /// # Errors
    /// Whatever the output meets.
    pub fn flush(&mut self) -> Result<(), Error> {
        let (user_word_1, user_word_2) = self.user_words;
        let facts = self.facts(user_word_1, user_word_2);
        let mut buffer = std::mem::take(&mut self.buffer);
        let mut record = std::mem::replace(&mut self.untagged, RecordBuilder::new(0, 0));
        let done = self.put_record(&mut record, facts, &mut buffer);
        self.untagged = record;
        self.buffer = buffer;
        done
    }

    fn flush_tag(&mut self, tag: i32) -> Result<(), Error> {
        let facts = self.facts(i64::from(tag).cast_unsigned(), 0);
        let mut buffer = std::mem::take(&mut self.buffer);
        let mut done = Ok(());
        if let Some(mut record) = self.tagged.remove(&tag) {
            done = self.put_record(&mut record, facts, &mut buffer);
            self.tagged.insert(tag, record);
        }
        self.buffer = buffer;
        done
    }

    fn facts(&self, user_word_1: u64, user_word_2: u64) -> RecordFacts {
        RecordFacts {
            number: match self.options.profile {
                Profile::Cpp => 0,
                Profile::Plain => self.index.len() as u32 + 1,
            },
            user_word_1,
            user_word_2,
        }
    }

    fn put_record(
        &mut self,
        record: &mut RecordBuilder,
        facts: RecordFacts,
        buffer: &mut Vec<u8>,
    ) -> Result<(), Error> {
        if record.len() == 0 {
            return Ok(());
        }
        let header = if let Some(header) = self.split_record(record, facts, buffer)? {
            header
        } else {
            let whole = Compression::new(self.options.compression.codec(), Layout::Whole);
            record.build(
                whole,
                &mut self.encoder,
                self.options.profile,
                facts,
                buffer,
            )?
        };
        let position = self.position;
        self.put(buffer)?;
        self.index.push(IndexRow {
            position,
            bytes: header.record_bytes,
            events: header.events,
            user_word_1: header.user_word_1,
            user_word_2: header.user_word_2,
        });
        Ok(())
    }

    /// Writes a record in the file's layout, if that splits and nothing is lost
    /// by it.
    fn split_record(
        &mut self,
        record: &mut RecordBuilder,
        facts: RecordFacts,
        buffer: &mut Vec<u8>,
    ) -> Result<Option<RecordHeader>, Error> {
        let Some(splitter) = &mut self.splitter else {
            return Ok(None);
        };
        buffer.clear();
        buffer.resize(HEADER_BYTES, 0);
        let dictionary = &self.options.dictionary;
        let split = splitter.encode(record.events(), dictionary, &mut self.encoder, buffer)?;
        let Some(data_bytes) = split else {
            return Ok(None);
        };
        let counts = (record.len() as u32, data_bytes as u32);
        let (compression, profile) = (self.options.compression, self.options.profile);
        record.clear();
        Ok(Some(finish_record(
            buffer,
            compression,
            profile,
            facts,
            counts,
        )))
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.failed {
            return Err(ErrorKind::Write(std::io::Error::other("an earlier write failed")).into());
        }
        // Until it succeeds: what came of it is not known.
        self.failed = true;
        self.output.write_all(bytes).map_err(ErrorKind::Write)?;
        self.failed = false;
        self.position += bytes.len() as u64;
        Ok(())
    }

    /// Writes what is left, the index, and its place into the header; gives the
    /// output back. Without this, the file has no index.
    ///
    /// # Errors
    /// Whatever the output meets.
    pub fn finish(mut self) -> Result<W, Error> {
        self.flush()?;
        let tags: Vec<_> = self.tagged.keys().copied().collect();
        for tag in tags {
            self.flush_tag(tag)?;
        }
        let position = self.position;
        let rows = index_payload(&self.index);
        if rows.len() > LARGEST_PAYLOAD {
            // Half a million records and more: readers go through them.
            self.close().map_err(ErrorKind::Write)?;
            return Ok(self.output);
        }
        let mut event = EventBuilder::new();
        // C++ gives up on a last record of less than 80 bytes, its own too: a
        // bank of no rows makes it 84.
        if !self.index.is_empty() || self.options.profile == Profile::Plain {
            let (group, item) = INDEX_BANK;
            event.structure(group, item, StructureType::TABLE, &rows)?;
        }
        // C++ takes the builder of untagged events for it, which shows in the
        // padding.
        let mut record = std::mem::replace(&mut self.untagged, RecordBuilder::new(0, 0));
        record.push(event.bytes())?;
        // And the user words along with it.
        let facts = match self.options.profile {
            Profile::Cpp => self.facts(self.user_words.0, self.user_words.1),
            Profile::Plain => self.facts(0, 0),
        };
        let mut buffer = std::mem::take(&mut self.buffer);
        self.build_plain(&mut record, facts, &mut buffer)?;
        self.put(&buffer)?;
        self.header.trailer_position = position;
        if self.options.profile == Profile::Plain {
            self.header.bit_info |= HAS_INDEX;
        }
        self.close().map_err(ErrorKind::Write)?;
        Ok(self.output)
    }

    /// Writes the header again, now that the file is whole.
    fn close(&mut self) -> std::io::Result<()> {
        use std::io::SeekFrom;

        self.output.seek(SeekFrom::Start(self.start))?;
        self.output.write_all(&self.header.to_bytes())?;
        self.output
            .seek(SeekFrom::Start(self.start + self.position))?;
        self.output.finish()
    }
}
