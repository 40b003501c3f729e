//! `zl` as its users have it: the built program, on files.

mod support;
#[cfg(unix)]
mod system;

use std::fs;
use std::process::Stdio;

use openzl::{Compressor, FormatVersion, Graph, Parameters};
use serde_json::Value;
use support::{Folder, noise, text, zl};

fn sample_inputs() -> [(&'static str, Vec<u8>); 6] {
    [
        ("empty", Vec::new()),
        ("byte", b"x".to_vec()),
        ("text", text(300_000)),
        ("noise", noise(100_000)),
        ("zeros", vec![0; 1 << 20]),
        ("chunks", text((16 << 20) + 12_345)),
    ]
}

#[test]
fn files_go_and_come_back() {
    let folder = Folder::new();
    for (name, bytes) in sample_inputs() {
        folder.write(name, &bytes);
        let compressed = folder.zl(&["compress", name]).succeeds();
        assert!(
            compressed
                .stderr
                .contains(&format!("{name} -> {name}.zl: "))
        );
        assert_eq!(compressed.stdout, b"");
        assert_eq!(folder.read(name), bytes, "the input is kept");
        folder.zl(&["test", &format!("{name}.zl")]).succeeds();
        fs::remove_file(folder.path(name)).unwrap();
        folder
            .zl(&["decompress", "--quiet", &format!("{name}.zl")])
            .succeeds()
            .silently();
        assert_eq!(folder.read(name), bytes);
    }
    folder.has_no_leftovers();
}

#[test]
fn streams_go_and_come_back() {
    for (name, bytes) in sample_inputs() {
        for files in [&[][..], &["-"], &["-c"], &["-o", "-"]] {
            let arguments = |command| [&[command, "-q"], files].concat();
            let frame = zl(&arguments("compress"), &bytes).succeeds().quietly();
            let back = zl(&arguments("decompress"), &frame.stdout)
                .succeeds()
                .quietly();
            assert_eq!(back.stdout, bytes, "{name} {files:?}");
        }
    }
    let folder = Folder::new();
    folder.write("in", &text(5000));
    folder.zl(&["compress", "-c", "in"]).succeeds();
    let frame = folder.zl(&["compress", "-c", "in"]).succeeds().stdout;
    assert!(!folder.path("in.zl").exists());
    let arguments = ["decompress", "-o", "out"];
    folder.zl_with(&arguments, &frame).succeeds();
    assert_eq!(folder.read("out"), text(5000));
}

#[test]
fn a_redirected_file_is_read_from_where_it_stands() {
    use std::io::{Seek, SeekFrom};

    let folder = Folder::new();
    folder.write("in", &text(70_000));
    let mut file = fs::File::open(folder.path("in")).unwrap();
    file.seek(SeekFrom::Start(500)).unwrap();
    let output = support::command()
        .args(["compress", "-q"])
        .stdin(Stdio::from(file))
        .output()
        .unwrap();
    assert_eq!(
        openzl::decompress(&output.stdout).unwrap(),
        text(70_000)[500..]
    );
}

#[test]
fn levels_are_the_librarys_negative_ones_too() {
    let bytes = text(60_000);
    for level in [-100, -5, -1, 0, 1, 3, 6, 12, 19, 22, 30] {
        let parameters = Parameters::default().with_level(level);
        let expected = Compressor::new(parameters).compress(&bytes).unwrap();
        let number = level.to_string();
        for arguments in [
            vec![format!("--level={level}")],
            vec!["--level".into(), number.clone()],
            vec!["-l".into(), number],
        ] {
            let mut all = vec!["compress"];
            all.extend(arguments.iter().map(String::as_str));
            assert_eq!(
                zl(&all, &bytes).succeeds().stdout,
                expected,
                "{arguments:?}"
            );
        }
    }
}

#[test]
fn format_versions_graphs_and_checksums_are_taken() {
    let bytes = text(60_000);
    for version in FormatVersion::all() {
        let number = version.to_string();
        let frame = zl(&["compress", "--format-version", &number], &bytes).succeeds();
        assert_eq!(openzl::format_version(&frame.stdout).unwrap(), version);
        assert_eq!(zl(&["decompress"], &frame.stdout).succeeds().stdout, bytes);
    }
    for graph in Graph::ALL {
        let expected = Compressor::new(Parameters::default().with_graph(graph));
        let frame = zl(&["compress", "--graph", graph.name()], &bytes).succeeds();
        assert_eq!(
            frame.stdout,
            { expected }.compress(&bytes).unwrap(),
            "{graph}"
        );
    }
    for (content, compressed) in [(true, false), (false, true), (false, false)] {
        let mut arguments = vec!["compress", "--type", "serial"];
        arguments.extend((!content).then_some("--no-content-checksum"));
        arguments.extend((!compressed).then_some("--no-compressed-checksum"));
        let frame = zl(&arguments, &bytes).succeeds().stdout;
        let seen = openzl::Frame::parse(&frame).unwrap();
        assert_eq!(seen.header().has_content_checksum(), content);
        assert_eq!(seen.header().has_compressed_checksum(), compressed);
        assert_eq!(zl(&["decompress"], &frame).succeeds().stdout, bytes);
    }
    let frame = zl(&["compress", "--comment", "--run 7 über"], &bytes)
        .succeeds()
        .stdout;
    let seen = openzl::Frame::parse(&frame).unwrap();
    assert_eq!(seen.header().comment(), "--run 7 über".as_bytes());
}

#[test]
fn frames_are_those_of_c_and_c_reads_them() {
    use openzl_ffi::{DecodeParameters, Graph, Input, Parameters, Toggle};

    let every = DecodeParameters::limited(1 << 30);
    for (name, bytes) in sample_inputs() {
        for (graph_name, graph) in [
            ("default", Graph::DEFAULT),
            ("store", Some(Graph::STORE)),
            ("zstd", Some(Graph::ZSTD)),
            ("compress_generic", Some(Graph::COMPRESS_GENERIC)),
            ("segment_serial", Some(Graph::SEGMENT_SERIAL)),
        ] {
            let compressor = openzl_ffi::Compressor::new(graph).unwrap();
            for (level, version) in [(1, 27), (-5, 24), (3, 21)] {
                let parameters = Parameters {
                    format_version: Some(version),
                    compressed_checksum: Toggle::from(version != 24),
                    comment: if version > 21 {
                        b"by zl".to_vec()
                    } else {
                        Vec::new()
                    },
                    ..Parameters::at_level(level)
                };
                let expected = openzl_ffi::CompressContext::new()
                    .unwrap()
                    .compress(&compressor, &parameters, Input::Serial(&bytes))
                    .unwrap();
                let (level, version) = (level.to_string(), version.to_string());
                let mut arguments = vec!["compress", "-g", graph_name, "-l", &level];
                arguments.extend(["--format-version", &version]);
                if version != "21" {
                    arguments.extend(["--comment", "by zl"]);
                }
                if version == "24" {
                    arguments.push("--no-compressed-checksum");
                }
                let frame = zl(&arguments, &bytes).succeeds().stdout;
                assert!(
                    frame == expected,
                    "{name} {arguments:?}: other bytes than C's"
                );
                assert!(openzl_ffi::decompress(&frame, &every).unwrap() == bytes);
                let back = zl(&["decompress"], &expected).succeeds();
                assert!(
                    back.stdout == bytes,
                    "{name} {arguments:?}: C's frame misread"
                );
            }
        }
    }
}

#[test]
fn nothing_is_replaced_without_force() {
    let folder = Folder::new();
    folder.write("in", &text(1000));
    folder.write("in.zl", b"precious");
    let refused = folder.zl(&["compress", "in"]).fails(1);
    assert!(
        refused.stderr.contains("in: in.zl exists already; --force"),
        "{refused:?}"
    );
    assert_eq!(folder.read("in.zl"), b"precious");
    folder.zl(&["compress", "--force", "in"]).succeeds();
    let refused = folder.zl(&["decompress", "in.zl"]).fails(1);
    assert!(refused.stderr.contains("in exists already"));
    folder.write("in", b"other");
    folder.zl(&["decompress", "-f", "in.zl"]).succeeds();
    assert_eq!(folder.read("in"), text(1000));
    let refused = folder.zl(&["compress", "-f", "-o", "./in", "in"]).fails(1);
    assert!(
        refused.stderr.contains("is the input itself"),
        "{refused:?}"
    );
    let refused = folder.zl(&["compress", "-f", "-o", ".", "in"]).fails(1);
    assert!(refused.stderr.contains(". is a folder"), "{refused:?}");
    folder.zl(&["compress", "in.zl"]).fails(1);
    folder.zl(&["decompress", "in"]).fails(1);
    folder.has_no_leftovers();
}

#[test]
fn rm_removes_the_input_of_a_kept_output_only() {
    let folder = Folder::new();
    folder.write("in", &text(1000));
    folder.write("bad.zl", b"not a frame");
    folder.zl(&["compress", "--rm", "in"]).succeeds();
    assert!(!folder.path("in").exists());
    folder
        .zl(&["decompress", "--rm", "--keep", "in.zl"])
        .succeeds();
    assert!(folder.path("in.zl").exists());
    folder.zl(&["decompress", "--rm", "bad.zl"]).fails(1);
    assert!(folder.path("bad.zl").exists());
    for arguments in [
        &["--rm", "-c", "in"][..],
        &["--rm", "-o", "-", "in"],
        &["--rm"],
    ] {
        folder.zl(&[&["compress"], arguments].concat()).fails(2);
    }
    if cfg!(unix) {
        folder
            .zl(&["compress", "--rm", "-o", "/dev/null", "in"])
            .fails(1);
        folder.zl(&["compress", "-o", "/dev/null", "in"]).succeeds();
    }
    assert_eq!(folder.read("in"), text(1000));
}

#[test]
fn bad_files_are_told_apart() {
    let folder = Folder::new();
    let frame = openzl::compress(&text(20_000)).unwrap();
    let mut flipped = frame.clone();
    flipped[frame.len() / 2] ^= 1;
    let mut later = frame.clone();
    later[0] += 1;
    let trailing = [&frame[..], b"more"].concat();
    let end = format!("ends at byte {}, and 4 bytes follow", frame.len());
    let cut = format!("truncated: the frame ends at byte {}", frame.len() - 9);
    let cases: [(&[u8], &str, &str); 12] = [
        (&[], "truncated", "the file is empty"),
        (&frame[..3], "truncated", "too short for a frame: 3 bytes"),
        (
            &frame[..8],
            "truncated",
            "truncated: the frame ends at byte 8",
        ),
        (&frame[..frame.len() - 9], "truncated", &cut),
        (
            &flipped,
            "checksum",
            "corrupt: the compressed checksum at byte ",
        ),
        (&trailing, "corrupt", &end),
        (&later, "unsupported", "format version 28 is not supported"),
        (
            b"\x1f\x8b\x08\0 and so on",
            "foreign",
            "at byte 0 it starts with 1f 8b 08 00, as gzip",
        ),
        (b"\x28\xb5\x2f\xfd and so on", "foreign", "as zstd files do"),
        (b"\xfd7zXZ\0\0\0 and so on", "foreign", "as xz files do"),
        (b"PK\x03\x04 and so on", "foreign", "as zip files do"),
        (
            b"{\"plain\": \"text\"}",
            "foreign",
            "starts with 7b 22 70 6c (\"{\"pl\")",
        ),
    ];
    for (bytes, kind, message) in cases {
        folder.write("bad.zl", bytes);
        for command in ["decompress", "test"] {
            let failed = folder.zl(&[command, "bad.zl"]).fails(1);
            assert!(failed.stderr.starts_with("zl: bad.zl: "), "{failed:?}");
            assert!(failed.stderr.contains(message), "{message}: {failed:?}");
        }
        assert!(!folder.path("bad").exists());
        let tested = folder.zl(&["test", "--json", "bad.zl"]).fails(1).json();
        assert_eq!(tested["ok"], false);
        assert_eq!(tested["error"]["kind"], kind, "{message}");
        assert!(tested["error"]["offset"].is_u64(), "{tested}");
        assert!(tested["frame_bytes"].is_null());
    }
    let missing = folder.zl(&["test", "nowhere.zl"]).fails(1);
    assert!(
        missing
            .stderr
            .starts_with("zl: nowhere.zl: cannot open it: "),
        "{missing:?}"
    );
    folder.zl(&["compress", "."]).fails(1);
    folder.has_no_leftovers();
}

#[test]
fn every_truncation_fails() {
    let frame = openzl::compress(&text(2000)).unwrap();
    for length in (0..frame.len()).step_by(7) {
        let failed = zl(&["decompress"], &frame[..length]).fails(1);
        assert_eq!(failed.stdout, b"");
    }
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let folder = Folder::new();
    for name in ["a", "c"] {
        folder.write(name, name.repeat(500).as_bytes());
    }
    let failed = folder.zl(&["compress", "a", "b", "c"]).fails(1);
    assert!(failed.stderr.contains("zl: b: cannot open it"));
    assert!(
        failed.stderr.ends_with("zl: 1 of 3 files failed\n"),
        "{failed:?}"
    );
    folder.write("b.zl", b"neither a frame");
    let failed = folder
        .zl(&["decompress", "-qc", "a.zl", "b.zl", "c.zl"])
        .fails(1);
    assert_eq!(
        failed.stdout,
        ["a".repeat(500), "c".repeat(500)].concat().as_bytes()
    );
    let failed = folder
        .zl(&["test", "--json", "a.zl", "b.zl", "c.zl"])
        .fails(1);
    let verdicts: Vec<_> = failed.json_lines().map(|line| line["ok"].clone()).collect();
    assert_eq!(verdicts, [true, false, true].map(Value::from));
}

#[test]
fn output_is_limited() {
    let folder = Folder::new();
    let frame = openzl::compress(&vec![7; 3 << 20]).unwrap();
    folder.write("in.zl", &frame);
    for command in ["decompress", "test"] {
        let failed = folder.zl(&[command, "--limit", "2M", "in.zl"]).fails(1);
        assert!(
            failed.stderr.contains("and the limit is 2097152"),
            "{failed:?}"
        );
        assert!(
            failed.stderr.contains("--limit 3072K or --limit none"),
            "{failed:?}"
        );
    }
    folder
        .zl(&["decompress", "--limit", "3072K", "in.zl"])
        .succeeds();
    folder.zl(&["test", "--limit=none", "in.zl"]).succeeds();
    folder.zl(&["test", "in.zl"]).succeeds();
    folder.zl(&["test", "--limit", "much", "in.zl"]).fails(2);
    // A small frame that holds more than 1 GiB is refused unless allowed.
    let bomb = support::claiming(5 << 30);
    let failed = zl(&["decompress"], &bomb).fails(1);
    assert!(failed.stderr.contains("--limit 5120M or"), "{failed:?}");
    let failed = zl(&["decompress", "--limit", "none"], &bomb).fails(1);
    assert!(failed.stderr.contains("corrupt: "), "{failed:?}");
}

#[test]
fn wrong_command_lines_are_status_2() {
    let folder = Folder::new();
    folder.write("a", b"a");
    folder.write("b", b"b");
    for (arguments, message) in [
        (&[][..], "Usage: zl"),
        (&["pack", "a"], "unrecognized subcommand"),
        (&["compress", "--level", "high", "a"], "--level"),
        (
            &["compress", "--graph", "field_lz", "a"],
            "not yet; it has default, store, zstd",
        ),
        (
            &["compress", "--graph", "huffman", "a"],
            "not yet; it has default, store, zstd",
        ),
        (
            &["compress", "--graph", "gzip", "a"],
            "no graph has this name; there is default",
        ),
        (
            &["compress", "--type", "struct12", "a"],
            "not take typed input yet",
        ),
        (
            &["compress", "--type", "num3", "a"],
            "a type is serial, structN",
        ),
        (
            &["compress", "--format-version", "20", "a"],
            "knows 21 to 27",
        ),
        (
            &["compress", "--format-version", "21", "--comment", "x", "a"],
            "no place for a comment",
        ),
        (
            &["compress", "--comment", &"x".repeat(10_001), "a"],
            "longer than 10,000 bytes",
        ),
        (
            &["compress", "-o", "c", "a", "b"],
            "--output is for one FILE",
        ),
        (&["compress", "-c", "a", "b"], "--stdout is for one FILE"),
        (&["compress", "-c", "-o", "c", "a"], "cannot be used with"),
        (&["test", "-", "-"], "can be read once"),
    ] {
        let failed = folder.zl(arguments).fails(2);
        assert!(failed.stderr.contains(message), "{arguments:?}: {failed:?}");
        assert_eq!(failed.stdout, b"");
    }
    assert_eq!(folder.names(), ["a", "b"]);
}

#[test]
fn inspect_tells_what_a_frame_is_made_of() {
    let folder = Folder::new();
    let bytes = text((32 << 20) + 5);
    folder.write("in", &bytes);
    let comment = "two\u{1b}[2J";
    folder
        .zl(&[
            "compress",
            "-g",
            "segment_serial",
            "-l",
            "1",
            "--comment",
            comment,
            "in",
        ])
        .succeeds();
    let frame = folder.read("in.zl");
    let page = folder.zl(&["inspect", "in.zl"]).succeeds().text();
    assert!(
        page.starts_with("in.zl: OpenZL frame, format version 27\n"),
        "{page}"
    );
    assert!(page.contains("\n  chunk 2 "), "{page}");
    assert!(page.contains(" zstd\n"), "{page}");
    assert!(page.contains("holds 33,554,437"), "{page}");
    assert!(page.contains("two\\u{1b}[2J"), "{page}");
    assert!(
        !page.contains('\u{1b}'),
        "a comment may not drive the terminal"
    );

    let json = folder.zl(&["inspect", "--json", "in.zl"]).succeeds().json();
    assert_eq!(json["schema"], 1);
    assert_eq!(json["file"], "in.zl");
    assert_eq!(json["ok"], true);
    assert_eq!(json["frame_bytes"], frame.len());
    assert_eq!(json["output_bytes"], bytes.len());
    assert_eq!(json["format_version"], 27);
    assert_eq!(json["comment"], comment);
    assert_eq!(json["outputs"][0]["type"], "serial");
    assert!(json.get("fields").is_none());
    let chunks = json["chunks"].as_array().unwrap();
    assert_eq!(chunks.len(), 3);
    assert_eq!(chunks[0]["codecs"][0]["name"], "zstd");
    assert_eq!(chunks[0]["codecs"][0]["id"], 22);
    let mut next = json["header_bytes"].as_u64().unwrap();
    for chunk in chunks {
        assert_eq!(chunk["offset"], next);
        next += chunk["bytes"].as_u64().unwrap();
    }
    assert_eq!(next + 1, frame.len() as u64);

    let fields = folder
        .zl(&["inspect", "--fields", "in.zl"])
        .succeeds()
        .text();
    assert!(fields.contains("chunk[1].codec[0].id"), "{fields}");
}

#[test]
fn inspect_tells_a_broken_frame_as_far_as_it_goes() {
    let folder = Folder::new();
    let frame = openzl::compress(&text(20_000)).unwrap();
    folder.write("in.zl", &frame[..200]);
    let failed = folder
        .zl(&["inspect", "--json", "--fields", "in.zl"])
        .fails(1);
    let json = failed.json();
    assert_eq!(json["ok"], false);
    assert_eq!(json["error"]["kind"], "truncated");
    assert_eq!(json["error"]["offset"], 200);
    let fields = json["fields"].as_array().unwrap();
    assert_eq!(fields[0]["path"], "magic");
    assert!(fields.len() > 10);
    let failed = folder.zl(&["inspect", "--fields", "in.zl"]).fails(1);
    assert!(failed.text().contains("magic"));
    assert!(folder.zl(&["inspect", "in.zl"]).fails(1).text().is_empty());
}

#[test]
fn json_of_test_has_its_documented_keys() {
    let frame = openzl::compress(&text(20_000)).unwrap();
    for bytes in [&frame[..], &frame[1..]] {
        let outcome = zl(&["test", "--json", "-q"], bytes);
        let json = outcome.json();
        let keys: Vec<_> = json.as_object().unwrap().keys().cloned().collect();
        let mut expected = [
            "schema",
            "file",
            "ok",
            "error",
            "frame_bytes",
            "output_bytes",
            "ratio",
            "seconds",
        ];
        expected.sort_unstable();
        let mut keys: Vec<_> = keys.iter().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(keys, expected);
    }
}

#[test]
fn help_shows_examples() {
    for arguments in [
        &["--help"][..],
        &["compress", "--help"],
        &["help", "decompress"],
        &["inspect", "-h"],
        &["test", "--help"],
    ] {
        let help = zl(arguments, b"").succeeds().text();
        assert!(help.contains("Examples:\n  zl "), "{arguments:?}: {help}");
        let width = help.lines().map(str::len).max();
        assert!(width <= Some(100), "{arguments:?}: {width:?}");
    }
}
