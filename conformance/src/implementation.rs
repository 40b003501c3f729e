//! One implementation of a format, native or reference.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::format::Format;
use crate::outcome::Outcome;

/// What part an implementation plays in the checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Ours: the subject of every claim.
    Native,
    /// What ours is held to, byte for byte.
    Reference,
    /// Somebody else's: takes part in `exchange`, `checksum` and `golden`
    /// reading, but nothing is claimed about equal bytes or equal rejections.
    External,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Native => "native",
            Self::Reference => "reference",
            Self::External => "external",
        })
    }
}

/// Whether an implementation can be run on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Availability {
    /// It is linked in, or its program was found.
    Present,
    /// It is not here.
    Absent {
        /// The command that brings it.
        how_to_install: String,
    },
}

/// The function behind a [`Shape`].
type Consume<'a, F> = dyn Fn(&<F as Format>::Context, &[u8]) -> Outcome<<F as Format>::Value> + 'a;

/// One way in which an implementation's interface reads a frame: into a new
/// buffer, into the caller's slice, event by event, column by column.
pub struct Shape<'a, F: Format> {
    name: &'static str,
    consume: Box<Consume<'a, F>>,
}

impl<'a, F: Format> Shape<'a, F> {
    /// A named way of reading.
    pub fn new(
        name: &'static str,
        consume: impl Fn(&F::Context, &[u8]) -> Outcome<F::Value> + 'a,
    ) -> Self {
        Self {
            name,
            consume: Box::new(consume),
        }
    }

    /// Its name, as reports print it.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Reads a frame in this way.
    pub fn consume(&self, context: &F::Context, frame: &[u8]) -> Outcome<F::Value> {
        (self.consume)(context, frame)
    }
}

impl<F: Format> fmt::Debug for Shape<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shape")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// One implementation of the format `F`.
///
/// Both sides are optional: a reader keeps the default
/// [`produce`](Self::produce), a writer the default [`consume`](Self::consume).
/// Calls come from several threads at once. A panic in any method is caught by
/// the suite and reported as a failure of that implementation.
pub trait Implementation<F: Format>: Send + Sync {
    /// Short, stable and unique within the format: `openzl`, `libzl`.
    fn name(&self) -> &str;

    /// What part it plays.
    fn role(&self) -> Role;

    /// Its version, as it states it itself at run time. A golden frame is not
    /// frozen when this is empty.
    fn version(&self) -> String;

    /// Whether it can be run here. Asked once for each run of a suite.
    fn availability(&self) -> Availability {
        Availability::Present
    }

    /// Writes the frame of a case.
    fn produce(&self, case: &F::Case, input: &F::Input) -> Outcome<Vec<u8>> {
        let _ = (case, input);
        Outcome::Lacks
    }

    /// Reads a frame. `context` is what a reader must know beside the bytes.
    fn consume(&self, context: &F::Context, frame: &[u8]) -> Outcome<F::Value> {
        let _ = (context, frame);
        Outcome::Lacks
    }

    /// Every way in which its interface reads a frame; the check `checksum`
    /// goes through them all. By default [`consume`](Self::consume) alone.
    fn consume_shapes(&self) -> Vec<Shape<'_, F>> {
        vec![Shape::new(
            "consume",
            |context: &F::Context, frame: &[u8]| self.consume(context, frame),
        )]
    }
}
