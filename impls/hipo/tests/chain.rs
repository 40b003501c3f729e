//! Several files, read as one.

use std::path::{Path, PathBuf};

use hipo::{
    Chain, ChainOptions, ColumnOptions, ColumnQuery, Columns, ErrorKind, EventBuilder, File,
    Filter, Schema, SchemaError, WriterOptions,
};
use tempfile::TempDir;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/hipo-fixtures")
}

fn paths(names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(|name| folder().join(name)).collect()
}

/// Files of C++, Java and oxihipo, with and without events, of several layouts.
const MIXED: [&str; 8] = [
    "cpp_noevents.hipo",
    "cpp_tags.hipo",
    "cpp_nodict.hipo",
    "cpp_types.hipo",
    "cpp_noevents.hipo",
    "cpp_multirecord.hipo",
    "cpp_manybanks.hipo",
    "cpp_noevents.hipo",
];

/// The same events in all layouts that oxihipo has.
fn oxihipo() -> Vec<PathBuf> {
    let chain = Chain::open_glob(folder().join("ox_*.hipo").to_str().expect("a path"));
    let chain = chain.expect("a chain");
    let files = chain.files().iter();
    files
        .map(|file| file.path().expect("a path").to_owned())
        .collect()
}

fn sets() -> Vec<Vec<PathBuf>> {
    let mut sets = vec![
        paths(&["cpp_bench3000.hipo"]),
        paths(&["cpp_noevents.hipo"]),
    ];
    sets.push(oxihipo());
    sets.push(paths(&[
        "java_gzip.hipo",
        "java_lz4.hipo",
        "java_none.hipo",
    ]));
    sets.push(mixed());
    sets
}

/// As many of the mixed ones as agree with each other.
fn mixed() -> Vec<PathBuf> {
    let mut agreed = Vec::new();
    for path in paths(&MIXED) {
        agreed.push(path);
        match Chain::open(&agreed) {
            Ok(_) => {}
            Err(error) => {
                assert!(
                    matches!(error.kind(), ErrorKind::FilesDisagree { .. }),
                    "{error}"
                );
                agreed.pop();
            }
        }
    }
    assert!(agreed.len() > 4, "{agreed:?}");
    agreed
}

fn events_of(file: &File, filter: &Filter) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let mut events = file.events_with(filter);
    while let Some(event) = events.next_event().expect("an event") {
        all.push(event.bytes().to_vec());
    }
    all
}

fn all_banks(chain: &Chain) -> ColumnQuery<'_> {
    let schemas = chain.dictionary().schemas().iter();
    schemas.fold(ColumnQuery::new(chain.dictionary()), |query, schema| {
        query.bank(schema.name()).expect("a bank of its own")
    })
}

fn assert_same(one: &Columns, other: &Columns) {
    assert_eq!(one.events(), other.events());
    assert_eq!(one.banks().len(), other.banks().len());
    for (one, other) in one.banks().iter().zip(other.banks()) {
        assert_eq!(one.offsets(), other.offsets());
        for ((index, one), (other_index, other)) in one.columns().zip(other.columns()) {
            assert_eq!(index, other_index);
            let bits =
                |numbers: Vec<f64>| numbers.into_iter().map(f64::to_bits).collect::<Vec<_>>();
            assert_eq!(bits(one.to_f64()), bits(other.to_f64()));
        }
    }
}

