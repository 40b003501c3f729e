//! `hipo split`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use hipo::{File, RecordInfo};
use tools::size;

use crate::config::Settings;
use crate::copier::Copier;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::reading::Reading;
use crate::selection::Selection;
use crate::walk;
use crate::writing::{self, Packing};

const HELP: &str = "\
Examples:
  hipo split run.hipo -o part.hipo --events 100000
                                   to part.00000.hipo, part.00001.hipo, ...
  hipo split run.hipo -o 'run-{}-of-many.hipo' --bytes 2G
  hipo split run.hipo -o part.hipo --records 1      a record each

The number of a part goes where {} is in OUT, or before its ending. Each part
has the schemas and the configuration of FILE. With --bytes and --records,
records stay whole: a part gets as many as go into so many bytes as they are in
FILE, and one at least.

Parts appear one after another, each when it is whole; what there is is replaced
with --force only.";

/// `hipo split`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Split {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The names of the parts
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Replace parts that exist; never FILE
    #[arg(short, long)]
    force: bool,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    packing: Packing,
    #[command(flatten)]
    reading: Reading,
}

/// How large a part is.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct Size {
    /// Events of a part
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    events: Option<u64>,
    /// Bytes of a part's records: digits, or with K, M, G, T
    #[arg(short, long, value_name = "SIZE", value_parser = size::parse)]
    bytes: Option<u64>,
    /// Records of a part
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    records: Option<u64>,
}

/// Parts of a file, one at a time.
struct Parts<'a> {
    options: &'a Split,
    file: &'a File,
    settings: Settings,
    number: usize,
    part: Option<Copier>,
    /// What the part has by now.
    events: u64,
    bytes: u64,
    records: u64,
}

impl Parts<'_> {
    /// The name of a part.
    fn path(&self, number: usize) -> PathBuf {
        let output = &self.options.output;
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        let name = if name.contains("{}") {
            name.replace("{}", &format!("{number:05}"))
        } else {
            let name = Path::new(&*name);
            let stem = name.file_stem().unwrap_or_default().to_string_lossy();
            match name.extension() {
                Some(ending) => format!("{stem}.{number:05}.{}", ending.to_string_lossy()),
                None => format!("{stem}.{number:05}"),
            }
        };
        output.with_file_name(name)
    }

    fn begin(&mut self) -> Result<(), Failure> {
        self.part = Some(writing::create(
            &self.path(self.number),
            self.options.force,
            &[&self.options.file],
            self.options.packing.options(self.file)?,
            &self.settings,
            self.file.dictionary(),
        )?);
        (self.events, self.bytes, self.records) = (0, 0, 0);
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        if let Some(part) = self.part.take() {
            let path = self.path(self.number);
            let quiet = self.options.reading.quiet;
            part.finish()?.tell(&path, self.file.event_count(), quiet);
            self.number += 1;
        }
        Ok(())
    }

    /// Whether the part is full before a record, or before an event.
    fn is_full(&self, record: Option<&RecordInfo>) -> bool {
        let Size {
            events,
            bytes,
            records,
        } = self.options.size;
        match record {
            None => events.is_some_and(|most| self.events >= most),
            Some(record) => {
                records.is_some_and(|most| self.records >= most)
                    || bytes.is_some_and(|most| {
                        self.records > 0 && self.bytes.saturating_add(record.bytes) > most
                    })
            }
        }
    }

    fn event(&mut self, record: &RecordInfo, begins: bool, bytes: &[u8]) -> Result<(), Failure> {
        if self.is_full(begins.then_some(record)) || self.is_full(None) {
            self.end()?;
            self.begin()?;
        }
        if begins {
            self.bytes += record.bytes;
            self.records += 1;
        }
        self.events += 1;
        if let Some(part) = &mut self.part {
            if begins {
                part.cut()?;
            }
            part.of_record(record)?;
            part.event_of_record(bytes)?;
        }
        Ok(())
    }
}

/// Cuts a file into several.
pub(crate) fn run(options: &Split) -> Result<ExitCode, Failure> {
    let file = options.reading.open(&options.file)?;
    let mut parts = Parts {
        options,
        file: &file,
        settings: Settings::of(&file),
        number: 0,
        part: None,
        events: 0,
        bytes: 0,
        records: 0,
    };
    // One at least, even of a file without events.
    parts.begin()?;
    let count = file.event_count();
    let progress = Progress::start("splitting", count, !options.reading.quiet);
    let all = Selection::default();
    walk::events(&file, 0..count, all.of(&file)?, &progress, |_, event| {
        let record = &file.records()[event.record() as usize];
        parts.event(record, event.index() == 0, event.bytes())
    })?;
    parts.end()?;
    Ok(ExitCode::SUCCESS)
}
