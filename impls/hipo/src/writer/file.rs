//! A file that is being written.

use std::collections::BTreeMap;

use super::dictionary_record::dictionary_events;
use super::encode::{EncodedRecord, Outgoing, RecordEncoder, RecordFacts};
use super::left_over::LeftOver;
use super::options::{Profile, WriterOptions};
use super::output::Finish;
use super::pipeline::Pipeline;
use super::record::RecordBuilder;
use crate::error::{Error, ErrorKind};
use crate::event::{EventBuilder, LARGEST_PAYLOAD, StructureType};
use crate::schema::{BankHandle, Dictionary};
use crate::wire::{FileHeader, INDEX_BANK, IndexRow, index_payload};

/// Bits of the file header: it has a dictionary, it has an index.
const HAS_DICTIONARY: u32 = 1 << 8;
const HAS_INDEX: u32 = 1 << 10;
/// Its kind, in bits 28 to 31: a HIPO file.
const HIPO_FILE: u32 = 5 << 28;

/// So many records make one more that may be under way worth its memory.
const RECORDS_FOR_ONE_MORE: usize = 4;

/// Writes a file, record by record; memory is bounded by a record for each tag,
/// and what [`WriterOptions::threads`] takes.
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
    untagged: Collecting,
    /// By tag, as C++ orders them.
    tagged: BTreeMap<i32, Collecting>,
    user_words: (u64, u64),
    pipeline: Pipeline<RecordEncoder>,
    /// Records given to the pipeline.
    records: u32,
    /// Memory of records that were written.
    spare: Vec<RecordBuilder>,
    spare_encoded: Vec<EncodedRecord>,
    index: Vec<IndexRow>,
    events: u64,
    failed: bool,
}

/// Events of a tag that are being collected.
#[derive(Debug)]
struct Collecting {
    record: RecordBuilder,
    /// Of the records that were made of them before.
    left_over: LeftOver,
}

impl Collecting {
    fn new(options: &WriterOptions) -> Self {
        Self {
            record: RecordBuilder::new(options.record_bytes, options.record_events),
            left_over: LeftOver::default(),
        }
    }
}

