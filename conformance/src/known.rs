//! Known failures: trials that are run, and expected to fail.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use crate::glob::glob_matches;
use crate::tally::Judgement;
use crate::verdict::{Verdict, VerdictKind};

/// The most trials that one entry may stand for.
pub const WIDEST: usize = 20;

/// One entry of a list of known failures.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownFailure {
    /// Which trials fail: their names, with `*` for any characters.
    pub pattern: String,
    /// Why they fail.
    pub reason: String,
    /// What would be right: the value that is due, or the issue that says so.
    pub right: String,
}

/// The known failures of a format.
///
/// They are executed like every trial. One that fails is a
/// [`Verdict::KnownFailure`]; one that passes is a [`Verdict::UnexpectedPass`],
/// which fails the run until its entry goes.
///
/// ```
/// use conformance::KnownFailures;
///
/// let known = KnownFailures::parse(
///     r#"
///     [[failure]]
///     pattern = "conformance::toy::identical::level-9/*"
///     reason = "the lazy matcher looks one byte too far"
///     right = "the frame of libtoy 1.2"
///     "#,
/// )
/// .unwrap();
/// let trials = ["conformance::toy::identical::level-9/text"];
/// assert!(known.fits(&trials).is_ok());
/// assert!(known.fits(&["conformance::toy::identical::level-1/text"]).is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownFailures {
    entries: Vec<KnownFailure>,
}

/// What is wrong with a list of known failures.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum KnownError {
    /// The file could not be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is not TOML of the right form.
    #[error("not a list of known failures: {0}")]
    Form(String),
    /// An entry has an empty field.
    #[error("the known failure {pattern:?} has no {field}")]
    Empty {
        /// The entry.
        pattern: String,
        /// The field.
        field: &'static str,
    },
    /// An entry matches no trial: it is stale.
    #[error("the known failure {pattern:?} matches no trial; remove it")]
    Stale {
        /// The entry.
        pattern: String,
    },
    /// An entry matches too many trials to be a statement about any.
    #[error("the known failure {pattern:?} matches {count} trials; at most {WIDEST} are allowed")]
    TooWide {
        /// The entry.
        pattern: String,
        /// How many it matches.
        count: usize,
    },
    /// Two entries match the same trial.
    #[error("the known failures {first:?} and {second:?} both match {trial}")]
    Twice {
        /// The trial.
        trial: String,
        /// One entry.
        first: String,
        /// The other.
        second: String,
    },
}

/// The list as it stands in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OnDisk {
    #[serde(default, rename = "failure")]
    failures: Vec<KnownFailure>,
}

impl KnownFailures {
    /// Reads a list; a file that is not there is an empty one.
    ///
    /// # Errors
    /// [`KnownError`] for everything that [`parse`](Self::parse) refuses, and
    /// for a file that cannot be read.
    pub fn load(path: &Path) -> Result<Self, KnownError> {
        match fs::read_to_string(path) {
            Ok(text) => Self::parse(&text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(source) => Err(KnownError::Io {
                path: path.to_owned(),
                source,
            }),
        }
    }

    /// Parses a list.
    ///
    /// # Errors
    /// [`KnownError::Form`], and [`KnownError::Empty`] for a missing reason.
    pub fn parse(text: &str) -> Result<Self, KnownError> {
        let OnDisk { failures: entries } =
            toml::from_str(text).map_err(|error| KnownError::Form(error.to_string()))?;
        for entry in &entries {
            let fields = [
                ("pattern", &entry.pattern),
                ("reason", &entry.reason),
                ("right value", &entry.right),
            ];
            for (field, value) in fields {
                if value.trim().is_empty() {
                    return Err(KnownError::Empty {
                        pattern: entry.pattern.clone(),
                        field,
                    });
                }
            }
        }
        Ok(Self { entries })
    }

    /// The entries, in the order of the file.
    pub fn entries(&self) -> &[KnownFailure] {
        &self.entries
    }

    /// Holds the list to the names of all trials.
    ///
    /// # Errors
    /// [`KnownError::Stale`], [`KnownError::TooWide`] or [`KnownError::Twice`].
    pub fn fits(&self, trials: &[&str]) -> Result<(), KnownError> {
        for (index, entry) in self.entries.iter().enumerate() {
            let pattern = entry.pattern.clone();
            let mut count = 0;
            for &trial in trials {
                if !glob_matches(&entry.pattern, trial) {
                    continue;
                }
                count += 1;
                let later = &self.entries[index + 1..];
                if let Some(other) = later.iter().find(|e| glob_matches(&e.pattern, trial)) {
                    return Err(KnownError::Twice {
                        trial: trial.to_owned(),
                        first: pattern,
                        second: other.pattern.clone(),
                    });
                }
            }
            match count {
                0 => return Err(KnownError::Stale { pattern }),
                1..=WIDEST => {}
                _ => return Err(KnownError::TooWide { pattern, count }),
            }
        }
        Ok(())
    }

    /// The entry that a trial falls under.
    pub fn entry(&self, trial: &str) -> Option<&KnownFailure> {
        let mut entries = self.entries.iter();
        entries.find(|entry| glob_matches(&entry.pattern, trial))
    }

    /// Turns a failure that is known, and a pass that is not, into what they
    /// are. Absent and inconclusive stay: they say nothing about the entry.
    pub(crate) fn apply(&self, trial: &str, mut judgement: Judgement) -> Judgement {
        let Some(entry) = self.entry(trial) else {
            return judgement;
        };
        match judgement.verdict.kind() {
            VerdictKind::Failed => {
                for tally in judgement.pairs.values_mut() {
                    tally.known += std::mem::take(&mut tally.failed);
                }
                judgement.verdict = Verdict::KnownFailure {
                    reason: entry.reason.clone(),
                };
            }
            VerdictKind::Passed => {
                judgement.verdict = Verdict::UnexpectedPass {
                    pattern: entry.pattern.clone(),
                    reason: entry.reason.clone(),
                };
            }
            _ => {}
        }
        judgement
    }
}
