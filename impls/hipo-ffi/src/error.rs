//! What can go wrong with a hipo4 that is installed, and with one that is not.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// A failure of hipo4's, or of the shim before it called hipo4.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The shim or hipo4 did not do it.
    #[error("hipo4, {what}: {reason}")]
    Refused {
        /// What was asked for.
        what: &'static str,
        /// Why not, with what hipo4 printed.
        reason: String,
    },
    /// A text cannot be given to C++.
    #[error("{what} has a zero byte in it, where C++ would end it")]
    ZeroByte {
        /// Which text.
        what: &'static str,
    },
    /// There is no schema of this name.
    #[error("the file has no schema {name:?} that it is read with")]
    NoSchema {
        /// The name.
        name: String,
    },
    /// The columns of a bank are not of one length.
    #[error("the columns of bank {name:?} are not of one length")]
    Ragged {
        /// The bank's name.
        name: String,
    },
    /// What the shim answered is not what it ought to.
    #[error("the shim's answer of {what} is not understood: {answer:?}")]
    Answer {
        /// Of what.
        what: &'static str,
        /// The piece that is not understood.
        answer: String,
    },
    /// The child process could not be run.
    #[error("{} cannot be run: {source}", program.display())]
    Child {
        /// The program.
        program: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Why hipo4 is not at hand.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Missing {
    /// It is not installed.
    #[error(
        "absent: hipo4 (C++, the wheel hipopybind 2.0.1), of which there is nothing in {}: \
         install it with `touchstone references install`",
        folder.display()
    )]
    NotInstalled {
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// What is installed is of another shim than this crate's.
    #[error(
        "absent: hipo4 as this crate wants it; what is in {} was compiled from another shim: \
         bring it up to date with `touchstone references install`",
        folder.display()
    )]
    Outdated {
        /// Where it is.
        folder: PathBuf,
    },
    /// It is there and cannot be loaded.
    #[error(
        "hipo4 cannot be loaded from {}: {source}; remove the file's folder and install it anew \
         with `touchstone references install`",
        file.display()
    )]
    Load {
        /// The shared object.
        file: PathBuf,
        /// What the loader says.
        source: libloading::Error,
    },
}
