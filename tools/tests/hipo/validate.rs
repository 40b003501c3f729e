//! `hipo validate`.

use crate::support::{Folder, fixture, hipo};

#[test]
fn sound_files_are_sound() {
    for name in [
        "cpp_tags",
        "cpp_noevents",
        "java_gzip",
        "java_none",
        "ox_gzip_bank",
    ] {
        let path = fixture(&format!("{name}.hipo"));
        let valid = hipo(&["validate", "--json", &path])
            .succeeds()
            .quietly()
            .json();
        assert_eq!(valid["ok"], true, "{name}");
        assert_eq!(valid["faults"].as_array().unwrap().len(), 0);
        let quiet = hipo(&["validate", "-q", &path]).succeeds().quietly();
        assert_eq!(quiet.stdout, "");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let fault = |name: &str| {
        let outcome = hipo(&["validate", "--json", &fixture(name)])
            .fails(1)
            .quietly();
        let valid = outcome.json();
        assert_eq!(valid["ok"], false, "{name}");
        valid
    };
    let flip = fault("mut_record0_payload_flip.hipo");
    assert_eq!(flip["faults"].as_array().unwrap().len(), 1);
    let first = &flip["faults"][0];
    assert_eq!((&first["record"], &first["byte"]), (&0.into(), &284.into()));
    assert!(
        first["message"]
            .as_str()
            .unwrap()
            .starts_with("LZ4 data is damaged: ")
    );
    // The other records are sound.
    assert_eq!(
        (&flip["records"], &flip["events"]),
        (&4.into(), &800.into())
    );

    let cut = fault("mut_truncated_midrecord.hipo");
    assert_eq!(cut["faults"][0]["byte"], 18_900);
    assert_eq!(cut["faults"][1]["byte"], 7728);
    assert_eq!(cut["events"], 400);

    let open = fault("cpp_noclose.hipo");
    assert!(
        open["faults"][0]["message"]
            .as_str()
            .unwrap()
            .contains("never closed")
    );
}

#[test]
fn what_readers_live_with_is_a_note() {
    let path = fixture("cpp_nodict.hipo");
    let valid = hipo(&["validate", "--json", &path]).succeeds().json();
    assert_eq!(valid["notes"][0]["message"], "bank 3200/1 has no schema");
    let folder = Folder::new();
    hipo(&["validate", &folder.odd()]).succeeds().prints(&[
        "sound",
        "note: record 1, event 1",
        "structure 20/3 is of type 99",
    ]);
}

#[test]
fn structures_that_run_over_their_event_are_found() {
    let folder = Folder::new();
    let plain = folder.name("plain.hipo");
    let path = fixture("cpp_tags.hipo");
    hipo(&["recompress", &path, "-o", &plain, "--compression", "none"]).succeeds();
    let mut bytes = std::fs::read(&plain).unwrap();
    // The first structure of the second event, whose bank is 3000/1.
    let marks: Vec<_> = (0..bytes.len() - 8)
        .filter(|&at| bytes[at..at + 4] == [0xb8, 0x0b, 1, 11])
        .collect();
    bytes[marks[1] + 4] = 0xf0;
    std::fs::write(&plain, bytes).unwrap();
    let valid = hipo(&["validate", "--json", &plain]).fails(1).json();
    let fault = &valid["faults"][0];
    assert_eq!((&fault["record"], &fault["event"]), (&0.into(), &1.into()));
    assert!(
        fault["message"]
            .as_str()
            .unwrap()
            .starts_with("structure 3000/1 of 240 bytes")
    );
    // Others say where to look.
    hipo(&["dump", &plain])
        .fails(1)
        .says(&["plain.hipo: record 0, event 1", "hipo validate FILE"]);
}

#[test]
fn what_is_no_hipo_file_is_told() {
    let folder = Folder::new();
    let text = folder.name("text.hipo");
    std::fs::write(&text, "x".repeat(100)).unwrap();
    hipo(&["validate", &text])
        .fails(1)
        .prints(&["not sound", "byte 28: this is not a HIPO file"]);
    let path = fixture("cpp_tags.hipo");
    hipo(&["validate", &text, &path])
        .fails(1)
        .says(&["1 of 2 files are not sound"]);
}
