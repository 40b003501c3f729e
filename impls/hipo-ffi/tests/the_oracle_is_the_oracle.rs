//! That this crate speaks for C++ hipo4 4.2.0, and for nothing else.

mod common;

use std::process::Command;

use common::{LIMIT, fixtures, folder, long_word, word};
use hipo_ffi::{Bank, ChildOutcome, Column, Filling, ReadOptions, Reader, Schemas, Writer};

#[test]
fn it_is_hipo4_4_2_0_with_liblz4_1_9_4() {
    let Some(hipo4) = common::hipo4("it_is_hipo4_4_2_0_with_liblz4_1_9_4") else {
        return;
    };
    let about = hipo4.about().unwrap();
    assert_eq!(about.lz4, "1.9.4");
    assert_eq!(
        about.flags,
        "-std=c++17 -O2 -DNDEBUG -ffp-contract=off -fPIC"
    );
    assert!(!about.compiler.is_empty());
    assert_eq!(hipo_ffi::VERSION, "4.2.0");
    // The wheel's own word, and the notice of the library's licence.
    let home = common::references().join("hipo4-2.0.1/wheel/hipopybind");
    let package = std::fs::read_to_string(home.join("lib/pkgconfig/hipo4.pc")).unwrap();
    assert!(package.contains("\nName: hipo4\n") && package.contains("\nVersion: 4.2.0\n"));
    let header = std::fs::read_to_string(home.join("include/hipo4/reader.h")).unwrap();
    assert!(header.contains("Jefferson Lab"));
}

/// A file that C++ wrote when the format was studied, from the same formulas,
/// with another build of hipo4.
#[test]
fn it_writes_the_bytes_that_cpp_wrote() {
    let Some(hipo4) = common::hipo4("it_writes_the_bytes_that_cpp_wrote") else {
        return;
    };
    let folder = folder();
    let expected = std::fs::read(fixtures().join("cpp_bench3000.hipo")).unwrap();
    for (name, filling) in [("banks", Filling::Banks), ("raw", Filling::RawEvents)] {
        let path = folder.path().join(name);
        hipo4.write_dataset(&path, 3000, filling).unwrap();
        assert!(std::fs::read(&path).unwrap() == expected, "{name}");
        let path = folder.path().join("child");
        let outcome = hipo4.child().write_dataset(&path, 3000, filling, LIMIT);
        assert!(matches!(outcome, Ok(ChildOutcome::Done(_))), "{outcome:?}");
        assert!(std::fs::read(&path).unwrap() == expected, "{name}, child");
    }
}

/// What only C++ writes: no type and no flag in the headers, records numbered 0,
/// an index in front of which the trailer's position was patched in, a JSON
/// schema with its odd spaces, events of the magic "EVNT".
#[test]
fn its_headers_are_cpp_s() {
    let Some(hipo4) = common::hipo4("its_headers_are_cpp_s") else {
        return;
    };
    let folder = folder();
    let path = folder.path().join("one.hipo");
    let mut writer = Writer::create(hipo4, &path).unwrap();
    writer.schema("{A::b/5/6}{x/I}").unwrap();
    let bank = Bank::new("A::b", [Column::Int(vec![7])]);
    writer.event(0, std::slice::from_ref(&bank)).unwrap();
    writer.finish().unwrap();

    let file = std::fs::read(&path).unwrap();
    let trailer = usize::try_from(long_word(&file, 40)).unwrap();
    let dictionary = word(&file, 24);
    assert_eq!(&file[..4], b"HIPO");
    for (at, expected) in [
        (4, 1),
        (8, 14),
        (12, 0),
        (16, 0),
        (20, 6),
        (28, 0xc0da_0100),
        (32, 0),
        (36, 0),
        (48, 0),
        (52, 0),
    ] {
        assert_eq!(word(&file, at), expected, "file header, byte {at}");
    }
    let first = 56 + dictionary as usize;
    for record in [56, first, trailer] {
        assert_eq!(word(&file, record + 4), 0, "every record is number 0");
        assert_eq!(word(&file, record + 20) & 0xff, 6);
        assert_eq!(word(&file, record + 20) >> 28, 0, "of no type");
        assert_eq!(word(&file, record + 36) >> 28, 1, "LZ4");
    }
    assert_eq!(first + 4 * word(&file, first) as usize, trailer);
    assert_eq!(trailer + 4 * word(&file, trailer) as usize, file.len());

    let mut reader = Reader::open(hipo4, &path, &ReadOptions::default()).unwrap();
    assert_eq!(reader.schemas()[0].text, "{A::b/5/6}{x/I}");
    let event = reader.next_event().unwrap().unwrap();
    let mut expected = b"EVNT".to_vec();
    for number in [16 + 8 + 4, 0, 0] {
        expected.extend(u32::to_le_bytes(number));
    }
    expected.extend([5, 0, 6, 11, 4, 0, 0, 0, 7, 0, 0, 0]);
    assert_eq!(event.bytes(), expected);
}

