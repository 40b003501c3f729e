//! Programs of others.

use std::io::Write;
use std::process::Command;

/// A program, if it is installed.
///
/// One that is absent is named, loudly, and is a failure where
/// `TOUCHSTONE_REQUIRE` is `all`.
///
/// # Panics
///
/// If it is absent, and required.
pub(crate) fn tool(name: &str, package: &str) -> Option<Command> {
    // The system's own come first: nbdsh is a module of the system's Python.
    let path = std::env::var("PATH").unwrap_or_default();
    let command = || {
        let mut command = Command::new(name);
        command.env("PATH", format!("/usr/bin:{path}"));
        command
    };
    let version = command().arg("--version").output();
    if version.is_ok_and(|output| output.status.success()) {
        return Some(command());
    }
    let absent = format!("ABSENT: {name} (apt-get install --no-remove {package})");
    let required = std::env::var("TOUCHSTONE_REQUIRE").is_ok_and(|value| value == "all");
    assert!(!required, "{absent}");
    // Not `eprintln`, which is shown of tests that fail only.
    let _ = writeln!(std::io::stderr(), "{absent}");
    None
}

/// Runs a command to its end.
///
/// # Panics
///
/// If it fails; with what it said.
pub(crate) fn run(command: &mut Command) -> String {
    let output = command.output().expect("a program that starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{said}\n{complaint}");
    said
}
