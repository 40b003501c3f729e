//! How a file is written.

use std::io::Cursor;
use std::num::NonZeroUsize;
use std::path::Path;

use super::file::Writer;
use super::output::{Finish, Replacing};
use crate::compression::Compression;
use crate::error::Error;
use crate::schema::{Dictionary, Schema};

/// Whose rules a file follows where writers differ.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Profile {
    /// C++ hipo4's: for the same calls, the same bytes, with LZ4 at its own
    /// level. Records have no numbers and no kind, the dictionary and the index
    /// are compressed, configuration is in the order of its keys.
    Cpp,
    /// Java's and oxihipo's headers: records are numbered and say what they
    /// are; the dictionary and the index are stored as they are.
    #[default]
    Plain,
}

/// The most that writers put into a record, in bytes of events.
const RECORD_BYTES: u32 = 8 << 20;

/// The most events that C++ puts into a record.
const RECORD_EVENTS: u32 = 99_999;

/// How a file is written: its schemas, its compression, what it tells of
/// itself.
///
/// ```
/// use hipo::{EventBuilder, File, WriterOptions};
///
/// let mut writer = WriterOptions::new()
///     .schema("{RUN::config/10000/11}{run/I}".parse()?)?
///     .config("target", "LH2")
///     .to_memory()?;
/// let runs = writer.bank("RUN::config")?;
/// let run = runs.column::<i32>("run")?;
/// let mut event = EventBuilder::new();
/// event.bank(&runs, 1)?.set(&run, 0, 5042);
/// writer.write(&event)?;
/// let bytes = writer.finish()?.into_inner();
///
/// let file = File::from_source(bytes)?;
/// assert_eq!(file.event_count(), 1);
/// assert_eq!(file.config().get("target"), Some("LH2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct WriterOptions {
    pub(super) dictionary: Dictionary,
    pub(super) config: Vec<(String, String)>,
    pub(super) tag_names: Vec<(String, u32)>,
    pub(super) compression: Compression,
    pub(super) level: Option<i32>,
    pub(super) byte_split: bool,
    pub(super) profile: Profile,
    pub(super) record_bytes: u32,
    pub(super) record_events: u32,
    pub(super) user_integers: [u32; 2],
    pub(super) tags_apart: bool,
    pub(super) threads: NonZeroUsize,
}

impl Default for WriterOptions {
    fn default() -> Self {
        Self {
            dictionary: Dictionary::default(),
            config: Vec::new(),
            tag_names: Vec::new(),
            compression: Compression::LZ4,
            level: None,
            byte_split: false,
            profile: Profile::default(),
            record_bytes: RECORD_BYTES,
            record_events: RECORD_EVENTS,
            user_integers: [0; 2],
            tags_apart: true,
            threads: NonZeroUsize::MIN,
        }
    }
}

impl WriterOptions {
    /// A file without schemas, with LZ4, in records of 8 MiB.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a schema.
    ///
    /// # Errors
    /// As [`Dictionary::add`].
    pub fn schema(mut self, schema: Schema) -> Result<Self, Error> {
        self.dictionary.add(schema)?;
        Ok(self)
    }

    /// Takes all schemas of a dictionary instead of those added before.
    pub fn dictionary(mut self, dictionary: &Dictionary) -> Self {
        self.dictionary = dictionary.clone();
        self
    }

    /// Adds a key and a value to the file's configuration. C++ hipo4 crashes
    /// when it reads the dictionary of a file that has any.
    pub fn config(mut self, key: &str, value: &str) -> Self {
        self.config.push((key.to_owned(), value.to_owned()));
        self
    }

    /// Names a bit of event tags (oxihipo's registry; others pass it over).
    pub fn tag_name(mut self, name: &str, bit: u32) -> Self {
        self.tag_names.push((name.to_owned(), bit));
        self
    }

