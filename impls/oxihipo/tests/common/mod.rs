//! What the tests share: oxihipo, if it is here.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use oxihipo::{Batch, BatchBank, Oxihipo, Script};

/// The folder of references: `TOUCHSTONE_REFERENCES`, or `references` in cargo's
/// target folder.
pub(crate) fn references() -> PathBuf {
    std::env::var_os("TOUCHSTONE_REFERENCES").map_or_else(
        || Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("references"),
        PathBuf::from,
    )
}

/// oxihipo, installed if it is not there. If it cannot be had, this says so past
/// the capture of test output, and is a failure where all is asked for.
pub(crate) fn oxihipo(test: &str) -> Option<&'static Oxihipo> {
    static FOUND: OnceLock<Result<Oxihipo, String>> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        let references = references();
        oxihipo::install(&references, &mut |_| {}).map_err(|error| error.to_string())?;
        Oxihipo::open(&references).map_err(|error| error.to_string())
    });
    match found {
        Ok(oxihipo) => Some(oxihipo),
        Err(reason) => {
            let required =
                std::env::var_os("TOUCHSTONE_REQUIRE").is_some_and(|which| which == "all");
            assert!(!required, "absent: oxihipo: {reason}");
            let told = format!("{test}: SKIPPED, absent: oxihipo: {reason}");
            let _ = writeln!(std::io::stderr(), "{told}");
            None
        }
    }
}

/// A folder of this test's own.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// Three events of tags 0, 7 and 1: one row of a bank, another bank's, both.
pub(crate) fn script(compression: &str) -> Script {
    let kinds = |kinds: &[(&str, &str)]| {
        let owned = kinds
            .iter()
            .map(|(name, kind)| (name.to_string(), kind.to_string()));
        owned.collect::<Vec<_>>()
    };
    let bank = |schema: usize, offsets: &[u64], columns: &[&[u8]]| BatchBank {
        schema,
        offsets: offsets.to_vec(),
        columns: columns.iter().map(|cells| cells.to_vec()).collect(),
    };
    let one: &[u8] = &[1, 0, 0, 0];
    let arrays: &[u8] = &[1, 2, 3];
    Script {
        compression: compression.to_owned(),
        schemas: vec![
            ("One::ints".to_owned(), 100, 1, kinds(&[("n", "I")])),
            (
                "One::arrays".to_owned(),
                100,
                2,
                kinds(&[("a", "B#3"), ("s", "S")]),
            ),
        ],
        config: vec![("target".to_owned(), "µ".to_owned())],
        batches: vec![
            Batch {
                tags: vec![0],
                banks: vec![bank(0, &[0, 1], &[one])],
            },
            Batch {
                tags: vec![7],
                banks: vec![bank(1, &[0, 1], &[arrays, &[9, 0]])],
            },
            Batch {
                tags: vec![1],
                banks: vec![
                    bank(0, &[0, 1], &[one]),
                    bank(1, &[0, 1], &[arrays, &[8, 0]]),
                ],
            },
        ],
    }
}
