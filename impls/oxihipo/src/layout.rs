//! Where things are below the references folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::pinned::{VERSION, identity};

/// The name of the folder of packages.
pub(crate) const PACKAGES: &str = "packages";

/// The name of the file that names the interpreter, and its version.
pub(crate) const PYTHON: &str = "python.txt";

/// The paths of one installation.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The folder of oxihipo.
    pub(crate) home: PathBuf,
}

impl Layout {
    pub(crate) fn below(references: &Path) -> Self {
        Self {
            home: references.join(format!("oxihipo-{VERSION}")),
        }
    }

    /// What pip brought. It is there whole or not at all.
    pub(crate) fn folder(&self) -> PathBuf {
        self.home.join(format!("python-{}", identity()))
    }

    pub(crate) fn packages(&self) -> PathBuf {
        self.folder().join(PACKAGES)
    }

    /// The interpreter that the packages are for, if it is still there.
    pub(crate) fn python(&self) -> Option<PathBuf> {
        let text = fs::read_to_string(self.folder().join(PYTHON)).ok()?;
        let python = PathBuf::from(text.lines().next()?);
        python.is_file().then_some(python)
    }

    /// Folders of another time: of other packages, or for an interpreter that has
    /// gone.
    pub(crate) fn outdated(&self) -> Vec<PathBuf> {
        let current = self.python().map(|_| self.folder());
        let Ok(entries) = fs::read_dir(&self.home) else {
            return Vec::new();
        };
        entries
            .flatten()
            .filter(|entry| entry.file_name().to_string_lossy().starts_with("python-"))
            .map(|entry| entry.path())
            .filter(|path| Some(path) != current.as_ref())
            .collect()
    }
}
