//! Why hipo4 could not be installed.

use std::io;
use std::path::{Path, PathBuf};

use pip::PipError;
use thiserror::Error;

use crate::wheel::WHEEL_SHA256;

/// Why hipo4 could not be installed, and what to do.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InstallError {
    /// The wheel is for another platform.
    #[error(
        "hipo4 is in a wheel for Linux on x86-64 with glibc only; on this platform the suite runs \
         without it"
    )]
    Platform,
    /// There is no Python.
    #[error(
        "python3 cannot be run ({source}), and it is Python's pip that fetches hipo4: install \
         Python 3 with pip (Debian: apt-get install python3 python3-pip)"
    )]
    NoPython {
        /// What the system says.
        source: io::Error,
    },
    /// There is no pip.
    #[error(
        "python3 has no pip, which fetches hipo4: install it (Debian: apt-get install \
         python3-pip); it said: {said}"
    )]
    NoPip {
        /// What Python says.
        said: String,
    },
    /// pip did not fetch the wheel.
    #[error(
        "pip could not fetch hipopybind 2.0.1; it obeys its own settings, such as PIP_INDEX_URL, \
         or PIP_FIND_LINKS with a folder that has the wheel; it said: {said}"
    )]
    Fetch {
        /// The end of what pip says.
        said: String,
    },
    /// The wheel is not the one that was pinned.
    #[error(
        "the wheel hipopybind 2.0.1 that came is not the one that is wanted: its sha256 is not \
         {expected}. Nothing was installed. Look where pip gets it from; it said: {said}"
    )]
    Hash {
        /// The sha256 that it should have.
        expected: &'static str,
        /// What pip says, or the sha256 that was found.
        said: String,
    },
    /// The wheel cannot be unpacked.
    #[error("python3 could not unpack the wheel; it said: {said}")]
    Unpack {
        /// The end of what Python says.
        said: String,
    },
    /// Something that should be in the wheel is not.
    #[error("the wheel has no {}", file.display())]
    Incomplete {
        /// What is not there.
        file: PathBuf,
    },
    /// There is no C++ compiler.
    #[error(
        "there is no C++ compiler, which the shim over hipo4 is compiled with: install one \
         (Debian: apt-get install g++), or name it in CXX; {reason}"
    )]
    NoCompiler {
        /// What was tried.
        reason: String,
    },
    /// The compiler does not take the shim.
    #[error(
        "the C++ compiler could not make {file} (it wants C++17 and libstdc++ 12 or later, and \
         obeys CXX and CXXFLAGS); it said: {said}"
    )]
    Compile {
        /// What should have been made.
        file: String,
        /// The beginning of what the compiler says.
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
            PipError::Hash { said } => Self::Hash {
                expected: WHEEL_SHA256,
                said,
            },
            PipError::Io { path, source } => Self::Io {
                what: "write",
                path,
                source,
            },
            PipError::Fetch { said } => Self::Fetch { said },
        }
    }
}
