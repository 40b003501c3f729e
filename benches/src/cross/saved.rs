//! The figures of an earlier run.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use super::plan::{CrossError, Measured, agree};
use super::program::{NAMES, Shape};
use crate::hipo::{Format, Scenario};

/// The longest file that is read, in bytes: a run of all formats has less than 200 kB.
const LONGEST: u64 = 4 << 20;

/// The longest time, in milliseconds: eleven days.
const SLOWEST: f64 = 1e9;

/// The longest name, in bytes.
const LONGEST_NAME: usize = 40;

/// The most threads of a reading.
const MOST_THREADS: u32 = 1024;

/// The most numbers of threads: more are not told apart.
const MOST_NUMBERS: usize = 4;

/// A figure as [`json`](super::json) writes it.
#[derive(Deserialize)]
struct Figure {
    program: String,
    format: String,
    scenario: String,
    threads: u32,
    cold: f64,
    warm: f64,
    events: u64,
    checksum: String,
}

/// Why a file gives no figures.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SavedError {
    /// The system does not give it.
    #[error("{} cannot be read: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is longer than any run's figures.
    #[error("{} has more than {LONGEST} bytes: that is no run of cross-bench", .path.display())]
    Long {
        /// The file.
        path: PathBuf,
    },
    /// It is not what `cross-bench --json` prints.
    #[error("{} is not what cross-bench --json prints: {wrong}", .path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        wrong: String,
    },
    /// A figure means nothing.
    #[error("{}, figure {number} of {count}: {wrong}", .path.display())]
    Figure {
        /// The file.
        path: PathBuf,
        /// Which one, from 1.
        number: usize,
        /// How many there are.
        count: usize,
        /// What is wrong with it.
        wrong: String,
    },
    /// All figures together mean nothing.
    #[error("{}: {wrong}", .path.display())]
    Figures {
        /// The file.
        path: PathBuf,
        /// What is wrong with them.
        wrong: String,
    },
    /// Two programs did not read the same.
    #[error("{}: {source}", .path.display())]
    Differs {
        /// The file.
        path: PathBuf,
        /// Which ones.
        source: Box<CrossError>,
    },
}

/// Reads what `cross-bench --json` printed, format by format.
///
/// # Errors
/// [`SavedError`]: for what no run prints, too.
pub fn saved(path: &Path) -> Result<Vec<Measured>, SavedError> {
    let owned = || path.to_owned();
    let text = read(path).map_err(|source| SavedError::Read {
        path: owned(),
        source,
    })?;
    if text.len() as u64 > LONGEST {
        return Err(SavedError::Long { path: owned() });
    }
    let figures: Vec<Figure> = serde_json::from_slice(&text).map_err(|error| SavedError::Json {
        path: owned(),
        // It may have a whole text in it.
        wrong: error.to_string().chars().take(200).collect(),
    })?;
    let count = figures.len();
    let mut seen = HashSet::new();
    let mut measured = Vec::with_capacity(count);
    for (index, figure) in figures.into_iter().enumerate() {
        let figure = known(figure).and_then(|it| {
            let key = (it.program, it.format, it.scenario.clone(), it.threads);
            let new = seen.insert(key);
            new.then_some(it)
                .ok_or_else(|| "it is there twice".to_owned())
        });
        measured.push(figure.map_err(|wrong| SavedError::Figure {
            path: owned(),
            number: index + 1,
            count,
            wrong,
        })?);
    }
    together(&measured).map_err(|wrong| SavedError::Figures {
        path: owned(),
        wrong,
    })?;
    in_order(measured).map_err(|source| SavedError::Differs {
        path: owned(),
        source: Box::new(source),
    })
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    File::open(path)?.take(LONGEST + 1).read_to_end(&mut text)?;
    Ok(text)
}

/// A figure whose names are known, and whose numbers can be.
fn known(figure: Figure) -> Result<Measured, String> {
    let texts = [
        ("program", &figure.program),
        ("format", &figure.format),
        ("scenario", &figure.scenario),
        ("checksum", &figure.checksum),
    ];
    for (name, text) in texts {
        if text.len() > LONGEST_NAME || !text.chars().all(|it| it.is_ascii_graphic()) {
            return Err(format!("{name} is a text that is no {name}"));
        }
    }
    let found = NAMES.into_iter().find(|name| *name == figure.program);
    let program = found.ok_or_else(|| {
        let names = NAMES.join(", ");
        format!("no program {}: there are {names}", figure.program)
    })?;
    let format: Format = figure.format.parse()?;
    let (_, base) = Shape::of(&figure.scenario);
    base.parse::<Scenario>()?;
    for (name, time) in [("cold", figure.cold), ("warm", figure.warm)] {
        if !(0.0..=SLOWEST).contains(&time) {
            return Err(format!(
                "{name} is {time}, which is no time in milliseconds"
            ));
        }
    }
    if figure.threads > MOST_THREADS {
        return Err(format!(
            "threads is {}: the most is {MOST_THREADS}",
            figure.threads
        ));
    }
    let sum = figure.checksum.parse::<f64>();
    if !sum.is_ok_and(f64::is_finite) {
        return Err(format!(
            "checksum is {}, which is no number",
            figure.checksum
        ));
    }
    Ok(Measured {
        program,
        format: format.name,
        scenario: figure.scenario,
        threads: figure.threads,
        cold: figure.cold,
        warm: figure.warm,
        events: figure.events,
        checksum: figure.checksum,
    })
}

fn together(measured: &[Measured]) -> Result<(), String> {
    if measured.is_empty() {
        return Err("there is no figure".to_owned());
    }
    let threads: HashSet<u32> = measured.iter().map(|it| it.threads).collect();
    if threads.len() > MOST_NUMBERS {
        return Err(format!(
            "{} numbers of threads, where {MOST_NUMBERS} can be told apart",
            threads.len()
        ));
    }
    Ok(())
}

/// Puts the figures of a format together, and holds those of a scenario to each
/// other, as if they were new.
fn in_order(measured: Vec<Measured>) -> Result<Vec<Measured>, CrossError> {
    let mut formats = Vec::<(&str, Vec<Measured>)>::new();
    for figure in measured {
        match formats.iter_mut().find(|(name, _)| *name == figure.format) {
            Some((_, of_format)) => of_format.push(figure),
            None => formats.push((figure.format, vec![figure])),
        }
    }
    for (_, of_format) in &formats {
        for scenario in Scenario::ALL {
            let name = scenario.to_string();
            let of_scenario = of_format.iter().filter(|it| it.base() == name);
            agree(&of_scenario.cloned().collect::<Vec<_>>())?;
        }
    }
    Ok(formats
        .into_iter()
        .flat_map(|(_, figures)| figures)
        .collect())
}
