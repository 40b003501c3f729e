//! Facts about the machine and the build, for the report.

use std::collections::BTreeMap;
use std::env::consts;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::available_parallelism;

/// The facts by name. Nothing in them names a person, a folder or a network.
pub(crate) fn facts(root: &Path) -> BTreeMap<String, String> {
    let asserts = if openzl_ffi::has_asserts() {
        "on"
    } else {
        "off"
    };
    let facts = [
        ("cpu", cpu()),
        ("cores", available_parallelism().ok().map(|n| n.to_string())),
        ("os", Some(os())),
        ("arch", Some(consts::ARCH.to_owned())),
        ("rustc", Some(env!("TOUCHSTONE_RUSTC").to_owned())),
        ("target features", Some(features())),
        ("profile", Some(profile().to_owned())),
        ("touchstone", Some(env!("CARGO_PKG_VERSION").to_owned())),
        ("commit", commit(root)),
        ("c-openzl flags", Some(openzl_ffi::build_flags().to_owned())),
        ("c-openzl asserts", Some(asserts.to_owned())),
    ];
    let known = facts
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    known.collect()
}

/// How this program, and with it the native side, was compiled.
fn profile() -> &'static str {
    if cfg!(debug_assertions) {
        "with debug assertions"
    } else {
        "optimized"
    }
}

/// The instruction sets that the compiler was allowed to use, without those
/// that every machine of the kind has.
fn features() -> String {
    let all = env!("TOUCHSTONE_TARGET_FEATURES").split(',');
    let beyond: Vec<&str> = all
        .filter(|name| !matches!(*name, "fxsr" | "sse" | "sse2" | ""))
        .collect();
    match beyond.as_slice() {
        [] => format!("baseline of {}", consts::ARCH),
        names => names.join(" "),
    }
}

fn cpu() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let field = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.split_once(':'));
        lines
            .find(|(key, _)| key.trim() == name)
            .map(|(_, value)| value.trim().to_owned())
    };
    field("model name")
        .or_else(|| field("Model"))
        .or_else(|| field("Hardware"))
}

fn os() -> String {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release
        .lines()
        .find_map(|line| line.strip_prefix("PRETTY_NAME="))
        .map_or(consts::OS, |name| name.trim_matches('"'));
    match fs::read_to_string("/proc/sys/kernel/osrelease") {
        Ok(kernel) => format!("{name}, {} {}", consts::OS, kernel.trim()),
        Err(_) => name.to_owned(),
    }
}

/// The commit that is checked out, and whether files differ from it.
fn commit(root: &Path) -> Option<String> {
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command
            .arg("-C")
            .arg(root)
            .args(arguments)
            .stderr(Stdio::null());
        let output = command
            .output()
            .ok()
            .filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = git(&["status", "--porcelain"]).is_some_and(|status| !status.is_empty());
    Some(if changed {
        format!("{commit}, with changes")
    } else {
        commit
    })
}
