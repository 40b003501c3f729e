//! What hipo4 does with files that it cannot read: seen from a child, and refused
//! in this process.

mod common;

use std::time::Duration;

use common::{LIMIT, fixtures, folder};
use hipo_ffi::{ChildOutcome, Error, Filling, Hipo4, ReadOptions, Reader, Schemas, Writer};

const ABORT: i32 = 6;
const FLOATING_POINT: i32 = 8;
const SEGMENT: i32 = 11;

/// Files that bring hipo4 down in `readDictionary`, or already in `open`, each by
/// an assertion of libstdc++: a vector that is empty is asked for its first
/// element, or a token that is not there is looked at.
const ABORTING: [(&str, &str); 24] = [
    ("cpp_noclose.hipo", "the file was not closed"),
    ("cpp_nodict.hipo", "a dictionary of no schemas"),
    ("cpp_noevents.hipo", "hipo4 reads 80 bytes at once"),
    ("cpp_userconfig.hipo", "an event without a schema"),
    ("java_gzip.hipo", "compression 3"),
    ("java_lz4.hipo", "an event without a schema"),
    ("java_lz4best.hipo", "an event without a schema"),
    ("java_none.hipo", "an event without a schema"),
    ("mut_trailerpos_zero.hipo", "the file was not closed"),
    (
        "mut_truncated_midrecord.hipo",
        "hipo4 reads 80 bytes at once",
    ),
    ("ox_gzip_bank.hipo", "compression 11"),
    ("ox_gzip_chunk.hipo", "compression 3"),
    ("ox_gzip_column.hipo", "compression 12"),
    ("ox_lz4_bank.hipo", "compression 9"),
    ("ox_lz4_chunk.hipo", "has no column 'id/S#2'"),
    ("ox_lz4_column.hipo", "compression 10"),
    ("ox_lz4hc_bank.hipo", "compression 6"),
    ("ox_lz4hc_chunk.hipo", "has no column 'id/S#2'"),
    ("ox_lz4hc_column.hipo", "compression 7"),
    ("ox_none_bank.hipo", "compression 13"),
    ("ox_none_chunk.hipo", "has no column 'id/S#2'"),
    ("ox_zstd_chunk.hipo", "compression 4"),
    ("ox_zstd_column.hipo", "compression 8"),
    ("ox_zstd_column_enc3.hipo", "compression 8"),
];

fn refused(hipo4: &Hipo4, name: &str, options: &ReadOptions) -> String {
    let path = fixtures().join(name);
    let error = Reader::open(hipo4, &path, options).map(drop).unwrap_err();
    let Error::Refused { reason, .. } = error else {
        panic!("{name}: {error}");
    };
    let sums = hipo4.sums(&path, options).unwrap_err().to_string();
    assert!(sums.ends_with(&reason), "{name}: {sums}");
    let child = hipo4.child().sums(&path, options, LIMIT).unwrap();
    assert_eq!(child, ChildOutcome::Refused(reason.clone()), "{name}");
    reason
}

#[test]
fn hipo4_aborts() {
    let Some(hipo4) = common::hipo4("hipo4_aborts") else {
        return;
    };
    let options = ReadOptions::default();
    for (name, expected) in ABORTING {
        let path = fixtures().join(name);
        let outcome = hipo4
            .child()
            .sums_unchecked(&path, &options, LIMIT)
            .unwrap();
        match outcome {
            ChildOutcome::Crashed {
                signal: ABORT,
                said,
            } => {
                assert!(
                    said.contains("Assertion '__n < this->size()' failed"),
                    "{name}: {said}"
                );
            }
            other => panic!("{name}: {other:?}"),
        }
        let reason = refused(hipo4, name, &options);
        assert!(reason.contains(expected), "{name}: {reason}");
    }
}

/// With the dictionary out of the way, compression that hipo4 does not know is
/// decompressed as LZ4 all the same, and what comes out, if anything, is taken for
/// events.
#[test]
fn hipo4_takes_any_compression_for_lz4() {
    let Some(hipo4) = common::hipo4("hipo4_takes_any_compression_for_lz4") else {
        return;
    };
    let options = ReadOptions::with(Schemas::Sound);
    for layout in [
        "gzip_bank",
        "gzip_chunk",
        "gzip_column",
        "lz4_bank",
        "lz4_column",
        "lz4hc_bank",
        "lz4hc_column",
        "lz4hc_column_enc3",
        "none_bank",
        "zstd_chunk",
        "zstd_column",
        "zstd_column_enc3",
    ] {
        let name = format!("ox_{layout}.hipo");
        let path = fixtures().join(&name);
        let outcome = hipo4
            .child()
            .sums_unchecked(&path, &options, LIMIT)
            .unwrap();
        assert!(
            matches!(
                outcome,
                ChildOutcome::Crashed {
                    signal: SEGMENT | ABORT,
                    ..
                }
            ),
            "{name}: {outcome:?}"
        );
        let reason = refused(hipo4, &name, &options);
        assert!(
            reason.contains("which hipo4 takes for LZ4"),
            "{name}: {reason}"
        );
    }
    // Java compresses the index, too: hipo4 finds no events, and says nothing.
    let path = fixtures().join("java_gzip.hipo");
    let outcome = hipo4
        .child()
        .sums_unchecked(&path, &options, LIMIT)
        .unwrap();
    let ChildOutcome::Done(sums) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(sums.events, 0, "of 600");
}

