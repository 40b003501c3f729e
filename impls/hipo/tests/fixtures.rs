//! Files of C++, Java and oxihipo, and damaged ones, against their manifest.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hipo::{ColumnOptions, ColumnQuery, ErrorKind, File, Filter, IndexSource};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/hipo-fixtures")
}

/// Equal to the last bit; which NaN it is does not matter.
fn same(one: f64, other: f64) -> bool {
    one.to_bits() == other.to_bits() || (one.is_nan() && other.is_nan())
}

/// What the manifest tells of a file.
#[derive(Debug, Default)]
struct Told {
    records: Vec<(u64, u64, u32, u8, u64, u64)>,
    events: u64,
    tags: BTreeMap<u32, u64>,
    config: BTreeMap<String, String>,
    banks: Vec<ToldBank>,
}

#[derive(Debug)]
struct ToldBank {
    schema: String,
    events_with: u64,
    rows: u64,
    sums: Vec<(String, f64)>,
}

fn manifest() -> BTreeMap<String, Told> {
    let text = std::fs::read_to_string(folder().join("MANIFEST.txt")).expect("the manifest");
    let mut files = BTreeMap::new();
    let mut told: Option<&mut Told> = None;
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let Some(name) = line.strip_prefix("FILE ") {
            let name = name.split(' ').next().expect("a name").to_owned();
            told = Some(files.entry(name).or_default());
            continue;
        }
        if !line.starts_with("  ") {
            told = None;
        }
        let Some(told) = told.as_deref_mut() else {
            continue;
        };
        match words[0] {
            "records" => {
                for record in line.split('[').skip(1) {
                    let record = record.trim_end_matches(']').trim_end();
                    let record = record.trim_end_matches(']');
                    let words: Vec<&str> = record.split_whitespace().collect();
                    let number = |name: &str| -> u64 {
                        let at = words
                            .iter()
                            .position(|word| *word == name)
                            .expect("a field");
                        words[at + 1].parse().expect("a number")
                    };
                    told.records.push((
                        number("pos"),
                        number("bytes"),
                        number("events") as u32,
                        number("tag") as u8,
                        number("u1"),
                        number("u2"),
                    ));
                }
            }
            "config" => {
                let text = line.trim().trim_start_matches("config ");
                told.config = serde_json::from_str(text).expect("an object of texts");
            }
            "events" => {
                told.events = words[1].parse().expect("a number");
                let (_, tags) = line.split_once('{').expect("tags");
                for tag in tags
                    .trim_end_matches('}')
                    .split(", ")
                    .filter(|tag| !tag.is_empty())
                {
                    let (tag, count) = tag.split_once(": ").expect("a tag");
                    let tag = tag.trim_matches('"').parse().expect("a tag");
                    told.tags.insert(tag, count.parse().expect("a count"));
                }
            }
            "bank" => {
                let (schema, rest) = line
                    .trim()
                    .strip_prefix("bank ")
                    .expect("a bank")
                    .split_once("} ")
                    .expect("a schema");
                let words: Vec<&str> = rest.split_whitespace().collect();
                told.banks.push(ToldBank {
                    schema: format!("{schema}}}"),
                    events_with: words[1].parse().expect("a number"),
                    rows: words[3].parse().expect("a number"),
                    sums: Vec::new(),
                });
            }
            "sums" => {
                let bank = told.banks.last_mut().expect("a bank before");
                for sum in &words[1..] {
                    let (name, sum) = sum.rsplit_once('=').expect("a sum");
                    bank.sums
                        .push((name.to_owned(), sum.parse().expect("a number")));
                }
            }
            _ => {}
        }
    }
    files
}

