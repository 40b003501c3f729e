//! `hipo export`.

#[cfg(feature = "export")]
mod arrays;
#[cfg(feature = "export")]
mod batches;
#[cfg(feature = "export")]
mod formats;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::pattern::Pattern;
use crate::reading::Reading;
use crate::selection::{self, Selection};

const HELP: &str = "\
Examples:
  hipo export run.hipo -o run.parquet --bank 'REC::*'
  hipo export run.hipo -o electrons.arrow --bank REC::Particle --has REC::Event
  hipo export run.hipo -o e.parquet --where 'REC::Particle[pid == 11 && pz > 2]'
  hipo export run.hipo -o run.parquet --batch 20000 --parquet-compression none

There is a row for each event, and a column for each column of a bank, called
BANK.column: a list of as many values as the event has rows of the bank, none
where the bank is absent; of an array column, a list of fixed-size lists. The
configuration is in the metadata of the schema, as hipo.config.KEY.

In Python, pyarrow.parquet.read_table and pyarrow.ipc.open_file read them.

Memory is bounded by a batch: a row group of Parquet, a record batch of Arrow.

This needs a `hipo` that was built with the feature `export`:
  cargo install --path tools --bin hipo --features export";

/// `hipo export`.
#[derive(Args, Debug)]
#[command(after_help = selection::help(HELP))]
pub(crate) struct Export {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The file to write: it appears under its name when it is whole
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Replace OUT if it exists; never FILE
    #[arg(short, long)]
    force: bool,
    /// What OUT is to be [default: by its ending, .parquet or .arrow]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Only banks whose names fit, with * and ?; several times for several
    #[arg(short, long, value_name = "PATTERN")]
    bank: Vec<Pattern>,
    /// Events in a batch [default: of 32 MiB]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    batch: Option<u64>,
    /// How pages of Parquet are compressed
    #[arg(long, value_enum, value_name = "CODEC", default_value_t = Pages::Snappy)]
    parquet_compression: Pages,
    /// How many threads read; 0 is as many as the machine runs at once
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    reading: Reading,
}

/// What is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Format {
    /// Apache Parquet
    Parquet,
    /// Arrow IPC, the file format (Feather version 2)
    Arrow,
}

/// How pages of Parquet are compressed.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Pages {
    /// As they are
    None,
    /// By Snappy
    Snappy,
}

/// Writes the columns of a file for others.
#[cfg(feature = "export")]
pub(crate) fn run(options: &Export) -> Result<ExitCode, Failure> {
    batches::export(options)?;
    Ok(ExitCode::SUCCESS)
}

/// Says what is missing.
#[cfg(not(feature = "export"))]
pub(crate) fn run(_options: &Export) -> Result<ExitCode, Failure> {
    Err(Failure::Refused(
        "this hipo was built without export; `cargo install --path tools --bin hipo --features \
         export` builds one that has it"
            .into(),
    ))
}
