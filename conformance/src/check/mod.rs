//! The checks: what is asserted of a case. One file each.

mod checksum;
mod exchange;
mod frames;
mod golden;
mod identical;
mod ledger;
mod reject;
mod tell;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub(crate) use checksum::checksum;
pub(crate) use exchange::{exchange, exchange_frames};
pub(crate) use frames::{Made, frames};
pub(crate) use golden::{GoldenFolder, golden, golden_folder};
pub(crate) use identical::{compare_frames, identical};
pub(crate) use ledger::Ledger;
pub(crate) use reject::reject;

/// What is asserted of a case.
///
/// ```
/// use conformance::Check;
///
/// assert_eq!("exchange".parse::<Check>().unwrap(), Check::Exchange);
/// assert_eq!(Check::Identical.to_string(), "identical");
/// assert!("identity".parse::<Check>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// Each native frame equals each reference's, byte for byte.
    Identical,
    /// Every consumer reads every producer's frame to the case's value.
    Exchange,
    /// All consumers, through all their API shapes, give the same checksum of
    /// everything they read.
    Checksum,
    /// Today's frame equals the frozen one, and every consumer reads that.
    Golden,
    /// Hostile frames give a typed error or a value, in bounded time and
    /// memory, and native and reference agree which.
    Reject,
}

impl Check {
    /// All checks, in the order in which reports show them.
    pub const ALL: [Self; 5] = [
        Self::Identical,
        Self::Exchange,
        Self::Checksum,
        Self::Golden,
        Self::Reject,
    ];

    /// Its name, the third part of a trial's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::Exchange => "exchange",
            Self::Checksum => "checksum",
            Self::Golden => "golden",
            Self::Reject => "reject",
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no [`Check`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no check is called {0:?}; there are identical, exchange, checksum, golden and reject")]
pub struct UnknownCheck(String);

impl FromStr for Check {
    type Err = UnknownCheck;

    fn from_str(word: &str) -> Result<Self, UnknownCheck> {
        Self::ALL
            .into_iter()
            .find(|check| check.name() == word)
            .ok_or_else(|| UnknownCheck(word.to_owned()))
    }
}