/// Reads a file event by event; damaged records are passed over, and counted.
fn read(file: &File, told: &Told) -> usize {
    let handles: Vec<_> = file
        .dictionary()
        .schemas()
        .iter()
        .map(|schema| file.bank(schema.name()).expect("a bank of its own"))
        .collect();
    let mut events_with = vec![0; handles.len()];
    let mut rows = vec![0; handles.len()];
    let mut sums: Vec<Vec<f64>> = handles
        .iter()
        .map(|handle| vec![0.0; handle.schema().columns().len()])
        .collect();
    let mut tags = BTreeMap::new();
    let mut count = 0;
    let mut damaged = 0;
    let mut events = file.events();
    loop {
        let event = match events.next_event() {
            Ok(Some(event)) => event,
            Ok(None) => break,
            Err(error) => {
                damaged += 1;
                assert!(damaged <= file.records().len(), "{error}");
                continue;
            }
        };
        count += 1;
        *tags.entry(event.tag()).or_insert(0) += 1;
        for (index, handle) in handles.iter().enumerate() {
            let bank = event.bank(handle).expect("a whole event");
            events_with[index] += u64::from(bank.is_present());
            rows[index] += bank.rows() as u64;
            for (column, sum) in sums[index].iter_mut().enumerate() {
                for number in bank.column_as_f64(column).expect("a column") {
                    *sum += number;
                }
            }
        }
    }
    if damaged > 0 {
        return damaged;
    }
    assert_eq!(count, told.events);
    assert_eq!(tags, told.tags);
    assert_eq!(handles.len(), told.banks.len());
    for bank in &told.banks {
        let index = handles
            .iter()
            .position(|handle| handle.schema().to_string() == bank.schema)
            .unwrap_or_else(|| panic!("no {}", bank.schema));
        assert_eq!(rows[index], bank.rows, "rows of {}", bank.schema);
        let columns = handles[index].schema().columns();
        for (at, (name, sum)) in bank.sums.iter().enumerate() {
            assert_eq!(columns[at].name(), name);
            let got = sums[index][at];
            assert!(same(got, *sum), "{name}: {got} {sum}");
        }
        assert_eq!(
            events_with[index], bank.events_with,
            "events with {}",
            bank.schema
        );
    }
    0
}

#[test]
fn every_file_reads_as_its_manifest_tells() {
    let manifest = manifest();
    let mut files: Vec<_> = std::fs::read_dir(folder())
        .expect("the fixtures")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .filter(|name| name != "MANIFEST.txt")
        .collect();
    files.sort();
    assert_eq!(files.len(), manifest.len());
    for name in files {
        println!("{name}");
        // Of the damaged one, the manifest tells nothing: it was another.
        let told = match name.as_str() {
            "mut_record0_payload_flip.hipo" => &manifest["cpp_tags.hipo"],
            name => &manifest[name],
        };
        let file = File::open(folder().join(&name)).expect("a file that opens");
        assert!(file.schema_faults().is_empty());
        let records: Vec<_> = file
            .records()
            .iter()
            .map(|it| {
                (
                    it.position,
                    it.bytes,
                    it.events,
                    it.user_word_1,
                    it.user_word_2,
                )
            })
            .collect();
        let expected: Vec<_> = told
            .records
            .iter()
            .map(|it| (it.0, it.1, it.2, it.4, it.5))
            .collect();
        assert_eq!(records, expected);
        let damaged = read(&file, told);
        assert_eq!(
            damaged,
            usize::from(name == "mut_record0_payload_flip.hipo")
        );
    }
}

#[test]
fn files_without_their_end_are_read_as_far_as_they_go() {
    let open = |name: &str| File::open(folder().join(name)).expect("a file that opens");
    let never_closed = open("cpp_noclose.hipo");
    let IndexSource::Scan { trailer, end } = never_closed.index_source() else {
        panic!("no index to go by");
    };
    assert!(trailer.is_none() && end.is_none());
    let cut = open("mut_truncated_midrecord.hipo");
    let IndexSource::Scan { trailer, end } = cut.index_source() else {
        panic!("no index to go by");
    };
    let trailer = trailer.as_ref().expect("the index is cut off");
    assert_eq!(trailer.place().offset, Some(18900));
    let end = end.as_ref().expect("a record is cut off");
    assert!(matches!(end.kind(), ErrorKind::Truncated { .. }));
    assert_eq!(end.place().offset, Some(7728));
}

#[test]
fn a_damaged_record_is_named_and_passed_over() {
    let path = folder().join("mut_record0_payload_flip.hipo");
    let file = File::open(&path).expect("a file that opens");
    let mut events = file.events();
    let error = events.next_event().expect_err("a damaged record");
    assert!(
        matches!(error.kind(), ErrorKind::Decompress { .. }),
        "{error}"
    );
    assert_eq!(error.place().record, Some(0));
    assert_eq!(error.place().offset, Some(284));
    assert_eq!(error.place().file.as_deref(), Some(&*path));
    let mut left = 0;
    while events.next_event().expect("whole records").is_some() {
        left += 1;
    }
    assert_eq!(left, 800);
}

