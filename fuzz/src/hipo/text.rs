//! Texts that people write: schemas and expressions.

use hipo::{BankHandle, Event, Expression, Schema};

/// A bank of three rows for expressions: every type, and an array.
const SCHEMA: &str = "{Fuzz::bank/1/1}{pid/I,px/F,py/D,q/B,status/S,n/L,cov/F#3}";

/// A text of a schema, its JSON, or an expression: by the first byte.
///
/// # Panics
///
/// When a schema or an expression that was read is another after it was
/// written, or an expression gives one thing for all rows and another for each.
pub fn hipo_text(data: &[u8]) {
    let Some((kind, text)) = data.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    match kind % 4 {
        0 => schema(text.parse()),
        1 => schema(Schema::from_json(&text)),
        _ => expression(&text),
    }
}

fn schema<E>(read: Result<Schema, E>) {
    let Ok(schema) = read else {
        return;
    };
    assert_eq!(schema.to_string().parse::<Schema>().as_ref(), Ok(&schema));
    assert_eq!(Schema::from_json(&schema.to_json()).as_ref(), Ok(&schema));
}

fn expression(text: &str) {
    let Ok(expression) = Expression::parse(text) else {
        return;
    };
    let schema: Schema = SCHEMA.parse().expect("a sound schema");
    let rows = 3;
    let length = rows * schema.row_bytes();
    let mut event = vec![0; 16];
    event.extend_from_slice(&[1, 0, 1, 11]);
    event.extend_from_slice(&(length as u32).to_le_bytes());
    event.extend((0..length).map(|at| (at * 37 % 251) as u8));
    let handle = BankHandle::new(schema.into());
    let Ok(bound) = expression.bind(&handle) else {
        return;
    };
    let bank = Event::new(&event).bank(&handle).expect("a sound event");
    let mut evaluator = bound.evaluator();
    let mut selected = Vec::new();
    evaluator.select(&bank, &mut selected).expect("its bank");
    let one_by_one: Vec<u32> = (0..rows)
        .filter(|row| evaluator.matches_row(&bank, *row).expect("a row"))
        .map(|row| row as u32)
        .collect();
    assert_eq!(selected, one_by_one, "{text}");
    let again = Expression::parse(&expression.to_string()).expect("what was written");
    let mut other = again.bind(&handle).expect("the same columns").evaluator();
    let (mut values, mut others) = (Vec::new(), Vec::new());
    evaluator.evaluate(&bank, &mut values).expect("its bank");
    other.evaluate(&bank, &mut others).expect("its bank");
    let bits = |values: &[f64]| -> Vec<u64> {
        let clean = |value: &f64| if value.is_nan() { f64::NAN } else { *value };
        values.iter().map(|value| clean(value).to_bits()).collect()
    };
    assert_eq!(bits(&values), bits(&others), "{text}");
}
