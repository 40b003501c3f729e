//! Running programs in turn, and holding their sums to each other.

use std::path::Path;
use std::process::Command;

use serde::Serialize;
use thiserror::Error;

use super::line::Line;
use super::program::{Program, Shape};
use crate::hipo::{Format, Scenario};

/// What is run.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// By whom; the first one's sums are what others are held to.
    pub programs: &'a [Program],
    /// Passes of a process.
    pub passes: u32,
    /// Processes, of which the best counts. Programs take turns.
    pub rounds: u32,
    /// Numbers of threads that columns are read by.
    pub threads: &'a [u32],
}

/// One figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// Whose.
    pub program: &'static str,
    /// How the file is stored.
    pub format: &'static str,
    /// What was read, with `c_` where by columns, with `p_` where part by part.
    pub scenario: String,
    /// By how many threads.
    pub threads: u32,
    /// The first pass of a process, in milliseconds: the best of the rounds.
    pub cold: f64,
    /// The best pass, in milliseconds.
    pub warm: f64,
    /// Number of events.
    pub events: u64,
    /// The sum of all values read.
    pub checksum: String,
}

impl Measured {
    /// How the program went through the file.
    pub(super) fn shape(&self) -> Shape {
        Shape::of(&self.scenario).0
    }

    /// What it read, without what says how.
    pub(super) fn base(&self) -> &str {
        Shape::of(&self.scenario).1
    }
}

/// Why there are no figures.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CrossError {
    /// A program could not be run.
    #[error("{program} cannot be run: {source}")]
    Start {
        /// Whose.
        program: &'static str,
        /// What the system says.
        source: std::io::Error,
    },
    /// A program failed, or printed something else.
    #[error("{program} on {format}, {scenario}: {said}")]
    Failed {
        /// Whose.
        program: &'static str,
        /// How the file is stored.
        format: &'static str,
        /// What was to be read.
        scenario: String,
        /// What it says.
        said: String,
    },
    /// Two programs do not read the same.
    #[error(
        "{program} on {format}, {scenario}, reads {found}, and {standard} {expected}: \
         what differs is not timed"
    )]
    Differs {
        /// Whose.
        program: &'static str,
        /// How the file is stored.
        format: &'static str,
        /// What was read.
        scenario: String,
        /// Events and checksum.
        found: String,
        /// Who is held to.
        standard: &'static str,
        /// Events and checksum of that one.
        expected: String,
    },
}

/// A call that is to be made some times.
struct Call<'a> {
    program: &'a Program,
    scenario: String,
    threads: u32,
    best: Option<Line>,
}

impl Plan<'_> {
    /// Runs all programs on a file of the data set.
    ///
    /// # Errors
    /// [`CrossError`], and then there is no figure at all.
    pub fn run(&self, format: Format, file: &Path) -> Result<Vec<Measured>, CrossError> {
        let mut measured = Vec::new();
        for scenario in Scenario::ALL {
            let mut calls = self.calls(format, scenario);
            for _ in 0..self.rounds {
                for call in &mut calls {
                    self.make(call, format, file)?;
                }
            }
            let of_scenario: Vec<_> = calls
                .into_iter()
                .filter_map(|call| figure(call, format))
                .collect();
            agree(&of_scenario)?;
            measured.extend(of_scenario);
        }
        Ok(measured)
    }

    fn calls(&self, format: Format, scenario: Scenario) -> Vec<Call<'_>> {
        let mut calls = Vec::new();
        let programs = self.programs.iter();
        for program in programs.filter(|program| program.reads(format.name)) {
            for shape in program.shapes {
                let threads = match shape {
                    Shape::Events => &[1],
                    // To count events, there are no columns to read.
                    _ if scenario == Scenario::Count => continue,
                    _ => self.threads,
                };
                calls.extend(threads.iter().map(|&threads| Call {
                    program,
                    scenario: format!("{}{scenario}", shape.prefix()),
                    threads,
                    best: None,
                }));
            }
        }
        calls
    }

    fn make(&self, call: &mut Call<'_>, format: Format, file: &Path) -> Result<(), CrossError> {
        let program = call.program;
        let failed = |said: String| CrossError::Failed {
            program: program.name,
            format: format.name,
            scenario: call.scenario.clone(),
            said,
        };
        let output = Command::new(&program.command[0])
            .args(&program.command[1..])
            .arg(file)
            .arg(&call.scenario)
            .args([self.passes, call.threads].map(|number| number.to_string()))
            .envs(program.variables.iter().map(|(name, value)| (name, value)))
            .output()
            .map_err(|source| CrossError::Start {
                program: program.name,
                source,
            })?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            return Err(failed(format!("{}: {said}", output.status)));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let line: Line = text.parse().map_err(|error| failed(format!("{error}")))?;
        let best = call.best.get_or_insert_with(|| line.clone());
        if (line.events, &line.checksum) != (best.events, &best.checksum) {
            return Err(failed(
                "its sums differ from one process to another".to_owned(),
            ));
        }
        best.cold = best.cold.min(line.cold);
        best.warm = best.warm.min(line.warm);
        Ok(())
    }
}

fn figure(call: Call<'_>, format: Format) -> Option<Measured> {
    let best = call.best?;
    Some(Measured {
        program: call.program.name,
        format: format.name,
        scenario: call.scenario,
        threads: call.threads,
        cold: best.cold,
        warm: best.warm,
        events: best.events,
        checksum: best.checksum,
    })
}

/// Holds figures of one scenario to the first one's events and checksum.
pub(super) fn agree(measured: &[Measured]) -> Result<(), CrossError> {
    let Some(first) = measured.first() else {
        return Ok(());
    };
    let told = |it: &Measured| format!("{} events, {}", it.events, it.checksum);
    match measured.iter().find(|it| told(it) != told(first)) {
        None => Ok(()),
        Some(other) => Err(CrossError::Differs {
            program: other.program,
            format: other.format,
            scenario: other.scenario.clone(),
            found: told(other),
            standard: first.program,
            expected: told(first),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::{CrossError, Measured, agree};

    fn measured(program: &'static str, events: u64, checksum: &str) -> Measured {
        Measured {
            program,
            format: "lz4",
            scenario: "c_col1".to_owned(),
            threads: 1,
            cold: 2.0,
            warm: 1.0,
            events,
            checksum: checksum.to_owned(),
        }
    }

    #[test]
    fn sums_that_differ_are_no_figures() {
        let ours = measured("native", 3, "7.000");
        assert!(agree(&[ours.clone(), measured("C++", 3, "7.000")]).is_ok());
        for other in [measured("C++", 3, "7.001"), measured("C++", 2, "7.000")] {
            let error = agree(&[ours.clone(), other]).unwrap_err();
            assert!(matches!(error, CrossError::Differs { program: "C++", .. }));
        }
    }
}