/// hipo4 never looks at the file's id.
#[test]
fn it_reads_the_id_of_older_writers() {
    let Some(hipo4) = common::hipo4("it_reads_the_id_of_older_writers") else {
        return;
    };
    let options = ReadOptions::default();
    let old = hipo4.sums(&fixtures().join("mut_hrec_magic.hipo"), &options);
    let new = hipo4.sums(&fixtures().join("cpp_multirecord.hipo"), &options);
    assert_eq!(old.unwrap(), new.unwrap());
}

/// hipo4 parses a schema with a type it does not know as a column of no bytes,
/// which no reader that minds its input does.
#[test]
fn it_takes_an_unknown_type_for_no_bytes() {
    let Some(hipo4) = common::hipo4("it_takes_an_unknown_type_for_no_bytes") else {
        return;
    };
    let options = ReadOptions::with(Schemas::Given(vec!["{OX::single/1000/3}{n/L#1}".into()]));
    let path = fixtures().join("ox_lz4_chunk.hipo");
    let error = hipo4.sums(&path, &options).unwrap_err().to_string();
    assert!(error.contains("hipo4 has no column 'n/L#1'"), "{error}");
}

/// The shared object keeps hipo4 and liblz4 to itself.
#[test]
fn it_shows_none_of_its_symbols() {
    if common::hipo4("it_shows_none_of_its_symbols").is_none() {
        return;
    }
    let home = common::references().join("hipo4-2.0.1");
    let shim = std::fs::read_dir(home)
        .unwrap()
        .flatten()
        .map(|entry| entry.path().join("libtouchstone-hipo4.so"))
        .find(|path| path.is_file())
        .unwrap();
    // SAFETY: it is loaded already; nothing of it is called.
    unsafe {
        let library = libloading::Library::new(shim).unwrap();
        let has = |name: &[u8]| library.get::<unsafe extern "C" fn()>(name).is_ok();
        assert!(has(b"hipo4_shim_about\0"));
        assert!(!has(b"LZ4_compress_fast\0"));
        assert!(!has(b"LZ4_decompress_safe\0"));
        assert!(!has(b"_ZN4hipo6reader4nextEv\0"));
    }
}

const WRITES_A_FILE: &str = "TOUCHSTONE_HIPO_FFI_WRITES";

/// Run by the test below, in a process whose standard output it looks at.
#[test]
#[ignore = "is a part of `it_prints_nothing`"]
fn writes_and_reads_a_file() {
    let path = std::path::PathBuf::from(std::env::var_os(WRITES_A_FILE).unwrap());
    let hipo4 = common::hipo4("writes_and_reads_a_file").unwrap();
    let mut writer = Writer::create(hipo4, &path).unwrap();
    writer.schema("{A::b/5/6}{x/I}").unwrap();
    writer.config("key", "value").unwrap();
    writer.event(3, &[]).unwrap();
    writer.finish().unwrap();
    let options = ReadOptions::with(Schemas::Sound);
    let mut reader = Reader::open(hipo4, &path, &options).unwrap();
    assert_eq!(reader.config().unwrap()["key"], "value");
    assert_eq!(reader.next_event().unwrap().unwrap().tag(), 3);
}

/// hipo4 prints two lines for each file that it opens for writing, one for each
/// entry of configuration, and one for the index.
#[test]
fn it_prints_nothing() {
    if common::hipo4("it_prints_nothing").is_none() {
        return;
    }
    let folder = folder();
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            "--ignored",
            "--exact",
            "--nocapture",
            "writes_and_reads_a_file",
        ])
        .env(WRITES_A_FILE, folder.path().join("file.hipo"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("1 passed"), "{said}");
    for word in ["writing", "adding", "position", "header", ":::"] {
        assert!(!said.contains(word), "{said}");
    }
}
