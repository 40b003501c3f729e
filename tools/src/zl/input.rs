//! What is read.

use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::progress::Progress;
use tools::text;

/// Bytes that are read between two reports of progress.
const BLOCK: u64 = 8 << 20;

/// Where an input comes from.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Source {
    /// The standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// A source that exists and can be read.
#[derive(Debug)]
pub(crate) struct Opened {
    reader: Reader,
    metadata: Option<Metadata>,
}

#[derive(Debug)]
enum Reader {
    Stdin(io::Stdin),
    File(File),
}

impl Source {
    pub(crate) fn new(path: &Path) -> Self {
        if path.as_os_str() == "-" {
            Self::Stdin
        } else {
            Self::File(path.to_owned())
        }
    }

    /// The name for messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => "(standard input)".into(),
            Self::File(path) => text::name(path),
        }
    }

    /// Whether it is a person at a keyboard.
    pub(crate) fn is_terminal(&self) -> bool {
        *self == Self::Stdin && io::stdin().is_terminal()
    }

    /// Its size, where that is known before it is read.
    pub(crate) fn size(&self) -> Option<u64> {
        match self {
            Self::Stdin => None,
            Self::File(path) => {
                let metadata = path.metadata().ok()?;
                metadata.is_file().then_some(metadata.len())
            }
        }
    }

    pub(crate) fn open(&self) -> Result<Opened, Failure> {
        let Self::File(path) = self else {
            return Ok(Opened {
                reader: Reader::Stdin(io::stdin()),
                metadata: None,
            });
        };
        let file = File::open(path).map_err(Failure::io("cannot open it"))?;
        let metadata = file.metadata().map_err(Failure::io("cannot open it"))?;
        if metadata.is_dir() {
            return Err(Failure::Refused(
                "it is a folder; `tar c FOLDER | zl compress -o FOLDER.tar.zl` packs one".into(),
            ));
        }
        Ok(Opened {
            reader: Reader::File(file),
            metadata: Some(metadata),
        })
    }
}

impl Opened {
    /// What the system knows of the file, if it is one.
    pub(crate) const fn metadata(&self) -> Option<&Metadata> {
        self.metadata.as_ref()
    }

    /// Reads it all. The vector of a file is as large as the file and no
    /// larger.
    pub(crate) fn read(self, progress: &Progress) -> Result<Vec<u8>, Failure> {
        let expected = match &self.reader {
            Reader::Stdin(_) => redirected_size(),
            Reader::File(_) => self
                .metadata
                .filter(Metadata::is_file)
                .map_or(0, |metadata| metadata.len()),
        };
        match self.reader {
            Reader::Stdin(stdin) => read_to_end(stdin.lock(), expected, progress),
            Reader::File(file) => read_to_end(file, expected, progress),
        }
    }
}

fn read_to_end(
    mut reader: impl Read,
    expected: u64,
    progress: &Progress,
) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    usize::try_from(expected)
        .ok()
        .and_then(|expected| bytes.try_reserve_exact(expected).ok())
        .ok_or(Failure::Memory(expected))?;
    loop {
        let size = reader
            .by_ref()
            .take(BLOCK)
            .read_to_end(&mut bytes)
            .map_err(|error| match error.kind() {
                io::ErrorKind::OutOfMemory => Failure::Memory(bytes.len() as u64),
                _ => Failure::io(format!("cannot read it at byte {}", bytes.len()))(error),
            })?;
        progress.read(bytes.len() as u64);
        if size == 0 {
            return Ok(bytes);
        }
    }
}

/// How much of a file is left to read, where the standard input is one.
#[cfg(unix)]
fn redirected_size() -> u64 {
    use std::io::Seek;
    use std::os::fd::AsFd;

    let size = || {
        let mut file = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
        let metadata = file.metadata().ok()?;
        let position = file.stream_position().ok()?;
        metadata
            .is_file()
            .then(|| metadata.len().saturating_sub(position))
    };
    size().unwrap_or(0)
}

#[cfg(not(unix))]
const fn redirected_size() -> u64 {
    0
}
