//! A workspace without sources, to run the command in.
#![allow(dead_code, reason = "each test binary uses a part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A folder that looks like the workspace: nothing is frozen in it, and no
/// failure is known.
pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn new() -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        home.write("Cargo.toml", "[workspace]\n");
        home.write("conformance/known/openzl.toml", "");
        home
    }

    pub(crate) fn root(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.root().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A file that a run leaves.
    pub(crate) fn touchstone_file(&self, name: &str) -> PathBuf {
        self.root().join("target/touchstone").join(name)
    }

    /// The command, within the folder.
    pub(crate) fn touchstone(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_touchstone"));
        command
            .current_dir(self.root())
            .env_remove("CARGO_TARGET_DIR")
            .env_remove("TOUCHSTONE_REQUIRE")
            .env("TOUCHSTONE_REFERENCES", references());
        command
    }
}

/// The references of the workspace that is tested.
fn references() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/references")
}

/// What a command said.
pub(crate) struct Ran {
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs a command, which must end with this status.
pub(crate) fn ran(command: &mut Command, code: i32) -> Ran {
    let output = command.output().unwrap();
    let ran = Ran {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    assert_eq!(
        output.status.code(),
        Some(code),
        "{command:?}\n{}\n{}",
        ran.out,
        ran.err
    );
    ran
}

/// Holds a page to what makes it self-contained.
pub(crate) fn has_no_outside_reference(page: &str) {
    for word in [
        "http://", "https://", "//cdn", "@import", "url(", "<link", "<img", "<iframe",
    ] {
        assert!(!page.contains(word), "the page contains {word}");
    }
    for attribute in ["src=", "href="] {
        for (at, _) in page.match_indices(attribute) {
            let value = &page[at + attribute.len()..];
            assert!(value.starts_with("\"#"), "{attribute}{}", &value[..40]);
        }
    }
    assert!(page.contains("default-src 'none'"));
}
