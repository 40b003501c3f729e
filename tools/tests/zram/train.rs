use serde_json::Value;

use crate::support::{Served, bytes, fails, succeeds, text};

/// Records with something of their own in each.
fn records(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed;
    let mut draw = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(seed);
        state >> 40
    };
    let mut bytes = Vec::new();
    while bytes.len() < length {
        let (name, size, group) = (draw(), draw() % 5000, draw() % 7);
        let record = format!(
            "{{\"identifier\": \"{name:x}\", \"size_in_bytes\": {size}, \"group\": \"g{group}\"}},\n"
        );
        bytes.extend(record.into_bytes());
    }
    bytes.truncate(length);
    bytes
}

fn json(told: &str) -> Value {
    serde_json::from_str(told).expect("JSON")
}

#[test]
fn a_dictionary_from_learning_to_a_restored_snapshot() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| text(&folder.path().join(name));
    let memory = path("memory");
    std::fs::write(&memory, records(1, 200 * 4096)).expect("a file");

    let zstd = path("zstd.dict");
    let train = ["train", "-c", "zstd:1", "--size", "4K", &memory, "-o"];
    let told = json(&succeeds(&[&train[..], &[&zstd, "--json"]].concat()));
    let number = |name: &str| told[name].as_u64().expect("a number");
    assert_eq!(number("tried_pages"), 25);
    assert!(number("dictionary_bytes") <= 4096);
    assert!(number("stored_with_bytes") < number("stored_without_bytes"));
    let size = std::fs::metadata(&zstd).expect("a dictionary").len();
    assert_eq!(size, number("dictionary_bytes"));
    assert!(fails(&[&train[..], &[&zstd]].concat(), 1).contains("--force"));
    let told = succeeds(&[&train[..], &[&zstd, "--force"]].concat());
    assert!(told.contains("% less"), "{told}");

    // It is tried beside the codec alone, and pays.
    let analyze = ["analyze", "--json", "-c", "zstd:1", "-c", "lz4", &memory];
    let told = json(&succeeds(
        &[&analyze[..], &["--dictionary", &format!("zstd:1={zstd}")]].concat(),
    ));
    let stored = |index: usize| told["codecs"][index]["stored_bytes"].as_u64();
    assert_eq!(told["codecs"][0]["dictionary_bytes"], Value::Null);
    assert_eq!(told["codecs"][1]["dictionary_bytes"], size);
    assert!(stored(1) < stored(0));
    assert_eq!(told["codecs"][2]["codec"], "lz4");
    assert_eq!(told["codecs"].as_array().map(Vec::len), Some(3));

    // A server with it, and its snapshot, which without it cannot be read.
    let serve = ["--size", "4M", "--codec", "zstd:1", "--snapshot", "pages"];
    let served = Served::start(&[&serve[..], &["--dictionary", &zstd]].concat());
    assert_eq!(served.client().write(0, &bytes(9, 40_960)), 0);
    let left = served.terminate();
    let snapshot = text(&left.path().join("pages"));
    let socket = path("socket");
    let without = ["serve", "--codec", "zstd:1", "--snapshot", &snapshot];
    let error = fails(&[&without[..], &["--socket", &socket]].concat(), 1);
    assert!(error.contains("zstd:1 with a dictionary"), "{error}");
    let served = Served::start_in(left, &[&serve[..], &["--dictionary", &zstd]].concat());
    assert_eq!(served.client().read(0, 40_960), bytes(9, 40_960));
}

#[test]
fn dictionaries_that_are_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| text(&folder.path().join(name));
    let memory = path("memory");
    std::fs::write(&memory, bytes(1, 3 * 4096)).expect("a file");
    let output = path("out.dict");
    let error = fails(&["train", &memory, "-o", &output], 1);
    assert!(error.contains("16 are needed"), "{error}");
    assert!(!folder.path().join("out.dict").exists());

    // What it is learned from is not replaced, and the standard output is taken.
    let enough = path("enough");
    std::fs::write(&enough, bytes(1, 40 * 4096)).expect("a file");
    let error = fails(&["train", &memory, &enough, "-f", "-o", &enough], 1);
    assert!(error.contains("the input itself"), "{error}");
    assert!(std::fs::read(&enough).expect("a file") == bytes(1, 40 * 4096));
    let error = fails(&["train", &enough, "-o", "-"], 1);
    assert!(error.contains("name a file"), "{error}");

    let analyze = |codec: &str, dictionary: &str| {
        fails(
            &["analyze", "-c", codec, "--dictionary", dictionary, &memory],
            1,
        )
    };
    assert!(analyze("lz4", &path("absent")).contains("absent"));
    let error = analyze("lz4", &format!("zstd:1={memory}"));
    assert!(error.contains("for no codec"), "{error}");
    assert!(analyze("lz4turbo", &memory).contains("for no codec"));
    let twice = ["analyze", "-c", "lz4turbo", "-c", "lz4turbo", &memory];
    let error = fails(&[&twice[..], &["--dictionary", &memory]].concat(), 1);
    assert!(error.contains("for no codec"), "{error}");
    let two = ["analyze", "-c", "lz4", "--dictionary", &memory];
    let error = fails(&[&two[..], &["--dictionary", &enough, &memory]].concat(), 1);
    assert!(
        error.contains("enough is the second dictionary for all"),
        "{error}"
    );
    let malformed = path("malformed");
    std::fs::write(&malformed, [0x37, 0xA4, 0x30, 0xEC, 1, 0, 0, 0, 0xFF]).expect("a file");
    assert!(analyze("zstd:1", &malformed).contains("malformed: the dictionary"));
    let large = path("large");
    std::fs::write(&large, vec![1; (1 << 20) + 1]).expect("a file");
    assert!(analyze("lz4", &large).contains("more than 1M"));
}
