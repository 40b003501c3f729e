//! Conditions over many events at once, against the same, event by event.

use hipo::{
    ColumnOptions, ColumnQuery, Columns, Compression, ErrorKind, EventBuilder, ExpressionErrorKind,
    File, RowCondition, Schema, WriterOptions,
};
use proptest::prelude::*;

const SCHEMA: &str = "{T::All/7/3}{b/B,s/S,i/I,l/L,f/F,d/D,a/I#3,w/F#2}";
const OTHER: &str = "{T::Other/7/4}{n/I}";

/// Reads every type, arrays, numbers of rows, and nothing at all.
const CONDITIONS: [&str; 15] = [
    "b > 3",
    "s == 7 || i % 5 == 2",
    "l >= 40 && l < 42",
    "f*f + d > 30",
    "a[0] == 9 || a[2] & 4 == 4",
    "w[1] > 0.75 * i",
    "row() == 0",
    "row() == 299 && i > 2",
    "row() % 7 == 6 && b == 5",
    "i == 12345",
    "i",
    "f - f",
    "true",
    "0.0",
    "isnan(d)",
];

/// Events with so many rows of the one bank, and every third with the other bank.
fn file(rows: &[Option<usize>], compression: &str) -> File {
    let mut writer = WriterOptions::new()
        .schema(SCHEMA.parse().expect("a schema"))
        .and_then(|options| options.schema(OTHER.parse().expect("a schema")))
        .expect("schemas")
        .compression(compression.parse::<Compression>().expect("a compression"))
        .record_events(5)
        .to_memory()
        .expect("a writer");
    let all = writer.bank("T::All").expect("a bank");
    let other = writer.bank("T::Other").expect("a bank");
    let mut event = EventBuilder::new();
    let mut value = 0_i32;
    for (number, rows) in rows.iter().enumerate() {
        event.reset();
        if let Some(rows) = *rows {
            let mut bank = event.bank(&all, rows).expect("rows");
            for row in 0..rows {
                value = (value + 1) % 100;
                bank.set(&all.column("b").expect("b"), row, value as i8 % 11);
                bank.set(&all.column("s").expect("s"), row, value as i16 % 13);
                bank.set(&all.column("i").expect("i"), row, value);
                bank.set(&all.column("l").expect("l"), row, i64::from(value));
                bank.set(&all.column("f").expect("f"), row, value as f32 * 0.06);
                let d = if value == 50 { f64::NAN } else { value.into() };
                bank.set(&all.column("d").expect("d"), row, d);
                let a = [value % 10, -value, value % 8];
                let w = [0.5, value as f32];
                bank.set_array(&all.column("a").expect("a"), row, &a)
                    .and_then(|()| bank.set_array(&all.column("w").expect("w"), row, &w))
                    .expect("arrays");
            }
        }
        if number % 3 == 0 {
            let mut bank = event.bank(&other, 1).expect("a row");
            let number = i32::try_from(number).expect("few");
            bank.set(&other.column("n").expect("n"), 0, number);
        }
        writer.write(&event).expect("written");
    }
    File::from_source(writer.finish().expect("finished").into_inner()).expect("a file")
}

fn condition(file: &File, text: &str) -> RowCondition {
    RowCondition::parse(text, |name| file.bank(name)).expect("a condition")
}

fn columns(file: &File, condition: &RowCondition) -> Columns {
    let query = ColumnQuery::new(file.dictionary())
        .column("T::Other", "n")
        .and_then(|query| condition.add_to(query))
        .expect("a query");
    let columns = ColumnOptions::new().read(file, &query).expect("columns");
    assert_eq!(columns.banks()[0].schema().name(), "T::Other");
    columns
}

/// Events for which a condition holds, looked at one after another.
fn expected(file: &File, condition: &RowCondition) -> Vec<bool> {
    let mut evaluator = condition.evaluator();
    let mut holds = Vec::new();
    let mut events = file.events();
    while let Some(event) = events.next_event().expect("an event") {
        holds.push(evaluator.holds(&event).expect("rows"));
    }
    holds
}