#[test]
fn a_chain_has_the_events_of_its_files_in_order() {
    for set in sets() {
        let chain = Chain::open(&set).expect("a chain");
        let mut first = 0;
        let mut expected = Vec::new();
        for (index, path) in set.iter().enumerate() {
            let file = File::open(path).expect("a file");
            assert_eq!(chain.files()[index].path(), Some(path.as_path()));
            assert_eq!(chain.first_event(index), Some(first));
            first += file.event_count();
            expected.extend(
                events_of(&file, &Filter::new())
                    .into_iter()
                    .map(|it| (index, it)),
            );
        }
        assert_eq!(chain.first_event(set.len()), None);
        assert_eq!(chain.event_count(), expected.len() as u64);
        let mut events = chain.events();
        for (index, bytes) in &expected {
            let event = events.next_event().expect("an event").expect("one more");
            assert_eq!(event.bytes(), bytes);
            assert_eq!(events.file_index(), *index);
            assert_eq!(events.file().path(), Some(set[*index].as_path()));
        }
        assert!(events.next_event().expect("the end").is_none());
        assert!(events.next_event().expect("the end").is_none());
        let mut access = chain.random_access();
        let count = chain.event_count();
        for step in [1, 997] {
            for number in (0..count).map(|at| at * step % count) {
                let event = access.event(number).expect("an event");
                assert_eq!(event.bytes(), expected[number as usize].1);
            }
        }
        let error = access.event(count).expect_err("no such event");
        assert!(matches!(error.kind(), ErrorKind::NoEvent { .. }));
    }
}

#[test]
fn columns_are_those_of_the_files_together() {
    for set in sets() {
        let chain = Chain::open(&set).expect("a chain");
        let query = all_banks(&chain);
        let columns = chain.read_columns(&query).expect("columns");
        assert_eq!(columns.events(), chain.event_count());
        for threads in [2, 3, 8] {
            let options = ColumnOptions::new().threads(threads);
            assert_same(
                &options.read_chain(&chain, &query).expect("columns"),
                &columns,
            );
        }
        for bank in columns.banks() {
            let schema = bank.schema();
            let mut rows = 0;
            let mut sums = vec![0.0; schema.columns().len()];
            let mut offsets = vec![0];
            for path in &set {
                let file = File::open(path).expect("a file");
                if file.bank(schema.name()).is_err() {
                    // What it has all the same, the others' schema tells.
                    let handle = chain.bank(schema.name()).expect("a bank");
                    let mut events = file.events();
                    while let Some(event) = events.next_event().expect("an event") {
                        let bank = event.bank(&handle).expect("a sound event");
                        rows += bank.rows() as u64;
                        offsets.push(rows);
                        for (index, sum) in sums.iter_mut().enumerate() {
                            *sum += bank.column_as_f64(index).expect("a column").sum::<f64>();
                        }
                    }
                    continue;
                }
                let query = ColumnQuery::new(file.dictionary())
                    .bank(schema.name())
                    .expect("a bank");
                let single = file.read_columns(&query).expect("columns");
                let single = single.bank(schema.name()).expect("a bank");
                offsets.extend(single.offsets()[1..].iter().map(|end| rows + end));
                rows += single.rows();
                for (index, values) in single.columns() {
                    for value in values.to_f64() {
                        sums[index] += value;
                    }
                }
            }
            assert_eq!(bank.rows(), rows, "{}", schema.name());
            assert_eq!(bank.offsets(), offsets, "{}", schema.name());
            for (index, values) in bank.columns() {
                let (sum, expected) = (values.sum(), sums[index]);
                assert!(
                    sum.to_bits() == expected.to_bits() || (sum.is_nan() && expected.is_nan()),
                    "{}: {sum} {expected}",
                    schema.name()
                );
            }
        }
    }
}

#[test]
fn batches_are_the_columns_in_parts() {
    for set in sets() {
        let chain = Chain::open(&set).expect("a chain");
        let query = all_banks(&chain);
        let whole = chain.read_columns(&query).expect("columns");
        for (threads, size) in [(1, 1), (1, 500), (3, 500), (3, 1 << 40)] {
            let options = ColumnOptions::new().threads(threads);
            let mut events = 0;
            let mut rows = vec![0; whole.banks().len()];
            for batch in options.chain_batches(&chain, &query, size) {
                let batch = batch.expect("a batch");
                assert_eq!(batch.first_event(), events);
                events += batch.events();
                for (bank, rows) in batch.banks().iter().zip(&mut rows) {
                    *rows += bank.rows();
                }
                if size == 1 {
                    assert!(batch.events() <= 3000);
                }
            }
            assert_eq!(events, whole.events());
            let expected: Vec<_> = whole.banks().iter().map(hipo::BankColumns::rows).collect();
            assert_eq!(rows, expected);
        }
    }
}

