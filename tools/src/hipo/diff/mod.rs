//! `hipo diff`.

mod events;
mod report;
mod schemas;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use self::events::Differences;
use self::schemas::{ConfigDifference, SchemaDifferences};
use crate::failure::Failure;
use crate::print;
use crate::progress::Progress;
use crate::reading::Reading;

const HELP: &str = "\
Examples:
  hipo diff old.hipo new.hipo
  hipo diff -q old.hipo new.hipo && echo alike
  hipo diff --json old.hipo new.hipo | jq .first

Compared are schemas, configuration, the number of events, and each event with
the one of the same number: its tag and mask, and every value of every bank. How
files are compressed and cut into records does not count, nor does the order in
which different banks stand within an event, nor the first word of an event,
which nobody reads: layouts that split keep neither. With --exact these count,
too, byte for byte.

The exit status is 1 where anything differs.

JSON keys: schema (1), files, equal, schemas {only_first, only_second,
different}, config (keys), events (of both), differing_events, banks [bank,
events], first (null, or {event, bank, row, column, first, second, what}).";

/// `hipo diff`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Diff {
    /// The first file
    #[arg(value_name = "A")]
    first: PathBuf,
    /// The second file
    #[arg(value_name = "B")]
    second: PathBuf,
    /// The order of banks and all bytes of events count, too
    #[arg(long)]
    exact: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

/// What differs.
#[derive(Debug)]
struct Compared {
    schemas: SchemaDifferences,
    config: ConfigDifference,
    counts: [u64; 2],
    events: Differences,
}

impl Compared {
    fn is_equal(&self) -> bool {
        self.schemas.is_empty()
            && self.config.keys.is_empty()
            && self.counts[0] == self.counts[1]
            && self.events.events == 0
    }
}

/// Compares two files.
pub(crate) fn run(options: &Diff) -> Result<ExitCode, Failure> {
    let first = options.reading.open(&options.first)?;
    let second = options.reading.open(&options.second)?;
    let counts = [first.event_count(), second.event_count()];
    let events = {
        let least = counts[0].min(counts[1]);
        let progress = Progress::start("comparing", least, !options.reading.quiet);
        events::compare(&first, &second, options.exact, &progress)?
    };
    let compared = Compared {
        schemas: schemas::compare(first.dictionary(), second.dictionary()),
        config: schemas::compare_config(first.config(), second.config()),
        counts,
        events,
    };
    if options.json {
        print::json(&report::object(options, &compared))?;
    } else if !(options.reading.quiet && compared.is_equal()) {
        print::with(|out| report::text(out, options, &compared))?;
    }
    Ok(if compared.is_equal() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
