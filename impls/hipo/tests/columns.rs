//! Columns: at once and in parts, by any number of threads, of records stored
//! whole and split.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hipo::{
    ChainOptions, Codec, ColumnOptions, ColumnQuery, Columns, Compression, ErrorKind, EventBuilder,
    File, Filter, Layout, Limits, OpenOptions, ReadAt, WriterOptions,
};

const EVENTS: u32 = 10_000;
const RECORD: u32 = 5000;
/// Events of a part.
const PART: u64 = 4096;

/// Every third event has no rows of the second bank; tags count from 0 to 6.
fn file(compression: Compression, byte_split: bool) -> Vec<u8> {
    file_of(EVENTS, RECORD, compression, byte_split)
}

fn file_of(events: u32, record: u32, compression: Compression, byte_split: bool) -> Vec<u8> {
    let mut writer = WriterOptions::new()
        .schema(
            "{First/7/1}{number/I,half/F,small/B}"
                .parse()
                .expect("a schema"),
        )
        .and_then(|it| it.schema("{Second/7/2}{values/D,wide/S#3}".parse()?))
        .expect("schemas")
        .compression(compression)
        .byte_split(byte_split)
        .record_events(record)
        .tags_apart(false)
        .to_memory()
        .expect("memory");
    let (first, second) = (writer.bank("First"), writer.bank("Second"));
    let (first, second) = (first.expect("a bank"), second.expect("a bank"));
    let number = first.column::<i32>("number").expect("a column");
    let half = first.column::<f32>("half").expect("a column");
    let values = second.column::<f64>("values").expect("a column");
    let wide = second.column::<i16>("wide").expect("a column");
    let mut event = EventBuilder::new();
    for at in 0..events {
        event.reset();
        event.set_tag(at % 7);
        let mut bank = event.bank(&first, 2).expect("a short bank");
        for row in 0..2 {
            bank.set(&number, row, at.cast_signed());
            bank.set(&half, row, at as f32 / 2.0);
        }
        let rows = at as usize % 3;
        let mut bank = event.bank(&second, rows).expect("a short bank");
        for row in 0..rows {
            bank.set(&values, row, f64::from(at) * 1.5);
            let array = [at as i16, [3, 4][row], -1];
            bank.set_array(&wide, row, &array).expect("three");
        }
        writer.write(&event).expect("memory");
    }
    writer.finish().expect("memory").into_inner()
}

/// All layouts, and the one with planes of bytes.
fn files() -> Vec<(String, File)> {
    let mut files: Vec<_> = Compression::ALL
        .iter()
        .filter(|it| it.codec() != Codec::Lz4High)
        .map(|&it| (it.name().to_owned(), file(it, false)))
        .collect();
    let planes = Compression::new(Codec::Zstd, Layout::PerColumn);
    files.push(("planes".to_owned(), file(planes, true)));
    let opened = files.into_iter().map(|(name, bytes)| {
        let file = File::from_source(bytes).expect(&name);
        (name, file)
    });
    opened.collect()
}

fn query(file: &File) -> ColumnQuery<'_> {
    ColumnQuery::new(file.dictionary())
        .column("Second", "wide")
        .and_then(|it| it.column("First", "half"))
        .and_then(|it| it.column("Second", "values"))
        .expect("columns")
}

/// Everything that there is to say of columns.
fn said(columns: &Columns) -> Vec<(Vec<u64>, Vec<Vec<f64>>)> {
    let banks = columns.banks().iter().map(|bank| {
        let values = bank.columns().map(|(_, values)| values.to_f64());
        let starts = bank.offsets().windows(2).map(|pair| pair[1] - pair[0]);
        (starts.collect(), values.collect())
    });
    banks.collect()
}

/// The same of parts, one after another.
fn together(parts: &[Columns]) -> Vec<(Vec<u64>, Vec<Vec<f64>>)> {
    let mut all: Vec<(Vec<u64>, Vec<Vec<f64>>)> = Vec::new();
    for part in parts.iter().map(said) {
        if all.is_empty() {
            all = part;
            continue;
        }
        for ((rows, columns), (more_rows, more)) in all.iter_mut().zip(part) {
            rows.extend(more_rows);
            for (values, more) in columns.iter_mut().zip(more) {
                values.extend(more);
            }
        }
    }
    all
}