/// No headers tell of damage inside a record.
#[test]
fn hipo4_crashes_on_a_flipped_payload() {
    let Some(hipo4) = common::hipo4("hipo4_crashes_on_a_flipped_payload") else {
        return;
    };
    let path = fixtures().join("mut_record0_payload_flip.hipo");
    for schemas in [Schemas::Own, Schemas::Sound] {
        let options = ReadOptions::with(schemas);
        let outcome = hipo4.child().sums(&path, &options, LIMIT).unwrap();
        assert!(
            matches!(
                outcome,
                ChildOutcome::Crashed {
                    signal: SEGMENT | ABORT,
                    ..
                }
            ),
            "{outcome:?}"
        );
    }
}

/// What hipo4 makes of files that were not closed, with the dictionary out of the
/// way: no events. It reads the file header for an index record.
#[test]
fn hipo4_finds_nothing_without_an_index() {
    let Some(hipo4) = common::hipo4("hipo4_finds_nothing_without_an_index") else {
        return;
    };
    let options = ReadOptions::with(Schemas::Sound);
    for name in [
        "cpp_noclose.hipo",
        "mut_trailerpos_zero.hipo",
        "cpp_noevents.hipo",
    ] {
        let outcome = hipo4
            .child()
            .sums_unchecked(&fixtures().join(name), &options, LIMIT);
        let ChildOutcome::Done(sums) = outcome.unwrap() else {
            panic!("{name}");
        };
        assert_eq!(sums.events, 0, "{name}");
        refused(hipo4, name, &options);
    }
}

/// A bank of columns that all have unknown types has rows of no bytes.
#[test]
fn hipo4_divides_by_a_row_of_no_bytes() {
    let Some(hipo4) = common::hipo4("hipo4_divides_by_a_row_of_no_bytes") else {
        return;
    };
    let folder = folder();
    let path = folder.path().join("arrays.hipo");
    // hipo4's own writer, with the one type name in the file made another: both
    // texts are as long, and LZ4 keeps the first of them as it is.
    let mut writer = Writer::create(hipo4, &path).unwrap();
    writer.schema("{A::b/5/6}{xyzzyxy/I}").unwrap();
    let bank = hipo_ffi::Bank::new("A::b", [hipo_ffi::Column::Int(vec![1])]);
    writer.event(0, std::slice::from_ref(&bank)).unwrap();
    writer.finish().unwrap();
    let mut file = std::fs::read(&path).unwrap();
    let at = file.windows(3).position(|it| it == b"/I}").unwrap();
    file[at + 1] = b'Q';
    std::fs::write(&path, &file).unwrap();
    let options = ReadOptions::default();
    let outcome = hipo4
        .child()
        .sums_unchecked(&path, &options, LIMIT)
        .unwrap();
    assert!(
        matches!(
            outcome,
            ChildOutcome::Crashed {
                signal: FLOATING_POINT,
                ..
            }
        ),
        "{outcome:?}"
    );
    let error = hipo4.sums(&path, &options).unwrap_err().to_string();
    assert!(error.contains("hipo4 has no column 'xyzzyxy/Q'"), "{error}");
}

#[test]
fn what_is_no_file_is_refused() {
    let Some(hipo4) = common::hipo4("what_is_no_file_is_refused") else {
        return;
    };
    let folder = folder();
    let sound = std::fs::read(fixtures().join("cpp_tags.hipo")).unwrap();
    let mut foreign = sound.clone();
    foreign[28] = 1;
    let files: [(&str, Option<Vec<u8>>, &str); 5] = [
        ("absent", None, "cannot be opened"),
        ("empty", Some(vec![]), "shorter than a file header"),
        (
            "short",
            Some(sound[..55].to_vec()),
            "shorter than a file header",
        ),
        ("foreign", Some(foreign), "no HIPO magic number"),
        (
            "cut",
            Some(sound[..sound.len() - 4].to_vec()),
            "the file ends in it",
        ),
    ];
    for (name, bytes, expected) in files {
        let path = folder.path().join(name);
        if let Some(bytes) = bytes {
            std::fs::write(&path, bytes).unwrap();
        }
        let options = ReadOptions::default();
        let error = hipo4.sums(&path, &options).unwrap_err().to_string();
        assert!(error.contains(expected), "{name}: {error}");
        let outcome = hipo4
            .child()
            .sums_unchecked(&path, &options, LIMIT)
            .unwrap();
        match outcome {
            // Asked for the dictionary, it would call `exit`.
            ChildOutcome::Refused(reason) if name == "absent" => {
                assert!(reason.contains("something went wrong"), "{reason}");
            }
            // It never looks at the magic number but to swap bytes.
            ChildOutcome::Done(sums) if name == "foreign" => assert_eq!(sums.events, 1000),
            ChildOutcome::Crashed { signal: ABORT, .. } => {}
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn a_child_has_its_time() {
    let Some(hipo4) = common::hipo4("a_child_has_its_time") else {
        return;
    };
    let folder = folder();
    let path = folder.path().join("long.hipo");
    let limit = Duration::from_millis(1);
    let outcome = hipo4
        .child()
        .write_dataset(&path, 1 << 24, Filling::Banks, limit);
    assert_eq!(outcome.unwrap(), ChildOutcome::TimedOut);
}
