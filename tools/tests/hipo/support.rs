//! Running the built `hipo`, and files for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use hipo::{EventBuilder, StructureType, WriterOptions};
use serde_json::Value;
use tempfile::TempDir;

/// The program under test.
pub(crate) fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_hipo"))
}

/// The path of a fixture.
pub(crate) fn fixture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../golden/hipo-fixtures");
    folder.join(name).to_str().unwrap().to_owned()
}

/// Runs `hipo`.
pub(crate) fn hipo(arguments: &[&str]) -> Outcome {
    command().args(arguments).output().unwrap().into()
}

/// What became of a run.
#[derive(Debug)]
pub(crate) struct Outcome {
    status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Outcome {
    #[track_caller]
    pub(crate) fn succeeds(self) -> Self {
        assert_eq!(self.status, Some(0), "{}{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    pub(crate) fn fails(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "{}{}", self.stdout, self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        self
    }

    /// Nothing on the standard error.
    #[track_caller]
    pub(crate) fn quietly(self) -> Self {
        assert_eq!(self.stderr, "");
        self
    }

    /// All of these on the standard error.
    #[track_caller]
    pub(crate) fn says(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.stderr.contains(word), "{word}: {}", self.stderr);
        }
        self
    }

    /// All of these on the standard output.
    #[track_caller]
    pub(crate) fn prints(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.stdout.contains(word), "{word}: {}", self.stdout);
        }
        self
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap()
    }

    #[track_caller]
    pub(crate) fn json_lines(&self) -> Vec<Value> {
        let lines = self.stdout.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

/// A folder to work in, gone afterwards.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The same, as an argument.
    pub(crate) fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// Runs `hipo` in it.
    pub(crate) fn hipo(&self, arguments: &[&str]) -> Outcome {
        let mut command = command();
        command.current_dir(self.0.path()).args(arguments);
        command.output().unwrap().into()
    }

    /// The names in it, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// A file of two events with what the fixtures have not: a composite, text,
    /// a structure of no known type, one bank twice, a mask.
    pub(crate) fn odd(&self) -> String {
        let mut writer = WriterOptions::new()
            .schema("{A::bank/10/1}{n/I,x/F}".parse().unwrap())
            .unwrap()
            .create(self.path("odd.hipo"))
            .unwrap();
        let bank = writer.bank("A::bank").unwrap();
        let (n, x) = (bank.column("n").unwrap(), bank.column("x").unwrap());
        let mut event = EventBuilder::new();
        for value in [1, 2] {
            let mut rows = event.bank(&bank, 1).unwrap();
            rows.set(&n, 0, value);
            rows.set(&x, 0, f32::NAN);
        }
        event.set_mask(5);
        writer.write(&event).unwrap();
        event.reset();
        event.set_tag(9);
        event
            .composite(20, 1, "sb", &[1, 1, 7, 255, 255, 8])
            .unwrap();
        event
            .structure(20, 2, StructureType::STRING, b"beam \x1b[2J on")
            .unwrap();
        event
            .structure(20, 3, StructureType(99), &[0xde, 0xad])
            .unwrap();
        let double = (-1.5_f64).to_le_bytes();
        event
            .structure(20, 4, StructureType::DOUBLES, &double)
            .unwrap();
        writer.write(&event).unwrap();
        writer.finish().unwrap();
        self.name("odd.hipo")
    }

    #[track_caller]
    pub(crate) fn has_no_leftovers(&self) {
        let mut names = self.names();
        names.retain(|name| name.starts_with('.'));
        assert_eq!(names, [""; 0]);
    }
}