fn agree(rows: &[Option<usize>]) {
    for compression in ["lz4", "none-per-bank", "zstd-per-column"] {
        let file = file(rows, compression);
        for text in CONDITIONS {
            let text = format!("T::All[{text}]");
            let condition = condition(&file, &text);
            let columns = columns(&file, &condition);
            let mut keep = vec![true; columns.events() as usize];
            let mut evaluator = condition.evaluator();
            for _ in 0..2 {
                evaluator.retain(&columns, &mut keep).expect("columns");
                let expected = expected(&file, &condition);
                assert_eq!(keep, expected, "{text} of {rows:?}, {compression}");
            }
        }
    }
}

#[test]
fn every_number_of_rows() {
    agree(&[]);
    agree(&[None, None]);
    agree(&[Some(0), Some(1)]);
    let rows = [1, 0, 300, 2, 255, 256, 257, 1, 1, 0, 0, 513, 5].map(Some);
    agree(&[&[None], &rows[..], &[None]].concat());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_numbers_of_rows(rows in prop::collection::vec(prop::option::of(0_usize..70), 0..40)) {
        agree(&rows);
    }
}

/// What was out stays out.
#[test]
fn conditions_hold_together() {
    let file = file(&[Some(4); 9], "lz4");
    let one = condition(&file, "T::All[i % 5 == 1 && row() < 2]");
    let other = condition(&file, "T::Other[n != 0]");
    let query = one.add_to(ColumnQuery::new(file.dictionary()));
    let query = query
        .and_then(|query| other.add_to(query))
        .expect("a query");
    let columns = file.read_columns(&query).expect("columns");
    let mut keep = [true; 9];
    one.evaluator().retain(&columns, &mut keep).expect("rows");
    other.evaluator().retain(&columns, &mut keep).expect("rows");
    let both = expected(&file, &one)
        .into_iter()
        .zip(expected(&file, &other))
        .map(|(one, other)| one && other);
    assert_eq!(keep.to_vec(), both.collect::<Vec<_>>());
    assert!(keep.contains(&true));
}

#[test]
fn columns_that_were_not_read_are_told() {
    let file = file(&[Some(1)], "lz4");
    let other = condition(&file, "T::Other[n > 0]");
    let columns = columns(&file, &other);
    let mut keep = [true];
    let all = condition(&file, "T::All[i > 0]");
    let error = all.evaluator().retain(&columns, &mut keep).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::UnknownBank { .. }),
        "{error}"
    );
    let query = ColumnQuery::new(file.dictionary()).column("T::All", "b");
    let columns = file.read_columns(&query.expect("b")).expect("columns");
    let error = all.evaluator().retain(&columns, &mut keep).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::UnknownColumn { .. }),
        "{error}"
    );
    assert_eq!(keep, [true]);
}

#[test]
fn columns_of_another_schema_are_refused() {
    let file = file(&[Some(1)], "lz4");
    let schema: Schema = "{T::All/7/3}{i/I}".parse().expect("a schema");
    let handle = hipo::BankHandle::new(std::sync::Arc::new(schema));
    let condition = RowCondition::parse("T::All[i > 0]", |_| Ok(handle)).expect("a condition");
    let query = condition
        .add_to(ColumnQuery::new(file.dictionary()))
        .expect("i is there too");
    let columns = file.read_columns(&query).expect("columns");
    let error = condition.evaluator().retain(&columns, &mut [true]);
    let error = error.unwrap_err();
    let ErrorKind::Expression(fault) = error.kind() else {
        panic!("{error}");
    };
    let kind = fault.kind();
    assert!(
        matches!(kind, ExpressionErrorKind::OtherColumns { .. }),
        "{kind}"
    );
}
