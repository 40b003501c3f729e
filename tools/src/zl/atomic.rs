//! Output that is there whole or not at all.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;

use tools::output::{self, Creation};

use crate::failure::Failure;
use crate::input::Source;
use crate::target::Target;

/// An output that is ready to be written. Dropped unwritten, it leaves
/// nothing.
#[derive(Debug)]
pub(crate) enum Output {
    /// The standard output.
    Stdout,
    /// Anything with a name.
    Named(output::Output),
}

impl Output {
    /// Makes `target` ready for the output of `source`, before the work is
    /// done, so that a folder that cannot be written fails early. `force`
    /// replaces a file.
    pub(crate) fn open(target: &Target, source: &Source, force: bool) -> Result<Self, Failure> {
        let Target::File(path) = target else {
            return Ok(Self::Stdout);
        };
        let input = match source {
            Source::File(path) => Some(path.as_path()),
            Source::Stdin => None,
        };
        let creation = Creation {
            inputs: input.as_slice(),
            force,
            // There is no input whose permissions would be taken over.
            public: input.is_none(),
        };
        Ok(Self::Named(output::Output::open(path, creation)?))
    }

    /// Whether it is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Self::Stdout) && io::stdout().is_terminal()
    }

    /// Whether what is written can be read again.
    pub(crate) const fn is_kept(&self) -> bool {
        matches!(self, Self::Named(output::Output::File(_)))
    }

    /// Writes `bytes`. A file is on disk under its name afterwards, with the
    /// permissions and the time of `origin`.
    pub(crate) fn write(self, bytes: &[u8], origin: Option<&Metadata>) -> Result<(), Failure> {
        match self {
            Self::Stdout => {
                let mut stdout = io::stdout().lock();
                stdout
                    .write_all(bytes)
                    .and_then(|()| stdout.flush())
                    .map_err(stdout_failure)
            }
            Self::Named(mut output) => {
                output.write_all(bytes)?;
                if let Some(origin) = origin {
                    output.take_over(origin);
                }
                Ok(output.finish()?)
            }
        }
    }
}

/// What a failure to write to the standard output means.
pub(crate) fn stdout_failure(error: io::Error) -> Failure {
    if error.kind() == ErrorKind::BrokenPipe {
        Failure::ClosedOutput
    } else {
        Failure::io("cannot write to the standard output")(error)
    }
}

/// Removes an input whose output is on disk.
pub(crate) fn remove(path: &Path) -> Result<(), Failure> {
    fs::remove_file(path).map_err(Failure::io("its output is written, but cannot remove it"))
}
