//! Running `python3`, and its pip.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use thiserror::Error;

use crate::tool::{end, run};

/// Why pip did not do it. Whose wheel it is, the caller knows.
#[derive(Debug, Error)]
pub enum PipError {
    /// There is no Python.
    #[error("python3 cannot be run: {0}")]
    NoPython(io::Error),
    /// There is no pip.
    #[error("python3 has no pip; it said: {said}")]
    NoPip {
        /// What Python says.
        said: String,
    },
    /// pip could not have what was asked for.
    #[error("pip could not fetch it; it said: {said}")]
    Fetch {
        /// The end of what pip says.
        said: String,
    },
    /// What came is not what was pinned.
    #[error("what came has another sha256 than was pinned; pip said: {said}")]
    Hash {
        /// The end of what pip says.
        said: String,
    },
    /// The list of what is wanted could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Io {
        /// The list.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// A call of `python3`, as the system finds it.
#[derive(Debug)]
pub struct Python(Command);

impl Default for Python {
    fn default() -> Self {
        Self(Command::new("python3"))
    }
}

impl Python {
    /// Adds words to its command line.
    #[must_use]
    pub fn args<T: AsRef<OsStr>>(mut self, words: impl IntoIterator<Item = T>) -> Self {
        self.0.args(words);
        self
    }

    /// Runs it: whether it did well, and what it said.
    ///
    /// # Errors
    /// When there is no Python.
    pub fn run(mut self) -> io::Result<(bool, String)> {
        run(&mut self.0)
    }
}

/// Has pip `download` or `install` wheels, those that `requirements` lists, a
/// line each with the sha256 of each file that may come. Nothing is built, and
/// no dependency comes that is not listed. `folder` is for the list; `words` end
/// the command line.
///
/// # Errors
/// [`PipError`]; what was fetched before is left where it is.
pub fn pip(
    verb: &str,
    requirements: &str,
    folder: &Path,
    words: &[&OsStr],
) -> Result<String, PipError> {
    let call = || Python::default().args(["-m", "pip"]);
    let (well, said) = call()
        .args(["--version"])
        .run()
        .map_err(PipError::NoPython)?;
    if !well {
        return Err(PipError::NoPip { said: end(&said) });
    }
    let list = folder.join("requirements.txt");
    fs::write(&list, requirements).map_err(|source| PipError::Io {
        path: list.clone(),
        source,
    })?;
    let (well, said) = call()
        .args([verb, "--disable-pip-version-check", "--no-input"])
        .args(["--no-deps", "--only-binary=:all:", "--require-hashes"])
        .args([OsStr::new("--requirement"), list.as_os_str()])
        .args(words)
        .run()
        .map_err(PipError::NoPython)?;
    if well {
        return Ok(said);
    }
    let told = end(&said);
    Err(if said.contains("DO NOT MATCH THE HASHES") {
        PipError::Hash { said: told }
    } else {
        PipError::Fetch { said: told }
    })
}
