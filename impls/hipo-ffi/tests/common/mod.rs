//! What the tests share: hipo4, and the frozen files.

#![allow(dead_code, reason = "each test binary uses a part of it")]

pub(crate) mod manifest;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use hipo_ffi::Hipo4;

/// The time that a child is given: much more than it needs, on a machine that
/// does other things.
pub(crate) const LIMIT: Duration = Duration::from_mins(1);

/// The folder of references: `TOUCHSTONE_REFERENCES`, or `references` in cargo's
/// target folder.
pub(crate) fn references() -> PathBuf {
    std::env::var_os("TOUCHSTONE_REFERENCES").map_or_else(
        || Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("references"),
        PathBuf::from,
    )
}

/// hipo4, installed if it is not there. If it cannot be had, this says so past the
/// capture of test output, and is a failure where all references are asked for.
pub(crate) fn hipo4(test: &str) -> Option<&'static Hipo4> {
    static FOUND: OnceLock<Result<Hipo4, String>> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        let references = references();
        hipo_ffi::install(&references, &mut |_| {}).map_err(|error| error.to_string())?;
        Hipo4::open(&references).map_err(|error| error.to_string())
    });
    match found {
        Ok(hipo4) => Some(hipo4),
        Err(reason) => {
            let required =
                std::env::var_os("TOUCHSTONE_REQUIRE").is_some_and(|which| which == "all");
            assert!(!required, "absent: hipo4: {reason}");
            let _ = writeln!(
                std::io::stderr(),
                "{test}: SKIPPED, absent: hipo4: {reason}"
            );
            None
        }
    }
}

/// The folder of the frozen files. Cargo runs tests in their package's folder.
pub(crate) fn fixtures() -> PathBuf {
    PathBuf::from("../../golden/hipo-fixtures")
}

/// A folder of this test's own.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// Four bytes of a file, as a number.
pub(crate) fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

/// Eight bytes of a file, as a number.
pub(crate) fn long_word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
}
