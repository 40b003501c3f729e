//! What a file holds, in sums.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::text::unhex;

/// What hipo4 read of a whole file.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Sums {
    /// The number of events.
    pub events: u64,
    /// The number of events of each tag.
    pub tags: BTreeMap<u32, u64>,
    /// Each bank of the dictionary, by name.
    pub banks: Vec<BankSums>,
}

/// What hipo4 read of one bank. Of a bank that an event holds twice, hipo4 finds
/// the first.
#[derive(Clone, Debug, PartialEq)]
pub struct BankSums {
    /// The group.
    pub group: u32,
    /// The item.
    pub item: u32,
    /// The schema's text, as hipo4 tells it.
    pub schema: String,
    /// The number of events that hold it, be it without a row. (hipo4 does not see
    /// one without a row that is the last of its event.)
    pub events: u64,
    /// The number of rows.
    pub rows: u64,
    /// The columns, in the order of the schema.
    pub columns: Vec<ColumnSum>,
}

/// The sum of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnSum {
    /// The column's name.
    pub name: String,
    /// The letter of its type, `?` where hipo4 does not know it.
    pub kind: char,
    /// One `f64`, added to event by event and row by row in the order of the
    /// file; 0 of a type that hipo4 does not know.
    pub sum: f64,
}

impl Sums {
    /// The bank of a group and an item.
    pub fn bank(&self, group: u32, item: u32) -> Option<&BankSums> {
        self.banks
            .iter()
            .find(|bank| (bank.group, bank.item) == (group, item))
    }

    /// Reads the lines that the shim tells sums in (`shim/sums.h`).
    pub(crate) fn from_lines(text: &str) -> Result<Self, Error> {
        let mut sums = Self::default();
        let mut ended = false;
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            match sums.take(&words) {
                Some(end) if !ended => ended = end,
                _ => return Err(not_understood(line)),
            }
        }
        if ended {
            Ok(sums)
        } else {
            Err(not_understood("it has no end"))
        }
    }

    /// Takes a line; whether it was the last one.
    fn take(&mut self, words: &[&str]) -> Option<bool> {
        match words {
            ["events", count] => self.events = count.parse().ok()?,
            ["tag", tag, count] => {
                self.tags.insert(tag.parse().ok()?, count.parse().ok()?);
            }
            ["bank", group, item, events, rows, schema] => self.banks.push(BankSums {
                group: group.parse().ok()?,
                item: item.parse().ok()?,
                schema: unhex(schema)?,
                events: events.parse().ok()?,
                rows: rows.parse().ok()?,
                columns: Vec::new(),
            }),
            ["column", kind, bits, name] => self.banks.last_mut()?.columns.push(ColumnSum {
                name: unhex(name)?,
                kind: kind.chars().next()?,
                sum: f64::from_bits(u64::from_str_radix(bits, 16).ok()?),
            }),
            ["end"] => return Some(true),
            _ => return None,
        }
        Some(false)
    }
}

fn not_understood(line: &str) -> Error {
    Error::Answer {
        what: "sums",
        answer: line.to_owned(),
    }
}
