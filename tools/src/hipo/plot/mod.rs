//! `hipo plot`.

mod column;
mod histogram;
mod picture;
mod terminal;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use tools::output::{Creation, Output};

use self::histogram::Histogram;
use crate::failure::Failure;
use crate::print;
use crate::reading::Reading;
use crate::selection::{self, Selection};

const HELP: &str = "\
Examples:
  hipo plot run.hipo REC::Particle.pz
  hipo plot run.hipo REC::Particle.chi2pid --range=-10..10 --bins 40 --log
  hipo plot run.hipo REC::Particle.pid --svg pid.svg --has REC::Calorimeter
  hipo plot run.hipo REC::Event.beamE --where 'REC::Particle[pid == 11 && pz > 2]'

Without --range, it is that of the values, for which they are read twice. All
values of an array column count. Values that are no numbers (NaN), and those
below and above the range, are counted beside the histogram; the end of the range
belongs to its last bin.";

/// `hipo plot`.
#[derive(Args, Debug)]
#[command(after_help = selection::help(HELP))]
pub(crate) struct Plot {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The column, with its bank
    #[arg(value_name = "BANK.COLUMN")]
    column: String,
    /// Values from LEAST to MOST
    #[arg(short, long, value_name = "LEAST..MOST", value_parser = range)]
    #[arg(allow_hyphen_values = true)]
    range: Option<(f64, f64)>,
    /// How many bins
    #[arg(short, long, value_name = "N", default_value_t = 25)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    bins: u32,
    /// Bars as long as the logarithm of what they stand for
    #[arg(short, long)]
    log: bool,
    /// Draw to a file, instead of to the terminal
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// Replace OUT if it exists
    #[arg(short, long, requires = "svg")]
    force: bool,
    /// How many threads read; 0 is as many as the machine runs at once
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// One JSON object: bins, and what is beside them
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    reading: Reading,
}

/// Reads `LEAST..MOST`.
fn range(text: &str) -> Result<(f64, f64), String> {
    let numbers = text
        .split_once("..")
        .and_then(|(least, most)| Some((number(least)?, number(most)?)));
    match numbers {
        Some((least, most)) if least < most => Ok((least, most)),
        Some(_) => Err("the range is empty: LEAST..MOST, such as -1..1".into()),
        None => Err("a range is LEAST..MOST, such as -1..1 or 0..2.5e3".into()),
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

/// Draws a histogram.
pub(crate) fn run(options: &Plot) -> Result<ExitCode, Failure> {
    let file = options.reading.open(&options.file)?;
    let mut output = match &options.svg {
        Some(path) => Some(open(path, options)?),
        None => None,
    };
    let column = column::Column::find(&file, &options.column)?;
    let range = match options.range {
        Some(range) => range,
        None => column.range(&file, options)?,
    };
    let mut histogram = Histogram::new(range, options.bins);
    column.each(&file, options, "filling bins", |value| histogram.add(value))?;
    if let Some(output) = output.take() {
        let svg = picture::svg(&options.column, &histogram, options.log);
        let mut output = output;
        output.write_all(svg.as_bytes())?;
        output.finish()?;
    } else if options.json {
        print::json(&histogram.object(&options.column))?;
    } else {
        print::with(|out| terminal::draw(out, &options.column, &histogram, options.log))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn open(path: &Path, options: &Plot) -> Result<Output, Failure> {
    let creation = Creation {
        inputs: &[&options.file],
        force: options.force,
        public: true,
    };
    Ok(Output::open(path, creation)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_of_numbers() {
        assert_eq!(range("-1..1"), Ok((-1.0, 1.0)));
        assert_eq!(range("0.5..2.5e3"), Ok((0.5, 2500.0)));
        for text in ["", "1", "1..", "..1", "2..1", "1..1", "nan..1", "0..inf"] {
            assert!(range(text).is_err(), "{text}");
        }
    }
}
