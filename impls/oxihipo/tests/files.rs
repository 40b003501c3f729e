//! Files that oxihipo writes and reads.

mod common;

use common::{folder, oxihipo, script};
use oxihipo::{Error, Script, Way};

const WAYS: [Way; 4] = [Way::All, Way::Backwards, Way::Ranges, Way::Tags];

#[test]
fn it_says_which_version_it_is() {
    let Some(oxihipo) = oxihipo("it_says_which_version_it_is") else {
        return;
    };
    let about = oxihipo.about().unwrap();
    assert_eq!(about.oxihipo, oxihipo::VERSION);
    assert!(about.python.starts_with("3."), "{about:?}");
}

#[test]
fn it_reads_what_it_writes() {
    let Some(oxihipo) = oxihipo("it_reads_what_it_writes") else {
        return;
    };
    let folder = folder();
    for codec in ["none", "lz4", "lz4hc", "gzip", "zstd"] {
        for layout in ["perchunk", "perbank", "percolumn"] {
            let compression = format!("{codec}+{layout}");
            let path = folder.path().join(&compression);
            let script = script(&compression);
            assert_eq!(oxihipo.write(&path, &script).unwrap(), 3);
            for way in WAYS {
                let read = oxihipo.read(&path, way, 2).unwrap();
                assert_eq!(read.config, script.config);
                let arrays = &read.schemas[1];
                assert_eq!((arrays.group, arrays.item), (100, 2));
                assert_eq!(arrays.columns[0], ("a".to_owned(), 'B', 3));
                let tags: Vec<_> = read.pieces.iter().flat_map(|it| it.tags.clone()).collect();
                let expected = match way {
                    Way::All | Way::Ranges => [0, 7, 1],
                    Way::Backwards => [1, 7, 0],
                    Way::Tags => [0, 1, 7],
                };
                assert_eq!(tags, expected, "{compression}, {way:?}");
                let rows = [0, 1].map(|bank: usize| {
                    let ends = read.pieces.iter().map(|it| it.banks[bank].offsets.last());
                    ends.flatten().sum::<u64>()
                });
                assert_eq!(rows, [2, 2], "{compression}, {way:?}");
            }
            let cells = &oxihipo.read(&path, Way::All, 1).unwrap().pieces[0].banks;
            assert_eq!(cells[0].offsets, [0, 1, 1, 2]);
            assert_eq!(cells[1].columns[0], [1, 2, 3, 1, 2, 3]);
            assert_eq!(cells[1].columns[1], [9, 0, 8, 0]);
            let total = oxihipo.total(&path, "One::arrays", &["s"], 1).unwrap();
            assert_eq!((total.checksum, total.events), (17.0, 3));
        }
    }
}

#[test]
fn what_it_refuses_is_told() {
    let Some(oxihipo) = oxihipo("what_it_refuses_is_told") else {
        return;
    };
    let folder = folder();
    let path = folder.path().join("no.hipo");
    let refused = |error: Error| match error {
        Error::Refused { kind, .. } => kind,
        other => panic!("{other}"),
    };
    let missing = oxihipo.read(&path, Way::All, 1).unwrap_err();
    assert_eq!(refused(missing), "OSError");
    let script = Script {
        compression: "zstd9".to_owned(),
        ..Script::default()
    };
    assert_eq!(
        refused(oxihipo.write(&path, &script).unwrap_err()),
        "ValueError"
    );
    // The process lives on.
    assert!(oxihipo.about().is_ok());
}

/// Files cut off and with bits flipped come to a result or to an error, and the
/// next request is served.
#[test]
fn damaged_files_take_nothing_down() {
    let Some(oxihipo) = oxihipo("damaged_files_take_nothing_down") else {
        return;
    };
    let folder = folder();
    let path = folder.path().join("damaged.hipo");
    let (mut read, mut refused) = (0, 0);
    for compression in [
        "lz4+perchunk",
        "zstd+perbank",
        "gzip+percolumn",
        "none+perbank",
    ] {
        let whole = folder.path().join(compression);
        oxihipo.write(&whole, &script(compression)).unwrap();
        let whole = std::fs::read(&whole).unwrap();
        let cuts = (0..whole.len()).step_by(11).map(|at| whole[..at].to_vec());
        let flips = (0..whole.len()).step_by(3).map(|at| {
            let mut file = whole.clone();
            file[at] ^= 0x80;
            file
        });
        for file in cuts.chain(flips) {
            std::fs::write(&path, &file).unwrap();
            match oxihipo.read(&path, Way::All, 1) {
                Ok(_) => read += 1,
                Err(Error::Path { .. } | Error::Start { .. } | Error::Answer { .. }) => {
                    panic!("{compression}: not of the file")
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(read > 0 && refused > 100, "{read} read, {refused} refused");
    assert!(oxihipo.about().is_ok());
}
