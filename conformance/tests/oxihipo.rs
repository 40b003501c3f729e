//! Where oxihipo differs, each with a file: what docs/hipo.md says of it.

use std::path::{Path, PathBuf};

use conformance::hipo::{Content, CppHipo, HipoCase, NativeHipo, OxiHipo, SchemaSet, Stored};
use conformance::{Availability, Format as _, Implementation, Outcome, Role};
use hipo::{Codec, Compression, EventBuilder, File, Filter, Layout, WriterOptions};
use oxihipo::{Batch, BatchBank, Contents, Error, Oxihipo, Script, Way};

const PLAIN: Compression = Compression::new(Codec::None, Layout::Whole);

/// oxihipo, or word that it is not here.
fn oxihipo(test: &str) -> Option<Oxihipo> {
    let found = CppHipo::folder().map(|folder| Oxihipo::open(&folder));
    match found {
        Some(Ok(oxihipo)) => return Some(oxihipo),
        Some(Err(missing)) => eprintln!("{test}: SKIPPED, {missing}"),
        None => eprintln!("{test}: SKIPPED, not within the workspace"),
    }
    let required = std::env::var_os("TOUCHSTONE_REQUIRE").is_some_and(|which| which == "all");
    assert!(!required, "oxihipo is absent");
    None
}

fn fixture(name: &str) -> PathBuf {
    Path::new("../golden/hipo-fixtures").join(name)
}

/// What oxihipo makes of bytes.
fn read(oxihipo: &Oxihipo, bytes: &[u8]) -> Result<Contents, Error> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    oxihipo.read(file.path(), Way::All, 1)
}

fn refused(result: Result<Contents, Error>) -> String {
    match result {
        Err(Error::Refused { kind, reason }) => format!("{kind}: {reason}"),
        other => panic!("{other:?}"),
    }
}

fn events(contents: &Contents) -> usize {
    contents.pieces.iter().map(|piece| piece.tags.len()).sum()
}

