//! What goes wrong, and how `hipo` says so.

use std::fs;
use std::process::Stdio;

use crate::support::{Folder, command, fixture, hipo};

#[test]
fn an_output_never_replaces_its_input() {
    let folder = Folder::new();
    let input = folder.name("in.hipo");
    fs::copy(fixture("cpp_tags.hipo"), &input).unwrap();
    let before = fs::read(&input).unwrap();
    for arguments in [
        &["filter", "in.hipo", "-o", "./in.hipo", "--force"][..],
        &["skim", "in.hipo", "--bank", "*", "-o", "in.hipo", "--force"],
        &["merge", "in.hipo", "in.hipo", "-o", "in.hipo", "--force"],
        &["recompress", "in.hipo", "-o", "in.hipo", "--force"],
    ] {
        folder
            .hipo(arguments)
            .fails(1)
            .says(&["is the input itself"]);
        assert_eq!(fs::read(&input).unwrap(), before);
    }
    assert_eq!(folder.names(), ["in.hipo"]);
}

#[test]
fn an_output_that_exists_is_replaced_when_told() {
    let folder = Folder::new();
    fs::write(folder.path("out.hipo"), "mine").unwrap();
    let input = fixture("cpp_tags.hipo");
    let filter = ["filter", &input, "-o", "out.hipo"];
    folder
        .hipo(&filter)
        .fails(1)
        .says(&["out.hipo exists already; --force"]);
    assert_eq!(fs::read(folder.path("out.hipo")).unwrap(), b"mine");
    folder
        .hipo(&[&filter[..], &["--force"]].concat())
        .succeeds();
    folder.hipo(&["diff", &input, "out.hipo"]).succeeds();
}

#[test]
fn a_damaged_input_leaves_no_output() {
    let folder = Folder::new();
    let input = fixture("mut_record0_payload_flip.hipo");
    for arguments in [
        &["filter", &input, "-o", "out.hipo"][..],
        &["recompress", &input, "-o", "out.hipo"],
        &["merge", &input, "-o", "out.hipo"],
        &["split", &input, "-o", "out.hipo", "--events", "10"],
    ] {
        folder.hipo(arguments).fails(1).says(&[
            "mut_record0_payload_flip.hipo: record 0, byte 284: LZ4 data is damaged",
            "`hipo validate FILE` lists all that is wrong with it",
        ]);
        assert_eq!(folder.names(), [""; 0]);
    }
    let stats = hipo(&["stats", &input]).fails(1);
    assert_eq!(stats.stdout, "", "no sums of some records");
}

#[test]
fn the_records_that_are_sound_can_be_had() {
    let folder = Folder::new();
    let input = fixture("mut_record0_payload_flip.hipo");
    folder
        .hipo(&["filter", &input, "-o", "rest.hipo", "--events", "200.."])
        .succeeds();
    folder.hipo(&["validate", "rest.hipo"]).succeeds();
}

#[test]
fn a_missing_end_is_told_once_and_nothing_is_lost() {
    let path = fixture("mut_truncated_midrecord.hipo");
    let stats = hipo(&["stats", "--json", &path]).succeeds();
    assert_eq!(stats.json()["events"], 400);
    assert_eq!(stats.stderr.lines().count(), 1);
    stats.says(&[
        "its index cannot be read",
        "2 records with 400 events",
        "byte 7728",
    ]);
    hipo(&["stats", "-q", &path]).succeeds().quietly();
}

#[test]
fn hipo_files_do_not_go_through_pipes() {
    let input = fixture("cpp_tags.hipo");
    hipo(&["filter", &input, "-o", "-"])
        .fails(1)
        .says(&["cannot go to the standard output"]);
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_enough_is_no_fault() {
    let mut child = command()
        .args(["dump", &fixture("cpp_bench3000.hipo")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}

#[test]
fn folders_and_missing_files_are_told() {
    let folder = Folder::new();
    let name = folder.name("");
    hipo(&["info", &name]).fails(1).says(&["is a folder"]);
    hipo(&["stats", "nowhere.hipo"])
        .fails(1)
        .says(&["nowhere.hipo: the file cannot be read"]);
}

#[test]
fn limits_are_held_and_can_be_raised() {
    let path = fixture("cpp_bench3000.hipo");
    let stats = ["stats", &path, "--record-limit"];
    hipo(&[&stats[..], &["4K"]].concat())
        .fails(1)
        .says(&["where the limit is 4096", "--record-limit SIZE allows more"]);
    hipo(&[&stats[..], &["4M"]].concat()).succeeds();
}

#[test]
fn names_cannot_drive_a_terminal() {
    hipo(&["info", "\u{1b}[2J.hipo"])
        .fails(1)
        .says(&["\\u{1b}[2J.hipo"]);
}

#[test]
fn every_command_has_help_with_examples() {
    let commands = [
        "info",
        "schemas",
        "dump",
        "stats",
        "plot",
        "export",
        "validate",
        "diff",
        "filter",
        "skim",
        "merge",
        "split",
        "recompress",
    ];
    for name in commands {
        let help = hipo(&["help", name]).succeeds().quietly();
        let example = format!("Examples:\n  hipo {name} ");
        assert!(help.stdout.contains(&example), "{name}: {}", help.stdout);
        // The usage is a line, however long.
        let short = |line: &str| line.chars().count() <= 80 || line.starts_with("Usage: ");
        assert!(help.stdout.lines().all(short), "{name}");
    }
    hipo(&[]).fails(2);
    hipo(&["--version"]).succeeds();
}
