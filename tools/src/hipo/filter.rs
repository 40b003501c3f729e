//! `hipo filter`.

use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::config::Settings;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::range;
use crate::reading::Reading;
use crate::selection::{self, Selection};
use crate::walk;
use crate::writing::Writing;

const HELP: &str = "\
Examples:
  hipo filter run.hipo -o some.hipo --has REC::Calorimeter --has REC::Event
  hipo filter run.hipo -o electrons.hipo --where 'REC::Particle[pid == 11 && pz > 2]'
  hipo filter run.hipo -o scalers.hipo --record-tag 1
  hipo filter run.hipo -o first.hipo --events 0..1000

Events are copied whole, in their order, and keep their tags; so do records keep
their user words. All conditions have to hold; without one, all events are
copied. `hipo skim` leaves banks out.";

/// `hipo filter`.
#[derive(Args, Debug)]
#[command(after_help = selection::help(HELP))]
pub(crate) struct FilterFile {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only these events, counted from 0: A..B is from A on, before B
    #[arg(short, long, value_name = "A..B", value_parser = range::events)]
    #[arg(help_heading = "Which events")]
    events: Option<Range<u64>>,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    reading: Reading,
}

/// Copies the events that fit.
pub(crate) fn run(options: &FilterFile) -> Result<ExitCode, Failure> {
    let file = options.reading.open(&options.file)?;
    let range = range::within(options.events.as_ref(), &file)?;
    let chosen = options.selection.of(&file)?;
    let inputs = [options.file.as_path()];
    let settings = Settings::of(&file);
    let mut output = options
        .writing
        .create(&inputs, &file, &settings, file.dictionary())?;
    let events = range.end - range.start;
    let progress = Progress::start("filtering", events, !options.reading.quiet);
    walk::events(&file, range, chosen, &progress, |_, event| {
        output.of_record(&file.records()[event.record() as usize])?;
        output.event(event.bytes())
    })?;
    let written = output.finish()?;
    drop(progress);
    written.tell(
        &options.writing.output,
        file.event_count(),
        options.reading.quiet,
    );
    Ok(ExitCode::SUCCESS)
}
