//! Hostile files.

use hipo::{
    BankColumns, ColumnOptions, ColumnQuery, EventBuilder, File, Limits, OpenOptions,
    SalvageOptions, WriterOptions,
};

/// What a file of a target may make its reader take, in bytes.
const LIMITS: Limits = Limits::DEFAULT
    .with_record_bytes(1 << 20)
    .with_dictionary_bytes(1 << 18);

/// A file.
///
/// # Panics
///
/// When events and columns of it do not say the same, when its events written
/// again are others, and when what is left of a whole file is not all of it.
pub fn hipo_read(data: &[u8]) {
    let salvaged = salvage(data);
    let Ok(file) = OpenOptions::new().limits(LIMITS).open_source(data.to_vec()) else {
        return;
    };
    let Some(events) = events(&file) else {
        return;
    };
    columns(&file, &events);
    written_again(&events);
    let trailer = matches!(file.index_source(), hipo::IndexSource::Trailer);
    if let Some(kept) = salvaged
        && trailer
        && in_order(&file)
    {
        assert!(
            kept >= events.len() as u64,
            "{kept} of {} events",
            events.len()
        );
    }
}

/// Whether the index tells every record once, one after the other: any other
/// does not say what the file holds.
fn in_order(file: &File) -> bool {
    let mut at = file.header().first_record();
    file.records().iter().all(|record| {
        let fits = record.position == at;
        at += record.bytes;
        fits
    }) && file.header().trailer_position == at
}

/// Goes through what is left of a file; the events kept.
fn salvage(data: &[u8]) -> Option<u64> {
    let salvage = SalvageOptions::new()
        .limits(LIMITS)
        .open_source(data.to_vec())
        .ok()?;
    let mut events = salvage.events();
    while events.next_event().ok()?.is_some() {}
    Some(events.into_report().events_kept())
}

/// The bytes of all events; none where one is damaged.
fn events(file: &File) -> Option<Vec<Vec<u8>>> {
    let mut all = Vec::new();
    let mut events = file.events();
    while let Some(event) = events.next_event().ok()? {
        for structure in event.structures() {
            structure.ok()?;
        }
        all.push(event.bytes().to_vec());
    }
    Some(all)
}

/// Columns have the rows that events have, at once and part by part.
fn columns(file: &File, events: &[Vec<u8>]) {
    for schema in file.dictionary().schemas().iter().take(3) {
        let handle = file.bank(schema.name()).expect("a bank of its own");
        let query = ColumnQuery::new(file.dictionary()).bank(schema.name());
        let query = query.expect("a bank of its own");
        let columns = file.read_columns(&query);
        let columns = columns.expect("columns of events that can be read");
        let parts = ColumnOptions::new().map(file, &query, |part| part.banks()[0].clone());
        let parts = parts.expect("the same in parts");
        same_in_parts(&columns.banks()[0], &parts);
        let mut end = 0;
        let ends = events.iter().map(|event| {
            let event = hipo::Event::new(event);
            end += event.bank(&handle).expect("a sound event").rows() as u64;
            end
        });
        assert!(columns.banks()[0].offsets()[1..].iter().copied().eq(ends));
    }
}

/// Values are compared by their bits: some are no numbers.
fn same_in_parts(all: &BankColumns, parts: &[BankColumns]) {
    let rows: u64 = parts.iter().map(BankColumns::rows).sum();
    assert_eq!(rows, all.rows());
    for (place, (_, values)) in all.columns().enumerate() {
        let values = values.to_f64().into_iter();
        let parts = parts.iter().flat_map(|part| {
            let (_, values) = part.columns().nth(place).expect("the same columns");
            values.to_f64()
        });
        assert!(values.map(f64::to_bits).eq(parts.map(f64::to_bits)));
    }
}

/// Events come back from a file that they are written to.
fn written_again(events: &[Vec<u8>]) {
    let mut writer = WriterOptions::new().to_memory().expect("a writer");
    let mut builder = EventBuilder::new();
    let untagged = |event: &&Vec<u8>| hipo::Event::new(event).tag() == 0;
    for event in events.iter().filter(untagged) {
        writer.write_bytes(event).expect("a small event");
        builder.reset();
        for structure in hipo::Event::new(event).structures() {
            builder.copy(&structure.expect("a sound event"));
        }
    }
    let file = writer.finish().expect("memory").into_inner();
    let file = File::from_source(file).expect("a file that was written");
    let mut again = file.events();
    for event in events.iter().filter(untagged) {
        let read = again.next_event().expect("an event");
        assert_eq!(read.expect("as many events").bytes(), event);
    }
    assert!(again.next_event().expect("an end").is_none());
}