#[test]
fn filters_are_those_of_single_files() {
    let set = paths(&[
        "cpp_tags.hipo",
        "cpp_multirecord.hipo",
        "mut_trailerpos_zero.hipo",
    ]);
    let set = if Chain::open(&set).is_ok() {
        set
    } else {
        vec![set[0].clone(), set[2].clone()]
    };
    let chain = Chain::open(&set).expect("a chain");
    let name = chain.dictionary().schemas()[0].name().to_owned();
    let bank = chain.bank(&name).expect("a bank");
    let query = all_banks(&chain);
    for filter in [
        Filter::new().record_tag(7),
        Filter::new().record_tag(12345),
        Filter::new().event_tag(42).event_tag(1),
        Filter::new().any_tag_bit(2),
        Filter::new().bank(&bank).event_tag(7),
    ] {
        let mut expected = Vec::new();
        for path in &set {
            expected.extend(events_of(&File::open(path).expect("a file"), &filter));
        }
        let mut all = Vec::new();
        let mut events = chain.events_with(&filter);
        while let Some(event) = events.next_event().expect("an event") {
            all.push(event.bytes().to_vec());
        }
        assert_eq!(all, expected, "{filter:?}");
        for threads in [1, 3] {
            let options = ColumnOptions::new().filter(filter.clone()).threads(threads);
            let columns = options.read_chain(&chain, &query).expect("columns");
            assert_eq!(columns.events(), expected.len() as u64);
        }
    }
}

/// A file with one event of one row in each of these banks.
fn write(folder: &TempDir, name: &str, schemas: &[&str]) -> PathBuf {
    let path = folder.path().join(name);
    let mut options = WriterOptions::new();
    for text in schemas {
        let schema: Schema = text.parse().expect("a schema");
        options = options.schema(schema).expect("a new name");
    }
    let mut writer = options.create(&path).expect("a folder to write to");
    let handles: Vec<_> = writer
        .dictionary()
        .schemas()
        .iter()
        .map(|schema| hipo::BankHandle::new(schema.clone()))
        .collect();
    let mut event = EventBuilder::new();
    for handle in &handles {
        event.bank(handle, 1).expect("it fits");
    }
    writer.write(&event).expect("a disk with room");
    writer.finish().expect("a disk with room");
    path
}

