//! `--where`.

use hipo::File;

use crate::support::{Folder, fixture, hipo};

#[test]
fn events_with_a_row_that_fits_are_kept() {
    let folder = Folder::new();
    let path = fixture("cpp_bench3000.hipo");
    let file = File::open(&path).unwrap();
    let bank = file.bank("REC::Particle").unwrap();
    let pid = bank.column::<i32>("pid").unwrap();
    let pz = bank.column::<f32>("pz").unwrap();
    let mut expected = Vec::new();
    let mut events = file.events();
    while let Some(event) = events.next_event().unwrap() {
        let rows = event.bank(&bank).unwrap();
        let mut pairs = rows.column(&pid).iter().zip(rows.column(&pz));
        if pairs.any(|(pid, pz)| pid == 11 && pz > 2.0) {
            expected.push(event.bytes().to_vec());
        }
    }
    assert!(!expected.is_empty() && expected.len() < 3000);
    let some = folder.name("some.hipo");
    let condition = "REC::Particle[pid == 11 && pz > 2]";
    hipo(&["filter", &path, "-o", &some, "--where", condition]).succeeds();
    let some = File::open(&some).unwrap();
    let mut events = some.events();
    for expected in expected {
        assert_eq!(events.next_event().unwrap().unwrap().bytes(), expected);
    }
    assert!(events.next_event().unwrap().is_none());
}

#[test]
fn all_conditions_hold_together() {
    let path = fixture("cpp_bench3000.hipo");
    let dump = |conditions: &[&str]| {
        let wheres = conditions
            .iter()
            .flat_map(|condition| ["--where", condition]);
        let bank = ["--bank", "REC::Event", "--format", "csv"];
        let all: Vec<&str> = ["dump", &path]
            .into_iter()
            .chain(bank)
            .chain(wheres)
            .collect();
        hipo(&all).succeeds().stdout.lines().count() - 1
    };
    assert_eq!(dump(&["REC::Event[evno < 10]"]), 10);
    assert_eq!(
        dump(&["REC::Event[evno < 10]", "REC::Event[evno % 2 == 0]"]),
        5
    );
    assert_eq!(
        dump(&["REC::Event[evno < 10]", "REC::Calorimeter[true]"]),
        4
    );
}

#[test]
fn what_is_wrong_with_a_condition_is_told() {
    let path = fixture("cpp_bench3000.hipo");
    let dump = |condition: &str| hipo(&["dump", &path, "--where", condition]);
    dump("REC::Event").fails(2).says(&["in brackets"]);
    dump("REC::Evnt[evno > 1]").fails(1).says(&["REC::Event"]);
    dump("REC::Event[evnt > 1]").fails(1).says(&["evno"]);
    dump("REC::Event[evno > ]").fails(1);
}
