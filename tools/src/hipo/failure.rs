//! What can go wrong.

use std::error::Error as _;
use std::io;
use std::path::Path;

use hipo::{Error, ErrorKind};
use tools::output::Refusal;
use tools::text;

/// Why a command could not be done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The system refuses.
    #[error("{action}: {source}")]
    Io {
        /// What was tried.
        action: String,
        /// What the system says.
        source: io::Error,
    },
    /// Nobody reads the standard output any more.
    #[error("the standard output is closed")]
    ClosedOutput,
    /// What is asked for cannot be done, and what to do instead.
    #[error("{0}")]
    Refused(String),
    /// The command line is wrong in a way that its parser cannot see.
    #[error("{0}")]
    Usage(String),
    /// A file is not what it should be.
    #[error("{}", told_with_advice(.0))]
    File(#[from] Error),
    /// The same, where the error does not know of the file.
    #[error("{file}: {}", told_with_advice(.error))]
    Of {
        /// The file.
        file: String,
        /// What is wrong.
        error: Error,
    },
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Harm(advice) => Self::Refused(advice),
            Refusal::Io { action, source } => Self::Io { action, source },
        }
    }
}

impl Failure {
    /// An adapter for `map_err`: the system refused to `action`.
    pub(crate) fn io(action: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        |source| Self::Io {
            action: action.into(),
            source,
        }
    }

    /// What a failure to write to the standard output means.
    pub(crate) fn stdout(source: io::Error) -> Self {
        if source.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedOutput
        } else {
            Self::io("cannot write to the standard output")(source)
        }
    }

    /// An adapter for `map_err`: what the library says of something in `file`,
    /// whether or not it says of which.
    pub(crate) fn of(file: &hipo::File) -> impl FnOnce(Error) -> Self + use<'_> {
        |error| match (file.path(), &error.place().file) {
            (Some(path), None) => Self::Of {
                file: text::name(path),
                error,
            },
            _ => Self::File(error),
        }
    }

    /// An adapter for `map_err`: what the library says of writing `path`.
    pub(crate) fn output(path: &Path) -> impl FnOnce(Error) -> Self + use<> {
        let name = text::name(path);
        move |error| match error.kind() {
            ErrorKind::Write(_) | ErrorKind::Level { .. } | ErrorKind::EventTooLong { .. } => {
                Self::Refused(format!("cannot write {name}: {}", told(&error)))
            }
            _ => Self::File(error),
        }
    }
}

/// An error with where it was met and its causes.
pub(crate) fn told(error: &Error) -> String {
    let mut words = error.to_string();
    let mut source = error.kind().source();
    while let Some(cause) = source {
        words.push_str(": ");
        words.push_str(&cause.to_string());
        source = cause.source();
    }
    text::harmless(&words)
}

/// The same, with what to do next.
pub(crate) fn told_with_advice(error: &Error) -> String {
    let words = told(error);
    match advice(error.kind()) {
        Some(advice) => format!("{words}; {advice}"),
        None => words,
    }
}

const fn advice(kind: &ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::Evio => "a decoder of CLAS12's makes HIPO of it",
        ErrorKind::UnknownBank { .. } | ErrorKind::UnknownColumn { .. } => {
            "`hipo schemas FILE` lists what there is"
        }
        ErrorKind::Limit { .. } => "if you trust the file, --record-limit SIZE allows more",
        ErrorKind::Truncated { .. }
        | ErrorKind::RecordMagic { .. }
        | ErrorKind::HeaderLength { .. }
        | ErrorKind::RecordLength { .. }
        | ErrorKind::Padding { .. }
        | ErrorKind::CompressionTag { .. }
        | ErrorKind::Decompress { .. }
        | ErrorKind::DecompressedLength { .. }
        | ErrorKind::EventIndex { .. }
        | ErrorKind::StructureLength { .. }
        | ErrorKind::FormatLength { .. }
        | ErrorKind::LayoutVersion { .. }
        | ErrorKind::Directory(_)
        | ErrorKind::Checksum { .. }
        | ErrorKind::IndexEvents { .. } => "`hipo validate FILE` lists all that is wrong with it",
        _ => return None,
    })
}
