//! What a pass over the data set reads.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use hipo::File;

use super::{columnar, per_event};

/// What is read of each event. A checksum is the sum of all values read, in
/// double precision.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Scenario {
    /// Nothing: events are gone through.
    Count,
    /// The column of a bank of one row, `evno` of `REC::Event`.
    Bank1,
    /// `pid` of `REC::Particle`.
    Col1,
    /// `pid` and `px`.
    Scan2,
    /// All eight columns of `REC::Particle`.
    Wide,
}

impl Scenario {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Count,
        Self::Bank1,
        Self::Col1,
        Self::Scan2,
        Self::Wide,
    ];

    /// The bank that it reads, and its columns.
    pub(crate) const fn columns(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Count => ("", &[]),
            Self::Bank1 => ("REC::Event", &["evno"]),
            Self::Col1 => ("REC::Particle", &["pid"]),
            Self::Scan2 => ("REC::Particle", &["pid", "px"]),
            Self::Wide => (
                "REC::Particle",
                &["pid", "px", "py", "pz", "vz", "charge", "status", "chi2pid"],
            ),
        }
    }

    /// Reads a file event by event, by one thread.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn per_event(self, file: &File) -> Result<Pass, hipo::Error> {
        per_event::pass(self, file)
    }

    /// Reads whole columns, by so many threads; 0 are as many as the machine
    /// runs at once.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn columnar(self, file: &File, threads: usize) -> Result<Pass, hipo::Error> {
        columnar::pass(self, file, threads)
    }

    /// Reads columns part by part ([`hipo::ColumnOptions::map`]), by so many
    /// threads; 0 are as many as the machine runs at once.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn in_parts(self, file: &File, threads: usize) -> Result<Pass, hipo::Error> {
        columnar::pass_in_parts(self, file, threads)
    }
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Count => "count",
            Self::Bank1 => "bank1",
            Self::Col1 => "col1",
            Self::Scan2 => "scan2",
            Self::Wide => "wide",
        })
    }
}

impl FromStr for Scenario {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|scenario| scenario.to_string() == text)
            .ok_or_else(|| format!("no scenario {text}: count, bank1, col1, scan2 or wide"))
    }
}

/// One pass over a file that is open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass {
    /// The sum of all values read.
    pub checksum: f64,
    /// Number of events.
    pub events: u64,
    /// How long it took.
    pub took: Duration,
}
