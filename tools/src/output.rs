//! Output files that are there whole or not at all.

use std::fs::{File, FileTimes, Metadata, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::cleanup::Guard;
use crate::text;

/// Why an output cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// It would do harm; what to do instead.
    #[error("{0}")]
    Harm(String),
    /// The system refuses.
    #[error("{action}: {source}")]
    Io {
        /// What was tried.
        action: String,
        /// What the system says.
        source: io::Error,
    },
}

impl Refusal {
    fn io(action: &str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let action = format!("cannot {action} {}", text::name(path));
        |source| Self::Io { action, source }
    }

    fn exists(path: &Path) -> Self {
        let shown = text::name(path);
        Self::Harm(format!("{shown} exists already; --force replaces it"))
    }
}

/// An output that is ready to be written.
#[derive(Debug)]
pub enum Output {
    /// A device or a pipe that exists, and that renaming would replace.
    Special(File),
    /// A file that is to appear.
    File(Pending),
}

/// A temporary file beside the name that it is to have. Dropped, or ended by a
/// signal, it leaves nothing.
#[derive(Debug)]
pub struct Pending {
    // In this order: the file is gone before nobody watches it.
    file: NamedTempFile,
    _guard: Guard,
    path: PathBuf,
    replace: bool,
}

/// How an output comes to be.
#[derive(Clone, Copy, Debug)]
pub struct Creation<'a> {
    /// The files that it is made of, which it must not replace.
    pub inputs: &'a [&'a Path],
    /// Whether it may replace a file.
    pub force: bool,
    /// With the permissions of any new file, rather than those of a secret one.
    pub public: bool,
}

impl Output {
    /// Makes `path` ready, before the work is done, so that a folder that cannot
    /// be written fails early.
    ///
    /// # Errors
    /// Where it is a folder, the input itself, or there already; and what the
    /// system says.
    pub fn open(path: &Path, creation: Creation<'_>) -> Result<Self, Refusal> {
        match path.metadata() {
            Ok(metadata) if metadata.is_dir() => {
                let shown = text::name(path);
                return Err(Refusal::Harm(format!("{shown} is a folder")));
            }
            Ok(metadata) if !metadata.is_file() => {
                let file = File::options().write(true).open(path);
                return file.map(Self::Special).map_err(Refusal::io("write", path));
            }
            Ok(_) if creation.inputs.iter().any(|input| is_same(input, path)) => {
                let shown = text::name(path);
                return Err(Refusal::Harm(format!("{shown} is the input itself")));
            }
            _ => {}
        }
        // A link to nowhere is a name in use as well.
        if !creation.force && path.symlink_metadata().is_ok() {
            return Err(Refusal::exists(path));
        }
        Pending::create(path, creation).map(Self::File)
    }

    /// What is written to.
    pub fn file(&mut self) -> &mut File {
        match self {
            Self::Special(file) => file,
            Self::File(pending) => pending.file.as_file_mut(),
        }
    }

    /// Appends `bytes`.
    ///
    /// # Errors
    /// What the system says.
    pub fn write_all(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        let written = self.file().write_all(bytes);
        written.map_err(match self {
            Self::Special(_) => Refusal::io("write", Path::new("the output")),
            Self::File(pending) => Refusal::io("write", &pending.path),
        })
    }

    /// Gives a file the permissions and times of the file that it is made of, as
    /// far as the file system has them. Devices and pipes, on either side, are
    /// left as they are.
    pub fn take_over(&self, origin: &Metadata) {
        if let Self::File(pending) = self
            && origin.is_file()
        {
            take_over(pending.file.as_file(), origin);
        }
    }

    /// Brings a file to disk, and then to its name.
    ///
    /// # Errors
    /// What the system says; a file of that name that has come up meanwhile.
    pub fn finish(self) -> Result<(), Refusal> {
        match self {
            Self::Special(_) => Ok(()),
            Self::File(pending) => pending.finish(),
        }
    }
}

impl Pending {
    fn create(path: &Path, creation: Creation<'_>) -> Result<Self, Refusal> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".touchstone-").suffix(".tmp");
        if creation.public {
            make_public(&mut builder);
        }
        let folder = folder(path);
        let file = builder
            .tempfile_in(folder)
            .map_err(Refusal::io("write to", folder))?;
        Ok(Self {
            _guard: Guard::new(file.path()),
            file,
            path: path.to_owned(),
            replace: creation.force,
        })
    }

    fn finish(self) -> Result<(), Refusal> {
        let written = self.file.as_file().sync_all();
        written.map_err(Refusal::io("write", &self.path))?;
        let named = if self.replace {
            self.file.persist(&self.path)
        } else {
            self.file.persist_noclobber(&self.path)
        };
        named.map_err(|error| match error.error.kind() {
            ErrorKind::AlreadyExists => Refusal::exists(&self.path),
            _ => Refusal::io("name", &self.path)(error.error),
        })?;
        sync_folder(folder(&self.path));
        Ok(())
    }
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

#[cfg(unix)]
fn make_public(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn make_public(_builder: &mut tempfile::Builder<'_, '_>) {}

fn take_over(file: &File, origin: &Metadata) {
    let _ = file.set_permissions(without_privileges(&origin.permissions()));
    let mut times = FileTimes::new();
    if let Ok(modified) = origin.modified() {
        times = times.set_modified(modified);
    }
    if let Ok(accessed) = origin.accessed() {
        times = times.set_accessed(accessed);
    }
    let _ = file.set_times(times);
}

/// `permissions` without the bits that lend rights: the new file may have
/// another owner.
#[cfg(unix)]
fn without_privileges(permissions: &Permissions) -> Permissions {
    use std::os::unix::fs::PermissionsExt;
    Permissions::from_mode(permissions.mode() & 0o777)
}

#[cfg(not(unix))]
fn without_privileges(permissions: &Permissions) -> Permissions {
    permissions.clone()
}

/// Brings the new name itself to disk. Some file systems cannot: the data is
/// there in any case.
fn sync_folder(folder: &Path) {
    if cfg!(unix)
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}
