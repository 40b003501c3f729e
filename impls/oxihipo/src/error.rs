//! What can go wrong with an oxihipo that is installed, and with one that is not.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

/// A request that was not done.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// oxihipo raised an exception. A panic of its Rust is one too, a
    /// `PanicException`.
    #[error("oxihipo: {kind}: {reason}")]
    Refused {
        /// The exception's name.
        kind: String,
        /// What it says.
        reason: String,
    },
    /// The process ended before it answered.
    #[error("oxihipo's process ended ({how}); it said: {said}")]
    Ended {
        /// How: its exit status, or the signal.
        how: String,
        /// The end of what it wrote to its standard error.
        said: String,
    },
    /// It was not done in time, and the process was killed.
    #[error("oxihipo was not done after {limit:?}")]
    TimedOut {
        /// The time that it had.
        limit: Duration,
    },
    /// The answer is longer than it may be.
    #[error("oxihipo's answer has {bytes} bytes; {limit} are allowed")]
    Large {
        /// Bytes of the answer.
        bytes: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// An answer is not what it ought to be.
    #[error("the child's answer is not understood: {what}")]
    Answer {
        /// What is wrong with it.
        what: &'static str,
    },
    /// A path is no text, which is what the child takes.
    #[error("{} is not a path in UTF-8", path.display())]
    Path {
        /// The path.
        path: PathBuf,
    },
    /// The process could not be run.
    #[error("{} cannot be run: {source}", program.display())]
    Start {
        /// The interpreter.
        program: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Why oxihipo is not at hand.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Missing {
    /// It is not installed.
    #[error(
        "absent: oxihipo 0.9.0 (a wheel of PyPI), of which there is nothing in {}: install it with \
         `touchstone references install`",
        folder.display()
    )]
    NotInstalled {
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// Other packages are installed, or the interpreter has gone.
    #[error(
        "absent: oxihipo 0.9.0 as it is pinned; what is in {} is of other packages, or for a \
         Python that has gone: bring it up to date with `touchstone references install`",
        folder.display()
    )]
    Outdated {
        /// Where it is.
        folder: PathBuf,
    },
}