    /// Sets the compression. C++ reads tags 0 to 2, Java's j4np those and,
    /// in files of one record, 3.
    ///
    /// Layouts that split lose what they have no place for: the order of banks
    /// within an event, and the first word of an event's header. A record whose
    /// events have more than that, such as one bank twice, is stored whole.
    pub fn compression(mut self, compression: Compression) -> Self {
        self.compression = compression;
        self
    }

    /// Sets the level of the codec: 1 to 65537 for LZ4 (its acceleration), 2
    /// to 12 for LZ4-HC, 0 to 9 for gzip, -131072 to 22 for Zstandard.
    pub fn level(mut self, level: i32) -> Self {
        self.level = Some(level);
        self
    }

    /// Has the layout per column split the values of a column into planes of
    /// their first bytes, second bytes and so on, and check each stream when it
    /// is read (version 3 of the layout). For numbers that are much alike this
    /// saves a lot. Other layouts go without.
    pub fn byte_split(mut self, split: bool) -> Self {
        self.byte_split = split;
        self
    }

    /// Sets whose rules the file follows.
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// Closes a record before its events reach so many bytes, 8 MiB unless
    /// told. An event that is larger has a record of its own; C++ would drop
    /// it.
    pub fn record_bytes(mut self, bytes: u32) -> Self {
        self.record_bytes = bytes;
        self
    }

    /// Closes a record at so many events, 99,999 unless told; 1 at least, and
    /// 1,048,576 at most.
    pub fn record_events(mut self, events: u32) -> Self {
        self.record_events = events.clamp(1, 1 << 20);
        self
    }

    /// Sets the two numbers of the file header that are free for use.
    pub fn user_integers(mut self, first: u32, second: u32) -> Self {
        self.user_integers = [first, second];
        self
    }

    /// Whether events with a tag other than 0 go to records of their tag, as
    /// they do unless told: else all events stay in the order in which they are
    /// written, in records whose words [`Writer::set_user_words`] sets. So the
    /// records of another file come out as they were.
    pub fn tags_apart(mut self, apart: bool) -> Self {
        self.tags_apart = apart;
        self
    }

    /// Encodes records with so many threads, the one that writes among them: 1
    /// unless told, which begins no thread; 0 is as many as the machine runs at
    /// once. The bytes of the file are the same for any number.
    ///
    /// While others encode records, the thread that writes collects the next
    /// one; when the others have enough to do, it encodes one too. Memory is
    /// bounded by two records for each thread, and one for each tag beside.
    ///
    /// The output is only written to by the thread that calls, in its calls:
    /// records may come to it as late as in [`finish`](Writer::finish), and so
    /// may what is wrong with it be told. A panic of another thread goes on in
    /// the one that calls. Where the system refuses to begin a thread, those
    /// that there are do the work.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = crate::threads::count(threads);
        self
    }

    /// Begins a file that takes its place at `path` when it is finished.
    ///
    /// # Errors
    /// [`Level`](crate::ErrorKind::Level), and whatever the file system meets.
    pub fn create(self, path: impl AsRef<Path>) -> Result<Writer<Replacing>, Error> {
        let path = path.as_ref();
        let output = Replacing::new(path).map_err(|error| Error::from(error).in_file(path))?;
        self.to_output(output).map_err(|error| error.in_file(path))
    }

    /// Begins a file in memory.
    ///
    /// # Errors
    /// [`Level`](crate::ErrorKind::Level).
    pub fn to_memory(self) -> Result<Writer<Cursor<Vec<u8>>>, Error> {
        self.to_output(Cursor::new(Vec::new()))
    }

    /// Begins a file at the place where an output stands. It is written to in
    /// pieces of whole records.
    ///
    /// # Errors
    /// [`Level`](crate::ErrorKind::Level), and whatever the output meets.
    pub fn to_output<W: Finish>(self, output: W) -> Result<Writer<W>, Error> {
        Writer::new(self, output)
    }
}
