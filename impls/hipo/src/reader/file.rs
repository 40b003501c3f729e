//! A file that is open.

use std::fmt;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;

use super::dictionary_record::DictionaryRecord;
use super::index::Indexer;
use super::loader::{Loader, read_header, truncated};
use super::{Config, Events, Filter, IndexSource, RandomAccess, RecordInfo};
use crate::error::Error;
use crate::limits::Limits;
use crate::schema::{BankHandle, Dictionary, SchemaError};
use crate::source::{ReadAt, read_up_to};
use crate::wire::{FileHeader, HEADER_BYTES, RecordHeader};

/// How to open a file.
#[derive(Clone, Copy, Debug, Default)]
#[must_use]
pub struct OpenOptions {
    limits: Limits,
}

impl OpenOptions {
    /// What [`File::open`] goes by.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the bounds on what the file can make its reader allocate.
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Opens the file at `path`.
    ///
    /// # Errors
    /// As [`open_source`](Self::open_source), with the path.
    pub fn open(self, path: impl AsRef<Path>) -> Result<File, Error> {
        let path = path.as_ref();
        let opened = std::fs::File::open(path)
            .map_err(Error::from)
            .and_then(|file| self.open_as(Arc::new(file), Some(path)));
        opened.map_err(|error| error.in_file(path))
    }

    /// Opens a file that is somewhere else: in memory, or far away.
    ///
    /// # Errors
    /// For what is not a HIPO file, for a dictionary that cannot be
    /// decompressed, and for a source that cannot be read. An index that is
    /// missing or damaged is no error: see [`File::index_source`].
    pub fn open_source(self, source: impl ReadAt + 'static) -> Result<File, Error> {
        self.open_as(Arc::new(source), None)
    }

    pub(crate) fn open_as(
        self,
        source: Arc<dyn ReadAt>,
        path: Option<&Path>,
    ) -> Result<File, Error> {
        let size = source.size()?;
        let mut bytes = [0; HEADER_BYTES];
        if read_up_to(&*source, 0, &mut bytes)? < HEADER_BYTES {
            return Err(truncated("the header of a file", HEADER_BYTES as u64, size));
        }
        let header = FileHeader::parse(&bytes)?;
        let mut loader = Loader::default();
        let (position, limits) = (header.header_bytes, self.limits);
        let told = if header.user_header_bytes == 0 {
            DictionaryRecord::default()
        } else {
            DictionaryRecord::read(&*source, position, size, &limits, &mut loader)?
        };
        let (records, index_source) = Indexer {
            source: &*source,
            size,
            header: &header,
            limits: &limits,
            loader: &mut loader,
        }
        .records()?;
        Ok(File {
            path: path.map(Path::to_owned),
            source,
            size,
            header,
            dictionary: Arc::new(told.dictionary),
            config: told.config,
            schema_faults: told.faults,
            records,
            index_source,
            limits,
        })
    }
}

/// A HIPO file, open for reading.
///
/// It holds no more than the header, the dictionary and the list of records;
/// events are read as they are asked for, a record at a time. It can be read by
/// several threads at once.
pub struct File {
    path: Option<PathBuf>,
    source: Arc<dyn ReadAt>,
    size: u64,
    header: FileHeader,
    dictionary: Arc<Dictionary>,
    config: Config,
    schema_faults: Vec<SchemaError>,
    records: Vec<RecordInfo>,
    index_source: IndexSource,
    limits: Limits,
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File")
            .field("path", &self.path)
            .field("size", &self.size)
            .field("records", &self.records.len())
            .field("schemas", &self.dictionary.schemas().len())
            .finish_non_exhaustive()
    }
}

impl File {
    /// Opens the file at `path`.
    ///
    /// # Errors
    /// As [`OpenOptions::open_source`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        OpenOptions::new().open(path)
    }

    /// Opens a file whose bytes are in memory, or anywhere else.
    ///
    /// # Errors
    /// As [`OpenOptions::open_source`].
    pub fn from_source(source: impl ReadAt + 'static) -> Result<Self, Error> {
        OpenOptions::new().open_source(source)
    }

    /// Its path, if it was opened by one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Its size in bytes.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Its header.
    pub const fn header(&self) -> &FileHeader {
        &self.header
    }

    /// Its schemas.
    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// Schemas of the file that could not be read: banks of them can be found
    /// by group and item only.
    pub fn schema_faults(&self) -> &[SchemaError] {
        &self.schema_faults
    }

    /// What the file tells of itself beside its schemas.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// Its data records, in the order of the index.
    pub fn records(&self) -> &[RecordInfo] {
        &self.records
    }

    /// Reads the header of a data record: how it is compressed, how large it is
    /// when it is not.
    ///
    /// # Errors
    /// What is wrong with the header, or with reading it.
    ///
    /// # Panics
    /// When there is no such record.
    pub fn record_header(&self, record: usize) -> Result<RecordHeader, Error> {
        let position = self.records[record].position;
        read_header(self.source(), position, self.size, &mut [0; HEADER_BYTES])
            .map_err(|error| self.place(error.in_record(record as u64)))
    }

    /// Where the list of records is from. A file that was never closed, or has
    /// lost its end, is read as far as its records go.
    pub const fn index_source(&self) -> &IndexSource {
        &self.index_source
    }

    /// Number of events.
    pub fn event_count(&self) -> u64 {
        self.records
            .last()
            .map_or(0, |record| record.first_event + u64::from(record.events))
    }

    /// Looks a bank up by its name.
    ///
    /// # Errors
    /// [`UnknownBank`](crate::ErrorKind::UnknownBank).
    pub fn bank(&self, name: &str) -> Result<BankHandle, Error> {
        self.dictionary
            .bank(name)
            .map_err(|error| self.place(error))
    }

    /// Reads all events, one after another.
    pub fn events(&self) -> Events<'_> {
        self.events_with(&Filter::default())
    }

    /// Reads the events that a filter lets through.
    pub fn events_with<'f>(&'f self, filter: &Filter) -> Events<'f> {
        Events::new(slice::from_ref(self), filter.clone())
    }

    /// Reads events by their numbers.
    pub fn random_access(&self) -> RandomAccess<'_> {
        RandomAccess::new(slice::from_ref(self))
    }

    /// Its schemas, to be shared with files that have the same.
    pub(crate) const fn shared_dictionary(&mut self) -> &mut Arc<Dictionary> {
        &mut self.dictionary
    }

    pub(crate) fn source(&self) -> &dyn ReadAt {
        &*self.source
    }

    pub(crate) const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Adds the file's path to an error.
    pub(crate) fn place(&self, error: Error) -> Error {
        match &self.path {
            Some(path) => error.in_file(path),
            None => error,
        }
    }
}
