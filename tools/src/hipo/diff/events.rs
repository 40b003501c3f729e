//! Where the events of two files differ.

use std::collections::BTreeMap;

use hipo::{Event, File, Schema, Structure, StructureType};
use serde::Serialize;

use crate::failure::Failure;
use crate::progress::Progress;
use crate::value::{self, Value};

/// How often the progress is told, in events.
const STEP: u64 = 1024;

/// What differs in the events that both files have.
#[derive(Debug, Default)]
pub(super) struct Differences {
    /// Events that differ.
    pub(super) events: u64,
    /// In how many of them each bank does.
    pub(super) banks: BTreeMap<String, u64>,
    pub(super) first: Option<First>,
}

/// The first difference.
#[derive(Debug, Default, Serialize)]
#[expect(clippy::struct_field_names, reason = "first and second are the files")]
pub(super) struct First {
    pub(super) event: u64,
    pub(super) bank: Option<String>,
    pub(super) row: Option<usize>,
    pub(super) column: Option<String>,
    pub(super) first: Option<String>,
    pub(super) second: Option<String>,
    /// What differs, in a word or two.
    pub(super) what: &'static str,
}

/// Compares each event with the one of the same number.
pub(super) fn compare(
    first: &File,
    second: &File,
    exact: bool,
    progress: &Progress,
) -> Result<Differences, Failure> {
    let mut found = Differences::default();
    let (mut ones, mut others) = (first.random_access(), second.random_access());
    let count = first.event_count().min(second.event_count());
    for number in 0..count {
        if number % STEP == 0 {
            progress.did(STEP);
        }
        let (one, other) = (ones.event(number)?, others.event(number)?);
        if one.bytes() == other.bytes() {
            continue;
        }
        let one_structures = sorted(&one).map_err(Failure::of(first))?;
        let other_structures = sorted(&other).map_err(Failure::of(second))?;
        let mut pair = Pair {
            files: [first, second],
            number,
            found: &mut found,
            differs: false,
        };
        pair.headers(&one, &other);
        pair.structures(&one_structures, &other_structures);
        if exact && !pair.differs {
            pair.differs_in(None, |first| {
                first.what = "order of banks, or bytes that nobody reads";
            });
        }
        found.events += u64::from(pair.differs);
    }
    Ok(found)
}

/// The structures of an event by group and item; those that share them in the
/// order of the event.
fn sorted<'e>(event: &Event<'e>) -> Result<Vec<Structure<'e>>, hipo::Error> {
    let mut structures = event.structures().collect::<Result<Vec<_>, _>>()?;
    structures.sort_by_key(identity);
    Ok(structures)
}

fn identity(structure: &Structure<'_>) -> (u16, u8) {
    (structure.group(), structure.item())
}

/// Two events of one number.
struct Pair<'a> {
    files: [&'a File; 2],
    number: u64,
    found: &'a mut Differences,
    differs: bool,
}

