//! Where the workspace's own files are.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The root of a workspace, found at run time so that a binary holds no path
/// of the machine that built it.
///
/// ```
/// use conformance::Workspace;
///
/// let workspace = Workspace::at("somewhere");
/// assert!(workspace.known_file("toy").ends_with("conformance/known/toy.toml"));
/// assert!(workspace.golden_folder("toy").ends_with("golden/toy"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workspace {
    root: PathBuf,
}

/// The workspace was not found.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WorkspaceError {
    /// The working directory cannot be told.
    #[error("the working directory cannot be told: {0}")]
    WorkingDirectory(#[from] io::Error),
    /// Neither it nor a folder above it is the workspace.
    #[error("no Touchstone workspace at {} or above it", start.display())]
    NotFound {
        /// Where the search started.
        start: PathBuf,
    },
}

impl Workspace {
    /// The workspace that the working directory is in: the nearest folder with
    /// a `Cargo.toml` and a `conformance/known`. Cargo runs tests and benches
    /// in their package's folder, so this finds the root from there.
    ///
    /// # Errors
    /// [`WorkspaceError`] when there is none.
    pub fn discover() -> Result<Self, WorkspaceError> {
        Self::above(&env::current_dir()?)
    }

    /// The workspace that a folder is in.
    ///
    /// # Errors
    /// [`WorkspaceError::NotFound`].
    pub fn above(start: &Path) -> Result<Self, WorkspaceError> {
        start
            .ancestors()
            .find(|at| at.join("Cargo.toml").is_file() && at.join("conformance/known").is_dir())
            .map(Self::at)
            .ok_or_else(|| WorkspaceError::NotFound {
                start: start.to_owned(),
            })
    }

    /// The workspace at a given root.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The root folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The list of known failures of a format.
    pub fn known_file(&self, format: &str) -> PathBuf {
        self.root.join(format!("conformance/known/{format}.toml"))
    }

    /// The folder of a format's frozen frames.
    pub fn golden_folder(&self, format: &str) -> PathBuf {
        self.root.join("golden").join(format)
    }

    /// The file of the last run's verdicts, below cargo's target folder.
    pub fn verdicts_file(&self) -> PathBuf {
        self.target().join("touchstone/verdicts.json")
    }

    /// Cargo's target folder: `CARGO_TARGET_DIR` if set, else `target`.
    pub fn target(&self) -> PathBuf {
        env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| self.root.join("target"), |at| self.root.join(at))
    }
}
