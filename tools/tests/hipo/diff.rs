//! `hipo diff`.

use std::fs;

use crate::support::{Folder, fixture, hipo};

#[test]
fn a_file_is_like_itself() {
    let path = fixture("cpp_types.hipo");
    hipo(&["diff", &path, &path])
        .succeeds()
        .quietly()
        .prints(&["are alike: 601 events"]);
    let diff = hipo(&["diff", "--json", "--exact", &path, &path])
        .succeeds()
        .json();
    assert_eq!(diff["equal"], true);
    assert!(diff["first"].is_null());
    assert_eq!(
        hipo(&["diff", "-q", &path, &path])
            .succeeds()
            .quietly()
            .stdout,
        ""
    );
}

#[test]
fn formats_of_one_content_are_alike() {
    // Written by one program from one formula; a key of their configuration is
    // the name of the file.
    let (one, other) = (
        fixture("ox_lz4_chunk.hipo"),
        fixture("ox_zstd_column_enc3.hipo"),
    );
    let diff = hipo(&["diff", "--json", &one, &other]).fails(1).json();
    assert_eq!(diff["config"], serde_json::json!(["name"]));
    assert_eq!(
        (&diff["differing_events"], &diff["events"]),
        (&0.into(), &serde_json::json!([200, 200]))
    );
}

#[test]
fn the_first_value_that_differs_is_told() {
    let folder = Folder::new();
    let (plain, changed) = (folder.name("plain.hipo"), folder.name("changed.hipo"));
    let path = fixture("cpp_bench3000.hipo");
    hipo(&["recompress", &path, "-o", &plain, "--compression", "none"]).succeeds();
    let mut bytes = fs::read(&plain).unwrap();
    // The particles of event 4, of which there are five: their second row's pid.
    let marks: Vec<_> = (0..bytes.len() - 8)
        .filter(|&at| bytes[at..at + 4] == [0x2c, 1, 1, 11])
        .collect();
    bytes[marks[4] + 8 + 4] = 99;
    fs::write(&changed, bytes).unwrap();
    let diff = hipo(&["diff", "--json", &plain, &changed])
        .fails(1)
        .quietly()
        .json();
    assert_eq!(diff["differing_events"], 1);
    assert_eq!(
        diff["banks"],
        serde_json::json!([{"bank": "REC::Particle", "events": 1}])
    );
    let first = &diff["first"];
    assert_eq!(first["event"], 4);
    assert_eq!(first["bank"], "REC::Particle");
    assert_eq!(
        (&first["column"], &first["row"]),
        (&"pid".into(), &1.into())
    );
    // pid is 11 + (e + k) mod 7.
    assert_eq!(
        (&first["first"], &first["second"]),
        (&"16".into(), &"99".into())
    );
    hipo(&["diff", &plain, &changed]).fails(1).prints(&[
        "1 of 3,000 events differ; the first:",
        "event 4, bank REC::Particle, column pid, row 1: value",
    ]);
}

#[test]
fn banks_and_schemas_that_are_missing_are_told() {
    let folder = Folder::new();
    let less = folder.name("less.hipo");
    let path = fixture("cpp_bench3000.hipo");
    hipo(&["skim", &path, "-o", &less, "--drop", "REC::Event"]).succeeds();
    let diff = hipo(&["diff", "--json", &path, &less]).fails(1).json();
    assert_eq!(
        diff["schemas"]["only_first"],
        serde_json::json!(["REC::Event"])
    );
    assert_eq!(diff["differing_events"], 3000);
    assert_eq!(
        (&diff["first"]["what"], &diff["first"]["second"]),
        (&"bank".into(), &"absent".into())
    );
    let tags = fixture("cpp_tags.hipo");
    let cut = fixture("mut_truncated_midrecord.hipo");
    hipo(&["diff", "-q", &tags, &cut])
        .fails(1)
        .prints(&["has 1,000 events", "has 400"]);
}

#[test]
fn exact_is_of_all_bytes() {
    let folder = Folder::new();
    let split = folder.name("split.hipo");
    // Its particles come after its event bank, which layouts that split turn.
    let path = fixture("cpp_bench3000.hipo");
    hipo(&[
        "recompress",
        &path,
        "-o",
        &split,
        "--compression",
        "lz4-per-bank",
    ])
    .succeeds();
    hipo(&["diff", &path, &split]).succeeds();
    hipo(&["diff", "--exact", &path, &split])
        .fails(1)
        .prints(&["3,000 of 3,000 events differ", "order of banks"]);
}
