use serde_json::Value;

use crate::support::{bytes, fails, succeeds, text};

#[test]
fn pages_are_counted_by_kind() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("memory");
    let picture = folder.path().join("picture.svg");
    // 10 pages of text, 3 of zeros, 2 of another word, and a part of one.
    let mut memory = bytes(1, 10 * 4096);
    memory.resize(13 * 4096, 0);
    memory.resize(15 * 4096, 9);
    memory.extend(bytes(2, 100));
    std::fs::write(&file, memory).expect("a file");
    let told = succeeds(&["analyze", "--json", "--svg", &text(&picture), &text(&file)]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    let codecs = told["codecs"].as_array().expect("an array");
    for codec in codecs {
        assert_eq!(codec["pages"], 16);
        assert_eq!(codec["same_pages"], 5);
    }
    assert_eq!(told["kinds"][0]["pages"], 3);
    assert_eq!(told["kinds"][1]["pages"], 2);
    let picture = std::fs::read_to_string(picture).expect("a picture");
    // The ground, the legend, and a square for each page.
    assert_eq!(picture.matches("<rect").count(), 1 + 5 + 16);
    let told = succeeds(&["analyze", "-c", "lz4hc:9", "-c", "zstd:1", &text(&file)]);
    assert!(
        told.contains("16 pages of 4 KiB, by what lz4hc:9 keeps of them"),
        "{told}"
    );
    assert!(
        told.contains("zstd:1") && !told.contains("zstd:3"),
        "{told}"
    );
}

#[test]
fn a_sample_is_taken_evenly() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["a", "b"].map(|name| text(&folder.path().join(name)));
    std::fs::write(&files[0], vec![0; 100 * 4096]).expect("a file");
    std::fs::write(&files[1], vec![1; 300 * 4096]).expect("a file");
    let told = succeeds(&["analyze", "--json", "--sample", "40", &files[0], &files[1]]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["kinds"][0]["pages"], 10);
    assert_eq!(told["kinds"][1]["pages"], 30);
    let bench = succeeds(&["bench", "--json", "--seconds", "1", &files[0]]);
    let bench: Value = serde_json::from_str(&bench).expect("JSON");
    assert_eq!(bench["stats"]["mm_stat"]["same_pages"], 100);
    assert_eq!(bench["operations"][1]["operation"], "read");
}

#[test]
fn files_that_are_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = text(&folder.path().join("empty"));
    std::fs::write(&empty, "").expect("a file");
    assert!(fails(&["analyze", &empty], 1).contains("no byte"));
    assert!(fails(&["analyze", "/no/where"], 1).contains("cannot read /no/where"));
    assert!(fails(&["analyze", &text(folder.path())], 1).contains("no regular file"));
}
