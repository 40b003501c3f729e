//! The files that a run leaves.

#[cfg(unix)]
use std::fs::Permissions;
use std::io::Write as _;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use conformance::Workspace;

/// Where a run leaves its files.
#[derive(Debug, Clone)]
pub(crate) struct Files {
    pub(crate) verdicts: PathBuf,
    pub(crate) throughput: PathBuf,
    pub(crate) page: PathBuf,
}

impl Files {
    /// The files of a workspace.
    pub(crate) fn of(workspace: &Workspace) -> Self {
        Self::beside(workspace.verdicts_file())
    }

    /// The files of a run of a part of the suite, which must not take the place
    /// of those of a whole one.
    pub(crate) fn of_part(workspace: &Workspace) -> Self {
        let whole = workspace.verdicts_file();
        let folder = whole.parent().unwrap_or(Path::new(""));
        Self::beside(folder.join("partial/verdicts.json"))
    }

    /// The files that go with a file of verdicts.
    pub(crate) fn beside(verdicts: PathBuf) -> Self {
        let folder = verdicts.parent().unwrap_or(Path::new("")).to_owned();
        Self {
            throughput: folder.join("throughput.json"),
            page: folder.join("report/index.html"),
            verdicts,
        }
    }
}

/// A path as people are told it: from the workspace's root if it is within.
pub(crate) fn shown(path: &Path, root: &Path) -> String {
    path.strip_prefix(root)
        .unwrap_or(path)
        .display()
        .to_string()
}

/// Writes a file under its name only when it is whole.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    let attempt = || -> Result<()> {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut builder = tempfile::Builder::new();
        // As any file that a program makes, and not for its owner alone.
        #[cfg(unix)]
        builder.permissions(Permissions::from_mode(0o666));
        let mut draft = builder.prefix(".touchstone-").tempfile_in(folder)?;
        draft.write_all(text.as_bytes())?;
        draft.persist(path)?;
        Ok(())
    };
    attempt().with_context(|| format!("cannot write {}", path.display()))
}
