//! How a chain is opened.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::handles::{Handles, LazyFile};
use super::open::Chain;
use super::paths;
use crate::error::{Error, ErrorKind};
use crate::limits::Limits;
use crate::reader::{File, OpenOptions};

/// How to open several files as one.
///
/// ```no_run
/// let chain = hipo::ChainOptions::new()
///     .threads(4)
///     .open_glob("/data/run5042/*.hipo")?;
/// println!("{} events of {} files", chain.event_count(), chain.files().len());
/// # Ok::<(), hipo::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct ChainOptions {
    limits: Limits,
    threads: NonZeroUsize,
    first_dictionary: bool,
    open_files: usize,
}

impl Default for ChainOptions {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            threads: NonZeroUsize::MIN,
            first_dictionary: false,
            open_files: 64,
        }
    }
}

impl ChainOptions {
    /// What [`Chain::open`] goes by: one thread, the schemas of all files, 64
    /// files open at once.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the bounds on what each file can make its reader allocate.
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Opens files with so many threads; 0 is as many as the machine runs at
    /// once. Reading has [threads of its own](crate::ColumnOptions::threads).
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = NonZeroUsize::new(threads)
            .unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN));
        self
    }

    /// Takes the schemas of the first file only, as Java does, and does not
    /// compare them with the others': their banks are read as if they were
    /// alike, and are garbage where they are not.
    pub const fn first_dictionary(mut self, first: bool) -> Self {
        self.first_dictionary = first;
        self
    }

    /// Keeps so many files open at once, 64 unless told, and one at least. Each
    /// thread can have one more for as long as it reads from it.
    pub const fn open_files(mut self, files: usize) -> Self {
        self.open_files = files;
        self
    }

    /// Opens files in the order given. One that is given twice is there twice.
    ///
    /// # Errors
    /// As [`OpenOptions::open`] for the first file that cannot be opened;
    /// [`FilesDisagree`](ErrorKind::FilesDisagree) where a bank is not alike in
    /// two of them; [`NoFiles`](ErrorKind::NoFiles).
    pub fn open<P: Into<PathBuf>>(
        self,
        paths: impl IntoIterator<Item = P>,
    ) -> Result<Chain, Error> {
        let paths: Vec<PathBuf> = paths.into_iter().map(Into::into).collect();
        let files = self.open_all(&paths)?;
        self.of_files(files)
    }

    /// Opens all files of a folder whose names end in `.hipo`, in natural
    /// order: `run2.hipo` before `run10.hipo`. Folders within it are left.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_folder(self, folder: impl AsRef<Path>) -> Result<Chain, Error> {
        let paths = paths::of_folder(folder.as_ref())?;
        self.open(paths)
    }

    /// Opens all files whose paths match a pattern, as a shell has them (`*`,
    /// `?`, `[a-z]`, and `**` for folders at any depth), in natural order.
    ///
    /// # Errors
    /// As [`open`](Self::open), and [`Pattern`](ErrorKind::Pattern). That none
    /// matches is [`NoFiles`](ErrorKind::NoFiles).
    pub fn open_glob(self, pattern: &str) -> Result<Chain, Error> {
        let paths = paths::of_pattern(pattern)?;
        self.open(paths)
    }

    /// Makes a chain of files that are open, in the order given.
    ///
    /// # Errors
    /// [`FilesDisagree`](ErrorKind::FilesDisagree) and
    /// [`NoFiles`](ErrorKind::NoFiles).
    pub fn of_files(self, files: Vec<File>) -> Result<Chain, Error> {
        if files.is_empty() {
            return Err(ErrorKind::NoFiles("none was given".to_owned()).into());
        }
        Chain::new(files, self.first_dictionary)
    }

    /// Reads dictionary and index of each file. The error is that of the first
    /// file that has one.
    fn open_all(&self, paths: &[PathBuf]) -> Result<Vec<File>, Error> {
        let handles = Arc::new(Handles::new(self.open_files));
        let next = AtomicUsize::new(0);
        let opened = Mutex::new(Vec::with_capacity(paths.len()));
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(path) = paths.get(number) else {
                    return;
                };
                let file = self.open_one(path, number, &handles);
                if file.is_err() {
                    // Files before this one are being opened already.
                    next.fetch_max(paths.len(), Ordering::Relaxed);
                }
                let mut opened = opened.lock().unwrap_or_else(PoisonError::into_inner);
                opened.push((number, file));
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads.get().min(paths.len()) {
                scope.spawn(work);
            }
            work();
        });
        let mut opened = opened.into_inner().unwrap_or_else(PoisonError::into_inner);
        opened.sort_unstable_by_key(|(number, _)| *number);
        opened.into_iter().map(|(_, file)| file).collect()
    }

    fn open_one(&self, path: &Path, number: usize, handles: &Arc<Handles>) -> Result<File, Error> {
        LazyFile::new(path.to_owned(), number, Arc::clone(handles))
            .map_err(Error::from)
            .and_then(|source| {
                let options = OpenOptions::new().limits(self.limits);
                options.open_as(Arc::new(source), Some(path))
            })
            .map_err(|error| error.in_file(path))
    }
}
