//! What can go wrong with frozen frames.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// What can go wrong with frozen frames.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GoldenError {
    /// A file or folder could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The manifest is not what it should be.
    #[error("{}: {message}", path.display())]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// Why.
        message: String,
    },
    /// A frozen frame is not the one that the manifest names.
    #[error("{file}: {message}")]
    Frame {
        /// The file, within the folder.
        file: String,
        /// Why.
        message: String,
    },
    /// No reference of the format is on this machine to write frames.
    #[error("no reference of {format} is here to write frames: {reason}")]
    NoWriter {
        /// The format.
        format: String,
        /// Who is absent, and how to install it.
        reason: String,
    },
    /// The frames are too large to keep.
    #[error(
        "{bytes} bytes of frames and texts; {} are allowed",
        super::FOLDER_LIMIT
    )]
    TooLarge {
        /// How many bytes there are.
        bytes: u64,
    },
    /// A plan with refusals cannot be carried out.
    #[error("{count} frames were refused; nothing was frozen")]
    Refused {
        /// How many.
        count: usize,
    },
}
