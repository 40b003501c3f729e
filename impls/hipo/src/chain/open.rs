//! A chain of files that is open.

use std::path::{Path, PathBuf};

use super::dictionary::Union;
use super::options::ChainOptions;
use crate::error::Error;
use crate::reader::{Events, File, Filter, RandomAccess};
use crate::schema::{BankHandle, Dictionary};

/// Several files, read one after another as if they were one.
///
/// Their schemas are one dictionary: a bank means the same in all files that
/// have it, or the chain is not opened. In a file without a bank, events have
/// no rows of it; banks that a file has, but not the schemas of, are read by
/// the schemas of the others.
///
/// ```no_run
/// use hipo::{Chain, ColumnOptions, ColumnQuery};
///
/// let chain = Chain::open_folder("/data/run5042")?;
/// let particles = chain.bank("REC::Particle")?;
/// let mut events = chain.events();
/// while let Some(event) = events.next_event()? {
///     let rows = event.bank(&particles)?.rows();
///     println!("{:?}: {rows} rows", events.file().path());
/// }
/// let query = ColumnQuery::new(chain.dictionary()).column("REC::Particle", "pid")?;
/// let columns = ColumnOptions::new().threads(4).read_chain(&chain, &query)?;
/// let pid: &[i32] = columns.values("REC::Particle", "pid")?;
/// # Ok::<(), hipo::Error>(())
/// ```
///
/// Dictionaries and indices are read when the chain is opened. Of the files,
/// only a few are [kept open](ChainOptions::open_files): one that changes in
/// the meantime is an error when it is read.
#[derive(Debug)]
pub struct Chain {
    files: Vec<File>,
    dictionary: Dictionary,
    /// The number of the first event of each file, and that of all events.
    first_events: Vec<u64>,
}

impl Chain {
    /// Opens files in the order given.
    ///
    /// # Errors
    /// As [`ChainOptions::open`].
    pub fn open<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> Result<Self, Error> {
        ChainOptions::new().open(paths)
    }

    /// Opens all files of a folder whose names end in `.hipo`, in natural
    /// order.
    ///
    /// # Errors
    /// As [`ChainOptions::open_folder`].
    pub fn open_folder(folder: impl AsRef<Path>) -> Result<Self, Error> {
        ChainOptions::new().open_folder(folder)
    }

    /// Opens all files whose paths match a pattern, in natural order.
    ///
    /// # Errors
    /// As [`ChainOptions::open_glob`].
    pub fn open_glob(pattern: &str) -> Result<Self, Error> {
        ChainOptions::new().open_glob(pattern)
    }

    pub(super) fn new(mut files: Vec<File>, first_dictionary: bool) -> Result<Self, Error> {
        let dictionary = Union::of(&mut files, first_dictionary)?;
        let mut first_events = vec![0];
        let mut count = 0;
        first_events.extend(files.iter().map(|file| {
            count += file.event_count();
            count
        }));
        Ok(Self {
            files,
            dictionary,
            first_events,
        })
    }

    /// The files in order: one or more.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The schemas of all files, or of the first only if that was asked for.
    pub const fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// Looks a bank up by its name.
    ///
    /// # Errors
    /// [`UnknownBank`](crate::ErrorKind::UnknownBank).
    pub fn bank(&self, name: &str) -> Result<BankHandle, Error> {
        self.dictionary.bank(name)
    }

    /// Number of events of all files.
    pub fn event_count(&self) -> u64 {
        self.first_events.last().copied().unwrap_or_default()
    }

    /// The number of the first event of a file: the events of all files before
    /// it. None beyond the last file.
    pub fn first_event(&self, file: usize) -> Option<u64> {
        self.files.get(file).map(|_| self.first_events[file])
    }

    /// The number of each file's first event, and of all events.
    pub(super) fn first_events(&self) -> &[u64] {
        &self.first_events
    }

    /// Reads all events, one after another.
    pub fn events(&self) -> Events<'_> {
        self.events_with(&Filter::default())
    }

    /// Reads the events that a filter lets through.
    pub fn events_with(&self, filter: &Filter) -> Events<'_> {
        Events::new(&self.files, filter.clone())
    }

    /// Reads events by their numbers, from 0 in the order of the files.
    pub fn random_access(&self) -> RandomAccess<'_> {
        RandomAccess::new(&self.files)
    }
}
