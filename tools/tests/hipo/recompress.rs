//! `hipo recompress`.

use hipo::{Compression, File};

use crate::support::{Folder, fixture, hipo};

const NAMES: [&str; 15] = [
    "none",
    "lz4",
    "lz4-high",
    "gzip",
    "zstd",
    "zstd-per-bank",
    "lz4-high-per-bank",
    "lz4-high-per-column",
    "zstd-per-column",
    "lz4-per-bank",
    "lz4-per-column",
    "gzip-per-bank",
    "gzip-per-column",
    "none-per-bank",
    "none-per-column",
];

/// To each compression and back.
fn goes_and_comes_back(name: &str) {
    let folder = Folder::new();
    let path = fixture(name);
    let first = File::open(&path).unwrap();
    for (tag, compression) in NAMES.iter().enumerate() {
        let there = folder.name("there.hipo");
        let back = folder.name("back.hipo");
        let to = |from: &str, to: &str, compression: &str| {
            let recompress = ["recompress", from, "-o", to, "-f", "--compression"];
            hipo(&[&recompress[..], &[compression]].concat()).succeeds()
        };
        to(&path, &there, compression);
        to(&there, &back, "lz4");
        hipo(&["diff", &path, &there]).succeeds();
        hipo(&["diff", &path, &back]).succeeds();
        let file = File::open(&there).unwrap();
        assert_eq!(file.records().len(), first.records().len());
        for (index, record) in file.records().iter().enumerate() {
            let header = file.record_header(index).unwrap();
            assert_eq!(
                usize::from(header.compression_tag),
                tag,
                "{name} {compression}"
            );
            let before = &first.records()[index];
            assert_eq!(record.events, before.events);
            assert_eq!(record.user_word_1, before.user_word_1);
            assert_eq!(record.user_word_2, before.user_word_2);
        }
    }
    folder.has_no_leftovers();
}

#[test]
fn each_of_the_15_compressions_keeps_everything() {
    for name in ["cpp_tags.hipo", "cpp_types.hipo", "ox_lz4_chunk.hipo"] {
        goes_and_comes_back(name);
    }
}

#[test]
fn files_of_every_writer_go_and_come_back() {
    let folder = Folder::new();
    for entry in std::fs::read_dir(fixture("")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if ["MANIFEST.txt", "mut_record0_payload_flip.hipo"].contains(&&*name) {
            continue;
        }
        let path = fixture(&name);
        let (small, exact) = (folder.name("small.hipo"), folder.name("exact.hipo"));
        let compressed = [
            "--compression",
            "zstd-per-column",
            "--byte-split",
            "-f",
            "-q",
        ];
        hipo(&[&["recompress", &path, "-o", &small], &compressed[..]].concat())
            .succeeds()
            .quietly();
        hipo(&["diff", "-q", &path, &small]).succeeds();
        hipo(&["validate", "-q", &small]).succeeds();
        // Whole records keep every byte of events.
        let compressed = ["--compression", "gzip", "--level", "1", "-f", "-q"];
        hipo(&[&["recompress", &path, "-o", &exact], &compressed[..]].concat()).succeeds();
        hipo(&["diff", "-q", "--exact", &path, &exact]).succeeds();
    }
}

#[test]
fn one_bank_twice_is_kept() {
    let folder = Folder::new();
    let odd = folder.odd();
    let split = folder.name("split.hipo");
    hipo(&[
        "recompress",
        &odd,
        "-o",
        &split,
        "--compression",
        "zstd-per-column",
    ])
    .succeeds();
    hipo(&["diff", &odd, &split]).succeeds();
    let file = File::open(&split).unwrap();
    let tag = file.record_header(0).unwrap().compression_tag;
    assert_eq!(Compression::from_tag(tag).unwrap().name(), "zstd");
}

#[test]
fn names_and_levels_that_are_none_are_refused() {
    let folder = Folder::new();
    let path = fixture("cpp_tags.hipo");
    let recompress = |more: &[&str]| {
        let out = folder.name("out.hipo");
        hipo(&[&["recompress", &path, "-o", &out], more].concat())
    };
    recompress(&["--compression", "lzma"])
        .fails(2)
        .says(&["\"lzma\" is no compression: there are none, lz4, lz4-high, gzip and zstd"]);
    recompress(&["--compression", "gzip", "--level", "10"])
        .fails(1)
        .says(&["gzip has no level 10: there are 0 to 9"]);
    recompress(&["--compression", "zstd", "--byte-split"])
        .fails(2)
        .says(&["--byte-split is for columns"]);
    assert_eq!(folder.names(), [""; 0]);
    let told = recompress(&["--compression", "zstd", "--level", "19"]).succeeds();
    assert!(told.stderr.contains("19,052 to "), "{}", told.stderr);
    assert_eq!(told.stdout, "");
}

#[test]
fn without_a_name_the_compression_stays() {
    let folder = Folder::new();
    let out = folder.name("out.hipo");
    hipo(&["recompress", &fixture("java_gzip.hipo"), "-o", &out]).succeeds();
    let file = File::open(&out).unwrap();
    assert_eq!(file.record_header(0).unwrap().compression_tag, 3);
    assert_eq!(file.config().get("run"), Some("5042"));
}
