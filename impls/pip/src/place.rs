//! Putting what was made in its place.

use std::fs;
use std::io;
use std::path::Path;

/// A temporary folder in a folder, and so on the same file system.
///
/// # Errors
/// Whatever the file system meets.
pub fn beside(home: &Path) -> io::Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix(".making-").tempdir_in(home)
}

/// Moves a folder to its place. If another one was faster, its is as good.
///
/// # Errors
/// Whatever else the file system meets.
pub fn put(made: &Path, place: &Path) -> io::Result<()> {
    match fs::rename(made, place) {
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists
            ) =>
        {
            Ok(())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{beside, put};

    #[test]
    fn the_first_one_stays() {
        let home = tempfile::tempdir().unwrap();
        let place = home.path().join("place");
        for text in ["one", "two"] {
            let at = beside(home.path()).unwrap();
            let made = at.path().join("made");
            std::fs::create_dir(&made).unwrap();
            std::fs::write(made.join("file"), text).unwrap();
            put(&made, &place).unwrap();
        }
        assert_eq!(std::fs::read(place.join("file")).unwrap(), b"one");
        let missing = home.path().join("missing");
        assert!(put(&missing, &home.path().join("other")).is_err());
    }
}
