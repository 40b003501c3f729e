//! Output that is there whole or not at all.

use std::fs::{self, File, FileTimes, Metadata, Permissions};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;
use crate::input::Source;
use crate::target::Target;
use tools::cleanup::Guard;
use tools::text;

/// An output that is ready to be written. Dropped unwritten, it leaves
/// nothing.
#[derive(Debug)]
pub(crate) enum Output {
    /// The standard output.
    Stdout,
    /// A device or a pipe that exists, and that renaming would replace.
    Special(File),
    /// A file that is to appear.
    File(Pending),
}

/// A temporary file beside the name that it is to have.
#[derive(Debug)]
pub(crate) struct Pending {
    // In this order: the file is gone before nobody watches it.
    file: NamedTempFile,
    _guard: Guard,
    path: PathBuf,
    replace: bool,
}

impl Output {
    /// Makes `target` ready for the output of `source`, before the work is
    /// done, so that a folder that cannot be written fails early. `force`
    /// replaces a file.
    pub(crate) fn open(target: &Target, source: &Source, force: bool) -> Result<Self, Failure> {
        let Target::File(path) = target else {
            return Ok(Self::Stdout);
        };
        let shown = text::name(path);
        match path.metadata() {
            Ok(metadata) if metadata.is_dir() => {
                return Err(Failure::Refused(format!("{shown} is a folder")));
            }
            Ok(metadata) if !metadata.is_file() => {
                let file = File::options().write(true).open(path);
                return file
                    .map(Self::Special)
                    .map_err(Failure::io(format!("cannot write {shown}")));
            }
            Ok(_) if is_same_file(source, path) => {
                return Err(Failure::Refused(format!("{shown} is the input itself")));
            }
            _ => {}
        }
        // A link to nowhere is a name in use as well.
        if !force && path.symlink_metadata().is_ok() {
            return Err(exists(&shown));
        }
        Pending::create(path, *source == Source::Stdin, force).map(Self::File)
    }

    /// Whether it is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Self::Stdout) && io::stdout().is_terminal()
    }

    /// Whether what is written can be read again.
    pub(crate) const fn is_kept(&self) -> bool {
        matches!(self, Self::File(_))
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
            Self::Special(mut file) => file
                .write_all(bytes)
                .map_err(Failure::io("cannot write the output")),
            Self::File(pending) => pending.write(bytes, origin),
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

impl Pending {
    fn create(path: &Path, public: bool, replace: bool) -> Result<Self, Failure> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".zl-").suffix(".tmp");
        if public {
            make_public(&mut builder);
        }
        let folder = folder(path);
        let file = builder.tempfile_in(folder).map_err(Failure::io(format!(
            "cannot write to {}",
            text::name(folder)
        )))?;
        Ok(Self {
            _guard: Guard::new(file.path()),
            file,
            path: path.to_owned(),
            replace,
        })
    }

    fn write(mut self, bytes: &[u8], origin: Option<&Metadata>) -> Result<(), Failure> {
        let shown = text::name(&self.path);
        let failure = |action: &str| Failure::io(format!("cannot {action} {shown}"));
        self.file.write_all(bytes).map_err(failure("write"))?;
        let file = self.file.as_file();
        if let Some(origin) = origin.filter(|origin| origin.is_file()) {
            take_over(file, origin);
        }
        file.sync_all().map_err(failure("write"))?;
        let persisted = if self.replace {
            self.file.persist(&self.path)
        } else {
            self.file.persist_noclobber(&self.path)
        };
        persisted.map_err(|error| match error.error.kind() {
            ErrorKind::AlreadyExists => exists(&shown),
            _ => failure("name")(error.error),
        })?;
        sync_folder(folder(&self.path));
        Ok(())
    }
}

fn exists(shown: &str) -> Failure {
    Failure::Refused(format!("{shown} exists already; --force replaces it"))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn is_same_file(source: &Source, path: &Path) -> bool {
    let Source::File(source) = source else {
        return false;
    };
    matches!((source.canonicalize(), path.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// Gives `file` the permissions and times of `origin`, as far as the file
/// system has them.
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

/// The permissions of any new file, rather than those of a secret one: there
/// is no input whose permissions would be taken over.
#[cfg(unix)]
fn make_public(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn make_public(_builder: &mut tempfile::Builder<'_, '_>) {}

/// Brings the new name itself to disk. Some file systems cannot: the data is
/// there in any case.
fn sync_folder(folder: &Path) {
    if cfg!(unix)
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

/// Removes an input whose output is on disk.
pub(crate) fn remove(path: &Path) -> Result<(), Failure> {
    fs::remove_file(path).map_err(Failure::io("its output is written, but cannot remove it"))
}