#[test]
fn files_that_disagree_are_both_named() {
    let folder = TempDir::new().expect("a folder");
    let one = write(&folder, "one.hipo", &["{A::a/1/1}{x/I}", "{A::b/1/2}{x/I}"]);
    let same = write(
        &folder,
        "same.hipo",
        &["{A::b/1/2}{x/I}", "{A::c/1/3}{x/I}"],
    );
    let other = write(
        &folder,
        "other.hipo",
        &["{A::d/1/4}{x/I}", "{A::b/1/2}{x/F}"],
    );
    let claims = write(&folder, "claims.hipo", &["{A::e/1/3}{x/I}"]);
    let chain = Chain::open([&one, &same]).expect("a chain");
    let names: Vec<_> = chain
        .dictionary()
        .schemas()
        .iter()
        .map(|it| it.name())
        .collect();
    assert_eq!(names, ["A::a", "A::b", "A::c"]);
    let query = all_banks(&chain);
    let columns = chain.read_columns(&query).expect("columns");
    let offsets = |name: &str| columns.bank(name).expect("a bank").offsets().to_vec();
    assert_eq!(offsets("A::a"), [0, 1, 1]);
    assert_eq!(offsets("A::b"), [0, 1, 2]);
    assert_eq!(offsets("A::c"), [0, 0, 1]);

    for threads in [1, 3] {
        let options = ChainOptions::new().threads(threads);
        let error = options
            .open([&one, &same, &other])
            .expect_err("two meanings");
        let ErrorKind::FilesDisagree {
            first,
            second,
            source,
        } = error.kind()
        else {
            panic!("{error}");
        };
        assert_eq!((first, second), (&one, &other));
        assert_eq!(
            *source,
            SchemaError::Conflict {
                name: "A::b".to_owned()
            }
        );
        let text = error.to_string();
        assert!(
            text.contains("one.hipo") && text.contains("other.hipo"),
            "{text}"
        );
    }
    let error = Chain::open([&one, &same, &claims]).expect_err("one identity of two");
    let ErrorKind::FilesDisagree {
        first,
        second,
        source,
    } = error.kind()
    else {
        panic!("{error}");
    };
    assert_eq!((first, second), (&same, &claims));
    assert!(matches!(
        source,
        SchemaError::SharedIdentity {
            group: 1,
            item: 3,
            ..
        }
    ));

    let options = ChainOptions::new().first_dictionary(true);
    let chain = options
        .open([&one, &same, &other, &claims])
        .expect("a chain");
    assert_eq!(chain.dictionary().schemas().len(), 2);
    assert_eq!(chain.event_count(), 4);
    assert!(matches!(
        chain.bank("A::c").expect_err("not the first's").kind(),
        ErrorKind::UnknownBank { .. }
    ));
    // In memory, files have numbers.
    let memory =
        |path: &Path| File::from_source(std::fs::read(path).expect("a file")).expect("a file");
    let files = vec![memory(&one), memory(&other)];
    let error = ChainOptions::new()
        .of_files(files)
        .expect_err("two meanings");
    assert!(error.to_string().contains("file 1 of the chain"), "{error}");
}

#[test]
fn files_are_found_in_natural_order() {
    let folder = TempDir::new().expect("a folder");
    for name in [
        "run10.hipo",
        "run9.hipo",
        "run1.hipo",
        "run02.hipo",
        "notes.txt",
    ] {
        write(&folder, name, &["{A::a/1/1}{x/I}"]);
    }
    std::fs::create_dir(folder.path().join("run3.hipo")).expect("a folder");
    let names = |chain: &Chain| -> Vec<String> {
        let files = chain.files().iter();
        files
            .map(|file| file.path().expect("a path").file_name().expect("a name"))
            .map(|name| name.to_str().expect("a name").to_owned())
            .collect()
    };
    let all = ["run1.hipo", "run02.hipo", "run9.hipo", "run10.hipo"];
    let chain = Chain::open_folder(folder.path()).expect("a chain");
    assert_eq!(names(&chain), all);
    let pattern = |end: &str| format!("{}/{end}", folder.path().display());
    let chain = Chain::open_glob(&pattern("*.hipo")).expect("a chain");
    assert_eq!(names(&chain), all);
    let chain = Chain::open_glob(&pattern("run?.hipo")).expect("a chain");
    assert_eq!(names(&chain), ["run1.hipo", "run9.hipo"]);

    let error = Chain::open_glob(&pattern("walk*.hipo")).expect_err("no match");
    assert!(matches!(error.kind(), ErrorKind::NoFiles(_)));
    assert!(error.to_string().contains("walk*.hipo"), "{error}");
    let error = Chain::open_glob(&pattern("run3.*")).expect_err("a folder");
    assert!(matches!(error.kind(), ErrorKind::NoFiles(_)));
    let error = Chain::open_glob("run***.hipo").expect_err("no pattern");
    assert!(matches!(error.kind(), ErrorKind::Pattern { .. }), "{error}");
    let error = Chain::open(Vec::<PathBuf>::new()).expect_err("no files");
    assert!(matches!(error.kind(), ErrorKind::NoFiles(_)));
    let error = ChainOptions::new()
        .of_files(Vec::new())
        .expect_err("no files");
    assert!(matches!(error.kind(), ErrorKind::NoFiles(_)));
    let error = Chain::open_folder(folder.path().join("run3.hipo")).expect_err("empty");
    assert!(matches!(error.kind(), ErrorKind::NoFiles(_)));
    let error = Chain::open_folder(folder.path().join("nowhere")).expect_err("no folder");
    assert!(matches!(error.kind(), ErrorKind::Read(_)));
    assert!(error.place().file.is_some());
}

