//! What an export may answer instead of doing what it was asked.

/// A request could not be carried out; the client is told.
///
/// The protocol has these eight errors and no more (proto.md, "Error values").
/// A client that negotiated structured replies gets the text beside the number;
/// the source of an [`Error::Io`] stays with the server.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.refusal().text)]
#[non_exhaustive]
pub enum Error {
    /// `NBD_EPERM`: the export does not allow this.
    NotPermitted,
    /// `NBD_EIO`: the data could not be read or written.
    Io(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// `NBD_ENOMEM`: no memory; best avoided, says the protocol.
    OutOfMemory,
    /// `NBD_EINVAL`: the request makes no sense to the export.
    Invalid,
    /// `NBD_ENOSPC`: no room is left.
    NoSpace,
    /// `NBD_EOVERFLOW`: the request is too large.
    Overflow,
    /// `NBD_ENOTSUP`: the export cannot do this.
    NotSupported,
    /// `NBD_ESHUTDOWN`: the export is being shut down.
    Shutdown,
}

impl Error {
    /// [`Error::Io`] with what caused it.
    pub fn io(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Io(source.into())
    }

    /// The number that the protocol has for it.
    ///
    /// ```
    /// assert_eq!(nbd::Error::NoSpace.number(), 28);
    /// ```
    pub const fn number(&self) -> u32 {
        self.refusal().number
    }

    pub(crate) const fn refusal(&self) -> Refusal {
        match self {
            Self::NotPermitted => Refusal::new(EPERM, "operation not permitted"),
            Self::Io(_) => Refusal::new(EIO, "input or output failed"),
            Self::OutOfMemory => Refusal::new(ENOMEM, "out of memory"),
            Self::Invalid => Refusal::new(EINVAL, "invalid argument"),
            Self::NoSpace => Refusal::new(ENOSPC, "no space left"),
            Self::Overflow => Refusal::new(EOVERFLOW, "the request is too large"),
            Self::NotSupported => Refusal::new(ENOTSUP, "operation not supported"),
            Self::Shutdown => Refusal::new(ESHUTDOWN, "the export is being shut down"),
        }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        use std::io::ErrorKind;

        // "Error values": EDQUOT and EFBIG count as ENOSPC.
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Self::NoSpace
            }
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => Self::NotPermitted,
            ErrorKind::OutOfMemory => Self::OutOfMemory,
            _ => Self::io(error),
        }
    }
}

pub(crate) const EPERM: u32 = 1;
pub(crate) const EIO: u32 = 5;
pub(crate) const ENOMEM: u32 = 12;
pub(crate) const EINVAL: u32 = 22;
pub(crate) const ENOSPC: u32 = 28;
pub(crate) const EOVERFLOW: u32 = 75;
pub(crate) const ENOTSUP: u32 = 95;
pub(crate) const ESHUTDOWN: u32 = 108;

/// An error as it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) number: u32,
    pub(crate) text: &'static str,
}

impl Refusal {
    pub(crate) const fn new(number: u32, text: &'static str) -> Self {
        Self { number, text }
    }

    pub(crate) const fn invalid(text: &'static str) -> Self {
        Self::new(EINVAL, text)
    }
}