#[test]
fn columns_are_the_same_in_all_layouts_for_any_number_of_threads() {
    let files = files();
    let whole = &files[0].1;
    let second = whole.bank("Second").expect("a bank");
    let filters = [
        Filter::new(),
        Filter::new().bank(&second),
        Filter::new().event_tag(3),
        Filter::new().any_tag_bit(0b100),
        Filter::new().event_tag(6).bank(&second),
        Filter::new().event_tag(7),
    ];
    for filter in filters {
        let expected = ColumnOptions::new().filter(filter.clone());
        let expected = said(&expected.read(whole, &query(whole)).expect("columns"));
        for (name, file) in &files {
            for threads in [1, 2, 5] {
                let options = ColumnOptions::new().filter(filter.clone()).threads(threads);
                let read = options.read(file, &query(file)).expect(name);
                assert!(said(&read) == expected, "{name}, {threads}, {filter:?}");
                let parts = options.map(file, &query(file), Clone::clone).expect(name);
                assert!(parts.iter().all(|part| (1..=PART).contains(&part.events())));
                let same = if parts.is_empty() {
                    read.events() == 0
                } else {
                    together(&parts) == expected
                };
                assert!(same, "{name}, {threads}, {filter:?}");
            }
        }
    }
}

#[test]
fn a_chain_of_all_layouts_has_the_columns_of_each() {
    let filters = [
        Filter::new(),
        Filter::new().event_tag(3),
        Filter::new().records(1..9),
        Filter::new().event_tag(7),
    ];
    // What is stored whole comes first, or last.
    for reversed in [false, true] {
        let mut files: Vec<_> = files().into_iter().map(|(_, file)| file).collect();
        if reversed {
            files.reverse();
        }
        let chain = ChainOptions::new().of_files(files).expect("a chain");
        let query = ColumnQuery::new(chain.dictionary())
            .column("Second", "wide")
            .and_then(|it| it.column("First", "number"))
            .expect("columns");
        for filter in &filters {
            let mut events = chain.events_with(filter);
            let mut count = 0;
            while events.next_event().expect("an event").is_some() {
                count += 1;
            }
            let one = ColumnOptions::new().filter(filter.clone());
            let expected = one.read_chain(&chain, &query).expect("columns");
            assert_eq!(expected.events(), count, "{filter:?}");
            let expected = said(&expected);
            for threads in [1, 2, 5] {
                let options = one.clone().threads(threads);
                let read = options.read_chain(&chain, &query).expect("columns");
                assert!(said(&read) == expected, "{threads}, {filter:?}");
                let parts = options.map_chain(&chain, &query, Clone::clone);
                let parts = parts.expect("columns");
                let same = count == 0 && parts.is_empty() || together(&parts) == expected;
                assert!(same, "{threads}, {filter:?}");
                let batches = options.chain_batches(&chain, &query, 12_000);
                let batches: Vec<_> = batches.map(|batch| batch.expect("columns")).collect();
                assert!(together(&batches) == expected, "{threads}, {filter:?}");
            }
        }
    }
}

/// Which events a filter takes.
type Takes = fn(u32) -> bool;

#[test]
fn filters_take_the_events_that_they_tell() {
    for (name, file) in files() {
        let second = file.bank("Second").expect("a bank");
        let filters: [(Filter, Takes); 5] = [
            (Filter::new().event_tag(3), |at| at % 7 == 3),
            (Filter::new().any_tag_bit(0b100), |at| (at % 7) & 0b100 != 0),
            (Filter::new().any_tag_bit(0b011).any_tag_bit(0b010), |at| {
                (at % 7) & 0b011 != 0
            }),
            (Filter::new().bank(&second), |at| at % 3 != 0),
            (Filter::new().event_tag(0).bank(&second), |at| {
                at % 7 == 0 && at % 3 != 0
            }),
        ];
        let number = file.bank("First").expect("a bank");
        let number = (number.clone(), number.column::<i32>("number").expect("one"));
        for (filter, takes) in filters {
            let expected: Vec<_> = (0..EVENTS).filter(|at| takes(*at)).collect();
            let mut events = file.events_with(&filter);
            let mut found = Vec::new();
            while let Some(event) = events.next_event().expect(&name) {
                let bank = event.bank(&number.0).expect("a bank");
                found.push(
                    bank.column(&number.1)
                        .get(0)
                        .expect("a row")
                        .cast_unsigned(),
                );
            }
            assert!(found == expected, "{name}, {filter:?}");
            let query = ColumnQuery::new(file.dictionary()).column("First", "number");
            let columns = ColumnOptions::new().filter(filter.clone());
            let columns = columns.read(&file, &query.expect("one")).expect(&name);
            let found = columns.values::<i32>("First", "number").expect("one");
            let found = found.iter().step_by(2).map(|it| it.cast_unsigned());
            assert!(found.eq(expected), "{name}, {filter:?}");
        }
    }
}