fn undamaged() -> impl Iterator<Item = (String, Told)> {
    manifest()
        .into_iter()
        .filter(|(name, _)| name != "mut_record0_payload_flip.hipo")
}

fn all_columns(file: &File) -> ColumnQuery<'_> {
    let schemas = file.dictionary().schemas().iter();
    schemas.fold(ColumnQuery::new(file.dictionary()), |query, schema| {
        query.bank(schema.name()).expect("a bank of its own")
    })
}

#[test]
fn configuration_is_what_the_manifest_tells() {
    for (name, told) in manifest() {
        let file = File::open(folder().join(&name)).expect("a file that opens");
        let config = file.config();
        let entries = config.entries();
        let entries: BTreeMap<_, _> = entries
            .map(|(key, value)| (key.into(), value.into()))
            .collect();
        assert_eq!(entries, told.config, "{name}");
        for (key, value) in &told.config {
            assert_eq!(config.get(key), Some(value.as_str()), "{name}: {key}");
        }
        assert_eq!(config.get("no such key"), None, "{name}");
    }
}

#[test]
fn columns_add_up_to_what_the_manifest_tells() {
    for (name, told) in undamaged() {
        let file = File::open(folder().join(&name)).expect("a file that opens");
        let query = all_columns(&file);
        for threads in [1, 2, 5] {
            let columns = ColumnOptions::new()
                .threads(threads)
                .read(&file, &query)
                .expect("columns");
            assert_eq!(columns.events(), told.events, "{name}");
            for bank in &told.banks {
                let read = columns
                    .banks()
                    .iter()
                    .find(|read| read.schema().to_string() == bank.schema)
                    .expect("a bank");
                assert_eq!(read.rows(), bank.rows, "{name}: {}", bank.schema);
                assert_eq!(read.offsets().len() as u64, told.events + 1);
                for (column, sum) in &bank.sums {
                    let got = read.column(column).expect("a column").sum();
                    assert!(same(got, *sum), "{name}: {column}");
                }
            }
        }
    }
}

#[test]
fn columns_in_batches_are_the_columns_in_parts() {
    for (name, _) in undamaged() {
        let file = File::open(folder().join(&name)).expect("a file that opens");
        let query = all_columns(&file);
        let whole = file.read_columns(&query).expect("columns");
        let mut events = 0;
        let mut rows = vec![0; whole.banks().len()];
        for batch in ColumnOptions::new().batches(&file, &query, 100) {
            let batch = batch.expect("a batch");
            assert_eq!(batch.first_event(), events);
            events += batch.events();
            for (index, bank) in batch.banks().iter().enumerate() {
                for ((_, part), (_, all)) in bank.columns().zip(whole.banks()[index].columns()) {
                    let length = all.len().checked_div(whole.banks()[index].rows() as usize);
                    let start = rows[index] * length.unwrap_or_default();
                    assert_eq!(part.to_f64().len(), part.len());
                    let all = &all.to_f64()[start..start + part.len()];
                    assert!(
                        all.iter()
                            .map(|it| it.to_bits())
                            .eq(part.to_f64().iter().map(|it| it.to_bits()))
                    );
                }
                rows[index] += bank.rows() as usize;
            }
        }
        assert_eq!(events, whole.events());
    }
}

/// What a part has: the number of its first event, its events, and the values of
/// each column as bits.
type Part = (u64, u64, Vec<Vec<u64>>);

fn part(columns: &hipo::Columns) -> Part {
    let columns_of = columns.banks().iter().flat_map(hipo::BankColumns::columns);
    let bits =
        columns_of.map(|(_, values)| values.to_f64().iter().map(|it| it.to_bits()).collect());
    (columns.first_event(), columns.events(), bits.collect())
}

#[test]
fn columns_part_by_part_are_the_columns() {
    for (name, _) in undamaged() {
        let file = File::open(folder().join(&name)).expect("a file that opens");
        let query = all_columns(&file);
        let (_, events, whole) = part(&file.read_columns(&query).expect("columns"));
        let map = |threads| {
            let options = ColumnOptions::new().threads(threads);
            options.map(&file, &query, part).expect("columns")
        };
        let parts = map(1);
        let mut count = 0;
        let mut joined = vec![Vec::new(); whole.len()];
        for (first, events, columns) in &parts {
            assert_eq!(*first, count, "{name}");
            count += events;
            for (all, more) in joined.iter_mut().zip(columns) {
                all.extend(more);
            }
        }
        assert_eq!((count, joined), (events, whole), "{name}");
        for threads in [2, 5] {
            assert_eq!(map(threads), parts, "{name}");
        }
    }
}

