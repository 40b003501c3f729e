//! What can go wrong with a file.

use std::io;

use openzl::{Error, ErrorKind};
use tools::output::Refusal;

use crate::{foreign, size};

/// Why a file could not be done.
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
    /// The file does not fit into memory.
    #[error("{0} bytes do not fit into memory")]
    Memory(u64),
    /// What is asked for would do harm.
    #[error("{0}")]
    Refused(String),
    /// The library refuses.
    #[error("{message}")]
    Frame {
        /// What the library says.
        error: Error,
        /// The same with advice.
        message: String,
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

    /// What the library says of `frame`.
    pub(crate) fn frame(error: Error, frame: &[u8]) -> Self {
        let message = explain_frame(&error, frame);
        Self::Frame { error, message }
    }

    /// What the library says of an input.
    pub(crate) fn input(error: Error) -> Self {
        let message = match &error {
            Error::InputTooLarge { .. } => {
                format!("{error}; --graph segment_serial cuts it into chunks")
            }
            _ => error.to_string(),
        };
        Self::Frame { error, message }
    }

    /// The class of the failure, for JSON.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Io { .. } | Self::ClosedOutput => "io",
            Self::Memory(_) => "memory",
            Self::Refused(_) => "refused",
            Self::Frame { error, .. } => match error.kind() {
                ErrorKind::Foreign => "foreign",
                ErrorKind::Truncated => "truncated",
                ErrorKind::Checksum => "checksum",
                ErrorKind::Unsupported => "unsupported",
                ErrorKind::Limit => "limit",
                ErrorKind::Parameter => "parameter",
                _ => "corrupt",
            },
        }
    }

    /// The byte of the file that it is about, where there is one.
    pub(crate) const fn offset(&self) -> Option<usize> {
        match self {
            Self::Frame { error, .. } => offset(error),
            _ => None,
        }
    }
}

/// The byte of a frame that `error` is about.
const fn offset(error: &Error) -> Option<usize> {
    match error {
        Error::Foreign { .. } | Error::Version { .. } => Some(0),
        Error::Truncated { offset, .. }
        | Error::Corrupt { offset, .. }
        | Error::Checksum { offset, .. }
        | Error::Trailing { offset, .. }
        | Error::Unsupported { offset, .. }
        | Error::ZstdDecode { offset, .. } => Some(*offset),
        _ => None,
    }
}

/// `error` in words for whoever holds the file.
fn explain_frame(error: &Error, frame: &[u8]) -> String {
    match error {
        Error::Truncated { .. } if frame.is_empty() => "the file is empty, not a frame".into(),
        Error::Truncated { .. } if frame.len() < 4 => format!(
            "too short for a frame: {} bytes, {}",
            frame.len(),
            foreign::describe(frame)
        ),
        Error::Truncated { .. } => format!("truncated: {error}"),
        Error::Foreign { .. } => format!("not an OpenZL frame: {}", foreign::describe(frame)),
        Error::Corrupt { .. } | Error::Checksum { .. } | Error::ZstdDecode { .. } => {
            format!("corrupt: {error}")
        }
        Error::Version { .. } => format!("{error} (magic number at byte 0)"),
        Error::Limit { needed, .. } => format!(
            "{error}; if you trust the file, allow it with --limit {} or --limit none",
            size::for_limit(*needed)
        ),
        _ => error.to_string(),
    }
}
