//! Which real files are on this machine.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::digest::Sha256;
use crate::error::Error;
use crate::manifest::{Manifest, PackageFile, manifest};

/// The files of the Silesia corpus, each with a label of what it is.
const SILESIA: [(&str, &str); 12] = [
    ("dickens", "text"),
    ("mozilla", "executable"),
    ("mr", "i16-image"),
    ("nci", "database"),
    ("ooffice", "executable"),
    ("osdb", "database"),
    ("reymont", "pdf"),
    ("samba", "c-source"),
    ("sao", "star-catalogue"),
    ("webster", "text"),
    ("x-ray", "i16-image"),
    ("xml", "xml"),
];

/// A real file that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RealFile {
    /// Its unique name: the manifest's id, or `silesia-…`.
    pub id: String,
    /// A label for what it is: `text`, `xml`, `f64`…
    pub kind: String,
    /// Where it is.
    pub path: PathBuf,
    /// Its size in bytes.
    pub size: u64,
}

impl RealFile {
    /// The whole of it.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read.
    pub fn read(&self) -> Result<Vec<u8>, Error> {
        fs::read(&self.path).map_err(Error::io("read", &self.path))
    }
}

/// Whether a file of the manifest is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileState {
    /// It is there, with the right SHA-256.
    Present,
    /// It is not there.
    Missing,
    /// Something else is in its place.
    Corrupt {
        /// The SHA-256 of that.
        actual: Sha256,
        /// The size of that in bytes.
        size: u64,
    },
}

/// A file of a manifest, and whether it is there.
#[derive(Clone, Debug)]
pub struct FileStatus<'a> {
    /// The file.
    pub file: &'a PackageFile,
    /// Whether it is there.
    pub state: FileState,
}

/// Where real files are kept unless someone says otherwise: `corpora` in the
/// target folder, which `CARGO_TARGET_DIR` names or else the workspace has.
pub fn default_root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = here.parent().unwrap_or(here);
    let target = env::var_os("CARGO_TARGET_DIR").filter(|folder| !folder.is_empty());
    // Joining an absolute path leaves just that.
    workspace
        .join(target.unwrap_or_else(|| "target".into()))
        .join("corpora")
}

/// The state of every file of the built-in manifest. Reads all of them.
///
/// # Errors
/// [`Error::Io`] for a file that is there but cannot be read.
pub fn status(root: &Path) -> Result<Vec<FileStatus<'static>>, Error> {
    status_of(manifest(), root)
}

/// [`status`] for any manifest.
///
/// # Errors
/// As [`status`].
pub fn status_of<'a>(manifest: &'a Manifest, root: &Path) -> Result<Vec<FileStatus<'a>>, Error> {
    manifest
        .files()
        .map(|(_, file)| {
            Ok(FileStatus {
                file,
                state: state_of(file, root)?,
            })
        })
        .collect()
}

pub(crate) fn state_of(file: &PackageFile, root: &Path) -> Result<FileState, Error> {
    let path = root.join(&file.id);
    let opened = match File::open(&path) {
        Ok(opened) => opened,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(FileState::Missing),
        Err(error) => return Err(Error::io("open", &path)(error)),
    };
    let (actual, size) = Sha256::of_reader(opened).map_err(Error::io("read", &path))?;
    let right = actual == file.sha256 && size == file.size;
    Ok(if right {
        FileState::Present
    } else {
        FileState::Corrupt { actual, size }
    })
}

/// What is there to try codecs on: the files of the built-in manifest that have
/// been fetched (told by their size alone, so this is quick) and, if the
/// environment variable `SILESIA_DIR` names a folder, what it has of the Silesia
/// corpus.
///
/// ```
/// for file in corpora::available(&corpora::default_root()) {
///     println!("{} ({}): {} bytes", file.id, file.kind, file.size);
/// }
/// ```
pub fn available(root: &Path) -> Vec<RealFile> {
    let fetched = manifest().files().filter_map(|(_, file)| {
        let found = present(file.id.clone(), &file.kind, root.join(&file.id))?;
        (found.size == file.size).then_some(found)
    });
    let folder = env::var_os("SILESIA_DIR").filter(|folder| !folder.is_empty());
    let own = folder
        .map(|folder| silesia(Path::new(&folder)))
        .unwrap_or_default();
    fetched.chain(own).collect()
}

/// What a folder has of the Silesia corpus, under the ids `silesia-…`.
pub fn silesia(folder: &Path) -> Vec<RealFile> {
    let files = SILESIA.iter();
    files
        .filter_map(|(name, kind)| present(format!("silesia-{name}"), kind, folder.join(name)))
        .collect()
}

fn present(id: String, kind: &str, path: PathBuf) -> Option<RealFile> {
    let metadata = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
    Some(RealFile {
        id,
        kind: kind.to_owned(),
        path,
        size: metadata.len(),
    })
}
