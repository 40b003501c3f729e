//! Running the built `zl`, and inputs for it.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The program under test.
pub(crate) fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_zl"))
}

/// Runs `zl` with `input` on its standard input.
pub(crate) fn zl(arguments: &[&str], input: &[u8]) -> Outcome {
    run(command().args(arguments), input)
}

fn run(command: &mut Command, input: &[u8]) -> Outcome {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // A program that does not want its input closes it.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    });
    Outcome {
        status: output.status.code(),
        stdout: output.stdout,
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// What became of a run.
#[derive(Debug)]
pub(crate) struct Outcome {
    status: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Outcome {
    #[track_caller]
    pub(crate) fn succeeds(self) -> Self {
        assert_eq!(self.status, Some(0), "{}", self.stderr);
        self
    }

    #[track_caller]
    pub(crate) fn fails(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "{}", self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        self
    }

    /// Nothing on the standard error.
    #[track_caller]
    pub(crate) fn quietly(self) -> Self {
        assert_eq!(self.stderr, "");
        self
    }

    /// Nothing at all.
    #[track_caller]
    pub(crate) fn silently(self) {
        assert_eq!(self.stdout, b"");
        self.quietly();
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.stdout.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.stdout).unwrap()
    }

    pub(crate) fn json_lines(&self) -> impl Iterator<Item = Value> {
        let text = self.text();
        let lines: Vec<_> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        lines.into_iter()
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

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The program, in this folder.
    pub(crate) fn command(&self) -> Command {
        let mut command = command();
        command.current_dir(self.0.path());
        command
    }

    pub(crate) fn zl(&self, arguments: &[&str]) -> Outcome {
        self.zl_with(arguments, b"")
    }

    pub(crate) fn zl_with(&self, arguments: &[&str], input: &[u8]) -> Outcome {
        run(self.command().args(arguments), input)
    }

    /// The names in it, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The temporary files of `zl` in it.
    pub(crate) fn temporary(&self) -> Vec<String> {
        let mut names = self.names();
        names.retain(|name| name.starts_with(".touchstone-"));
        names
    }

    #[track_caller]
    pub(crate) fn has_no_leftovers(&self) {
        assert_eq!(self.temporary(), [""; 0]);
    }
}

/// Bytes that no codec shrinks.
pub(crate) fn noise(size: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut bytes = Vec::with_capacity(size + 8);
    while bytes.len() < size {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend_from_slice(&state.to_le_bytes());
    }
    bytes.truncate(size);
    bytes
}

/// Bytes that shrink as text does: words in an order without pattern.
pub(crate) fn text(size: usize) -> Vec<u8> {
    const WORDS: [&str; 16] = [
        "gold ", "is ", "rubbed ", "on ", "a ", "stone", ", ", "the ", "streak", " tells ",
        "what ", "it ", "held. ", "assay", "er ", "\n",
    ];
    let mut bytes = Vec::with_capacity(size + 16);
    for byte in noise(size / 4 + 16) {
        bytes.extend_from_slice(WORDS[usize::from(byte & 15)].as_bytes());
        bytes.extend_from_slice(WORDS[usize::from(byte >> 4)].as_bytes());
    }
    bytes.truncate(size);
    assert_eq!(bytes.len(), size);
    bytes
}

/// A frame without checksums whose header claims `size` bytes and whose only
/// chunk stores none.
pub(crate) fn claiming(size: u64) -> Vec<u8> {
    let parameters = openzl::Parameters::default()
        .with_content_checksum(false)
        .with_compressed_checksum(false);
    let empty = openzl::Compressor::new(parameters).compress(b"").unwrap();
    // Magic number, flags and outputs, then the size plus one as a varint.
    let mut frame = empty[..6].to_vec();
    let mut rest = size + 1;
    while rest > 127 {
        frame.push((rest & 127) as u8 | 128);
        rest >>= 7;
    }
    frame.push(rest as u8);
    frame.extend_from_slice(&empty[7..]);
    frame
}
