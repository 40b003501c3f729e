//! The disk of a server, from its start to its snapshot.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use tools::size::grouped;
use zram::store::Store;

use crate::cli::DiskOptions;
use crate::clock::{Clock, Policy};
use crate::control::Control;
use crate::failure::Failure;
use crate::pages::waiting;
use crate::store;

/// A store that is served.
pub(crate) struct Disk<'a> {
    options: &'a DiskOptions,
    store: Arc<Store>,
    restored: Option<u64>,
}

impl<'a> Disk<'a> {
    /// Makes the store, or restores it.
    pub(crate) fn open(options: &'a DiskOptions) -> Result<Self, Failure> {
        let (store, restored) = store::open(options)?;
        Ok(Self {
            options,
            store: Arc::new(store),
            restored,
        })
    }

    pub(crate) fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// Answers `zram stat` and others at `path`.
    pub(crate) fn control(&self, path: &Path) -> Result<Control, Failure> {
        let snapshot = self.options.snapshot.clone();
        Control::start(path.to_owned(), self.store.clone(), snapshot)
    }

    /// Does from now on what is to be done with time.
    pub(crate) fn clock(&self) -> Clock {
        Clock::start(self.store.clone(), Policy::of(self.options))
    }

    /// Tells where it is. Whoever has started it may wait for this line.
    pub(crate) fn announce(&self, addresses: &[String]) -> Result<(), Failure> {
        if self.options.quiet {
            return Ok(());
        }
        let mut output = std::io::stdout().lock();
        let restored = self.restored.map_or_else(String::new, |pages| {
            format!(", {} pages restored", grouped(pages))
        });
        let codecs = self.store.options().codecs();
        let codecs: Vec<_> = codecs.iter().map(|it| it.codec().to_string()).collect();
        writeln!(
            output,
            "serving {} bytes by {}{restored} at {}",
            grouped(self.store.size()),
            codecs.join(", "),
            addresses.join(" and ")
        )
        .and_then(|()| output.flush())
        .map_err(Failure::stdout)
    }

    /// Tells how it went.
    pub(crate) fn summarize(&self, summary: &str) {
        if !self.options.quiet {
            eprintln!("zram: {summary}");
        }
    }

    /// Saves the snapshot, if there is to be one.
    pub(crate) fn save(&self) -> Result<(), Failure> {
        let Some(path) = &self.options.snapshot else {
            return Ok(());
        };
        let bar = waiting("saving");
        let saved = self
            .store
            .save_file(path)
            .map_err(Failure::snapshot(path))?;
        bar.finish_and_clear();
        self.summarize(&format!(
            "{} pages saved to {}",
            grouped(saved.pages),
            tools::text::name(path)
        ));
        Ok(())
    }
}
