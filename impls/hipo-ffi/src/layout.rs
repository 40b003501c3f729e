//! Where things are below the references folder.

use std::path::{Path, PathBuf};

use crate::sources::identity;
use crate::wheel::WHEEL_VERSION;

/// The paths of one installation.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The folder of this reference.
    pub(crate) home: PathBuf,
}

impl Layout {
    pub(crate) fn below(references: &Path) -> Self {
        Self {
            home: references.join(format!("hipo4-{WHEEL_VERSION}")),
        }
    }

    /// The unpacked wheel. It is there whole or not at all.
    pub(crate) fn wheel(&self) -> PathBuf {
        self.home.join("wheel")
    }

    /// The shim of this crate's sources. It is there whole or not at all.
    pub(crate) fn shim(&self) -> PathBuf {
        self.home.join(format!("shim-{}", &identity()[..16]))
    }

    pub(crate) fn library(&self) -> PathBuf {
        self.shim().join(LIBRARY)
    }

    pub(crate) fn driver(&self) -> PathBuf {
        self.shim().join(DRIVER)
    }

    pub(crate) fn is_installed(&self) -> bool {
        self.library().is_file() && self.driver().is_file()
    }

    /// Shims of other sources.
    pub(crate) fn outdated(&self) -> Vec<PathBuf> {
        let current = self.shim();
        let Ok(entries) = std::fs::read_dir(&self.home) else {
            return Vec::new();
        };
        entries
            .flatten()
            .filter(|entry| entry.file_name().to_string_lossy().starts_with("shim-"))
            .map(|entry| entry.path())
            .filter(|path| *path != current)
            .collect()
    }
}

pub(crate) const LIBRARY: &str = "libtouchstone-hipo4.so";
pub(crate) const DRIVER: &str = "touchstone-hipo4";
pub(crate) const STAMP: &str = "stamp.txt";

/// Folders of an unpacked wheel.
pub(crate) fn headers(wheel: &Path) -> PathBuf {
    wheel.join("hipopybind/include")
}

pub(crate) fn libraries(wheel: &Path) -> [PathBuf; 2] {
    let folder = wheel.join("hipopybind/lib");
    [folder.join("libhipo4.a"), folder.join("liblz4.a")]
}

pub(crate) fn pkg_config(wheel: &Path) -> PathBuf {
    wheel.join("hipopybind/lib/pkgconfig/hipo4.pc")
}
