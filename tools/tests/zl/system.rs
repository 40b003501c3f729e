//! `zl` where it meets the system: killed, signalled, on links and devices.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant, SystemTime};

use crate::support::{Folder, noise, text};

/// A run that is in the middle of its work, its temporary file there.
fn start(folder: &Folder, arguments: &[&str]) -> Child {
    let mut child = folder
        .command()
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for(&mut child, || !folder.temporary().is_empty());
    child
}

fn wait_for(child: &mut Child, mut happened: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happened() {
        assert!(
            start.elapsed() < Duration::from_mins(1),
            "it does not start"
        );
        assert_eq!(child.try_wait().unwrap(), None, "it was done too soon");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn signal(child: &mut Child, name: &str) -> ExitStatus {
    // The shell has `kill` in it: not every system has the program.
    let kill = format!("kill -{name} {}", child.id());
    assert!(
        Command::new("sh")
            .args(["-c", &kill])
            .status()
            .unwrap()
            .success()
    );
    child.wait().unwrap()
}

/// Work of many seconds, on what is still a small file.
const SLOW: [&str; 3] = ["compress", "--level=22", "in"];

#[test]
fn kill_9_leaves_nothing_under_the_final_name() {
    let folder = Folder::new();
    folder.write("in", &text(48 << 20));
    let mut child = start(&folder, &SLOW);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(signal(&mut child, "KILL").signal(), Some(9));
    assert!(!folder.path("in.zl").exists());
    assert_eq!(folder.read("in"), text(48 << 20));

    folder.write("in.zl", b"what was there before");
    let leftovers = folder.temporary();
    let mut child = folder.command();
    let mut child = child
        .args(SLOW)
        .arg("--force")
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    wait_for(&mut child, || folder.temporary().len() > leftovers.len());
    assert_eq!(signal(&mut child, "KILL").signal(), Some(9));
    assert_eq!(folder.read("in.zl"), b"what was there before");
}

#[test]
fn kill_9_while_writing_leaves_the_name_unused_or_whole() {
    let folder = Folder::new();
    let bytes = noise(64 << 20);
    folder.write("in", &bytes);
    for round in 0..6 {
        let mut child = start(&folder, &["compress", "--graph", "store", "in"]);
        let written = || {
            let names = folder.temporary();
            names.iter().any(|name| {
                fs::metadata(folder.path(name)).is_ok_and(|metadata| metadata.len() > round << 20)
            })
        };
        while child.try_wait().unwrap().is_none() && !written() {
            std::hint::spin_loop();
        }
        signal_if_running(&mut child);
        if folder.path("in.zl").exists() {
            let frame = folder.read("in.zl");
            assert!(
                openzl::decompress(&frame).unwrap() == bytes,
                "a broken output"
            );
            fs::remove_file(folder.path("in.zl")).unwrap();
        }
        for name in folder.temporary() {
            fs::remove_file(folder.path(&name)).unwrap();
        }
    }
}

fn signal_if_running(child: &mut Child) {
    // Not an error where it has ended by itself.
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_signal_removes_the_temporary_file() {
    for (name, number) in [("TERM", 15), ("INT", 2)] {
        let folder = Folder::new();
        folder.write("in", &text(32 << 20));
        let mut child = start(&folder, &SLOW);
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(signal(&mut child, name).signal(), Some(number));
        assert_eq!(folder.names(), ["in"]);
    }
}

#[test]
fn permissions_and_time_are_taken_over() {
    let folder = Folder::new();
    let path = folder.path("in");
    folder.write("in", &text(1000));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_234_567_890);
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(time).unwrap();
    folder.zl(&["compress", "in"]).succeeds();
    folder.zl(&["decompress", "-o", "out", "in.zl"]).succeeds();
    for name in ["in.zl", "out"] {
        let metadata = folder.path(name).metadata().unwrap();
        assert_eq!(metadata.permissions().mode() & 0o7777, 0o640, "{name}");
        assert_eq!(metadata.modified().unwrap(), time, "{name}");
    }
    // Of a stream, those of any new file, as the shell would give.
    folder
        .zl_with(&["compress", "-o", "stream.zl"], b"bytes")
        .succeeds();
    folder.write("plain", b"");
    let mode = |name| folder.path(name).metadata().unwrap().permissions().mode();
    assert_eq!(mode("stream.zl"), mode("plain"));
}

#[test]
fn links_and_devices_are_left_what_they_are() {
    let folder = Folder::new();
    folder.write("in", &text(1000));
    folder.write("precious", b"precious");
    symlink("precious", folder.path("link.zl")).unwrap();
    symlink("nowhere", folder.path("dangling.zl")).unwrap();
    for name in ["link.zl", "dangling.zl"] {
        folder.zl(&["compress", "-o", name, "in"]).fails(1);
        folder.zl(&["compress", "-f", "-o", name, "in"]).succeeds();
        assert!(folder.path(name).symlink_metadata().unwrap().is_file());
    }
    assert_eq!(folder.read("precious"), b"precious");
    assert!(!folder.path("nowhere").exists());
    let piped = folder
        .zl(&["compress", "-q", "-o", "/dev/stdout", "in"])
        .succeeds();
    assert_eq!(openzl::decompress(&piped.stdout).unwrap(), text(1000));
}

#[test]
fn a_folder_that_cannot_be_written_fails_early() {
    let folder = Folder::new();
    folder.write("in", &text(1000));
    let failed = folder
        .zl(&["compress", "-o", "nowhere/out.zl", "in"])
        .fails(1);
    assert!(
        failed.stderr.contains("in: cannot write to nowhere: "),
        "{failed:?}"
    );
}

#[test]
fn a_reader_that_leaves_is_no_news() {
    let folder = Folder::new();
    folder.write("in", &text(4 << 20));
    folder.zl(&["compress", "-q", "in"]).succeeds();
    let mut child = folder
        .command()
        .args(["decompress", "-c", "in.zl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