impl Pair<'_> {
    /// Takes a difference down: for the first of all, `tell` says more.
    fn differs_in(&mut self, bank: Option<String>, tell: impl FnOnce(&mut First)) {
        self.differs = true;
        if self.found.first.is_none() {
            let mut first = First {
                event: self.number,
                bank: bank.clone(),
                ..First::default()
            };
            tell(&mut first);
            self.found.first = Some(first);
        }
        if let Some(bank) = bank {
            *self.found.banks.entry(bank).or_default() += 1;
        }
    }

    fn headers(&mut self, one: &Event<'_>, other: &Event<'_>) {
        let words = [
            ("tag", one.tag(), other.tag()),
            ("mask", one.mask(), other.mask()),
        ];
        for (what, one, other) in words {
            if one != other {
                self.differs_in(None, |first| {
                    first.what = what;
                    first.first = Some(one.to_string());
                    first.second = Some(other.to_string());
                });
            }
        }
    }

    fn structures(&mut self, ones: &[Structure<'_>], others: &[Structure<'_>]) {
        let (mut ones, mut others) = (ones, others);
        loop {
            let next = match (ones.first(), others.first()) {
                (None, None) => return,
                (Some(one), Some(other)) => identity(one).cmp(&identity(other)),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
            };
            // Those that only one event has, or one of each.
            let (one, other) = match next {
                std::cmp::Ordering::Less => (ones.split_off_first(), None),
                std::cmp::Ordering::Greater => (None, others.split_off_first()),
                std::cmp::Ordering::Equal => (ones.split_off_first(), others.split_off_first()),
            };
            match (one, other) {
                (Some(one), Some(other)) if one != other => self.banks(one, other),
                (Some(_), Some(_)) | (None, None) => {}
                (Some(only), None) | (None, Some(only)) => {
                    let there = self.rows_in_words(only);
                    let name = self.name(only);
                    self.differs_in(Some(name), |first| {
                        first.what = "bank";
                        let absent = "absent".to_owned();
                        (first.first, first.second) = if one.is_some() {
                            (Some(there), Some(absent))
                        } else {
                            (Some(absent), Some(there))
                        };
                    });
                }
            }
        }
    }

    /// Two structures of one group and item that are not alike.
    fn banks(&mut self, one: &Structure<'_>, other: &Structure<'_>) {
        let name = self.name(one);
        let words = [self.rows_in_words(one), self.rows_in_words(other)];
        let schema = self.schema(one).filter(|schema| {
            let alike = self.files[1]
                .dictionary()
                .find(schema.group(), schema.item());
            alike.is_some_and(|other| **other == **schema)
                && [one, other].map(Structure::structure_type) == [StructureType::TABLE; 2]
        });
        let cell = schema.and_then(|schema| first_cell(schema, one.payload(), other.payload()));
        self.differs_in(Some(name), |first| {
            let [one, other] = if let Some(cell) = cell {
                first.what = "value";
                (first.row, first.column) = (Some(cell.row), Some(cell.column));
                cell.values.map(|value| value.to_string())
            } else {
                first.what = if words[0] == words[1] {
                    "bytes"
                } else {
                    "rows"
                };
                words
            };
            (first.first, first.second) = (Some(one), Some(other));
        });
    }

    fn schema(&self, structure: &Structure<'_>) -> Option<&'_ Schema> {
        let (group, item) = identity(structure);
        self.files[0]
            .dictionary()
            .find(group, item)
            .map(|schema| &**schema)
    }

    fn name(&self, structure: &Structure<'_>) -> String {
        let (group, item) = identity(structure);
        let mut dictionaries = self.files.iter().map(|file| file.dictionary());
        let schema = dictionaries.find_map(|dictionary| dictionary.find(group, item));
        schema.map_or_else(
            || format!("{group}/{item}"),
            |schema| schema.name().to_owned(),
        )
    }

    fn rows_in_words(&self, structure: &Structure<'_>) -> String {
        let bytes = structure.payload().len();
        match self.schema(structure) {
            Some(schema) if structure.structure_type() == StructureType::TABLE => {
                format!("{} rows", schema.rows_in(bytes))
            }
            _ => format!("{:?} of {bytes} bytes", structure.structure_type()),
        }
    }
}

/// A value that differs.
struct CellDifference {
    row: usize,
    column: String,
    values: [Value; 2],
}

/// The first value that differs in two banks of as many rows: in the first such
/// row, the first such column.
fn first_cell(schema: &Schema, one: &[u8], other: &[u8]) -> Option<CellDifference> {
    if schema.rows_in(one.len()) != schema.rows_in(other.len()) {
        return None;
    }
    let columns = schema.columns().iter().enumerate();
    let differing = columns.filter_map(|(index, column)| {
        let [one, other] = [one, other].map(|bank| value::column_bytes(schema, bank, index));
        let kind = column.column_type();
        let at = one
            .chunks_exact(kind.bytes())
            .zip(other.chunks_exact(kind.bytes()))
            .position(|(one, other)| one != other)?;
        let values = [one, other].map(|bytes| value::values(kind, bytes).nth(at));
        let [Some(one), Some(other)] = values else {
            return None;
        };
        let length = column.array_length();
        let name = match length {
            1 => column.name().to_owned(),
            _ => format!("{}[{}]", column.name(), at % length),
        };
        Some(CellDifference {
            row: at / length,
            column: name,
            values: [one, other],
        })
    });
    // The earliest column of equals.
    differing.min_by_key(|cell| cell.row)
}
