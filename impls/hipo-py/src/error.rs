//! From errors of `hipo` to Python's.

use std::error::Error as _;
use std::fmt::Write as _;
use std::io;

use hipo::ErrorKind;
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    touchstone_hipo,
    HipoError,
    PyValueError,
    "What is wrong with a HIPO file, or with what is asked of it. It says what and where. \
     What the system refuses is an OSError."
);

/// An error as Python has it: [`HipoError`], or `OSError` with the system's
/// number where the system refused.
pub(crate) fn raised(error: &hipo::Error) -> PyErr {
    match error.kind() {
        ErrorKind::Read(refused) | ErrorKind::Write(refused) => {
            let mut place = error.place().clone();
            let file = place.file.take();
            let text = format!("{place}{}: {refused}", error.kind());
            match (refused.raw_os_error(), file) {
                (Some(number), Some(file)) => {
                    PyOSError::new_err((number, text, file.into_os_string()))
                }
                (Some(number), None) => PyOSError::new_err((number, text)),
                // One that has been wrapped: of its kind.
                (None, Some(file)) => {
                    let text = format!("{}: {text}", file.display());
                    io::Error::new(refused.kind(), text).into()
                }
                (None, None) => io::Error::new(refused.kind(), text).into(),
            }
        }
        _ => HipoError::new_err(told(error)),
    }
}

/// The text of an error, with the causes that it does not tell itself.
pub(crate) fn told(error: &hipo::Error) -> String {
    let mut told = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let text = cause.to_string();
        if !told.contains(&text) {
            let _ = write!(told, ": {text}");
        }
        source = cause.source();
    }
    told
}

/// The error of a request that does not fit.
#[cold]
pub(crate) fn refused(text: impl Into<String>) -> PyErr {
    HipoError::new_err(text.into())
}

/// [`raised`], for results.
pub(crate) trait Raise<T> {
    /// The result as Python has it.
    fn raise(self) -> PyResult<T>;
}

impl<T> Raise<T> for Result<T, hipo::Error> {
    fn raise(self) -> PyResult<T> {
        self.map_err(|error| raised(&error))
    }
}
