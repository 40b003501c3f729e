//! Running the command.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::client::Client;

pub(crate) fn zram() -> Command {
    Command::new(env!("CARGO_BIN_EXE_zram"))
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    zram().args(arguments).output().expect("the command runs")
}

#[track_caller]
pub(crate) fn succeeds(arguments: &[&str]) -> String {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

#[track_caller]
pub(crate) fn fails(arguments: &[&str], status: i32) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// A server in a folder of its own.
pub(crate) struct Served {
    pub(crate) folder: TempDir,
    child: Child,
    /// The line that says where it is.
    pub(crate) announced: String,
}

impl Served {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::start_in(tempfile::tempdir().expect("a folder"), arguments)
    }

    pub(crate) fn start_in(folder: TempDir, arguments: &[&str]) -> Self {
        let mut child = zram()
            .args(["serve", "--socket", "socket"])
            .args(arguments)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs");
        let mut announced = String::new();
        let output = child.stdout.as_mut().expect("a pipe");
        BufReader::new(output)
            .read_line(&mut announced)
            .expect("a line");
        Self {
            folder,
            child,
            announced,
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn socket(&self) -> String {
        text(&self.path("socket"))
    }

    pub(crate) fn client(&self) -> Client {
        Client::connect(&self.path("socket"))
    }

    /// Sends SIGTERM and waits.
    pub(crate) fn terminate(mut self) -> TempDir {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status();
        assert!(sent.expect("kill runs").success());
        let end = Instant::now() + Duration::from_secs(30);
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            assert!(Instant::now() < end, "the server does not end");
            std::thread::sleep(Duration::from_millis(10));
        };
        assert!(status.success(), "{status}");
        std::mem::replace(&mut self.folder, tempfile::tempdir().expect("a folder"))
    }

    /// Sends SIGKILL.
    pub(crate) fn kill(mut self) -> TempDir {
        self.child.kill().expect("a child");
        self.child.wait().expect("a child");
        std::mem::replace(&mut self.folder, tempfile::tempdir().expect("a folder"))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn text(path: &Path) -> String {
    path.to_str().expect("a plain path").to_owned()
}

/// Bytes that compress, with a start of their own.
pub(crate) fn bytes(seed: u64, length: usize) -> Vec<u8> {
    let line = |number: u64| format!("{seed}: line {number} of a text that compresses\n");
    (seed * 1000..)
        .flat_map(|number| line(number).into_bytes())
        .take(length)
        .collect()
}
