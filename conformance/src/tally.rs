//! Counts of what was seen, by pair of implementations.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::verdict::{Verdict, VerdictKind};

/// How often each thing was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Shown to hold.
    pub passed: u64,
    /// Shown not to hold, unexpected passes included.
    pub failed: u64,
    /// Failed as a known failure says.
    pub known: u64,
    /// Not made because somebody is not here.
    pub absent: u64,
    /// Made, but not decided.
    pub inconclusive: u64,
}

impl Tally {
    /// Everything that was counted.
    pub fn total(&self) -> u64 {
        self.passed + self.failed + self.known + self.absent + self.inconclusive
    }

    /// Adds another count to this one.
    pub fn add(&mut self, other: &Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.known += other.known;
        self.absent += other.absent;
        self.inconclusive += other.inconclusive;
    }

    /// Counts one verdict.
    pub fn count(&mut self, kind: VerdictKind) {
        *match kind {
            VerdictKind::Passed => &mut self.passed,
            VerdictKind::Failed | VerdictKind::UnexpectedPass => &mut self.failed,
            VerdictKind::KnownFailure => &mut self.known,
            VerdictKind::Absent => &mut self.absent,
            VerdictKind::Inconclusive => &mut self.inconclusive,
        } += 1;
    }
}

/// A pair of implementations in a matrix.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// Who wrote: an implementation, or `frozen` for golden frames. In
    /// `identical` and `reject`, the native side of the comparison.
    pub producer: String,
    /// Who read, with its API shape in `checksum`. In `identical` and
    /// `reject`, the reference. `any` where the producer gave no frame to read,
    /// `rules` for what `reject` demands of each side on its own.
    pub consumer: String,
}

/// Something that is not on this machine.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Absence {
    /// What is not here.
    pub who: String,
    /// The command that brings it.
    pub how_to_install: String,
}

/// What a trial came to, with everything that was seen on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// Counts for each pair of implementations.
    pub pairs: BTreeMap<Pair, Tally>,
    /// Everything that was not here.
    pub absences: Vec<Absence>,
}
