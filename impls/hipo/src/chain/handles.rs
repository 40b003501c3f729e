//! Files that are opened when they are read.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::source::ReadAt;

/// The files of a chain that are open: no more than so many.
#[derive(Debug)]
pub(super) struct Handles {
    most: usize,
    /// By number, the one that was used last at the end.
    open: Mutex<VecDeque<(usize, Arc<File>)>>,
}

impl Handles {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most: most.max(1),
            open: Mutex::default(),
        }
    }

    /// The file of a number, opened by `open` if it is not.
    fn get(&self, number: usize, open: impl FnOnce() -> io::Result<File>) -> io::Result<Arc<File>> {
        let lock = || self.open.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut files = lock();
            let known = files.iter().position(|(other, _)| *other == number);
            if let Some(entry) = known.and_then(|known| files.remove(known)) {
                let file = Arc::clone(&entry.1);
                files.push_back(entry);
                return Ok(file);
            }
        }
        let file = Arc::new(open()?);
        let mut files = lock();
        while files.len() >= self.most {
            files.pop_front();
        }
        files.push_back((number, Arc::clone(&file)));
        Ok(file)
    }
}

/// A file that is opened when it is read.
#[derive(Debug)]
pub(super) struct LazyFile {
    path: PathBuf,
    number: usize,
    size: u64,
    handles: Arc<Handles>,
}

impl LazyFile {
    /// The file at `path`, which has a number of its own among `handles`.
    pub(super) fn new(path: PathBuf, number: usize, handles: Arc<Handles>) -> io::Result<Self> {
        let mut file = Self {
            path,
            number,
            size: 0,
            handles,
        };
        let opened = File::open(&file.path)?;
        file.size = opened.metadata()?.len();
        file.handles.get(number, || Ok(opened))?;
        Ok(file)
    }

    fn open(&self) -> io::Result<File> {
        let file = File::open(&self.path)?;
        let size = file.metadata()?.len();
        if size != self.size {
            return Err(io::Error::other(format!(
                "it has changed since the chain was opened: it had {} bytes and has {size}",
                self.size
            )));
        }
        Ok(file)
    }
}

impl ReadAt for LazyFile {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let file = self.handles.get(self.number, || self.open())?;
        file.read_at(offset, buffer)
    }

    fn size(&self) -> io::Result<u64> {
        Ok(self.size)
    }
}
