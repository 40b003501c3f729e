//! `hipo repair`.

use hipo::File;

use crate::support::{Folder, fixture, hipo};

#[test]
fn a_damaged_record_costs_its_own_events() {
    let folder = Folder::new();
    let mended = folder.name("mended.hipo");
    hipo(&[
        "repair",
        &fixture("mut_record0_payload_flip.hipo"),
        "-o",
        &mended,
    ])
    .succeeds()
    .prints(&["record 0", "284..4008"]);
    hipo(&["validate", &mended]).succeeds();
    let file = File::open(&mended).unwrap();
    assert!(file.event_count() >= 800);
    folder.has_no_leftovers();
}

#[test]
fn a_file_that_is_cut_off_is_closed() {
    let folder = Folder::new();
    let mended = folder.name("mended.hipo");
    hipo(&[
        "repair",
        &fixture("mut_truncated_midrecord.hipo"),
        "-o",
        &mended,
    ])
    .succeeds();
    hipo(&["validate", &mended]).succeeds();
    assert!(File::open(&mended).unwrap().event_count() >= 400);
}

#[test]
fn nothing_is_lost_of_a_sound_file() {
    let folder = Folder::new();
    let copy = folder.name("copy.hipo");
    let sound = fixture("cpp_types.hipo");
    hipo(&["repair", &sound, "-o", &copy])
        .succeeds()
        .prints(&["nothing was lost"]);
    hipo(&["diff", &sound, &copy]).succeeds();
}

#[test]
fn schemas_come_from_another_file() {
    let folder = Folder::new();
    let mended = folder.name("mended.hipo");
    let sound = fixture("cpp_tags.hipo");
    let headless = folder.name("headless.hipo");
    // Header and dictionary are gone.
    std::fs::write(&headless, &std::fs::read(&sound).unwrap()[284..]).unwrap();
    hipo(&["repair", &headless, "-o", &mended, "--schemas-of", &sound]).succeeds();
    let file = File::open(&mended).unwrap();
    assert_eq!(file.event_count(), 1000);
    assert!(file.bank("TAG::data").is_ok());
    hipo(&[
        "repair",
        &headless,
        "-o",
        &sound,
        "-f",
        "--schemas-of",
        &sound,
    ])
    .fails(1);
}
