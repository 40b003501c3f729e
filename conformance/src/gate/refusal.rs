//! What a bench says when the gate stays shut.

use std::error::Error;
use std::fmt;
use std::process::ExitCode;

use crate::verdict::Verdict;

/// The exit status of a bench that was refused.
pub const REFUSED: u8 = 3;

/// Why a case may not be timed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub(super) trial: String,
    pub(super) verdict: Verdict,
}

impl Refusal {
    /// The trial that is in the way.
    pub fn trial(&self) -> &str {
        &self.trial
    }

    /// What it came to.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.trial, self.verdict)
    }
}

impl Error for Refusal {}

/// Says on standard error that a bench was refused, and gives the exit status
/// [`REFUSED`] for its `main`.
pub fn refusal_exit(refusal: &Refusal) -> ExitCode {
    eprintln!("bench refused: {refusal}; no number is reported");
    ExitCode::from(REFUSED)
}
