//! `hipo repair`.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use hipo::{Compression, Limits, SalvageOptions};
use tools::size::grouped;
use tools::text;

use crate::failure::{self, Failure};
use crate::print;
use crate::progress::Progress;
use crate::reading::Reading;
use crate::target::Target;
use crate::writing::Threads;

const HELP: &str = "\
Examples:
  hipo repair broken.hipo -o mended.hipo
  hipo repair headless.hipo -o mended.hipo --schemas-of other.hipo
  hipo repair broken.hipo -o mended.hipo > losses.txt

Reads what can be read, whatever is damaged: the header of the file, its
dictionary, its index, records and banks in them. Prints what was kept and what
was lost, with byte ranges and reasons. LZ4 has no checksum: values that were
changed in place go unseen, and events of a record that did not decompress whole
are told as doubtful.

`hipo validate FILE` tells what is wrong without writing anything.";

/// `hipo repair`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Repair {
    /// The damaged file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The file to write: it appears under its name when it is whole
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Replace OUT if it exists; never the input
    #[arg(short, long)]
    force: bool,
    /// Take schemas that the file has lost from another one, of the same run
    #[arg(long, value_name = "FILE")]
    schemas_of: Option<PathBuf>,
    /// none, lz4, lz4-high, gzip or zstd, each with -per-bank or -per-column
    /// behind it or not
    #[arg(long, value_name = "NAME", default_value = "lz4", value_parser = compression)]
    compression: Compression,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    reading: Reading,
}

fn compression(name: &str) -> Result<Compression, String> {
    name.parse().map_err(|error| failure::told(&error))
}

/// Writes what is left of a file.
pub(crate) fn run(options: &Repair) -> Result<ExitCode, Failure> {
    let mut inputs: Vec<&Path> = vec![&options.file];
    let limits = options
        .reading
        .record_limit
        .map_or_else(Limits::default, |bytes| {
            Limits::default().with_record_bytes(bytes)
        });
    let mut opening = SalvageOptions::new().limits(limits);
    if let Some(other) = &options.schemas_of {
        inputs.push(other);
        opening = opening.dictionary(options.reading.open(other)?.dictionary());
    }
    let progress = Progress::spin("repairing", !options.reading.quiet);
    let salvage = opening.open(&options.file)?;
    let target = Target::open(&options.output, &inputs, options.force)?;
    let packing = salvage.writer_options().compression(options.compression);
    let mut writer = options
        .threads
        .apply(packing)
        .to_output(target)
        .map_err(Failure::output(&options.output))?;
    let report = salvage
        .write_to(&mut writer)
        .map_err(Failure::output(&options.output))?;
    let target = writer.finish().map_err(Failure::output(&options.output))?;
    let bytes = target.persist()?;
    drop(progress);
    print::with(|out| {
        let told = report.to_string();
        told.lines()
            .try_for_each(|line| writeln!(out, "{}", text::harmless(line)))
    })?;
    if !options.reading.quiet {
        eprintln!(
            "{}: {} events, {} bytes",
            text::name(&options.output),
            grouped(report.events_kept()),
            grouped(bytes)
        );
    }
    Ok(ExitCode::SUCCESS)
}