#[test]
fn parts_know_their_first_event() {
    for (name, file) in files() {
        for threads in [1, 3] {
            let options = ColumnOptions::new().threads(threads);
            let first = options.map(&file, &query(&file), Columns::first_event);
            let record = u64::from(RECORD);
            let expected = [0, PART, record, record + PART];
            assert_eq!(first.expect(&name), expected, "{name}");
        }
    }
}

/// Where the payload of a record begins, and how long it is.
fn payload(file: &File, record: usize) -> std::ops::Range<usize> {
    let header = file.record_header(record).expect("a header");
    let start = (file.records()[record].position + header.header_bytes) as usize;
    start..start + header.payload_bytes() as usize
}

#[test]
fn the_error_is_that_of_the_first_record_that_has_one() {
    // Streams have checksums there.
    let planes = Compression::new(Codec::Zstd, Layout::PerColumn);
    let mut bytes = file(planes, true);
    let sound = File::from_source(bytes.clone()).expect("a file");
    assert_eq!(sound.records().len(), 2);
    // The last stream of the first record, and the directory of the second.
    bytes[payload(&sound, 0).end - 5] ^= 1;
    bytes[payload(&sound, 1).start] = 77;
    let damaged = File::from_source(bytes).expect("a file");
    for threads in [1, 2, 8] {
        let options = ColumnOptions::new().threads(threads);
        let read = options
            .read(&damaged, &query(&damaged))
            .expect_err("damage");
        let mapped = options.map(&damaged, &query(&damaged), |_| ());
        for error in [read, mapped.expect_err("damage")] {
            assert_eq!(error.place().record, Some(0), "{threads}: {error}");
            assert!(
                matches!(error.kind(), ErrorKind::Checksum { .. }),
                "{error}"
            );
        }
    }
    // The directory is all that is looked at where nothing else is wanted.
    let first = ColumnQuery::new(damaged.dictionary()).column("First", "number");
    let first = first.expect("a column");
    let error = damaged.read_columns(&first).expect_err("damage");
    assert_eq!(error.place().record, Some(1), "{error}");
    let first_record = Filter::new().records(0..1);
    let options = ColumnOptions::new().filter(first_record);
    let columns = options
        .read(&damaged, &first)
        .expect("streams that are whole");
    assert_eq!(columns.events(), u64::from(RECORD));
}

/// Counts what is read of it.
struct Counted(Vec<u8>, Arc<AtomicU64>);

impl ReadAt for Counted {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read_at(offset, buffer)?;
        self.1.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }

    fn size(&self) -> io::Result<u64> {
        ReadAt::size(&self.0)
    }
}

#[test]
fn only_the_streams_that_are_wanted_are_read() {
    const MANY: u32 = 100_000;
    let stored = Compression::new(Codec::None, Layout::PerColumn);
    let bytes = file_of(MANY, MANY / 2, stored, false);
    let size = bytes.len() as u64;
    let read = Arc::new(AtomicU64::new(0));
    let file = File::from_source(Counted(bytes, Arc::clone(&read))).expect("a file");
    let query = ColumnQuery::new(file.dictionary()).column("First", "small");
    let query = query.expect("a column");
    let columns = |options: ColumnOptions| {
        read.store(0, Ordering::Relaxed);
        let columns = options.read(&file, &query).expect("columns");
        assert_eq!(columns.banks()[0].rows(), 2 * u64::from(MANY));
        read.load(Ordering::Relaxed)
    };
    // One byte of 18 in two rows, beside the second bank's; and the directories.
    for threads in [1, 2] {
        let bytes = columns(ColumnOptions::new().threads(threads));
        assert!(bytes < size / 4, "{bytes} of {size}");
    }
}

