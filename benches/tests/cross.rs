//! The programs that read the data set, by the plan that times them.

use std::path::Path;

use benches::cross::{CrossError, Plan, Program, programs};
use benches::hipo::{DataSet, Format};
use conformance::Workspace;

/// The programs, with native's where cargo builds it for tests.
fn found() -> Vec<Program> {
    let native = Path::new(env!("CARGO_BIN_EXE_xbench_rs"));
    let workspace = Workspace::discover().unwrap();
    let (found, absent) = programs(native.parent().unwrap(), workspace.root());
    for told in absent {
        eprintln!("{told}");
    }
    found
}

fn plan(programs: &[Program]) -> Plan<'_> {
    Plan {
        programs,
        passes: 2,
        rounds: 1,
        threads: &[1, 2],
    }
}

fn file(folder: &Path, format: Format, events: u32) -> std::path::PathBuf {
    let path = folder.join(format.name);
    std::fs::write(&path, DataSet::to_memory(format, events).unwrap()).unwrap();
    path
}

#[test]
fn everybody_reads_the_same() {
    let programs = found();
    let folder = tempfile::tempdir().unwrap();
    for name in ["cpp", "zstdperbank", "gzip", "zstdpercolumnsplit"] {
        let format: Format = name.parse().unwrap();
        let path = file(folder.path(), format, 1000);
        let measured = plan(&programs).run(format, &path).unwrap();
        assert!(measured.iter().all(|it| it.events == 1000), "{measured:?}");
        let of = |program: &str| measured.iter().filter(|it| it.program == program).count();
        // Five scenarios by event, and four by column with one and with two threads,
        // at once and part by part.
        assert_eq!(of("native"), 5 + 8 + 8, "{name}");
        let here = |program: &str| programs.iter().any(|it| it.name == program);
        let cpp = if here("C++") && name == "cpp" { 5 } else { 0 };
        assert_eq!(of("C++"), cpp, "{name}");
        let oxihipo = if here("oxihipo") && !name.ends_with("split") {
            8
        } else {
            0
        };
        assert_eq!(of("oxihipo"), oxihipo, "{name}");
    }
}

#[test]
fn a_program_that_fails_ends_it() {
    let programs = found();
    let folder = tempfile::tempdir().unwrap();
    let format: Format = "lz4".parse().unwrap();
    let missing = folder.path().join("missing.hipo");
    let error = plan(&programs).run(format, &missing).unwrap_err();
    assert!(
        matches!(
            error,
            CrossError::Failed {
                program: "native",
                ..
            }
        ),
        "{error}"
    );
}

/// A program whose file is another one reads other sums.
#[test]
fn programs_that_differ_are_not_timed() {
    let native = found().remove(0);
    let folder = tempfile::tempdir().unwrap();
    let format: Format = "lz4".parse().unwrap();
    let path = file(folder.path(), format, 100);
    let script = folder.path().join("other.sh");
    let text = "#!/bin/sh\necho \"other · $2 · 1.0 · 1.0 · 100 · 0.001\"\n";
    std::fs::write(&script, text).unwrap();
    let other = Program {
        name: "other",
        command: vec!["sh".into(), script.into()],
        ..native.clone()
    };
    let programs = [native, other];
    let error = plan(&programs).run(format, &path).unwrap_err();
    assert!(
        matches!(
            error,
            CrossError::Differs {
                program: "other",
                ..
            }
        ),
        "{error}"
    );
}