#[test]
fn errors_name_the_file() {
    let set = paths(&[
        "cpp_tags.hipo",
        "mut_record0_payload_flip.hipo",
        "cpp_tags.hipo",
    ]);
    let chain = Chain::open(&set).expect("a chain");
    assert_eq!(chain.event_count(), 3000);
    let mut events = chain.events();
    let (mut count, mut errors) = (0, 0);
    loop {
        match events.next_event() {
            Ok(Some(_)) => count += 1,
            Ok(None) => break,
            Err(error) => {
                errors += 1;
                assert_eq!(error.place().file.as_deref(), Some(set[1].as_path()));
                assert_eq!(error.place().record, Some(0));
                assert_eq!(events.file_index(), 1);
            }
        }
    }
    assert_eq!((count, errors), (2800, 1));
    let query = all_banks(&chain);
    for threads in [1, 3] {
        let options = ColumnOptions::new().threads(threads);
        let error = options
            .read_chain(&chain, &query)
            .expect_err("a damaged record");
        assert_eq!(error.place().file.as_deref(), Some(set[1].as_path()));
        let error = options
            .map_chain(&chain, &query, hipo::Columns::events)
            .expect_err("a damaged record");
        assert_eq!(error.place().file.as_deref(), Some(set[1].as_path()));
    }
    let error = chain
        .random_access()
        .event(1100)
        .expect_err("a damaged record");
    assert_eq!(error.place().file.as_deref(), Some(set[1].as_path()));

    let missing = folder().join("missing.hipo");
    let manifest = folder().join("MANIFEST.txt");
    for threads in [1, 4] {
        let options = ChainOptions::new().threads(threads);
        let error = options
            .open([&set[0], &manifest, &missing, &set[2]])
            .expect_err("no HIPO file");
        assert_eq!(error.place().file.as_deref(), Some(manifest.as_path()));
        assert!(matches!(error.kind(), ErrorKind::NotHipo { .. }));
    }
}

#[test]
fn a_file_that_changes_is_noticed() {
    let folder = TempDir::new().expect("a folder");
    let set = [
        write(&folder, "a.hipo", &["{A::a/1/1}{x/I}"]),
        write(&folder, "b.hipo", &["{A::a/1/1}{x/I}"]),
    ];
    let chain = ChainOptions::new()
        .open_files(1)
        .open(&set)
        .expect("a chain");
    std::fs::write(&set[0], b"gone").expect("a disk with room");
    let error = chain.events().next_event().expect_err("another file");
    assert!(matches!(error.kind(), ErrorKind::Read(_)), "{error}");
    assert_eq!(error.place().file.as_deref(), Some(set[0].as_path()));
}

/// Descriptors of this process that are files of a folder.
#[cfg(target_os = "linux")]
fn open_in(folder: &Path) -> usize {
    std::fs::read_dir("/proc/self/fd")
        .expect("a list of descriptors")
        .filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok())
        .filter(|path| path.starts_with(folder))
        .count()
}

#[cfg(target_os = "linux")]
#[test]
fn thousands_of_files_are_not_open_at_once() {
    let folder = TempDir::new().expect("a folder");
    let one = write(&folder, "0.hipo", &["{A::a/1/1}{x/I}"]);
    for number in 1..2000 {
        std::fs::copy(&one, folder.path().join(format!("{number}.hipo"))).expect("a copy");
    }
    let options = ChainOptions::new().open_files(10).threads(3);
    let chain = options.open_folder(folder.path()).expect("a chain");
    assert!(open_in(folder.path()) <= 10);
    assert_eq!(chain.event_count(), 2000);
    let query = all_banks(&chain);
    let options = ColumnOptions::new().threads(3);
    assert_eq!(
        options
            .read_chain(&chain, &query)
            .expect("columns")
            .events(),
        2000
    );
    let mut events = chain.events();
    let mut count = 0;
    while events.next_event().expect("an event").is_some() {
        count += 1;
        if count % 100 == 0 {
            assert!(open_in(folder.path()) <= 10);
        }
    }
    assert_eq!(count, 2000);
    // All have one dictionary in memory.
    let first = &chain.files()[0].dictionary().schemas()[0];
    let shared = chain.files().iter();
    assert!(
        shared
            .map(|file| &file.dictionary().schemas()[0])
            .all(|schema| std::sync::Arc::ptr_eq(schema, first))
    );
}

