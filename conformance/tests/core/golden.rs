//! Frozen frames: the check, the folder, and freezing again.

use std::fs;
use std::path::PathBuf;

use conformance::golden::{ChangeKind, GoldenError, Manifest, Plan};
use conformance::{Check, Suite, Verdict, Workspace};
use tempfile::TempDir;

use crate::toy::{Counted, Plant, Toy, case, toy};

fn frozen(native: Plant, reference: Plant, frozen: Vec<Counted>) -> Toy {
    Toy {
        frozen,
        ..toy(native, reference)
    }
}

fn sound(cases: Vec<Counted>) -> Toy {
    frozen(Plant::Nothing, Plant::Nothing, cases)
}

fn cases() -> Vec<Counted> {
    vec![case(7, 40), case(0, 0)]
}

fn golden_folder(root: &TempDir) -> PathBuf {
    root.path().join("golden/toy")
}

/// A workspace in which two frames are frozen.
fn workspace() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    let plan = Plan::make(sound(cases()), &golden_folder(&root)).unwrap();
    plan.apply().unwrap();
    root
}

/// The verdicts of all golden trials, by case.
fn verdicts(root: &TempDir, format: Toy) -> Vec<(String, Verdict)> {
    let suite = Suite::new().in_workspace(Workspace::at(root.path()));
    let trials = suite.with(format).trials().unwrap();
    let golden = trials.iter().filter(|trial| trial.check() == Check::Golden);
    golden
        .map(|trial| (trial.case().to_owned(), trial.run().verdict))
        .collect()
}

/// The words of the failing golden trials.
fn failures(root: &TempDir, format: Toy) -> String {
    let failed = verdicts(root, format)
        .into_iter()
        .filter_map(|(case, verdict)| match verdict {
            Verdict::Failed { detail } => Some(format!("{case}: {detail}\n")),
            _ => None,
        });
    failed.collect()
}

#[test]
fn frozen_frames_hold() {
    let root = workspace();
    let verdicts = verdicts(&root, sound(cases()));
    assert_eq!(verdicts.len(), 3);
    assert!(
        verdicts
            .iter()
            .all(|(_, verdict)| *verdict == Verdict::Passed),
        "{verdicts:?}"
    );
    let folder = golden_folder(&root);
    let text = fs::read_to_string(folder.join("counted-from-7/40.txt")).unwrap();
    assert!(text.starts_with("# 46 bytes, sha256 "), "{text}");
    assert!(
        text.contains("1..5      28000000                          length = 40"),
        "{text}"
    );
    let manifest = Manifest::load(&folder, "toy").unwrap();
    let entry = manifest.entry("counted-from-7/40").unwrap();
    assert_eq!(
        (entry.writer.as_str(), entry.version.as_str()),
        ("libtoy", "1.2.3")
    );
}

#[test]
fn a_frame_that_is_written_otherwise_today_fails() {
    let root = workspace();
    let told = failures(&root, frozen(Plant::WrongByte(20), Plant::Nothing, cases()));
    assert!(
        told.contains("golden: toy differs from frozen at byte 20"),
        "{told}"
    );
    assert!(told.contains("field: payload"), "{told}");
    let told = failures(
        &root,
        frozen(Plant::Nothing, Plant::RefusesReading, cases()),
    );
    assert!(
        told.contains("libtoy does not read the frame of frozen"),
        "{told}"
    );
}

#[test]
fn every_damage_to_the_folder_is_seen() {
    let damage = |act: &dyn Fn(&PathBuf)| {
        let root = workspace();
        act(&golden_folder(&root));
        failures(&root, sound(cases()))
    };
    let frame = "counted-from-7/40.bin";
    let told = damage(&|folder| fs::write(folder.join("stray.bin"), b"").unwrap());
    assert!(
        told.contains("manifest: golden: stray.bin: a file without an entry"),
        "{told}"
    );
    let told = damage(&|folder| fs::remove_file(folder.join(frame)).unwrap());
    assert!(told.contains(frame), "{told}");
    let told = damage(&|folder| {
        let mut bytes = fs::read(folder.join(frame)).unwrap();
        bytes[9] ^= 1;
        fs::write(folder.join(frame), bytes).unwrap();
    });
    assert!(told.contains("sha256"), "{told}");
    let told = damage(&|folder| fs::write(folder.join(frame), b"T").unwrap());
    assert!(told.contains("1 bytes; the manifest says 46"), "{told}");
    let text = "counted-from-7/40.txt";
    let told = damage(&|folder| {
        let told = fs::read_to_string(folder.join(text)).unwrap();
        fs::write(
            folder.join(text),
            told.replace("length = 40", "length = 41"),
        )
        .unwrap();
    });
    assert!(told.contains("the dissection changed at line 3"), "{told}");
    let told = damage(&|folder| fs::remove_file(folder.join(text)).unwrap());
    assert!(told.contains("40.txt: no dissection"), "{told}");
    let told = damage(&|folder| fs::write(folder.join("README.md"), vec![b' '; 9 << 20]).unwrap());
    assert!(told.contains("bytes in all"), "{told}");
    let told = damage(&|folder| fs::write(folder.join("manifest.toml"), "schema = 2").unwrap());
    assert!(told.contains("manifest.toml"), "{told}");
    assert_eq!(
        damage(&|folder| fs::write(folder.join("README.md"), "words").unwrap()),
        ""
    );
}