impl<W: Finish> Writer<W> {
    pub(super) fn new(options: WriterOptions, mut output: W) -> Result<Self, Error> {
        let encoder = RecordEncoder::new(&options)?;
        let start = output.stream_position()?;
        let mut writer = Self {
            output,
            start,
            position: 0,
            header: FileHeader::new(0),
            untagged: Collecting::new(&options),
            tagged: BTreeMap::new(),
            user_words: (0, 0),
            pipeline: Pipeline::new(encoder, options.threads.get()),
            records: 0,
            spare: Vec::new(),
            spare_encoded: Vec::new(),
            index: Vec::new(),
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
        let mut record = EncodedRecord::default();
        RecordEncoder::plain(self.options.profile)?.encode(
            &mut dictionary,
            RecordFacts::default(),
            &mut record,
        )?;
        let bytes = record.bytes();
        self.header = FileHeader::new(bytes.len() as u32);
        self.header.user_integers = self.options.user_integers;
        if self.options.profile == Profile::Plain {
            self.header.bit_info |= HIPO_FILE | HAS_DICTIONARY;
        }
        self.put(&self.header.to_bytes())?;
        self.put(bytes)
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
        if self.untagged.record.is_full_for(event) {
            self.flush()?;
        }
        self.untagged.record.push(event)?;
        self.events += 1;
        Ok(())
    }

    fn write_tagged(&mut self, tag: i32, event: &[u8]) -> Result<(), Error> {
        let options = &self.options;
        let tagged = self.tagged.entry(tag);
        let collecting = tagged.or_insert_with(|| Collecting::new(options));
        if collecting.record.is_full_for(event) {
            self.flush_tag(tag)?;
        }
        if let Some(collecting) = self.tagged.get_mut(&tag) {
            collecting.record.push(event)?;
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
        self.close_record(None, self.facts(user_word_1, user_word_2))
    }

    fn flush_tag(&mut self, tag: i32) -> Result<(), Error> {
        self.close_record(Some(tag), self.facts(i64::from(tag).cast_unsigned(), 0))
    }

    fn facts(&self, user_word_1: u64, user_word_2: u64) -> RecordFacts {
        RecordFacts {
            number: match self.options.profile {
                Profile::Cpp => 0,
                Profile::Plain => self.records + 1,
            },
            user_word_1,
            user_word_2,
        }
    }

    /// The events that are being collected for a tag, if there are any.
    fn collecting(&mut self, tag: Option<i32>) -> Option<&mut Collecting> {
        match tag {
            None => Some(&mut self.untagged),
            Some(tag) => self.tagged.get_mut(&tag),
        }
    }

    /// Has the record of a tag encoded, if it has any events, and begins the
    /// next one.
    fn close_record(&mut self, tag: Option<i32>, facts: RecordFacts) -> Result<(), Error> {
        let Some(collecting) = self.collecting(tag) else {
            return Ok(());
        };
        if collecting.record.len() == 0 {
            return Ok(());
        }
        let record = Outgoing {
            tag,
            facts,
            // By one thread, that memory is back when the next one begins.
            events: std::mem::replace(&mut collecting.record, RecordBuilder::new(0, 0)),
            encoded: self.spare_encoded.pop().unwrap_or_default(),
        };
        let most_open = self.most_open();
        let done = self.unless_failed(|writer| {
            writer.records += 1;
            writer.pipeline.add(record)?;
            writer.put_encoded(most_open)
        });
        let options = &self.options;
        let next = self
            .spare
            .pop()
            .unwrap_or_else(|| RecordBuilder::new(options.record_bytes, options.record_events));
        if let Some(collecting) = self.collecting(tag) {
            collecting.record = next;
        }
        done
    }

    /// How many records may be under way while the next one is collected: one
    /// for each other thread, and one for it to go on with when it is done. The
    /// memory of those pays in long files only: it comes with the records.
    fn most_open(&self) -> usize {
        let others = self.options.threads.get() - 1;
        others + others.min(self.records as usize / RECORDS_FOR_ONE_MORE)
    }

    /// Writes records that are encoded, and waits while more than so many are
    /// under way.
    fn put_encoded(&mut self, most_open: usize) -> Result<(), Error> {
        while let Some(record) = self.pipeline.next(most_open) {
            self.put_record(record?)?;
        }
        Ok(())
    }

    fn put_record(&mut self, record: Outgoing) -> Result<(), Error> {
        let (tag, mut encoded) = (record.tag, record.encoded);
        let cpp = self.options.profile == Profile::Cpp && encoded.is_whole();
        if cpp && let Some(collecting) = self.collecting(tag) {
            collecting.left_over.fill_padding(&mut encoded);
        }
        let position = self.position;
        self.put(encoded.bytes())?;
        self.index.extend(encoded.index_row(position));
        if cpp && let Some(collecting) = self.collecting(tag) {
            collecting.left_over.take(&mut encoded);
        }
        self.spare.push(record.events);
        self.spare_encoded.push(encoded);
        Ok(())
    }

    /// Does something after which nothing more can be written, unless it
    /// succeeds: what comes of it is not known.
    fn unless_failed<T>(
        &mut self,
        does: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if self.failed {
            return Err(ErrorKind::Write(std::io::Error::other("an earlier write failed")).into());
        }
        self.failed = true;
        let done = does(self)?;
        self.failed = false;
        Ok(done)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.output.write_all(bytes).map_err(ErrorKind::Write)?;
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
        self.unless_failed(|writer| writer.put_encoded(0))?;
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
        // padding, and the user words along with it.
        let facts = match self.options.profile {
            Profile::Cpp => self.facts(self.user_words.0, self.user_words.1),
            Profile::Plain => self.facts(0, 0),
        };
        let Collecting {
            record: events,
            left_over,
        } = &mut self.untagged;
        events.push(event.bytes())?;
        let mut record = self.spare_encoded.pop().unwrap_or_default();
        RecordEncoder::plain(self.options.profile)?.encode(events, facts, &mut record)?;
        if self.options.profile == Profile::Cpp {
            left_over.fill_padding(&mut record);
        }
        self.put(record.bytes())?;
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
