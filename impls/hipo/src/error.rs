//! What can go wrong, and where.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::compression::Codec;
use crate::expression::ExpressionError;
use crate::schema::{ColumnType, SchemaError};

/// A fault, with the place it was met at.
#[derive(Debug, thiserror::Error)]
#[error("{place}{kind}", place = .0.place, kind = .0.kind)]
pub struct Error(#[source] Box<Fault>);

/// What [`Error`] points at: one word keeps results of lookups in registers.
#[derive(Debug, thiserror::Error)]
#[error("{kind}")]
struct Fault {
    #[source]
    kind: ErrorKind,
    place: Place,
}

/// Where a fault was met: as much of it as is known.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Place {
    /// The file, where there are several or one was named.
    pub file: Option<PathBuf>,
    /// The data record, from 0 in the order of the index.
    pub record: Option<u64>,
    /// The event within that record, from 0.
    pub event: Option<u64>,
    /// Bytes from the start of the file.
    pub offset: Option<u64>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}: ", file.display())?;
        }
        let parts = [
            ("record", self.record),
            ("event", self.event),
            ("byte", self.offset),
        ];
        let mut before = "";
        for (name, number) in parts {
            if let Some(number) = number {
                write!(f, "{before}{name} {number}")?;
                before = ", ";
            }
        }
        if before.is_empty() {
            return Ok(());
        }
        f.write_str(": ")
    }
}

impl Error {
    /// What it is.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Where it was met.
    pub fn place(&self) -> &Place {
        &self.0.place
    }

    /// States the place in the file, if none was stated before.
    #[must_use]
    pub(crate) fn at(mut self, offset: u64) -> Self {
        self.0.place.offset.get_or_insert(offset);
        self
    }

    #[must_use]
    pub(crate) fn in_event(mut self, event: u64) -> Self {
        self.0.place.event.get_or_insert(event);
        self
    }

    #[must_use]
    pub(crate) fn in_record(mut self, record: u64) -> Self {
        self.0.place.record.get_or_insert(record);
        self
    }

    #[must_use]
    pub(crate) fn in_file(mut self, file: &Path) -> Self {
        self.0.place.file.get_or_insert_with(|| file.to_owned());
        self
    }
}

impl<K: Into<ErrorKind>> From<K> for Error {
    #[cold]
    fn from(kind: K) -> Self {
        Self(Box::new(Fault {
            kind: kind.into(),
            place: Place::default(),
        }))
    }
}

