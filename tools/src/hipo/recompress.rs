//! `hipo recompress`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use tools::size::grouped;
use tools::text;

use crate::config::Settings;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::reading::Reading;
use crate::writing::Writing;

const HELP: &str = "\
Examples:
  hipo recompress run.hipo -o small.hipo --compression zstd-per-column --byte-split
  hipo recompress small.hipo -o run.hipo --compression lz4
  hipo recompress run.hipo -o run9.hipo --level 9     the same codec, harder

Events keep their order, records their events and user words, the file its
schemas, configuration and names of tag bits. Layouts per bank and per column do
not keep the order in which banks stand within an event, nor the first word of
an event, which nobody reads; a record that has more than they can hold, such as
one bank twice in an event, is stored whole, with the same codec.

Who reads what: C++ hipo4 reads none, lz4 and lz4-high, Java those and gzip of
one record; oxihipo and `hipo` read all.

`hipo diff IN OUT` proves that nothing else is lost.";

/// `hipo recompress`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Recompress {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    reading: Reading,
}

/// Copies a file with another compression.
pub(crate) fn run(options: &Recompress) -> Result<ExitCode, Failure> {
    let file = options.reading.open(&options.file)?;
    let inputs = [options.file.as_path()];
    let settings = Settings::of(&file);
    let mut output = options
        .writing
        .create(&inputs, &file, &settings, file.dictionary())?;
    let progress = Progress::start("compressing", file.event_count(), !options.reading.quiet);
    output.file(&file, &progress)?;
    let written = output.finish()?;
    drop(progress);
    if !options.reading.quiet {
        let (from, to) = (file.size(), written.bytes);
        eprintln!(
            "{} -> {}: {} to {} bytes, {:.2}x, {} events",
            text::name(&options.file),
            text::name(&options.writing.output),
            grouped(from),
            grouped(to),
            from as f64 / to.max(1) as f64,
            grouped(written.events)
        );
    }
    Ok(ExitCode::SUCCESS)
}
