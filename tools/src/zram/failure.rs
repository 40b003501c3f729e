//! What can go wrong.

use std::error::Error;
use std::io;
use std::path::Path;

use tools::output::Refusal;
use zram::store::{self, SnapshotError};

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
    /// A codec or a store refuses.
    #[error("{}", chain(.0))]
    Store(#[from] store::Error),
    /// A codec refuses.
    #[error("{}", chain(.0))]
    Codec(#[from] zram::Error),
    /// A snapshot cannot be saved or restored.
    #[error("{file}: {}", chain(.source))]
    Snapshot {
        /// The file.
        file: String,
        /// What is wrong.
        source: SnapshotError,
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

    /// An adapter for `map_err`: what the system says of a file.
    pub(crate) fn of(action: &str, file: &Path) -> impl FnOnce(io::Error) -> Self {
        Self::io(format!("cannot {action} {}", tools::text::name(file)))
    }

    /// An adapter for `map_err`, of a snapshot.
    pub(crate) fn snapshot(file: &Path) -> impl FnOnce(SnapshotError) -> Self {
        |source| Self::Snapshot {
            file: tools::text::name(file),
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
}

/// An error and its causes.
pub(crate) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}
