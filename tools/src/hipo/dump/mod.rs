//! `hipo dump`.

mod csv;
mod json;
mod other;
mod piece;
mod table;

use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use self::piece::{Shown, Wanted};
use crate::failure::Failure;
use crate::pattern::{self, Pattern};
use crate::print;
use crate::progress::Progress;
use crate::range;
use crate::reading::Reading;
use crate::selection::{self, Selection};
use crate::walk;

const HELP: &str = "\
Examples:
  hipo dump run.hipo --events 0..10 | less
  hipo dump run.hipo --events 41 --bank REC::Particle --columns pid,px,py,pz
  hipo dump run.hipo --bank REC::Particle --format csv > particles.csv
  hipo dump run.hipo --tag 1 --format json | jq '.banks[].bank'
  hipo dump run.hipo --where 'REC::Particle[pid == 11 && pz > 2]' | less

Tables and JSON have all structures of an event: banks, arrays, texts and
composites by their values, others as hexadecimal bytes. CSV is one bank's: a
line for each row, with the numbers of its event and of the row in front.

With --format json, an event is an object on a line: event, record, tag, mask,
banks [bank, group, item, rows, columns {name: [values]}], structures [group,
item, type, and values, text, hex, or format and rows]. A cell of an array
column is an array; NaN and infinities are strings.";

/// `hipo dump`.
#[derive(Args, Debug)]
#[command(after_help = selection::help(HELP))]
pub(crate) struct Dump {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only these events, counted from 0: A..B is from A on, before B
    #[arg(short, long, value_name = "A..B", value_parser = range::events)]
    events: Option<Range<u64>>,
    /// Only banks whose names fit, with * and ?, or as group/item; several times
    /// for several
    #[arg(short, long, value_name = "PATTERN")]
    bank: Vec<Pattern>,
    /// Only these columns, of whichever banks have them
    #[arg(short, long, value_name = "NAME", value_delimiter = ',')]
    columns: Vec<String>,
    /// How events are printed
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    reading: Reading,
}

/// How events are printed.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Format {
    /// Tables for people
    Table,
    /// The rows of one bank, with commas
    Csv,
    /// An object on a line for each event
    Json,
}

/// Prints events.
pub(crate) fn run(options: &Dump) -> Result<ExitCode, Failure> {
    let file = options.reading.open(&options.file)?;
    pattern::check(&options.bank, &file)?;
    let wanted = Wanted::new(&options.bank, &options.columns, &file)?;
    let range = range::within(options.events.as_ref(), &file)?;
    let chosen = options.selection.of(&file)?;
    let head = match options.format {
        Format::Csv => Some(csv::head(&wanted)?),
        Format::Table | Format::Json => None,
    };
    // What is printed is progress enough, unless it goes elsewhere.
    let quiet = options.reading.quiet || std::io::IsTerminal::is_terminal(&std::io::stdout());
    let progress = Progress::start("printing", range.end - range.start, !quiet);
    let mut out = print::stdout();
    if let Some(head) = head {
        std::io::Write::write_all(&mut out, head.as_bytes()).map_err(Failure::stdout)?;
    }
    let mut first = true;
    walk::events(&file, range, chosen, &progress, |number, event| {
        let shown = Shown::of(&event, &wanted).map_err(Failure::of(&file))?;
        let done = match options.format {
            Format::Csv => csv::event(&mut out, number, &shown),
            Format::Json => print::line(&mut out, &json::object(number, &event, &shown)),
            Format::Table => {
                let before = std::mem::take(&mut first);
                table::event(&mut out, before, number, &event, &shown)
            }
        };
        done.map_err(Failure::stdout)
    })?;
    std::io::Write::flush(&mut out).map_err(Failure::stdout)?;
    Ok(ExitCode::SUCCESS)
}
