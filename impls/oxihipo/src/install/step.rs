//! How far an installation is.

use std::fmt;

use crate::pinned::VERSION;

/// A step of an installation, told as it begins. Its text is for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// There is nothing to do.
    AlreadyInstalled,
    /// pip fetches the wheels and unpacks them.
    Fetch,
    /// What came is imported.
    Try,
    /// Everything is in its place.
    Done,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlreadyInstalled => write!(f, "oxihipo is installed"),
            Self::Fetch => write!(f, "fetching oxihipo {VERSION} and numpy with pip"),
            Self::Try => write!(f, "importing them"),
            Self::Done => write!(f, "oxihipo is installed now"),
        }
    }
}
