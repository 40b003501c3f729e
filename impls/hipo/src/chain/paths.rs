//! Which files a chain is of.

use std::path::{Path, PathBuf};

use super::natural;
use crate::error::{Error, ErrorKind};

/// The files of a folder whose names end in `.hipo`, in natural order.
pub(super) fn of_folder(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let failed = |error: std::io::Error| Error::from(error).in_file(folder);
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|end| end == "hipo") && path.is_file() {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        let what = format!("{} has none whose name ends in .hipo", folder.display());
        return Err(ErrorKind::NoFiles(what).into());
    }
    paths.sort_by(|one, other| natural::compare(one, other));
    Ok(paths)
}

/// The files whose paths a pattern matches, in natural order.
pub(super) fn of_pattern(pattern: &str) -> Result<Vec<PathBuf>, Error> {
    let matches = glob::glob(pattern).map_err(|error| ErrorKind::Pattern {
        pattern: pattern.to_owned(),
        wrong: error.msg,
        at: error.pos,
    })?;
    let mut paths = Vec::new();
    for path in matches {
        let path = path.map_err(|error| {
            let folder = error.path().to_owned();
            Error::from(std::io::Error::from(error)).in_file(&folder)
        })?;
        if path.is_file() {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        let what = format!("none has a name that matches {pattern}");
        return Err(ErrorKind::NoFiles(what).into());
    }
    paths.sort_by(|one, other| natural::compare(one, other));
    Ok(paths)
}