#[test]
fn a_composite_without_rows_is_no_bank_to_a_filter() {
    let mut events = Vec::new();
    for bytes in [&[1, 0, 0, 0, 2, 0][..], &[]] {
        let mut event = EventBuilder::new();
        event.composite(7, 1, "is", bytes).expect("a composite");
        events.push(event);
    }
    for &compression in Compression::ALL {
        let name = compression.name();
        let mut writer = WriterOptions::new()
            .schema("{Pairs/7/1}{first/I,second/S}".parse().expect("a schema"))
            .expect("one schema")
            .compression(compression)
            .to_memory()
            .expect("memory");
        for event in &events {
            writer.write(event).expect(name);
        }
        let bytes = writer.finish().expect(name).into_inner();
        let file = File::from_source(bytes).expect(name);
        let filter = Filter::new().bank(&file.bank("Pairs").expect("a bank"));
        let mut counted = 0;
        let mut events = file.events_with(&filter);
        while events.next_event().expect(name).is_some() {
            counted += 1;
        }
        assert_eq!(counted, 1, "{name}");
        let query = ColumnQuery::new(file.dictionary()).bank("Pairs");
        let options = ColumnOptions::new().filter(filter);
        let columns = options.read(&file, &query.expect("a bank")).expect(name);
        assert_eq!(columns.events(), 1, "{name}");
        assert_eq!(columns.banks()[0].offsets(), [0, 1], "{name}");
    }
}

#[test]
fn the_limit_of_a_record_is_that_of_all_its_banks_together() {
    for layout in [Layout::PerBank, Layout::PerColumn] {
        // Of a record, the first bank takes 90 000 bytes, and the second 70 000.
        let bytes = file(Compression::new(Codec::Lz4, layout), false);
        let limits = Limits::default().with_record_bytes(100_000);
        let opened = OpenOptions::new().limits(limits).open_source(bytes);
        let file = opened.expect("a file");
        let first = ColumnQuery::new(file.dictionary()).bank("First");
        let first = first.expect("a bank");
        let both = first.clone().bank("Second").expect("a bank");
        for threads in [1, 2] {
            let options = ColumnOptions::new().threads(threads);
            options.read(&file, &first).expect("one bank");
            let read = options.read(&file, &both).map(drop);
            let mapped = options.map(&file, &both, |_| ()).map(drop);
            for columns in [read, mapped] {
                let error = columns.expect_err("two banks");
                assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
            }
        }
    }
}

/// A file that has grown since its size was asked for.
struct Grown(Vec<u8>);

impl ReadAt for Grown {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read_at(offset, buffer)
    }

    fn size(&self) -> io::Result<u64> {
        Ok(40)
    }
}

#[test]
fn a_file_that_grows_as_it_is_opened_is_cut_off() {
    let error = File::from_source(Grown(file(Compression::LZ4, false))).expect_err("growth");
    assert!(
        matches!(error.kind(), ErrorKind::Truncated { .. }),
        "{error}"
    );
}

#[test]
fn a_record_takes_two_reads_of_a_store_that_is_far_away() {
    struct Far(Vec<u8>, Arc<AtomicU64>);

    impl ReadAt for Far {
        fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.read_at(offset, buffer)
        }

        fn size(&self) -> io::Result<u64> {
            ReadAt::size(&self.0)
        }
    }

    let bytes = file(Compression::new(Codec::Lz4, Layout::Whole), false);
    let reads = Arc::new(AtomicU64::new(0));
    let file = File::from_source(Far(bytes, Arc::clone(&reads))).expect("a file");
    let records = file.records().len() as u64;
    for threads in [1, 2] {
        let options = ColumnOptions::new().threads(threads);
        reads.store(0, Ordering::Relaxed);
        options.map(&file, &query(&file), |_| ()).expect("columns");
        assert_eq!(reads.load(Ordering::Relaxed), 2 * records);
        // One more tells how the first is stored.
        reads.store(0, Ordering::Relaxed);
        options.read(&file, &query(&file)).expect("columns");
        assert_eq!(reads.load(Ordering::Relaxed), 2 * records + 1);
    }
}
