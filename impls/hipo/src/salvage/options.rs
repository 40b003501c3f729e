//! A damaged file that is open.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::dictionary::FoundDictionary;
use super::events::SalvagedEvents;
use super::plausible::is_plausible;
use super::report::{DictionaryState, SalvageReport};
use super::walk::Ground;
use crate::error::{Error, ErrorKind};
use crate::limits::Limits;
use crate::reader::{Config, truncated};
use crate::schema::{BankHandle, Dictionary, SchemaError};
use crate::source::{ReadAt, read_up_to};
use crate::wire::{FileHeader, HEADER_BYTES, RecordHeader};
use crate::writer::{Finish, Writer, WriterOptions};

/// How to open a damaged file.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct SalvageOptions {
    limits: Limits,
    dictionary: Option<Dictionary>,
}

impl SalvageOptions {
    /// What [`Salvage::open`] goes by.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the bounds on what the file can make its reader allocate.
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Gives schemas for a file that has lost its own, such as those of another
    /// file of the same run. Where the file's dictionary is whole it comes
    /// first, and these add what it lacks; where it is damaged, these come
    /// first.
    pub fn dictionary(mut self, dictionary: &Dictionary) -> Self {
        self.dictionary = Some(dictionary.clone());
        self
    }

    /// Opens the file at `path`.
    ///
    /// # Errors
    /// For a file that cannot be read, and [`Evio`](ErrorKind::Evio) for one of
    /// another format. No damage is an error.
    pub fn open(self, path: impl AsRef<Path>) -> Result<Salvage, Error> {
        let path = path.as_ref();
        let opened = std::fs::File::open(path)
            .map_err(Error::from)
            .and_then(|file| self.open_as(Arc::new(file), Some(path)));
        opened.map_err(|error| error.in_file(path))
    }

    /// Opens a file that is somewhere else: in memory, or far away.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_source(self, source: impl ReadAt + 'static) -> Result<Salvage, Error> {
        self.open_as(Arc::new(source), None)
    }

    fn open_as(self, source: Arc<dyn ReadAt>, path: Option<&Path>) -> Result<Salvage, Error> {
        let size = source.size()?;
        let header = file_header(&*source, size)?;
        if let Err(error) = &header
            && matches!(error.kind(), ErrorKind::Evio | ErrorKind::Read(_))
        {
            return Err(header.expect_err("it is an error"));
        }
        let mut found = FoundDictionary::find(Ground {
            source: &*source,
            size,
            header: header.as_ref().ok(),
            dictionary: &Dictionary::default(),
            limits: &self.limits,
        })?;
        if let Some(given) = &self.dictionary {
            found.add(given);
        }
        Ok(Salvage {
            path: path.map(Path::to_owned),
            source,
            size,
            header: header.ok(),
            found,
            limits: self.limits,
        })
    }
}

/// The header of a file, unless the file begins with a record.
fn file_header(source: &dyn ReadAt, size: u64) -> Result<Result<FileHeader, Error>, Error> {
    let mut bytes = [0; HEADER_BYTES];
    if read_up_to(source, 0, &mut bytes)? < HEADER_BYTES {
        let error = truncated("the header of a file", HEADER_BYTES as u64, size);
        return Ok(Err(error.at(0)));
    }
    let header = match FileHeader::parse(&bytes) {
        Ok(header) => header,
        Err(error) => return Ok(Err(error)),
    };
    // Records have the same magic number at the same place.
    let record = RecordHeader::parse(&bytes).ok();
    if record.is_some_and(|record| is_plausible(&record) && record.record_bytes <= size) {
        let found = u32::from_le_bytes(header.id);
        return Ok(Err(Error::from(ErrorKind::FileId { found }).at(0)));
    }
    Ok(Ok(header))
}

/// A file of which something is lost: read for what is left.
///
/// [`File`](crate::File) reads files that were never closed or are cut off, and
/// goes on after a damaged record. This reads on where that gives up: without
/// a header or a dictionary, past bytes that are no record, and into records
/// that are damaged. What was lost, it tells in a [`SalvageReport`].
///
/// ```no_run
/// use hipo::Salvage;
///
/// let salvage = Salvage::open("broken.hipo")?;
/// let mut writer = salvage.writer_options().create("repaired.hipo")?;
/// let report = salvage.write_to(&mut writer)?;
/// writer.finish()?;
/// println!("{report}");
/// # Ok::<(), hipo::Error>(())
/// ```
///
/// A record has no checksum in most codecs: a number that was changed where it
/// stands is not noticed. Records that do not decompress are kept up to where
/// that shows, as long as events are sound; see
/// [`events_doubtful`](SalvageReport::events_doubtful).
pub struct Salvage {
    path: Option<PathBuf>,
    source: Arc<dyn ReadAt>,
    size: u64,
    header: Option<FileHeader>,
    found: FoundDictionary,
    limits: Limits,
}

