//! `hipo stats`.

mod gather;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use self::gather::Totals;
use crate::failure::Failure;
use crate::pattern::{self, Pattern};
use crate::print;
use crate::progress::Progress;
use crate::reading::Reading;
use crate::selection::{self, Selection};

const HELP: &str = "\
Examples:
  hipo stats run.hipo
  hipo stats run.hipo --bank REC::Particle --has REC::Calorimeter
  hipo stats run.hipo --where 'REC::Particle[pid == 11 && pz > 2]'
  hipo stats 1.hipo 2.hipo 3.hipo           of all files together
  hipo stats run.hipo --json | jq '.banks[] | select(.rows > 0) | .name'

Values that are no numbers (NaN) are counted, and are in none of the other
figures. Sums are added up one value after another, in double precision, in the
order of the files, their records, events and rows: whatever --threads is, they
come out the same to the last bit. Where an event has a bank twice, the first
counts, as for every reader; a bank of no rows counts as absent.

JSON keys: schema (1), files, events, banks [name, group, item, events, rows,
columns [name, type, array_length, values, nan, min, max, sum, mean]]; min, max
and mean are null for no values, and infinities are strings.";

/// `hipo stats`.
#[derive(Args, Debug)]
#[command(after_help = selection::help(HELP))]
pub(crate) struct Stats {
    /// Files, which are taken together
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Only banks whose names fit, with * and ?; several times for several
    #[arg(short, long, value_name = "PATTERN")]
    bank: Vec<Pattern>,
    /// Tell of banks without rows, too
    #[arg(short, long)]
    all: bool,
    /// How many threads read; 0 is as many as the machine runs at once
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// One JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    reading: Reading,
}

/// Adds up the columns of all files.
pub(crate) fn run(options: &Stats) -> Result<ExitCode, Failure> {
    let files = options.reading.open_all(&options.files)?;
    for file in &files {
        pattern::check(&options.bank, file)?;
        // Nothing is done where the command line is wrong.
        options.selection.of(file)?;
    }
    let events = files.iter().map(hipo::File::event_count).sum();
    let mut totals = Totals::default();
    {
        let progress = Progress::start("adding up", events, !options.reading.quiet);
        for file in &files {
            totals.add(file, options, &progress)?;
        }
    }
    if options.json {
        print::json(&report::object(options, &totals))?;
    } else {
        print::with(|out| report::text(out, options, &totals))?;
    }
    Ok(ExitCode::SUCCESS)
}