#[test]
fn a_panic_within_a_part_ends_the_reading() {
    let file = File::open(folder().join("cpp_multirecord.hipo")).expect("a file that opens");
    let query = all_columns(&file);
    for threads in [1, 2, 5] {
        let options = ColumnOptions::new().threads(threads);
        let reading = || options.map(&file, &query, |_| panic!("the caller's own"));
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(reading));
        assert!(ended.is_err());
    }
}

/// Every filter that there is, for a file.
fn filters(file: &File, told: &Told) -> Vec<Filter> {
    let mut filters = vec![Filter::new().any_tag_bit(1), Filter::new().any_tag_bit(6)];
    for tag in told.tags.keys() {
        filters.push(Filter::new().event_tag(*tag));
        filters.push(Filter::new().event_tag(*tag).event_tag(3));
        filters.push(Filter::new().record_tag(u64::from(*tag)));
    }
    for schema in file.dictionary().schemas().iter().take(4) {
        let bank = file.bank(schema.name()).expect("a bank of its own");
        filters.push(Filter::new().bank(&bank));
        filters.push(Filter::new().bank(&bank).any_tag_bit(3));
    }
    filters
}

#[test]
fn a_filter_means_the_same_by_event_and_by_column() {
    for (name, told) in undamaged() {
        let file = File::open(folder().join(&name)).expect("a file that opens");
        let query = all_columns(&file);
        for filter in filters(&file, &told) {
            let mut count = 0;
            let mut rows = vec![vec![0]; query_banks(&file).len()];
            let mut events = file.events_with(&filter);
            while let Some(event) = events.next_event().expect("an event") {
                count += 1;
                for (bank, rows) in query_banks(&file).iter().zip(&mut rows) {
                    let more = event.bank(bank).expect("a bank").rows() as u64;
                    rows.push(rows[rows.len() - 1] + more);
                }
            }
            for threads in [1, 3] {
                let columns = ColumnOptions::new()
                    .filter(filter.clone())
                    .threads(threads)
                    .read(&file, &query)
                    .expect("columns");
                assert_eq!(columns.events(), count, "{name}: {filter:?}");
                for (bank, rows) in columns.banks().iter().zip(&rows) {
                    assert_eq!(bank.offsets(), rows, "{name}: {filter:?}");
                }
            }
        }
    }
}

fn query_banks(file: &File) -> Vec<hipo::BankHandle> {
    let schemas = file.dictionary().schemas().iter();
    schemas
        .map(|schema| file.bank(schema.name()).expect("a bank of its own"))
        .collect()
}

#[test]
fn events_are_found_by_their_numbers() {
    for (name, _) in undamaged() {
        let file = File::open(folder().join(&name)).expect("a file that opens");
        let mut all = Vec::new();
        let mut events = file.events();
        while let Some(event) = events.next_event().expect("an event") {
            all.push(event.bytes().to_vec());
        }
        let mut access = file.random_access();
        let count = all.len() as u64;
        for step in [1, 7, 131] {
            for number in (0..count).map(|at| (at * step) % count) {
                let event = access.event(number).expect("an event");
                assert_eq!(event.bytes(), all[number as usize]);
            }
        }
        let error = access.event(count).expect_err("no such event");
        assert!(matches!(error.kind(), ErrorKind::NoEvent { .. }));
        assert_eq!(error.place().file, file.path().map(Into::into));
    }
}

#[test]
fn a_file_that_is_shorter_than_its_header_is_told_so() {
    let bytes = std::fs::read(folder().join("cpp_tags.hipo")).expect("a file");
    for length in 0..56 {
        let error = File::from_source(bytes[..length].to_vec()).expect_err("no whole header");
        let ErrorKind::Truncated { needed, left, .. } = error.kind() else {
            panic!("{length} bytes: {error}");
        };
        assert_eq!((*needed, *left), (56, length as u64));
    }
}