impl fmt::Debug for Salvage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Salvage")
            .field("path", &self.path)
            .field("size", &self.size)
            .field("header", &self.header)
            .field("schemas", &self.dictionary().schemas().len())
            .finish_non_exhaustive()
    }
}

impl Salvage {
    /// Opens the file at `path`.
    ///
    /// # Errors
    /// As [`SalvageOptions::open`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        SalvageOptions::new().open(path)
    }

    /// Opens a file whose bytes are in memory, or anywhere else.
    ///
    /// # Errors
    /// As [`SalvageOptions::open`].
    pub fn from_source(source: impl ReadAt + 'static) -> Result<Self, Error> {
        SalvageOptions::new().open_source(source)
    }

    /// The header of the file, if it is left.
    pub const fn header(&self) -> Option<&FileHeader> {
        self.header.as_ref()
    }

    /// The schemas: what is left of the file's, and those that were given.
    pub const fn dictionary(&self) -> &Dictionary {
        &self.found.dictionary
    }

    /// What is left of the file's own dictionary.
    pub const fn dictionary_state(&self) -> DictionaryState {
        self.found.state
    }

    /// Schemas of the file that could not be read.
    pub fn schema_faults(&self) -> &[SchemaError] {
        &self.found.faults
    }

    /// What the file tells of itself beside its schemas, as far as it is left.
    pub const fn config(&self) -> &Config {
        &self.found.config
    }

    /// Looks a bank up by its name.
    ///
    /// # Errors
    /// [`UnknownBank`](ErrorKind::UnknownBank).
    pub fn bank(&self, name: &str) -> Result<BankHandle, Error> {
        self.dictionary()
            .bank(name)
            .map_err(|error| self.place(error))
    }

    /// Reads all events that are left, in the order of the file.
    pub fn events(&self) -> SalvagedEvents<'_> {
        SalvagedEvents::new(self)
    }

    /// How to write what is left: with the schemas and the configuration of
    /// this file. Compression is the writer's own.
    pub fn writer_options(&self) -> WriterOptions {
        let mut options = WriterOptions::new().dictionary(self.dictionary());
        for (key, value) in self.config().entries() {
            options = options.config(key, value);
        }
        for (name, bit) in self.config().tag_names() {
            options = options.tag_name(name, bit);
        }
        match &self.header {
            Some(header) => options.user_integers(header.user_integers[0], header.user_integers[1]),
            None => options,
        }
    }

    /// Writes all events that are left, with the user words of their records.
    ///
    /// # Errors
    /// Whatever the source or the writer meets.
    pub fn write_to<W: Finish>(&self, writer: &mut Writer<W>) -> Result<SalvageReport, Error> {
        let mut events = self.events();
        let mut before = None;
        while events.advance()? {
            let words = events.user_words();
            let Some(event) = events.current() else {
                continue;
            };
            if event.tag() == 0 && before != Some(words) {
                if before.is_some() {
                    writer.flush()?;
                }
                before = Some(words);
                writer.set_user_words(words.0, words.1);
            }
            writer.write_bytes(event.bytes())?;
        }
        Ok(events.into_report())
    }

    pub(super) fn ground(&self) -> Ground<'_> {
        Ground {
            source: &*self.source,
            size: self.size,
            header: self.header.as_ref(),
            dictionary: self.dictionary(),
            limits: &self.limits,
        }
    }

    /// Why there is no file header, if there is none.
    pub(super) fn header_fault(&self) -> Option<Error> {
        match &self.header {
            Some(_) => None,
            None => file_header(&*self.source, self.size)
                .and_then(|header| header)
                .err(),
        }
    }

    /// Adds the file's path to an error.
    pub(super) fn place(&self, error: Error) -> Error {
        match &self.path {
            Some(path) => error.in_file(path),
            None => error,
        }
    }
}