/// What went wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The source could not be read.
    #[error("the file cannot be read")]
    Read(#[from] io::Error),
    /// The output could not be written to.
    #[error("the file cannot be written")]
    Write(#[source] io::Error),
    /// There is no HIPO file header: its magic number is not where it belongs.
    #[error(
        "this is not a HIPO file: its header has the magic number {found:#010x}, not 0xc0da0100 (files from before 2018 have another format)"
    )]
    NotHipo {
        /// The four bytes at offset 28, as a little-endian number.
        found: u32,
    },
    /// A file begins with something else than its name for itself.
    #[error("the file does not begin with HIPO but {found:#010x}: its header is lost")]
    FileId {
        /// The first four bytes, as a little-endian number.
        found: u32,
    },
    /// EVIO shares HIPO's headers, but not its events.
    #[error("this is an EVIO file: its records hold EVIO events, not HIPO's")]
    Evio,
    /// The file ends too early.
    #[error("{what}: {needed} bytes are needed, and {left} are left")]
    Truncated {
        /// What was being read.
        what: &'static str,
        /// How many bytes it takes.
        needed: u64,
        /// How many there are.
        left: u64,
    },
    /// A record does not begin with a record header.
    #[error("no record begins here: its magic number is {found:#010x}, not 0xc0da0100")]
    RecordMagic {
        /// The four bytes at offset 28, as a little-endian number.
        found: u32,
    },
    /// A header of fewer words than its fields take.
    #[error("a header of {words} words, where its fields take 14")]
    HeaderLength {
        /// The length told, in words of four bytes.
        words: u32,
    },
    /// A record shorter than its own header.
    #[error("a record of {record} words with a header of {header}")]
    RecordLength {
        /// The length of the record told, in words of four bytes.
        record: u32,
        /// The length of its header told, in words of four bytes.
        header: u32,
    },
    /// More padding than payload.
    #[error("{padding} bytes of padding in a payload of {payload}")]
    Padding {
        /// Bytes of padding told.
        padding: u32,
        /// Bytes of the stored payload.
        payload: u64,
    },
    /// The compression tag that nobody has assigned.
    #[error("compression tag {tag} is not assigned")]
    CompressionTag {
        /// The tag.
        tag: u8,
    },
    /// What names no compression.
    #[error(
        "{name:?} is no compression: there are none, lz4, lz4-high, gzip and zstd, each by itself or with -per-bank or -per-column behind it"
    )]
    CompressionName {
        /// The name.
        name: String,
    },
    /// A payload or one of its streams does not decompress.
    #[error("{codec} data is damaged")]
    Decompress {
        /// Its codec.
        codec: Codec,
        /// How that was noticed.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A payload or one of its streams decompresses to another length.
    #[error("{codec} data gives {got} bytes, where {expected} belong")]
    DecompressedLength {
        /// Its codec.
        codec: Codec,
        /// Bytes told beforehand.
        expected: u64,
        /// Bytes that came.
        got: u64,
    },
    /// A codec refused to compress.
    #[error("{codec} does not compress that")]
    Compress {
        /// The codec.
        codec: Codec,
        /// Why.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A codec has no such level.
    #[error("{codec} has no level {level}: there are {least} to {most}")]
    Level {
        /// The codec.
        codec: Codec,
        /// The level asked for.
        level: i32,
        /// The lowest one.
        least: i32,
        /// The highest one.
        most: i32,
    },
    /// A structure longer than its header can tell, 16777215 bytes.
    #[error("structure {group}/{item} of {length} bytes: the most is 16777215")]
    StructureTooLong {
        /// Its group.
        group: u16,
        /// Its item.
        item: u8,
        /// The length of its payload in bytes.
        length: u64,
    },
    /// Columns of one bank that are not equally long.
    #[error("column {column} of bank {bank} was given {given} values, where there are {expected}")]
    ColumnLength {
        /// The bank's name.
        bank: String,
        /// The column's name.
        column: String,
        /// Values given.
        given: usize,
        /// Values of the bank's rows.
        expected: usize,
    },
    /// An event larger than a record can be.
    #[error("an event of {bytes} bytes: a record can hold {most}")]
    EventTooLong {
        /// Its size in bytes.
        bytes: u64,
        /// The most that there can be, in bytes.
        most: u64,
    },
    /// A record whose events are longer than its data.
    #[error("the events take {events} bytes, where there are {data}")]
    EventIndex {
        /// Bytes that the index gives to events.
        events: u64,
        /// Bytes of data.
        data: u64,
    },
    /// A structure that runs over the end of its event.
    #[error("structure {group}/{item} of {length} bytes, where the event has {left} left")]
    StructureLength {
        /// Its group.
        group: u16,
        /// Its item.
        item: u8,
        /// The length of its payload told, in bytes.
        length: u32,
        /// Bytes that the event has left.
        left: u32,
    },
    /// A structure shorter than the format that it begins with.
    #[error("structure {group}/{item} of {length} bytes with a format of {format}")]
    FormatLength {
        /// Its group.
        group: u16,
        /// Its item.
        item: u8,
        /// The length of its payload told, in bytes.
        length: u32,
        /// The length of its format told, in bytes.
        format: u8,
    },
    /// The payload of a split layout is of a version that is not known.
    #[error("a payload of version {version}; for tag {tag}, {known} are known")]
    LayoutVersion {
        /// The compression tag.
        tag: u8,
        /// The version told.
        version: u8,
        /// Versions that are known.
        known: &'static str,
    },
    /// The directory of a split layout contradicts itself or its record.
    #[error("the directory of the record is damaged: {0}")]
    Directory(&'static str),
    /// A stream of a split layout is not what was written.
    #[error("stream {stream} has the checksum {computed:#010x}, not {stored:#010x}")]
    Checksum {
        /// The stream within its record, from 0.
        stream: usize,
        /// What the directory tells.
        stored: u32,
        /// What the bytes give.
        computed: u32,
    },
    /// A schema or dictionary could not be made.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// An expression could not be read, bound or evaluated.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// No schema has that name.
    #[error("there is no bank {name}{}", did_you_mean(.similar.as_deref()))]
    UnknownBank {
        /// The name asked for.
        name: String,
        /// A name much like it.
        similar: Option<String>,
    },
    /// The schema has no such column.
    #[error("bank {bank} has no column {name}{}", did_you_mean(.similar.as_deref()))]
    UnknownColumn {
        /// The bank's name.
        bank: String,
        /// The column asked for.
        name: String,
        /// A name much like it.
        similar: Option<String>,
    },
    /// A column has values of another type.
    #[error("column {column} of bank {bank} holds {stored}, not {asked}")]
    ColumnType {
        /// The bank's name.
        bank: String,
        /// The column's name.
        column: String,
        /// The type that it has.
        stored: ColumnType,
        /// The type asked for.
        asked: ColumnType,
    },
    /// Something is larger than the [`Limits`](crate::Limits) allow.
    #[error("{what} of {size} bytes, where the limit is {limit}")]
    Limit {
        /// What is.
        what: &'static str,
        /// Its size in bytes.
        size: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The system has not as much memory as columns take.
    #[error("there are not {bytes} bytes of memory for a column; read it in batches")]
    Memory {
        /// Bytes of the column.
        bytes: u64,
    },
    /// An event of another size than it tells itself.
    #[error("an event that says it has {told} bytes, where its record gives it {length}")]
    EventSize {
        /// What its header tells, in bytes.
        told: u32,
        /// Its length by its record, in bytes.
        length: u64,
    },
    /// A chain of no files.
    #[error("a chain needs a file: {0}")]
    NoFiles(String),
    /// A pattern for the names of files that means nothing.
    #[error("{pattern:?} is no pattern for names of files: {wrong} at character {at}")]
    Pattern {
        /// The pattern.
        pattern: String,
        /// What is wrong.
        wrong: &'static str,
        /// Where, in characters from 0.
        at: usize,
    },
    /// Files of a chain that do not mean the same by a bank.
    #[error("{} and {} do not agree: {source}", .first.display(), .second.display())]
    FilesDisagree {
        /// The file that came first.
        first: PathBuf,
        /// The other one.
        second: PathBuf,
        /// What is not alike.
        source: SchemaError,
    },
    /// A record header whose numbers contradict each other.
    #[error("a header with {events} events and {bytes} bytes for their lengths, of four each")]
    IndexLength {
        /// Events told.
        events: u32,
        /// Bytes of the index of events told.
        bytes: u32,
    },
    /// A damaged file in which more looks like records than can be tried.
    #[error(
        "the record leads to no other, and too many like it were tried before: it was passed over"
    )]
    Trials,
    /// Within a file, another one begins.
    #[error("another file begins here: its records are read with the schemas of the first")]
    JoinedFile,
    /// What should be the index has none.
    #[error("the record at the end of the file holds no index")]
    NoIndex,
    /// A record has another number of events than the index tells.
    #[error("the record has {record} events, where the index has {index}")]
    IndexEvents {
        /// Events by the index.
        index: u32,
        /// Events by the record's header.
        record: u32,
    },
    /// There is no such event.
    #[error("there is no event {event}: there are {count}, from 0")]
    NoEvent {
        /// The event asked for.
        event: u64,
        /// How many there are.
        count: u64,
    },
}

fn did_you_mean(similar: Option<&str>) -> String {
    match similar {
        Some(name) => format!(" (is it {name}?)"),
        None => String::new(),
    }
}
