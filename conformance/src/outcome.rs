//! What an implementation answers when it is asked for a frame or for a value.

use std::error::Error;
use std::fmt;

/// The answer of an implementation to one request.
///
/// The four cases are kept apart because they weigh differently: a rejection
/// is a statement about the bytes, `Unsupported` is a statement about the
/// implementation, and `Lacks` says that the request makes no sense for it.
///
/// ```
/// use conformance::{Failure, Outcome};
///
/// let rejected: Outcome<u8> = Err::<u8, _>(Failure::new("bad magic").at(0)).into();
/// assert!(matches!(rejected, Outcome::Failed(failure) if failure.offset() == Some(0)));
/// assert!(matches!(Outcome::from(Ok(7)), Outcome::Done(7)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome<T> {
    /// It was done; here is the result.
    Done(T),
    /// The implementation has no such side at all: a reader asked to write.
    Lacks,
    /// It has this side, but not (yet) the feature that this input needs.
    /// Never counted as a rejection; the text names the feature.
    Unsupported(String),
    /// It tried and refused with a typed error.
    Failed(Failure),
}

impl<T> From<Result<T, Failure>> for Outcome<T> {
    fn from(result: Result<T, Failure>) -> Self {
        match result {
            Ok(done) => Self::Done(done),
            Err(failure) => Self::Failed(failure),
        }
    }
}

impl<T> Outcome<T> {
    /// Applies `change` to a result, and leaves the other cases alone.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Self::Done(done) => Outcome::Done(change(done)),
            Self::Lacks => Outcome::Lacks,
            Self::Unsupported(what) => Outcome::Unsupported(what),
            Self::Failed(failure) => Outcome::Failed(failure),
        }
    }
}

/// A typed refusal by an implementation, in a form that every format shares.
///
/// ```
/// use conformance::Failure;
///
/// let failure = Failure::new("length exceeds the frame").kind("Truncated").at(12);
/// assert_eq!(failure.to_string(), "Truncated: length exceeds the frame (at byte 12)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    message: String,
    kind: Option<String>,
    offset: Option<u64>,
}

impl Failure {
    /// A refusal with the message of the implementation's own error.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            kind: None,
            offset: None,
        }
    }

    /// A refusal from any error, with the chain of its causes in the message.
    pub fn from_error(error: &dyn Error) -> Self {
        let mut message = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            message.push_str(": ");
            message.push_str(&cause.to_string());
            source = cause.source();
        }
        Self::new(message)
    }

    /// Names the variant or code of the error.
    #[must_use]
    pub fn kind(mut self, kind: impl Into<String>) -> Self {
        self.kind = Some(kind.into());
        self
    }

    /// States the byte offset that the error points at.
    #[must_use]
    pub fn at(mut self, offset: u64) -> Self {
        self.offset = Some(offset);
        self
    }

    /// The variant or code of the error, if it was named.
    pub fn kind_name(&self) -> Option<&str> {
        self.kind.as_deref()
    }

    /// The byte offset that the error points at, if it names one.
    pub fn offset(&self) -> Option<u64> {
        self.offset
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(kind) = &self.kind {
            write!(f, "{kind}: ")?;
        }
        f.write_str(&self.message)?;
        if let Some(offset) = self.offset {
            write!(f, " (at byte {offset})")?;
        }
        Ok(())
    }
}

impl Error for Failure {}
