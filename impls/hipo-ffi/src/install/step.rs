//! How far an installation is.

use std::fmt;

use crate::wheel::WHEEL_VERSION;

/// A step of an installation, told as it begins. Its text is for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step<'a> {
    /// There is nothing to do.
    AlreadyInstalled,
    /// pip fetches the wheel.
    Fetch,
    /// The wheel is unpacked.
    Unpack,
    /// A source file of the shim is compiled.
    Compile {
        /// The file.
        file: &'a str,
    },
    /// The shim is linked.
    Link {
        /// What is made.
        file: &'a str,
    },
    /// Everything is in its place.
    Done,
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlreadyInstalled => write!(f, "hipo4 is installed"),
            Self::Fetch => write!(f, "fetching hipopybind {WHEEL_VERSION} with pip"),
            Self::Unpack => write!(f, "unpacking it"),
            Self::Compile { file } => write!(f, "compiling {file}"),
            Self::Link { file } => write!(f, "linking {file}"),
            Self::Done => write!(f, "hipo4 is installed now"),
        }
    }
}
