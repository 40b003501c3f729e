//! The rows of one bank as comma-separated values (RFC 4180).

use std::fmt::Write as _;
use std::io::{self, Write};

use hipo::Schema;
use tools::text::harmless;

use super::piece::{Shown, Wanted};
use crate::failure::Failure;
use crate::value::Value;

/// The table of one bank.
#[derive(Debug)]
pub(super) struct Csv {
    head: String,
}

impl Csv {
    /// Refuses several banks: their rows have nothing in common.
    pub(super) fn new(wanted: &Wanted<'_>) -> Result<Self, Failure> {
        let schemas: Vec<_> = wanted.schemas().collect();
        let [schema] = schemas[..] else {
            let names = schemas.iter().take(5).map(|schema| harmless(schema.name()));
            let names = names.collect::<Vec<_>>().join(", ");
            return Err(Failure::Usage(match schemas.len() {
                0 => "--format csv is for one bank, and the file has no schema that fits".into(),
                count => format!(
                    "--format csv is for one bank: name it with --bank; {count} fit, such as \
                     {names}"
                ),
            }));
        };
        Ok(Self {
            head: head(schema, wanted),
        })
    }

    /// Writes the names of the columns.
    pub(super) fn head(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{}\r\n", self.head)
    }

    /// Writes the rows of an event.
    pub(super) fn event(
        &mut self,
        out: &mut impl Write,
        number: u64,
        shown: &Shown<'_>,
    ) -> io::Result<()> {
        for bank in shown.banks() {
            let columns: Vec<_> = bank
                .columns
                .iter()
                .map(|&index| bank.cells(index))
                .collect();
            for row in 0..bank.rows {
                let mut line = format!("{number},{row}");
                for value in columns.iter().flat_map(|cells| &cells[row]) {
                    line.push(',');
                    push(&mut line, *value);
                }
                write!(out, "{line}\r\n")?;
            }
        }
        Ok(())
    }
}

fn head(schema: &Schema, wanted: &Wanted<'_>) -> String {
    let mut head = String::from("event,row");
    for (_, column) in wanted.columns_of(schema) {
        let length = column.array_length();
        for index in 0..length {
            let name = match length {
                1 => column.name().to_owned(),
                _ => format!("{}[{index}]", column.name()),
            };
            head.push(',');
            if name.contains(['"', '\r', '\n']) {
                let _ = write!(head, "\"{}\"", name.replace('"', "\"\""));
            } else {
                head.push_str(&name);
            }
        }
    }
    head
}

fn push(line: &mut String, value: Value) {
    let _ = write!(line, "{value}");
}
