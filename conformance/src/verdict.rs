//! What a trial came to.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a trial came to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// Everything that the check asserts was shown.
    Passed,
    /// Something that it asserts is false.
    Failed {
        /// The report: offset, field, hex windows, and the command to repeat.
        detail: String,
    },
    /// It failed, as an entry of the known failures said it would.
    KnownFailure {
        /// The entry's reason.
        reason: String,
    },
    /// It passed although an entry says that it fails: the entry must go.
    UnexpectedPass {
        /// The entry's pattern.
        pattern: String,
        /// The entry's reason, now out of date.
        reason: String,
    },
    /// Something is not on this machine, so the check was not made in full.
    /// Never a pass, and a failure under `TOUCHSTONE_REQUIRE=all`.
    Absent {
        /// What is not here.
        who: String,
        /// The command that brings it.
        how_to_install: String,
    },
    /// Nothing was refuted, but the claim was not shown either: the native
    /// implementation does not support the feature yet, or there was nobody to
    /// compare it with. Never a pass.
    Inconclusive {
        /// Why.
        reason: String,
    },
}

/// A verdict without its words, as reports count them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictKind {
    /// See [`Verdict::Passed`].
    Passed,
    /// See [`Verdict::Failed`].
    Failed,
    /// See [`Verdict::KnownFailure`].
    KnownFailure,
    /// See [`Verdict::UnexpectedPass`].
    UnexpectedPass,
    /// See [`Verdict::Absent`].
    Absent,
    /// See [`Verdict::Inconclusive`].
    Inconclusive,
}

/// How a verdict appears in a test harness that knows three outcomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TestOutcome {
    /// The test passes.
    Pass,
    /// The test is shown as ignored, with the reason.
    Ignore(String),
    /// The test fails, with the text.
    Fail(String),
}

impl Verdict {
    /// The verdict without its words.
    pub fn kind(&self) -> VerdictKind {
        match self {
            Self::Passed => VerdictKind::Passed,
            Self::Failed { .. } => VerdictKind::Failed,
            Self::KnownFailure { .. } => VerdictKind::KnownFailure,
            Self::UnexpectedPass { .. } => VerdictKind::UnexpectedPass,
            Self::Absent { .. } => VerdictKind::Absent,
            Self::Inconclusive { .. } => VerdictKind::Inconclusive,
        }
    }

    /// How a test harness shows it: a known failure passes (it did what its
    /// entry says); absent and inconclusive are ignored with their reason.
    ///
    /// ```
    /// use conformance::{TestOutcome, Verdict};
    ///
    /// let absent = Verdict::Absent {
    ///     who: "hipo4".into(),
    ///     how_to_install: "touchstone references install".into(),
    /// };
    /// assert!(matches!(absent.as_test(), TestOutcome::Ignore(reason) if reason.contains("hipo4")));
    /// ```
    pub fn as_test(&self) -> TestOutcome {
        match self {
            Self::Passed | Self::KnownFailure { .. } => TestOutcome::Pass,
            Self::Absent { .. } | Self::Inconclusive { .. } => {
                TestOutcome::Ignore(self.to_string())
            }
            Self::Failed { .. } | Self::UnexpectedPass { .. } => {
                TestOutcome::Fail(self.to_string())
            }
        }
    }
}

impl VerdictKind {
    /// Whether a run with such a verdict has failed.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Failed | Self::UnexpectedPass)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed => f.write_str("passed"),
            Self::Failed { detail } => f.write_str(detail),
            Self::KnownFailure { reason } => write!(f, "known failure: {reason}"),
            Self::UnexpectedPass { pattern, reason } => write!(
                f,
                "unexpected pass: remove the known failure {pattern:?} ({reason})"
            ),
            Self::Absent {
                who,
                how_to_install,
            } => write!(f, "absent: {who}; install it with: {how_to_install}"),
            Self::Inconclusive { reason } => write!(f, "inconclusive: {reason}"),
        }
    }
}
