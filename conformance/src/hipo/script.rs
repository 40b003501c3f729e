//! The calls of a writer.

use hipo::{ColumnType, Schema};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

use super::case::HipoCase;
use super::content::Content;
use super::dataset;

/// The values of a column in a bank, row by row: little-endian.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Cells {
    /// Their type.
    pub kind: ColumnType,
    /// Their bytes.
    pub bytes: Vec<u8>,
}

impl Cells {
    /// The values, of a type of that many bytes.
    pub(super) fn values<const SIZE: usize, T>(&self, value: fn([u8; SIZE]) -> T) -> Vec<T> {
        let chunks = self.bytes.as_chunks::<SIZE>().0.iter();
        chunks.map(|bytes| value(*bytes)).collect()
    }
}

/// A bank of an event.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BankInput {
    /// Its schema, by its place in the script.
    pub schema: usize,
    /// Number of rows.
    pub rows: usize,
    /// Its columns.
    pub columns: Vec<Cells>,
}

/// One call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Step {
    /// An event with a tag.
    Event(u32, Vec<BankInput>),
    /// The record of untagged events is closed.
    Flush,
    /// Its two user words are set.
    UserWords(u32, u32),
}

/// What a file is made of.
#[derive(Clone, Debug)]
pub struct Script {
    /// The schemas, in the order in which they are added.
    pub schemas: Vec<Schema>,
    /// Keys and values.
    pub config: Vec<(String, String)>,
    /// The calls after that.
    pub steps: Vec<Step>,
}

impl Script {
    pub(super) fn of(case: &HipoCase) -> Self {
        let mut random = Pcg64::seed_from_u64(case.seed << 32 | u64::from(case.events));
        let schemas: Vec<Schema> = case
            .schemas
            .texts()
            .iter()
            .map(|text| text.parse().expect("a sound schema"))
            .collect();
        let mut config = Vec::new();
        if case.eventful {
            for (key, value) in [
                ("run", "5042"),
                ("target", "LH2"),
                ("json", "{\"a\": [1, \"µ\"]}"),
            ] {
                config.push((key.to_owned(), value.to_owned()));
            }
        }
        let mut steps = Vec::new();
        for number in 0..case.events {
            if case.eventful {
                interlude(&mut random, &mut steps);
            }
            steps.push(match case.content {
                Content::DataSet => dataset::event(number),
                _ => event(case, &schemas, u64::from(number), &mut random),
            });
        }
        Self {
            schemas,
            config,
            steps,
        }
    }
}

/// What a caller does between events, now and then.
fn interlude(random: &mut Pcg64, steps: &mut Vec<Step>) {
    if random.random_ratio(1, 20) {
        steps.push(Step::UserWords(0, random.random()));
    }
    if random.random_ratio(1, 30) {
        steps.push(Step::Flush);
    }
}

fn event(case: &HipoCase, schemas: &[Schema], number: u64, random: &mut Pcg64) -> Step {
    let tag = match random.random_range(0..10) {
        _ if !case.eventful => 0,
        0..6 => 0,
        6 => 1,
        7 => 7,
        8 => random.random_range(2..5),
        _ => 100_000,
    };
    let mut banks = Vec::new();
    for (index, schema) in schemas.iter().enumerate() {
        // Of many banks, an event has a third.
        if schemas.len() > 10 && !(number as usize + index).is_multiple_of(3) {
            continue;
        }
        let rows = case.content.rows(random);
        let columns = schema.columns().iter().enumerate().map(|(place, column)| {
            let letter = column.column_type().letter();
            let values = (0..rows * column.array_length()).flat_map(|at| {
                let count = number + at as u64 + place as u64;
                case.content.value(random, letter, count)
            });
            Cells {
                kind: column.column_type(),
                bytes: values.collect(),
            }
        });
        banks.push(BankInput {
            schema: index,
            rows,
            columns: columns.collect(),
        });
    }
    Step::Event(tag, banks)
}
