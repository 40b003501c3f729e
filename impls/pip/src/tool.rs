//! Running the programs of others.

use std::io;
use std::process::{Command, Output, Stdio};

/// Runs a program to its end: whether it did well, and what it said, to the
/// standard output and then to the standard error.
///
/// # Errors
/// When it cannot be run.
pub fn run(command: &mut Command) -> io::Result<(bool, String)> {
    let Output {
        status,
        mut stdout,
        stderr,
    } = command.stdin(Stdio::null()).output()?;
    stdout.extend(stderr);
    let said = String::from_utf8_lossy(&stdout).trim().to_owned();
    Ok((status.success(), said))
}

/// The last 12 lines of what was said.
#[must_use]
pub fn end(said: &str) -> String {
    let lines: Vec<&str> = said.lines().collect();
    lines[lines.len().saturating_sub(12)..].join("\n")
}

/// The first 12 lines of what was said.
#[must_use]
pub fn beginning(said: &str) -> String {
    said.lines().take(12).collect::<Vec<_>>().join("\n")
}
