//! `--threads` of the commands that write.

use std::fs;

use hipo::{EventBuilder, StructureType, WriterOptions};

use crate::support::{Folder, fixture, hipo};

/// A file of many records, longer than those of the fixtures.
fn many_records(folder: &Folder) -> String {
    let schema = "{Test::threads/7/1}{n/I}".parse().unwrap();
    let options = WriterOptions::new().schema(schema).unwrap();
    let path = folder.name("many.hipo");
    let mut writer = options.record_events(20).create(&path).unwrap();
    let mut event = EventBuilder::new();
    for number in 0..1000_u32 {
        event.reset();
        event.set_tag(number % 3);
        let rows = (0..number % 50).flat_map(|row| (row * number).to_le_bytes());
        let rows: Vec<_> = rows.collect();
        event.structure(7, 1, StructureType::TABLE, &rows).unwrap();
        writer.write(&event).unwrap();
    }
    writer.finish().unwrap();
    path
}

/// Names and contents of the files that a command writes.
fn written(arguments: &[&str], threads: Option<&str>) -> Vec<(String, Vec<u8>)> {
    let folder = Folder::new();
    let output = folder.name("out.hipo");
    let mut all = [arguments, &["-o", &output]].concat();
    if let Some(threads) = threads {
        all.extend(["--threads", threads]);
    }
    hipo(&all).succeeds();
    let mut files: Vec<_> = fs::read_dir(folder.path("."))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn outputs_are_the_same_for_any_number_of_threads() {
    let folder = Folder::new();
    let many = many_records(&folder);
    let bench = fixture("cpp_bench3000.hipo");
    let damaged = fixture("mut_record0_payload_flip.hipo");
    let commands: [&[&str]; 8] = [
        &["filter", &many, "--where", "Test::threads[n > 5]"],
        &["skim", &bench, "--bank", "REC::Particle"],
        &["merge", &many, &many],
        &["merge", "--banks", &many, &many, "--prefer", "first"],
        &["split", &many, "--records", "7"],
        &["recompress", &many, "--compression", "zstd-per-column"],
        &["recompress", &many, "--compression", "gzip-per-bank"],
        &["repair", &damaged, "--compression", "lz4-high"],
    ];
    for command in commands {
        let one = written(command, None);
        assert!(!one.is_empty());
        for threads in ["0", "1", "2", "8"] {
            let others = written(command, Some(threads));
            assert!(one == others, "{command:?} with {threads} threads");
        }
    }
}

#[test]
fn each_command_that_writes_has_the_option_and_tells_its_default() {
    for command in ["filter", "skim", "merge", "split", "recompress", "repair"] {
        let help = hipo(&["help", command]).succeeds().stdout;
        let words: Vec<_> = help.split_whitespace().collect();
        let help = words.join(" ");
        assert!(help.contains("--threads <N>"), "{command}: {help}");
        assert!(help.contains("[default: 1]"), "{command}: {help}");
    }
}
