//! Where a file is written to.

use std::fs::File;
use std::io::{self, Cursor, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// What a file can be written to: it is told when the file is whole.
pub trait Finish: Write + Seek {
    /// Called once, when everything has been written.
    ///
    /// # Errors
    /// Whatever the output meets.
    fn finish(&mut self) -> io::Result<()>;
}

impl Finish for File {
    fn finish(&mut self) -> io::Result<()> {
        self.flush()
    }
}

impl Finish for Cursor<Vec<u8>> {
    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<T: Finish + ?Sized> Finish for &mut T {
    fn finish(&mut self) -> io::Result<()> {
        (**self).finish()
    }
}

/// A file that takes its place when it is whole. Until then, what was there
/// before stays; a writer that is dropped, or a full disk, leaves nothing.
#[derive(Debug)]
pub struct Replacing {
    file: Option<NamedTempFile>,
    path: PathBuf,
}

impl Replacing {
    /// A new file beside `path`.
    ///
    /// # Errors
    /// Whatever the file system meets.
    pub fn new(path: &Path) -> io::Result<Self> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".hipo-").suffix(".partial");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // As a new file has them: less what the process masks.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        Ok(Self {
            file: Some(builder.tempfile_in(folder)?),
            path: path.to_owned(),
        })
    }

    fn file(&mut self) -> io::Result<&mut File> {
        match &mut self.file {
            Some(file) => Ok(file.as_file_mut()),
            None => Err(io::Error::other("the file was finished before")),
        }
    }
}

impl Write for Replacing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file()?.flush()
    }
}

impl Seek for Replacing {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.file()?.seek(to)
    }
}

impl Finish for Replacing {
    fn finish(&mut self) -> io::Result<()> {
        // Names come after contents also when the machine stops.
        self.file()?.sync_all()?;
        match self.file.take() {
            Some(file) => file
                .persist(&self.path)
                .map(drop)
                .map_err(|error| error.error),
            None => Ok(()),
        }
    }
}
