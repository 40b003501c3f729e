//! Writes the data set that HIPO's implementations are compared on.
//!
//! `xfixture OUT FORMAT EVENTS`, for example `xfixture run.hipo lz4 200000`.

use std::process::ExitCode;

use benches::hipo::{DataSet, Format};

const USAGE: &str = "usage: xfixture OUT FORMAT EVENTS, for example: xfixture run.hipo lz4 200000";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("xfixture: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<String, String> {
    let [path, format, events] = arguments else {
        let names: Vec<_> = Format::ALL.iter().map(|format| format.name).collect();
        return Err(format!("{USAGE}\nformats: {}", names.join(", ")));
    };
    let format: Format = format.parse()?;
    let events: u32 = events
        .parse()
        .map_err(|_| format!("{events} is no number of events\n{USAGE}"))?;
    let writer = DataSet::options(format)
        .and_then(|options| options.create(path))
        .map_err(|error| told(&error))?;
    let (_, took) = DataSet::write(writer, events).map_err(|error| told(&error))?;
    let size = std::fs::metadata(path).map_or(0, |data| data.len());
    Ok(format!(
        "{path}: {events} events, {size} bytes, {}, {:.1} ms",
        format.name,
        took.as_secs_f64() * 1e3
    ))
}

fn told(error: &dyn std::error::Error) -> String {
    let mut told = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_told = cause.to_string();
        if !told.contains(&cause_told) {
            told = format!("{told}: {cause_told}");
        }
        source = cause.source();
    }
    told
}
