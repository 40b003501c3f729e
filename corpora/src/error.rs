//! What can go wrong.

use std::io;
use std::path::{Path, PathBuf};

use crate::digest::Sha256;

/// Why real files could not be had. Generators have no errors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried, as a verb.
        action: &'static str,
        /// On which file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },

    /// A manifest that is no TOML of the expected form.
    #[error("the corpora manifest cannot be read: {0}")]
    ManifestSyntax(#[from] toml::de::Error),

    /// A manifest that contradicts itself.
    #[error("the corpora manifest is wrong: {reason}")]
    Manifest {
        /// What is wrong, and with which entry.
        reason: String,
    },

    /// The program that talks to a registry is not installed.
    #[error(
        "{package} needs the program `{program}`, which is not installed; install it and fetch again"
    )]
    ClientMissing {
        /// The program that was called.
        program: String,
        /// The package wanted.
        package: String,
    },

    /// The program that talks to a registry reported failure, or brought
    /// nothing.
    #[error("`{program}` did not bring {package}: {message}\n{advice}")]
    ClientFailed {
        /// The program that was called.
        program: String,
        /// The package wanted.
        package: String,
        /// The end of what the program wrote.
        message: String,
        /// What to do about it.
        advice: &'static str,
    },

    /// The package is not the one that the manifest names.
    #[error(
        "the archive of {package} has sha256 {actual}, the manifest says {expected}: \
         the registry serves another build; correct the manifest only after looking at it"
    )]
    PackageChanged {
        /// The package.
        package: String,
        /// As the manifest says.
        expected: Sha256,
        /// As received.
        actual: Sha256,
    },

    /// The archive of a package cannot be unpacked.
    #[error("the archive of {package} cannot be unpacked: {source}")]
    Archive {
        /// The package.
        package: String,
        /// What the reader of the format said.
        source: io::Error,
    },

    /// An archive lacks what the manifest takes from it.
    #[error("the archive of {package} has no {path}")]
    NotInArchive {
        /// The package.
        package: String,
        /// The path, or the folder and suffixes, that nothing matched.
        path: String,
    },

    /// An extracted file is not the one that the manifest names.
    #[error("{id} from {package} has sha256 {actual}, the manifest says {expected}")]
    FileChanged {
        /// The file's id.
        id: String,
        /// The package it came from.
        package: String,
        /// As the manifest says.
        expected: Sha256,
        /// As extracted.
        actual: Sha256,
    },

    /// There is no such image on this machine, or too little of it.
    #[error("there is no image `{image}`, or too little of it; `{how_to_get}` brings it")]
    ImageMissing {
        /// The image's name.
        image: &'static str,
        /// The command that brings it.
        how_to_get: &'static str,
    },
}

impl Error {
    /// For `map_err`: an I/O error with what was tried and where.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io {
            action,
            path: path.to_owned(),
            source,
        }
    }
}

/// A name that no [`Kind`](crate::Kind) has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no kind of input is called {name:?}; see Kind::ALL")]
pub struct UnknownKind {
    /// The name.
    pub name: String,
}
