//! How connections end.

use super::Counters;

/// What became of a connection.
#[derive(Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// What was done.
    pub counters: Counters,
    /// How it ended.
    pub result: Result<Ended, ConnectionError>,
}

/// The ways to end that are none's fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ended {
    /// The client asked for it, `NBD_CMD_DISC`.
    Disconnect,
    /// The client asked for it before it had chosen an export,
    /// `NBD_OPT_ABORT`.
    Abort,
    /// The client left without a word, between two messages.
    Hangup,
    /// The server shut down. All requests that had come were answered.
    Shutdown,
}

/// A connection that could not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectionError {
    /// The stream failed.
    #[error("the connection failed")]
    Io(#[from] std::io::Error),
    /// The client left in the middle of a message.
    #[error("the connection ended within a message")]
    Truncated,
    /// `NBD_OPT_EXPORT_NAME` named no export; it has no reply for that.
    #[error("the client asked for an export that there is not")]
    UnknownExport,
    /// The client did what the protocol forbids, and nothing that follows can
    /// be understood.
    #[error("the client broke the protocol")]
    Violation(#[from] Violation),
}

/// What the protocol forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Violation {
    /// Client flags that were not offered.
    #[error("client flags {flags:#x}")]
    ClientFlags {
        /// What came.
        flags: u32,
    },
    /// An option does not begin like one.
    #[error("{magic:#018x} where an option begins")]
    OptionMagic {
        /// What came.
        magic: u64,
    },
    /// An option that takes the fixed newstyle, from a client that did not
    /// choose it.
    #[error("option {option} without fixed newstyle")]
    NotFixedNewstyle {
        /// Its number.
        option: u32,
    },
    /// An option, or the name in `NBD_OPT_EXPORT_NAME`, is far too long.
    #[error("option {option} of {length} bytes")]
    OptionLength {
        /// Its number.
        option: u32,
        /// Its length in bytes.
        length: u32,
    },
    /// The client goes on and on, and chooses no export.
    #[error("more than {limit} options")]
    TooManyOptions {
        /// [`Limits::options`](super::Limits::options).
        limit: u32,
    },
    /// A request does not begin like one.
    #[error("{magic:#010x} where a request begins")]
    RequestMagic {
        /// What came.
        magic: u32,
    },
    /// A write is far longer than the export's maximum.
    #[error("a write of {length} bytes")]
    WriteLength {
        /// Its length in bytes.
        length: u32,
    },
}
