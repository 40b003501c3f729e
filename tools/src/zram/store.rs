//! Stores from the command line.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use zram::store::{Options, SnapshotHeader, Store};

use crate::cli::{DiskOptions, StoreOptions};
use crate::dictionary::Dictionaries;
use crate::failure::Failure;
use crate::pages::waiting;

impl StoreOptions {
    /// Options for a store of `size` bytes, rounded up to whole pages.
    pub(crate) fn options(&self, size: u64) -> Result<Options, Failure> {
        let page = self.page_size.bytes() as u64;
        let size = size.checked_next_multiple_of(page).unwrap_or(u64::MAX);
        let dictionaries = Dictionaries::read(&self.dictionaries)?;
        let codecs: Vec<_> = [self.codec].iter().chain(&self.heavier).copied().collect();
        dictionaries.check(&codecs)?;
        let settings = |codec| dictionaries.settings(codec, self.page_size);
        let mut options = Options::new(settings(self.codec)?, size)
            .with_checksums(self.checksums)
            .with_sharing(self.sharing);
        for codec in &self.heavier {
            options = options.with_heavier(settings(*codec)?);
        }
        Ok(match self.memory_limit {
            Some(bytes) => options.with_memory_limit(bytes),
            None => options,
        })
    }
}

/// The store to serve: of the snapshot, if there is one, else empty.
pub(crate) fn open(disk: &DiskOptions) -> Result<(Store, Option<u64>), Failure> {
    let store = match disk.snapshot.as_deref() {
        Some(path) if exists(path)? => restored(disk, path)?,
        _ => {
            let size = disk.size.ok_or_else(|| {
                Failure::Refused("no --size, and there is no snapshot yet that has one".into())
            })?;
            (Store::new(disk.store.options(size)?)?, None)
        }
    };
    if let Some(path) = &disk.backing {
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(Failure::of("open", path))?;
        let capacity = disk.backing_size.unwrap_or(store.0.size());
        store.0.attach_backing(file, capacity)?;
    }
    Ok(store)
}

fn exists(path: &Path) -> Result<bool, Failure> {
    fs::exists(path).map_err(Failure::of("look for", path))
}

fn restored(disk: &DiskOptions, path: &Path) -> Result<(Store, Option<u64>), Failure> {
    let open = || {
        let file = File::open(path).map_err(Failure::of("open", path))?;
        Ok::<_, Failure>(BufReader::with_capacity(1 << 18, file))
    };
    let header = SnapshotHeader::read(&mut open()?).map_err(Failure::snapshot(path))?;
    let size = disk.size.unwrap_or(header.size);
    if header.page_size != disk.store.page_size {
        return Err(Failure::Refused(format!(
            "the snapshot has pages of {} KiB; --page-size {}K serves it",
            header.page_size.bytes() >> 10,
            header.page_size.bytes() >> 10,
        )));
    }
    let options = disk.store.options(size)?;
    let bar = waiting("restoring");
    let store = Store::restore(options, &mut open()?).map_err(Failure::snapshot(path))?;
    bar.finish_and_clear();
    let pages = store.stats().pages();
    Ok((store, Some(pages)))
}
