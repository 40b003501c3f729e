//! The benchmark's data set and scenarios.

mod common;

use std::fs;

use common::{LIMIT, folder, long_word, word};
use hipo_ffi::{ChildOutcome, DATASET_BYTES, DATASET_EVENTS, Error, Filling, Hipo4, Scenario, Way};

/// The checksums that the field publishes, to three places.
const CHECKSUMS: [(Scenario, &str); 5] = [
    (Scenario::Count, "0.000"),
    (Scenario::Bank1, "19999900000.000"),
    (Scenario::Col1, "8400000.000"),
    (Scenario::Scan2, "69200102.851"),
    (Scenario::Wide, "2170341596.656"),
];

/// The column sums of `REC::Particle`, which numpy made of the formulas.
const PARTICLES: [(&str, &str); 8] = [
    ("pid", "8400000.000000"),
    ("px", "60800102.850548"),
    ("py", "-119200205.700590"),
    ("pz", "180800301.551338"),
    ("vz", "239200411.401181"),
    ("charge", "-160000.000000"),
    ("status", "1199700000.000000"),
    ("chi2pid", "600800986.553909"),
];

#[test]
fn the_checksums_are_the_published_ones() {
    let Some(hipo4) = common::hipo4("the_checksums_are_the_published_ones") else {
        return;
    };
    let folder = folder();
    let path = folder.path().join("banks.hipo");
    let raw = folder.path().join("raw.hipo");
    hipo4
        .write_dataset(&path, DATASET_EVENTS, Filling::Banks)
        .unwrap();
    hipo4
        .write_dataset(&raw, DATASET_EVENTS, Filling::RawEvents)
        .unwrap();
    let file = fs::read(&path).unwrap();
    assert_eq!(file.len(), 16_323_528, "the size that C++ is said to write");
    assert!(
        file == fs::read(&raw).unwrap(),
        "both fillings write one file"
    );
    assert_eq!(uncompressed(&file), DATASET_BYTES);

    for (scenario, expected) in CHECKSUMS {
        let passes = Way::ALL.map(|way| hipo4.scenario(&path, scenario, way).unwrap());
        for (pass, way) in passes.into_iter().zip(Way::ALL) {
            assert_eq!(pass.events, DATASET_EVENTS);
            assert_eq!(
                format!("{:.3}", pass.checksum),
                expected,
                "{scenario:?} {way:?}"
            );
            assert_eq!(pass.checksum.to_bits(), passes[0].checksum.to_bits());
            assert!(pass.nanoseconds > 0);
        }
        let way = Way::StructureInPlace;
        let outcome = hipo4.child().scenario(&path, scenario, way, LIMIT).unwrap();
        let ChildOutcome::Done(pass) = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(pass.events, DATASET_EVENTS);
        assert_eq!(pass.checksum.to_bits(), passes[0].checksum.to_bits());
    }

    let sums = hipo4
        .sums(&path, &hipo_ffi::ReadOptions::default())
        .unwrap();
    let particles = sums.bank(300, 1).unwrap();
    assert_eq!(particles.rows, 600_000);
    for (column, (name, sum)) in particles.columns.iter().zip(PARTICLES) {
        assert_eq!(
            (column.name.as_str(), format!("{:.6}", column.sum)),
            (name, sum.to_owned())
        );
    }
}

/// What the data records hold, by their headers: events and index.
fn uncompressed(file: &[u8]) -> u64 {
    let trailer = usize::try_from(long_word(file, 40)).unwrap();
    let mut at = 56 + word(file, 24) as usize;
    let mut sum = 0;
    while at < trailer {
        sum += u64::from(word(file, at + 32)) + 4 * u64::from(word(file, at + 12));
        at += 4 * word(file, at) as usize;
    }
    sum
}

#[test]
fn no_other_file_is_timed() {
    let Some(hipo4) = common::hipo4("no_other_file_is_timed") else {
        return;
    };
    let path = common::fixtures().join("cpp_tags.hipo");
    for scenario in &Scenario::ALL[1..] {
        let refused = hipo4.scenario(&path, *scenario, Way::Bank).unwrap_err();
        assert!(
            matches!(&refused, Error::Refused { reason, .. }
            if reason.contains("not the benchmark's data set")),
            "{refused}"
        );
    }
    assert!(create_in_no_folder(hipo4).contains("cannot be created"));
}

fn create_in_no_folder(hipo4: &Hipo4) -> String {
    let path = folder().path().join("none/file.hipo");
    let refused = hipo4.write_dataset(&path, 1, Filling::Banks).unwrap_err();
    refused.to_string()
}
