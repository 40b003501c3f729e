//! Bringing the real files of a manifest.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::archive::Members;
use crate::clients::{Clients, Source};
use crate::digest::Sha256;
use crate::error::Error;
use crate::manifest::{Manifest, Package, PackageFile, manifest};
use crate::real::{FileState, state_of};

/// What a fetch is doing.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Progress<'a> {
    /// A package is being downloaded.
    Downloading {
        /// The package.
        package: &'a Package,
        /// Its number among those to download, from 1.
        number: usize,
        /// How many are to be downloaded.
        of: usize,
    },
    /// A file has been taken out of its package, checked, and put in place.
    Arrived {
        /// The file.
        file: &'a PackageFile,
    },
    /// A package has failed; the others are still brought.
    Failed {
        /// The package.
        package: &'a Package,
        /// Why.
        error: &'a Error,
    },
}

/// How a file came to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fetched {
    /// It was there already, with the right SHA-256.
    Already,
    /// It was brought now.
    Now,
}

/// What a fetch did about one file.
#[derive(Clone, Debug)]
pub struct FetchOutcome {
    /// The id of the file.
    pub id: String,
    /// Where it is, or would be.
    pub path: PathBuf,
    /// How it came there or why it did not. The files of one package share an
    /// error.
    pub result: Result<Fetched, Arc<Error>>,
}

/// Brings what is missing of the built-in manifest to `root`, a file per id,
/// and replaces what is corrupt. A file appears under its final name only when
/// its SHA-256 has been checked; a package that fails does not keep the others
/// from arriving.
///
/// # Errors
/// [`Error::Io`] when `root` cannot be made or written. What concerns one
/// package is in the outcome of its files.
///
/// ```no_run
/// let root = corpora::default_root();
/// for outcome in corpora::fetch(&root, &mut |_| ())? {
///     if let Err(error) = &outcome.result {
///         eprintln!("{}: {error}", outcome.id);
///     }
/// }
/// # Ok::<(), corpora::Error>(())
/// ```
pub fn fetch(
    root: &Path,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Vec<FetchOutcome>, Error> {
    fetch_with(manifest(), &Clients::default(), root, progress)
}

/// [`fetch`] for any manifest and any source of packages.
///
/// # Errors
/// As [`fetch`].
pub fn fetch_with(
    manifest: &Manifest,
    source: &dyn Source,
    root: &Path,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Vec<FetchOutcome>, Error> {
    fs::create_dir_all(root).map_err(Error::io("make the folder", root))?;
    let mut plan = Vec::new();
    for package in manifest.packages() {
        let mut missing = Vec::new();
        for file in &package.files {
            if state_of(file, root)? != FileState::Present {
                missing.push(file);
            }
        }
        plan.push((package, missing));
    }
    let of = plan
        .iter()
        .filter(|(_, missing)| !missing.is_empty())
        .count();
    let mut number = 0;
    let mut outcomes = Vec::new();
    for (package, missing) in plan {
        let brought = if missing.is_empty() {
            Ok(())
        } else {
            number += 1;
            progress(Progress::Downloading {
                package,
                number,
                of,
            });
            bring(package, &missing, source, root, progress).map_err(Arc::new)
        };
        if let Err(error) = &brought {
            progress(Progress::Failed { package, error });
        }
        outcomes.extend(package.files.iter().map(|file| FetchOutcome {
            id: file.id.clone(),
            path: root.join(&file.id),
            result: if missing.iter().any(|lacking| lacking.id == file.id) {
                brought.clone().map(|()| Fetched::Now)
            } else {
                Ok(Fetched::Already)
            },
        }));
    }
    Ok(outcomes)
}

/// Downloads one package and puts its files in place.
fn bring(
    package: &Package,
    files: &[&PackageFile],
    source: &dyn Source,
    root: &Path,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<(), Error> {
    // Within `root`, so that the last step is a rename on one file system, and
    // so that cargo finds the settings of the workspace around it.
    let workshop = tempfile::Builder::new()
        .prefix(".fetch-")
        .tempdir_in(root)
        .map_err(Error::io("make a temporary folder in", root))?;
    let archive = source.obtain(package, workshop.path())?;
    let opened = File::open(&archive).map_err(Error::io("open", &archive))?;
    let (actual, _) = Sha256::of_reader(opened).map_err(Error::io("read", &archive))?;
    if actual != package.sha256 {
        let (package, expected) = (package.to_string(), package.sha256);
        return Err(Error::PackageChanged {
            package,
            expected,
            actual,
        });
    }
    let members = Members::read(package, &archive)?;
    for file in files {
        let bytes = members.assemble(file)?;
        let actual = Sha256::of(&bytes);
        if actual != file.sha256 || bytes.len() as u64 != file.size {
            let (id, package, expected) = (file.id.clone(), package.to_string(), file.sha256);
            return Err(Error::FileChanged {
                id,
                package,
                expected,
                actual,
            });
        }
        let unfinished = workshop.path().join(&file.id);
        let finished = root.join(&file.id);
        fs::write(&unfinished, bytes).map_err(Error::io("write", &unfinished))?;
        fs::rename(&unfinished, &finished).map_err(Error::io("put in place", &finished))?;
        progress(Progress::Arrived { file });
    }
    Ok(())
}
