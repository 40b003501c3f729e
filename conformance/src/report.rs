//! The report of a run: `target/touchstone/verdicts.json`.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::atomic::write_atomically;
use crate::check::Check;
use crate::fingerprint::Fingerprint;
use crate::format::Format;
use crate::implementation::Role;
use crate::lab::Subject;
use crate::tally::Tally;
use crate::verdict::VerdictKind;

/// The form of the report that this crate writes and reads. It grows when a
/// field changes its meaning or goes; a new field alone leaves it.
pub const SCHEMA: u32 = 1;

/// The report of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The sources that the verdicts hold for.
    pub fingerprint: Option<Fingerprint>,
    /// Whether every trial of the suite was run.
    pub complete: bool,
    /// How many trials the suite has.
    pub trials_listed: u64,
    /// How many were run.
    pub trials_run: u64,
    /// When the run ended, in seconds since 1970.
    pub finished_unix: u64,
    /// How long it took.
    pub elapsed_ms: u64,
    /// The filter by name, if there was one.
    pub filter: Option<String>,
    /// Facts about the machine.
    pub host: BTreeMap<String, String>,
    /// The formats, by name.
    pub formats: Vec<FormatReport>,
}

/// What was found of one format.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormatReport {
    /// The format.
    pub name: String,
    /// Its implementations, absent ones included.
    pub implementations: Vec<ImplementationReport>,
    /// How many cases (and sets of hostile frames) were run.
    pub cases: u64,
    /// The verdicts of each check's trials.
    pub checks: BTreeMap<Check, Tally>,
    /// What each pair of implementations came to; a trial may count in
    /// several cells, and in one cell several times.
    pub matrix: Vec<CellReport>,
    /// The trials that failed, known and unexpected included, and those that
    /// were inconclusive, with their words.
    pub notes: Vec<Note>,
    /// What was not on the machine.
    pub absent: Vec<AbsenceReport>,
    /// Every trial that was run.
    pub trials: Vec<TrialReport>,
}

/// An implementation, as it was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImplementationReport {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// Its version; empty when it is absent.
    pub version: String,
    /// Whether it was there.
    pub present: bool,
    /// The command that brings it, when it was not.
    pub how_to_install: Option<String>,
}

/// A cell of the matrix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellReport {
    /// The check.
    pub check: Check,
    /// Who wrote; see [`Pair`](crate::Pair).
    pub producer: String,
    /// Who read.
    pub consumer: String,
    /// What was counted.
    #[serde(flatten)]
    pub tally: Tally,
}

/// The words of a verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The trial's name.
    pub trial: String,
    /// Its verdict.
    pub verdict: VerdictKind,
    /// The words.
    pub detail: String,
}

/// Something that was not on the machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsenceReport {
    /// What.
    pub who: String,
    /// The command that brings it.
    pub how_to_install: String,
    /// How many trials missed it.
    pub trials: u64,
}

/// A trial's verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialReport {
    /// The trial's name.
    pub name: String,
    /// Its verdict.
    pub verdict: VerdictKind,
    /// How long it took.
    pub micros: u64,
}

/// A report could not be written or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The file.
    #[error("{}: {source}", path.display())]
    Io {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is no report.
    #[error("{}: {source}", path.display())]
    Form {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// It was written in another form.
    #[error("{}: schema {found}, not {SCHEMA}; run the suite again", path.display())]
    Schema {
        /// Its path.
        path: PathBuf,
        /// Its schema.
        found: u32,
    },
}

/// Whether the verdicts of a report still say something about the sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// They hold for these sources, all of them.
    Holds,
    /// They hold for these sources, but not every trial was run.
    Partial,
    /// They were found on other sources.
    Stale {
        /// The fingerprint of those, if it was stated.
        found: Option<Fingerprint>,
    },
}

/// Just enough of a report to tell its form.
#[derive(Deserialize)]
struct Head {
    schema: u32,
}

impl Report {
    /// Whether any trial failed or passed unexpectedly.
    pub fn has_failed(&self) -> bool {
        self.trials().any(|trial| trial.verdict.is_failure())
    }

    /// Every trial of every format.
    pub fn trials(&self) -> impl Iterator<Item = &TrialReport> {
        self.formats.iter().flat_map(|format| &format.trials)
    }

    /// The verdicts of all trials, counted.
    pub fn totals(&self) -> Tally {
        let mut totals = Tally::default();
        self.trials().for_each(|trial| totals.count(trial.verdict));
        totals
    }

    /// Whether the verdicts hold for the sources of a fingerprint.
    pub fn standing(&self, now: &Fingerprint) -> Standing {
        match &self.fingerprint {
            Some(found) if found == now && self.complete => Standing::Holds,
            Some(found) if found == now => Standing::Partial,
            found => Standing::Stale {
                found: found.clone(),
            },
        }
    }

    /// Writes the report as JSON, all of it or none.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn write(&self, path: &Path) -> Result<(), ReportError> {
        let mut json = serde_json::to_vec_pretty(self).map_err(|source| ReportError::Form {
            path: path.to_owned(),
            source,
        })?;
        json.push(b'\n');
        write_atomically(path, &json).map_err(|source| ReportError::Io {
            path: path.to_owned(),
            source,
        })
    }

    /// Reads a report; whether it still holds, [`standing`](Self::standing)
    /// says.
    ///
    /// # Errors
    /// [`ReportError`], also for a report of another schema.
    pub fn read(path: &Path) -> Result<Self, ReportError> {
        let json = fs::read(path).map_err(|source| ReportError::Io {
            path: path.to_owned(),
            source,
        })?;
        let form = |source| ReportError::Form {
            path: path.to_owned(),
            source,
        };
        let Head { schema: found } = serde_json::from_slice(&json).map_err(form)?;
        if found != SCHEMA {
            return Err(ReportError::Schema {
                path: path.to_owned(),
                found,
            });
        }
        serde_json::from_slice(&json).map_err(form)
    }
}

impl ImplementationReport {
    pub(crate) fn of<F: Format>(subject: &Subject<F>) -> Self {
        Self {
            name: subject.name.clone(),
            role: subject.role,
            version: subject.version.clone(),
            present: subject.absence.is_none(),
            how_to_install: subject.absence.as_ref().map(|a| a.how_to_install.clone()),
        }
    }
}
