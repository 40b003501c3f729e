//! A binary format: its cases, their values, and how its frames are told.

use std::sync::Arc;

use crate::check::Check;
use crate::dissection::Dissection;
use crate::hostile::HostileSet;
use crate::implementation::Implementation;
use crate::outcome::Failure;

/// A case: an input with its settings, as a cheap descriptor.
///
/// A format has thousands, all listed before any runs, so a case holds a
/// generator's name and parameters; the bytes come from
/// [`Format::materialize`] when it runs.
pub trait Case: Clone + Send + Sync + 'static {
    /// A stable path, for example `zstd/level-3/text/1048576`. It is part of
    /// the suite's interface and, for golden cases, of a file name: components
    /// of ASCII letters, digits and `-_.+=`, separated by `/`.
    fn name(&self) -> String;
}

/// Says that a case cannot be materialized on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// What is not there, for example `corpus silesia`.
    pub what: String,
    /// The command that brings it.
    pub how_to_install: String,
}

/// A binary format under test. Adding one to the suite means to implement this
/// and [`Implementation`]; the crate's page has a whole one.
pub trait Format: Send + Sync + Sized + 'static {
    /// Descriptor of an input and its settings.
    type Case: Case;
    /// A materialized input: what a producer is given.
    type Input: Send + Sync;
    /// What a consumer must know beside the frame: nothing (`()`), a size, a
    /// schema.
    type Context: Clone + Send + Sync + 'static;
    /// What decoding yields.
    type Value: PartialEq + Send + 'static;

    /// Lower-case name, the second part of every trial's name.
    fn name(&self) -> &'static str;

    /// All implementations, also those that are absent here.
    fn implementations(&self) -> Vec<Arc<dyn Implementation<Self>>>;

    /// All cases, on every machine the same.
    fn cases(&self) -> Vec<Self::Case>;

    /// Makes a case's input.
    ///
    /// # Errors
    /// [`Missing`] when the case needs a file that is not on this machine. The
    /// case's trials are then absent, which is never a pass.
    fn materialize(&self, case: &Self::Case) -> Result<Self::Input, Missing>;

    /// What a consumer of this case's frames is told beside the frame.
    fn context(&self, case: &Self::Case) -> Self::Context;

    /// What every consumer must yield for this case.
    fn value(&self, case: &Self::Case, input: &Self::Input) -> Self::Value;

    /// A checksum of everything in a value.
    fn checksum(&self, value: &Self::Value) -> u64;

    /// Tells a frame field by field; of a broken frame, as much as can be told.
    /// Must not fail or panic, and is not one of the implementations on trial.
    fn dissect(&self, context: &Self::Context, frame: &[u8]) -> Dissection;

    /// Says where two values differ, in a line or a few. Values of bytes use
    /// [`describe_byte_difference`](crate::describe_byte_difference).
    fn describe_difference(&self, expected: &Self::Value, got: &Self::Value) -> String {
        format!(
            "checksum {:#018x} expected, {:#018x} found",
            self.checksum(expected),
            self.checksum(got)
        )
    }

    /// Whether `check` is claimed of `case`. By default every check of every
    /// case; a message whose segments the writer may cut freely, say, has no
    /// `identical`.
    fn claims(&self, check: Check, case: &Self::Case) -> bool {
        let _ = (check, case);
        true
    }

    /// Malformed frames for `reject`. By default none.
    fn hostile(&self) -> Vec<HostileSet<Self>> {
        Vec::new()
    }

    /// Why the native side may reject, with `failure`, a hostile frame that a
    /// reference accepts: a listed difference, told in `docs/`, in which the
    /// reference is laxer than the format. Such frames are counted as
    /// inconclusive, never as passed. By default there are none.
    fn stricter(&self, failure: &Failure) -> Option<&'static str> {
        let _ = failure;
        None
    }

    /// The cases whose frames are frozen under `golden/`. By default none.
    fn golden_cases(&self) -> Vec<Self::Case> {
        Vec::new()
    }
}

/// Why a name is not fit for a case, if it is not.
pub(crate) fn name_fault(name: &str) -> Option<String> {
    for part in name.split('/') {
        if part.is_empty() || part.chars().all(|c| c == '.') {
            return Some(format!("{name:?} has an empty or dotted component"));
        }
        let fit = |c: char| c.is_ascii_alphanumeric() || "-_.+=".contains(c);
        if let Some(bad) = part.chars().find(|c| !fit(*c)) {
            return Some(format!("{name:?} contains {bad:?}"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::name_fault;

    #[test]
    fn names_are_safe_paths() {
        assert_eq!(name_fault("zstd/level--5/text/1048576"), None);
        for bad in ["", "/a", "a//b", "a/../b", "a b", "a:b", "a*"] {
            assert!(name_fault(bad).is_some(), "{bad:?}");
        }
    }
}