#[test]
fn cases_and_manifest_must_agree() {
    let root = workspace();
    let mut more = cases();
    more.push(case(9, 9));
    let told = failures(&root, sound(more));
    assert!(
        told.contains("counted-from-9/9: golden: the case is not frozen"),
        "{told}"
    );
    let told = failures(&root, sound(vec![case(7, 40)]));
    assert!(
        told.contains("counted-from-0/0 is frozen, but no case any more"),
        "{told}"
    );
}

#[test]
fn the_plan_is_a_table_of_changes() {
    let root = workspace();
    let folder = golden_folder(&root);
    let plan = |cases: Vec<Counted>| Plan::make(sound(cases), &folder).unwrap();
    let kinds = |plan: &Plan| {
        let rows = plan.changes().iter();
        rows.map(|row| (row.case.clone(), row.kind))
            .collect::<Vec<_>>()
    };
    let row = |case: &str, kind| (case.to_owned(), kind);
    assert!(
        kinds(&plan(cases()))
            .iter()
            .all(|row| row.1 == ChangeKind::Same)
    );
    fs::write(folder.join("counted-from-7/40.bin"), b"damaged").unwrap();
    let changed = plan(vec![case(7, 40), case(9, 9)]);
    assert_eq!(
        kinds(&changed),
        [
            row("counted-from-0/0", ChangeKind::Removed),
            row("counted-from-7/40", ChangeKind::Changed),
            row("counted-from-9/9", ChangeKind::Added),
        ]
    );
    let table = changed.to_string();
    assert!(
        table.starts_with("toy: 1 added, 1 changed, 1 removed, 0 refused\n"),
        "{table}"
    );
    // Looking at a plan changes nothing; carrying it out leaves a sound folder.
    assert!(folder.join("counted-from-0/0.bin").exists());
    changed.apply().unwrap();
    assert!(!folder.join("counted-from-0/0.bin").exists());
    assert!(!folder.join("counted-from-0/0.txt").exists());
    assert_eq!(failures(&root, sound(vec![case(7, 40), case(9, 9)])), "");
}

#[test]
fn a_frame_that_native_does_not_write_or_read_is_refused() {
    for (plant, words) in [
        (Plant::WrongByte(8), "toy differs from libtoy at byte 8"),
        (Plant::RefusesReading, "toy does not read the frame of"),
        (Plant::ReadsWrong, "to another value"),
        (Plant::UnsupportedWriting, "toy does not write it: codec 9"),
        (Plant::PanicsReading, "planted in toy"),
        (Plant::Absent, "absent: toy"),
        (Plant::ReadsOnly, "nobody to compare with"),
        (
            Plant::WritesOnly,
            "no native implementation was shown to read it",
        ),
    ] {
        let root = workspace();
        let folder = golden_folder(&root);
        let before = fs::read_to_string(folder.join("manifest.toml")).unwrap();
        let format = frozen(plant, Plant::Nothing, vec![case(1, 30)]);
        let plan = Plan::make(format, &folder).unwrap();
        assert_eq!(plan.refused().len(), 1, "{plant:?}");
        let told = plan.to_string();
        assert!(told.contains("1 refused") && told.contains(words), "{told}");
        assert!(matches!(
            plan.apply(),
            Err(GoldenError::Refused { count: 1 })
        ));
        assert_eq!(
            fs::read_to_string(folder.join("manifest.toml")).unwrap(),
            before
        );
        assert!(!folder.join("counted-from-1/30.bin").exists());
    }
}

#[test]
fn a_frame_without_a_version_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let format = frozen(Plant::Nothing, Plant::NamesNoVersion, cases());
    let plan = Plan::make(format, &golden_folder(&root)).unwrap();
    assert_eq!(plan.refused().len(), 2);
    assert_eq!(plan.refused()[0].reason, "libtoy names no version");
}

#[test]
fn nothing_is_frozen_without_a_reference() {
    let root = tempfile::tempdir().unwrap();
    let format = frozen(Plant::Nothing, Plant::Absent, cases());
    let Err(error) = Plan::make(format, &golden_folder(&root)) else {
        panic!("a plan without a writer");
    };
    assert!(
        error.to_string().contains("apt-get install libtoy"),
        "{error}"
    );
}
