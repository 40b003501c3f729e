//! Random bytes, and damaged seeds, through the targets: a few, each time
//! others.

use std::fs;
use std::path::Path;

use fuzz::{
    hipo_identical, hipo_read, hipo_roundtrip, hipo_text, nbd_protocol, openzl_decode,
    openzl_identical, openzl_inspect, openzl_roundtrip, page_codecs, store_model,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// The seeds of a target, in the order of their names.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("seeds")
        .join(target);
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("every target has seeds")
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    files.sort();
    files
        .iter()
        .map(|file| fs::read(file).expect("a readable seed"))
        .collect()
}

/// A seed with up to six bytes set to something else, cut or not.
fn damaged(target: &str) -> impl Strategy<Value = Vec<u8>> + use<> {
    (
        select(seeds(target)),
        vec((any::<Index>(), any::<u8>()), 0..6),
        prop_oneof![4 => Just(None), 1 => any::<Index>().prop_map(Some)],
    )
        .prop_map(|(mut bytes, edits, cut)| {
            for (at, value) in edits {
                if !bytes.is_empty() {
                    let at = at.index(bytes.len());
                    bytes[at] = value;
                }
            }
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len() + 1));
            }
            bytes
        })
}

/// Case files are enough: a failure's bytes belong in `regressions`.
fn few(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(few(1000))]

    #[test]
    fn hipo_read_takes_any_bytes(data in vec(any::<u8>(), 0..400)) {
        hipo_read(&data);
    }

    #[test]
    fn hipo_read_takes_damaged_seeds(data in damaged("hipo_read")) {
        hipo_read(&data);
    }

    #[test]
    fn hipo_roundtrip_takes_any_bytes(data in vec(any::<u8>(), 0..400)) {
        hipo_roundtrip(&data);
    }

    #[test]
    fn hipo_roundtrip_takes_damaged_seeds(data in damaged("hipo_roundtrip")) {
        hipo_roundtrip(&data);
    }

    #[test]
    fn hipo_text_takes_any_bytes(data in vec(any::<u8>(), 0..400)) {
        hipo_text(&data);
    }

    #[test]
    fn hipo_text_takes_damaged_seeds(data in damaged("hipo_text")) {
        hipo_text(&data);
    }

    #[test]
    fn nbd_protocol_takes_any_bytes(data in vec(any::<u8>(), 0..400)) {
        nbd_protocol(&data);
    }

    #[test]
    fn nbd_protocol_takes_damaged_seeds(data in damaged("nbd_protocol")) {
        nbd_protocol(&data);
    }

    #[test]
    fn openzl_decode_takes_any_bytes(data in vec(any::<u8>(), 0..400)) {
        openzl_decode(&data);
    }

    #[test]
    fn openzl_decode_takes_damaged_seeds(data in damaged("openzl_decode")) {
        openzl_decode(&data);
    }

    #[test]
    fn openzl_inspect_takes_any_bytes(data in vec(any::<u8>(), 0..400)) {
        openzl_inspect(&data);
    }

    #[test]
    fn openzl_inspect_takes_damaged_seeds(data in damaged("openzl_inspect")) {
        openzl_inspect(&data);
    }

    #[test]
    fn openzl_identical_takes_any_bytes(data in vec(any::<u8>(), 0..200)) {
        openzl_identical(&data);
    }

    #[test]
    fn openzl_identical_takes_damaged_seeds(data in damaged("openzl_identical")) {
        openzl_identical(&data);
    }

    #[test]
    fn page_codecs_takes_any_bytes(data in vec(any::<u8>(), 0..200)) {
        page_codecs(&data);
    }

    #[test]
    fn page_codecs_takes_damaged_seeds(data in damaged("page_codecs")) {
        page_codecs(&data);
    }

    #[test]
    fn store_model_takes_any_bytes(data in vec(any::<u8>(), 0..400)) {
        store_model(&data);
    }

    #[test]
    fn store_model_takes_damaged_seeds(data in damaged("store_model")) {
        store_model(&data);
    }

    #[test]
    fn openzl_roundtrip_takes_any_bytes(data in vec(any::<u8>(), 0..200)) {
        openzl_roundtrip(&data);
    }

    #[test]
    fn openzl_roundtrip_takes_damaged_seeds(data in damaged("openzl_roundtrip")) {
        openzl_roundtrip(&data);
    }
}

proptest! {
    // C++ takes its time: megabytes for each writer.
    #![proptest_config(few(100))]

    #[test]
    fn hipo_identical_takes_damaged_seeds(data in damaged("hipo_identical")) {
        hipo_identical(&data);
    }
}
