//! Saving, while reads and writes go on.
//!
//! A snapshot begins by raising the store's number of snapshots. Whoever is
//! about to change a leaf that has not been saved for that number saves it
//! first; the one who makes the snapshot saves all others. So every leaf is
//! saved as it was at the beginning, and nobody waits for more than a leaf.

use std::boxed::Box;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::vec::Vec;

use parking_lot::Mutex;

use super::header::SnapshotHeader;
use super::{END, SnapshotError, end_hash, section};
use crate::store::Store;
use crate::store::table::{LEAF, Leaf};
use crate::store::workers::Worker;

/// What was saved.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Snapshot {
    /// Pages, those that read as zeros without being kept not counted.
    pub pages: u64,
    /// Bytes of the snapshot.
    pub bytes: u64,
}

/// Where the snapshot that is being made goes.
struct Saving {
    output: Box<dyn Write + Send>,
    section: Vec<u8>,
    worker: Worker,
    sections: u32,
    hashes: u64,
    done: Snapshot,
    failed: Option<SnapshotError>,
}

impl std::fmt::Debug for Saving {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Saving")
            .field("done", &self.done)
            .finish_non_exhaustive()
    }
}

/// The snapshots of a store.
#[derive(Debug, Default)]
pub(in crate::store) struct Snapshots {
    /// How many were begun.
    begun: AtomicU64,
    /// One at a time.
    alone: Mutex<()>,
    saving: Mutex<Option<Saving>>,
}

impl Snapshots {
    pub(in crate::store) fn begun(&self) -> u64 {
        self.begun.load(Ordering::Acquire)
    }
}

impl Saving {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.output.write_all(bytes)?;
        self.done.bytes += bytes.len() as u64;
        Ok(())
    }

    fn leaf(&mut self, store: &Store, number: u32, leaf: &Leaf) -> Result<(), SnapshotError> {
        let mut bytes = std::mem::take(&mut self.section);
        let (pages, hash) = section::of_leaf(store, &mut self.worker, number, leaf, &mut bytes)?;
        if pages > 0 {
            self.write(&bytes)?;
            self.sections += 1;
            self.hashes = self.hashes.wrapping_add(hash);
            self.done.pages += pages;
        }
        self.section = bytes;
        Ok(())
    }

    fn end(&mut self) -> Result<Snapshot, SnapshotError> {
        let mut bytes = Vec::from([END]);
        bytes.extend(self.sections.to_le_bytes());
        bytes.extend(self.done.pages.to_le_bytes());
        bytes.extend(end_hash(&bytes, self.hashes).to_le_bytes());
        self.write(&bytes)?;
        self.output.flush()?;
        Ok(self.done)
    }
}

impl Store {
    /// Writes all pages as they are at this moment, in whatever order. Reads and
    /// writes go on, but those of 256 pages that are being saved wait until
    /// `output` has taken these. Other snapshots wait.
    ///
    /// `output` should have a buffer, and must not wait for the store: not read
    /// or write it, nor be a file on a disk that the store is behind. It may be
    /// called by whoever writes to the store. Pages in the backing file are
    /// saved with the others.
    ///
    /// Takes 256 pages of memory in the meantime, and a worker, which the memory
    /// limit does not cover.
    ///
    /// # Errors
    ///
    /// [`SnapshotError::Io`]; [`SnapshotError::Store`] for a page in the backing
    /// file that cannot be read. An `output` that panics takes down whoever
    /// happened to save to it; no snapshot comes of it, and the store goes on.
    pub fn save(&self, output: impl Write + Send + 'static) -> Result<Snapshot, SnapshotError> {
        let _alone = self.snapshots.alone.lock();
        let mut header = Vec::new();
        SnapshotHeader::of(&self.options).write(&mut header)?;
        let mut saving = Saving {
            output: Box::new(output),
            section: Vec::new(),
            worker: Worker::new(&self.options.codecs),
            sections: 0,
            hashes: 0,
            done: Snapshot::default(),
            failed: None,
        };
        saving.write(&header)?;
        let number = {
            let mut current = self.snapshots.saving.lock();
            *current = Some(saving);
            self.snapshots.begun.fetch_add(1, Ordering::AcqRel) + 1
        };
        for (at, leaf) in self.table.leaves() {
            // Writers look at this under the lock that excludes this one.
            let mut leaf = leaf.write();
            if leaf.saved < number {
                self.save_leaf(at, &mut leaf, number);
            }
        }
        let saving = self.snapshots.saving.lock().take();
        let mut saving = saving.ok_or(SnapshotError::Io(io::ErrorKind::Other.into()))?;
        match saving.failed.take() {
            Some(error) => Err(error),
            None => saving.end(),
        }
    }

    /// Saves to a file: the file is there whole, or it is what it was before.
    ///
    /// The snapshot is written beside it, brought to the disk, and then given
    /// its name.
    ///
    /// # Errors
    ///
    /// As [`save`](Self::save).
    pub fn save_file(&self, path: &Path) -> Result<Snapshot, SnapshotError> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let file = tempfile::Builder::new()
            .prefix(".snapshot-")
            .tempfile_in(folder)?;
        let saved = self.save(io::BufWriter::with_capacity(
            1 << 18,
            file.as_file().try_clone()?,
        ))?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        // So that the name survives too; not every system can.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(saved)
    }

    /// Saves a leaf that is about to change, if a snapshot is being made that
    /// does not have it yet.
    #[inline]
    pub(in crate::store) fn save_before_change(&self, leaf: &mut Leaf, page: u64) {
        let begun = self.snapshots.begun();
        if leaf.saved < begun {
            self.save_leaf((page / LEAF as u64) as u32, leaf, begun);
        }
    }

    #[cold]
    fn save_leaf(&self, at: u32, leaf: &mut Leaf, number: u64) {
        leaf.saved = number;
        // None: the snapshot is complete, and this leaf came after.
        if let Some(saving) = &mut *self.snapshots.saving.lock()
            && saving.failed.is_none()
        {
            // Stays so if the output panics: these pages are then missing.
            saving.failed = Some(io::Error::from(io::ErrorKind::Other).into());
            saving.failed = saving.leaf(self, at, leaf).err();
        }
    }
}