/// Native's file of one event for each list of banks: values of `n`.
fn written(compression: Compression, banks: &[&[i32]]) -> Vec<u8> {
    let schema = "{One::bank/100/1}{n/I}".parse().unwrap();
    let options = WriterOptions::new().compression(compression);
    let mut writer = options.schema(schema).unwrap().to_memory().unwrap();
    let handle = writer.bank("One::bank").unwrap();
    let column = handle.column::<i32>("n").unwrap();
    let mut event = EventBuilder::new();
    for values in banks {
        event.reset();
        for value in *values {
            let mut bank = event.bank(&handle, 1).unwrap();
            bank.set(&column, 0, *value);
        }
        writer.write(&event).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Turns a file without compression into a big-endian one: numbers of headers and
/// the lengths of events, and nothing within events.
fn big_endian(file: &[u8]) -> Vec<u8> {
    fn swap(out: &mut [u8], at: usize, sizes: &[usize]) -> usize {
        sizes.iter().fold(at, |at, size| {
            out[at..at + size].reverse();
            at + size
        })
    }
    const FILE: [usize; 12] = [4, 4, 4, 4, 4, 4, 4, 4, 8, 8, 4, 4];
    const RECORD: [usize; 12] = [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 8, 8];
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let mut out = file.to_vec();
    let mut at = swap(&mut out, 0, &FILE);
    while at < file.len() {
        let (words, events) = (word(at), word(at + 12));
        let payload = swap(&mut out, at, &RECORD);
        swap(&mut out, payload, &vec![4; events]);
        at += words * 4;
    }
    out
}

#[test]
fn its_absence_says_how_to_install_it() {
    let folder = tempfile::tempdir().unwrap();
    let absent = OxiHipo::in_folder(folder.path());
    let Availability::Absent { how_to_install } = absent.availability() else {
        panic!("there is nothing");
    };
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        assert!(how_to_install.ends_with("references install"));
    }
    assert_eq!(absent.version(), "");
    assert!(absent.consume_shapes().is_empty());
    let hipo = conformance::hipo::Hipo::default();
    let found = hipo.implementations();
    let roles: Vec<Role> = found.iter().map(|it| it.role()).collect();
    assert_eq!(roles, [Role::Native, Role::Reference, Role::External]);
}

/// Configuration is no part of a case's value, for C++ cannot read it.
#[test]
fn configuration_goes_both_ways() {
    let Some(oxihipo) = oxihipo("configuration_goes_both_ways") else {
        return;
    };
    for compression in Compression::ALL {
        let case = HipoCase {
            stored: Stored::plain(*compression),
            schemas: SchemaSet::Types,
            content: Content::Counting,
            events: 5,
            eventful: true,
            seed: 1,
        };
        let script = case.script();
        assert_eq!(script.config.len(), 3);
        let Outcome::Done(ours) = NativeHipo.produce(&case, &script) else {
            panic!("native writes it");
        };
        assert_eq!(read(&oxihipo, &ours).unwrap().config, script.config);
        let folder = CppHipo::folder().unwrap();
        let Outcome::Done(theirs) = OxiHipo::in_folder(&folder).produce(&case, &script) else {
            panic!("oxihipo writes it");
        };
        let file = File::from_source(theirs).unwrap();
        let config: Vec<_> = file
            .config()
            .entries()
            .map(|(key, value)| (key.to_string(), value.to_string()))
            .collect();
        assert_eq!(config, script.config);
    }
}

#[test]
fn an_older_file_id_is_refused() {
    let Some(oxihipo) = oxihipo("an_older_file_id_is_refused") else {
        return;
    };
    let file = std::fs::read(fixture("mut_hrec_magic.hipo")).unwrap();
    let told = refused(read(&oxihipo, &file));
    assert!(told.contains("invalid HIPO magic"), "{told}");
    assert_eq!(File::from_source(file).unwrap().event_count(), 2000);
}

#[test]
fn a_big_endian_file_is_refused() {
    let Some(oxihipo) = oxihipo("a_big_endian_file_is_refused") else {
        return;
    };
    let file = big_endian(&written(PLAIN, &[&[7], &[8]]));
    let told = refused(read(&oxihipo, &file));
    assert!(told.contains("invalid HIPO magic"), "{told}");
    let file = File::from_source(file).unwrap();
    let bank = file.bank("One::bank").unwrap();
    let column = bank.column::<i32>("n").unwrap();
    let mut values = Vec::new();
    let mut events = file.events();
    while let Some(event) = events.next_event().unwrap() {
        values.extend(event.bank(&bank).unwrap().column(&column).iter());
    }
    assert_eq!(values, [7, 8]);
}

/// The wheel is older than the version of its own repository that wrote these.
#[test]
fn planes_of_bytes_are_refused() {
    let Some(oxihipo) = oxihipo("planes_of_bytes_are_refused") else {
        return;
    };
    for name in ["ox_zstd_column_enc3.hipo", "ox_lz4hc_column_enc3.hipo"] {
        let file = std::fs::read(fixture(name)).unwrap();
        let told = refused(read(&oxihipo, &file));
        assert!(
            told.contains("unsupported extension-format version"),
            "{told}"
        );
        assert_eq!(File::from_source(file).unwrap().event_count(), 200);
    }
}

#[test]
fn the_index_of_a_file_that_was_never_closed_is_an_event() {
    let Some(oxihipo) = oxihipo("the_index_of_a_file_that_was_never_closed_is_an_event") else {
        return;
    };
    let file = std::fs::read(fixture("mut_trailerpos_zero.hipo")).unwrap();
    assert_eq!(events(&read(&oxihipo, &file).unwrap()), 1001);
    assert_eq!(File::from_source(file).unwrap().event_count(), 1000);
}

#[test]
fn a_file_that_is_cut_off_is_refused_whole() {
    let Some(oxihipo) = oxihipo("a_file_that_is_cut_off_is_refused_whole") else {
        return;
    };
    let file = std::fs::read(fixture("mut_truncated_midrecord.hipo")).unwrap();
    let told = refused(read(&oxihipo, &file));
    assert!(told.contains("record extends past EOF"), "{told}");
    assert_eq!(File::from_source(file).unwrap().event_count(), 400);
}

/// A bank that is named in a call stands in all of its events, with no rows where
/// there are none.
#[test]
fn a_bank_of_no_rows_is_written() {
    let Some(oxihipo) = oxihipo("a_bank_of_no_rows_is_written") else {
        return;
    };
    let file = tempfile::NamedTempFile::new().unwrap();
    let script = Script {
        compression: "none".to_owned(),
        schemas: vec![(
            "One::bank".to_owned(),
            100,
            1,
            vec![("n".to_owned(), "I".to_owned())],
        )],
        batches: vec![Batch {
            tags: vec![0],
            banks: vec![BatchBank {
                schema: 0,
                offsets: vec![0, 0],
                columns: vec![Vec::new()],
            }],
        }],
        ..Script::default()
    };
    assert_eq!(oxihipo.write(file.path(), &script).unwrap(), 1);
    let length = |bytes: Vec<u8>| {
        let file = File::from_source(bytes).unwrap();
        let mut events = file.events();
        let event = events.next_event().unwrap().unwrap();
        event.bytes().len()
    };
    let theirs = std::fs::read(file.path()).unwrap();
    assert_eq!(length(theirs), 16 + 8, "a header of a structure");
    assert_eq!(length(written(PLAIN, &[&[]])), 16);
}

/// Events of a tag are found by their records in native's file, as in C++'s.
#[test]
fn records_have_no_tags() {
    let Some(_) = oxihipo("records_have_no_tags") else {
        return;
    };
    let case = HipoCase {
        stored: Stored::plain(Compression::LZ4),
        schemas: SchemaSet::One,
        content: Content::Counting,
        events: 50,
        eventful: true,
        seed: 1,
    };
    let script = case.script();
    let folder = CppHipo::folder().unwrap();
    let [ours, theirs] = [
        NativeHipo.produce(&case, &script),
        OxiHipo::in_folder(&folder).produce(&case, &script),
    ]
    .map(|file| match file {
        Outcome::Done(file) => File::from_source(file).unwrap(),
        other => panic!("{other:?}"),
    });
    let count = |file: &File, filter: &Filter| {
        let mut events = file.events_with(filter);
        std::iter::from_fn(|| events.next_event().unwrap().map(drop)).count()
    };
    let (by_record, by_event) = (Filter::new().record_tag(7), Filter::new().event_tag(7));
    assert!(count(&ours, &by_event) > 0);
    assert_eq!(count(&ours, &by_event), count(&theirs, &by_event));
    assert_eq!(count(&ours, &by_record), count(&ours, &by_event));
    assert_eq!(count(&theirs, &by_record), 0);
}

/// A bank twice in an event: of whole records oxihipo reads the first, as C++ does;
/// in the layouts that split, native stores such a record whole.
#[test]
fn a_bank_that_is_there_twice() {
    let Some(oxihipo) = oxihipo("a_bank_that_is_there_twice") else {
        return;
    };
    for layout in [Layout::Whole, Layout::PerBank, Layout::PerColumn] {
        let compression = Compression::new(Codec::Lz4, layout);
        let file = written(compression, &[&[7, 8], &[9]]);
        let read = read(&oxihipo, &file).unwrap();
        let bank = &read.pieces[0].banks[0];
        assert_eq!(bank.offsets, [0, 1, 2], "{layout:?}");
        assert_eq!(bank.columns[0], [7, 0, 0, 0, 9, 0, 0, 0]);
    }
}
