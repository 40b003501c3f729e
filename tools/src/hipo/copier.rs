//! Events that go from files to a file.

use std::path::{Path, PathBuf};

use hipo::{File, RecordInfo, Writer};
use tools::size::grouped;
use tools::text;

use crate::failure::Failure;
use crate::progress::Progress;
use crate::selection::Selection;
use crate::target::Target;
use crate::walk;

/// The most that a record takes in of several records of the input, in bytes of
/// events: as much as writers put into one.
const RECORD_BYTES: usize = 8 << 20;

/// Writes events in the records of their file: their order and the records'
/// user words are kept.
#[derive(Debug)]
pub(crate) struct Copier {
    writer: Writer<Target>,
    path: PathBuf,
    words: Option<(u64, u64)>,
    bytes: usize,
}

/// What was written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub(crate) events: u64,
    pub(crate) bytes: u64,
}

impl Copier {
    pub(crate) fn new(writer: Writer<Target>, path: &Path) -> Self {
        Self {
            writer,
            path: path.to_owned(),
            words: None,
            bytes: 0,
        }
    }

    /// What comes next is of this record of an input. A record is begun where
    /// the user words are others; else records that became small are joined.
    pub(crate) fn of_record(&mut self, record: &RecordInfo) -> Result<(), Failure> {
        let words = (record.user_word_1, record.user_word_2);
        if self.words != Some(words) {
            self.cut()?;
            self.writer.set_user_words(words.0, words.1);
            self.words = Some(words);
        }
        Ok(())
    }

    /// Adds all events of a file, in records as large as they are there.
    pub(crate) fn file(&mut self, file: &File, progress: &Progress) -> Result<(), Failure> {
        let all = Selection::default();
        let mut record = None;
        walk::events(
            file,
            0..file.event_count(),
            all.of(file)?,
            progress,
            |_, event| {
                if record != Some(event.record()) {
                    record = Some(event.record());
                    self.cut()?;
                    self.of_record(&file.records()[event.record() as usize])?;
                }
                self.event_of_record(event.bytes())
            },
        )
    }

    /// Ends the record that is being written.
    pub(crate) fn cut(&mut self) -> Result<(), Failure> {
        self.bytes = 0;
        self.writer.flush().map_err(Failure::output(&self.path))
    }

    /// Adds an event, to a record of a usual size.
    pub(crate) fn event(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if self.bytes > 0 && self.bytes + bytes.len() > RECORD_BYTES {
            self.cut()?;
        }
        self.event_of_record(bytes)
    }

    /// Adds an event to the record, which is as large as it was.
    pub(crate) fn event_of_record(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.bytes += bytes.len();
        self.writer
            .write_bytes(bytes)
            .map_err(Failure::output(&self.path))
    }

    /// Brings the file to its place.
    pub(crate) fn finish(self) -> Result<Written, Failure> {
        let events = self.writer.events();
        let target = self.writer.finish().map_err(Failure::output(&self.path))?;
        let bytes = target.persist()?;
        Ok(Written { events, bytes })
    }
}

impl Written {
    /// Says what was written, of so many events, unless nobody wants to know.
    pub(crate) fn tell(self, path: &Path, of: u64, quiet: bool) {
        if quiet {
            return;
        }
        let (events, of, bytes) = (grouped(self.events), grouped(of), grouped(self.bytes));
        let name = text::name(path);
        eprintln!("{name}: {events} of {of} events, {bytes} bytes");
    }
}
