//! One check of one case, by name.

use std::fmt;
use std::sync::Arc;

use crate::check::Check;
use crate::tally::Judgement;

/// The name of a trial: `conformance::<format>::<check>::<case>`.
///
/// Names are the suite's interface: `cargo test conformance` filters by them.
pub fn trial_name(format: &str, check: Check, case: &str) -> String {
    format!("conformance::{format}::{check}::{case}")
}

/// The one-line command that repeats a trial.
///
/// (`cargo test conformance -- --exact NAME` would be shorter, but hands the
/// test binary two filters, and libtest-mimic takes one.)
pub fn repeat_command(trial: &str) -> String {
    format!("cargo test -p touchstone-conformance --test conformance -- --exact '{trial}'")
}

/// The function behind a [`Trial`].
pub(crate) type Run = dyn Fn() -> Judgement + Send + Sync;

/// One check of one case.
///
/// ```
/// use conformance::{Suite, TestOutcome};
///
/// let trials = Suite::new().trials().unwrap();
/// for trial in trials {
///     // In a test binary without the standard harness, each becomes a test.
///     let (name, run) = (trial.name().to_owned(), move || trial.run().verdict.as_test());
///     assert_eq!(run(), TestOutcome::Pass, "{name}");
/// }
/// ```
#[derive(Clone)]
pub struct Trial {
    name: String,
    format: String,
    check: Check,
    case: String,
    run: Arc<Run>,
}

impl Trial {
    pub(crate) fn new(format: &str, check: Check, case: &str, run: Arc<Run>) -> Self {
        Self {
            name: trial_name(format, check, case),
            format: format.to_owned(),
            check,
            case: case.to_owned(),
            run,
        }
    }

    /// The whole name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The format's name.
    pub fn format(&self) -> &str {
        &self.format
    }

    /// The check.
    pub fn check(&self) -> Check {
        self.check
    }

    /// The case's name, or that of the set of hostile frames.
    pub fn case(&self) -> &str {
        &self.case
    }

    /// Makes the check.
    pub fn run(&self) -> Judgement {
        (self.run)()
    }
}

impl fmt::Debug for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Trial").field(&self.name).finish()
    }
}
