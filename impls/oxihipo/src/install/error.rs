//! Why oxihipo could not be installed.

use std::io;
use std::path::{Path, PathBuf};

use pip::PipError;
use thiserror::Error;

use crate::pinned::OXIHIPO_SHA256;

/// Why oxihipo could not be installed, and what to do.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InstallError {
    /// What is pinned is for another platform.
    #[error(
        "the wheels of oxihipo and numpy that are pinned are for Linux on x86-64 with glibc only; \
         on this platform the suite runs without oxihipo"
    )]
    Platform,
    /// There is no Python.
    #[error(
        "python3 cannot be run ({source}), which oxihipo runs in: install Python 3.10 or later \
         with pip (Debian: apt-get install python3 python3-pip)"
    )]
    NoPython {
        /// What the system says.
        source: io::Error,
    },
    /// There is no pip.
    #[error(
        "python3 has no pip, which fetches oxihipo: install it (Debian: apt-get install \
         python3-pip); it said: {said}"
    )]
    NoPip {
        /// What Python says.
        said: String,
    },
    /// pip did not fetch the wheels.
    #[error(
        "pip could not fetch oxihipo 0.9.0 and numpy, which are for CPython 3.10 to 3.14; it obeys \
         its own settings, such as PIP_INDEX_URL, or PIP_FIND_LINKS with a folder that has the \
         wheels; it said: {said}"
    )]
    Fetch {
        /// The end of what pip says.
        said: String,
    },
    /// A wheel is not the one that was pinned.
    #[error(
        "a wheel that came is not the one that is wanted; oxihipo's has the sha256 {OXIHIPO_SHA256}. \
         Nothing was installed. Look where pip gets it from; it said: {said}"
    )]
    Hash {
        /// The end of what pip says.
        said: String,
    },
    /// What came cannot be imported.
    #[error("oxihipo 0.9.0 came, and cannot be imported; Python said: {said}")]
    Import {
        /// The end of what Python says.
        said: String,
    },
    /// The file system fails.
    #[error("cannot {what} {}: {source}", path.display())]
    Io {
        /// What was being done.
        what: &'static str,
        /// To what.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl InstallError {
    pub(crate) fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { what, path, source }
    }
}

impl From<PipError> for InstallError {
    fn from(error: PipError) -> Self {
        match error {
            PipError::NoPython(source) => Self::NoPython { source },
            PipError::NoPip { said } => Self::NoPip { said },
            PipError::Fetch { said } => Self::Fetch { said },
            PipError::Hash { said } => Self::Hash { said },
            PipError::Io { path, source } => Self::Io {
                what: "write",
                path,
                source,
            },
        }
    }
}
