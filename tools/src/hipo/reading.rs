//! Opening files.

use std::path::{Path, PathBuf};

use clap::Args;
use hipo::{File, IndexSource, Limits, OpenOptions};
use tools::{size, text};

use crate::failure::{self, Failure};

/// Options of every command that reads files.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// The most that a record may take in memory: a damaged or hostile file may
    /// ask for more than there is [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = size::parse)]
    #[arg(help_heading = "Common options")]
    pub(crate) record_limit: Option<u64>,
    /// Say nothing but errors
    #[arg(short, long, help_heading = "Common options")]
    pub(crate) quiet: bool,
}

impl Reading {
    /// Opens a file, and says so if its end is missing.
    pub(crate) fn open(&self, path: &Path) -> Result<File, Failure> {
        let file = self.open_quietly(path)?;
        if !self.quiet
            && let Some(note) = incomplete(&file)
        {
            eprintln!("hipo: {}: {note}", text::name(path));
        }
        if !self.quiet {
            for fault in file.schema_faults() {
                let fault = text::harmless(&fault.to_string());
                eprintln!("hipo: {}: a schema is left out: {fault}", text::name(path));
            }
        }
        Ok(file)
    }

    /// Opens several files.
    pub(crate) fn open_all(&self, paths: &[PathBuf]) -> Result<Vec<File>, Failure> {
        paths.iter().map(|path| self.open(path)).collect()
    }

    /// Opens a file.
    pub(crate) fn open_quietly(&self, path: &Path) -> Result<File, Failure> {
        if path.is_dir() {
            let name = text::name(path);
            return Err(Failure::Refused(format!(
                "{name} is a folder; name the files in it"
            )));
        }
        let limits = self.record_limit.map_or_else(Limits::default, |bytes| {
            Limits::default().with_record_bytes(bytes)
        });
        Ok(OpenOptions::new().limits(limits).open(path)?)
    }
}

/// In words, what is missing at the end of a file.
pub(crate) fn incomplete(file: &File) -> Option<String> {
    let IndexSource::Scan { trailer, end } = file.index_source() else {
        return None;
    };
    let why = match (trailer, end) {
        (None, _) => "it was never closed and has no index".into(),
        (Some(error), _) => format!("its index cannot be read ({})", failure::told(error)),
    };
    let found = format!(
        "{} records with {} events were found by going through it",
        size::grouped(file.records().len() as u64),
        size::grouped(file.event_count())
    );
    Some(match end {
        Some(error) => format!("{why}: {found}, up to {}", failure::told(error)),
        None => format!("{why}: {found}"),
    })
}

/// Events to be read at once by so many threads: two records or so for each.
pub(crate) fn batch_events(file: &File, threads: usize) -> u64 {
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        threads => threads,
    };
    let records = (file.records().len() as u64).max(1);
    let events = file.event_count().div_ceil(records);
    events.saturating_mul(2 * threads as u64).max(1)
}