#[test]
fn ranges_of_records_go_through_all_files() {
    let mut set = paths(&["cpp_noevents.hipo", "cpp_tags.hipo"]);
    set.extend(paths(&["cpp_noevents.hipo", "mut_trailerpos_zero.hipo"]));
    let chain = Chain::open(&set).expect("a chain");
    let query = all_banks(&chain);
    let records = || chain.files().iter().flat_map(File::records);
    let count = records().count();
    assert_eq!(count, 10);
    for range in [0..count, 0..0, 1..2, 3..7, 4..5, 5..6, 9..10, 10..20, 7..99] {
        let filter = Filter::new().records(range.clone());
        let wanted = range.end.min(count) - range.start.min(count);
        let expected: u64 = records()
            .skip(range.start)
            .take(wanted)
            .map(|record| u64::from(record.events))
            .sum();
        let mut found = 0;
        let mut events = chain.events_with(&filter);
        while events.next_event().expect("an event").is_some() {
            found += 1;
        }
        assert_eq!(found, expected, "{range:?}");
        let options = ColumnOptions::new().filter(filter);
        for threads in [1, 2] {
            let options = options.clone().threads(threads);
            let columns = options.read_chain(&chain, &query).expect("columns");
            assert_eq!(columns.events(), expected, "{range:?}");
            let within = Filter::new().records(range.clone()).record_tag(7);
            let tagged = options.filter(within).read_chain(&chain, &query);
            let skipped = records().skip(range.start).take(wanted);
            let of_tag = skipped.filter(|record| record.user_word_1 == 7);
            let of_tag: u64 = of_tag.map(|record| u64::from(record.events)).sum();
            assert_eq!(tagged.expect("columns").events(), of_tag, "{range:?}");
        }
        let first = columns_of_first(&set[1], &range);
        let file = File::open(&set[1]).expect("a file");
        let inside = range
            .end
            .min(file.records().len())
            .saturating_sub(range.start);
        assert_eq!(first, 200 * inside as u64, "{range:?}");
    }
}

/// Events of a range of records of one file.
fn columns_of_first(path: &Path, range: &std::ops::Range<usize>) -> u64 {
    let file = File::open(path).expect("a file");
    let query = ColumnQuery::new(file.dictionary());
    let options = ColumnOptions::new().filter(Filter::new().records(range.clone()));
    let batches = options.batches(&file, &query, 1);
    let in_parts: u64 = batches.map(|batch| batch.expect("a batch").events()).sum();
    let columns = options.read(&file, &query).expect("columns");
    assert_eq!(in_parts, columns.events());
    columns.events()
}

#[test]
fn columns_are_taken_apart_as_they_are() {
    let chain = Chain::open(paths(&["cpp_types.hipo"])).expect("a chain");
    let query = all_banks(&chain);
    let read = chain.read_columns(&query).expect("columns");
    let again = chain.read_columns(&query).expect("columns");
    let banks = again.into_banks();
    assert_eq!(banks.len(), read.banks().len());
    for (bank, expected) in banks.into_iter().zip(read.banks()) {
        let (schema, offsets, columns) = bank.into_parts();
        assert_eq!(&schema, expected.schema());
        assert_eq!(offsets, expected.offsets());
        let expected = expected.columns();
        assert!(
            columns
                .iter()
                .map(|(index, values)| (*index, values))
                .eq(expected)
        );
    }
}
