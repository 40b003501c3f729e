//! The rows of one bank as comma-separated values.

use std::fmt::Write as _;
use std::io::{self, Write};

use hipo::Schema;
use tools::text::harmless;

use super::piece::{Shown, Wanted};
use crate::failure::Failure;

/// The names of the columns. Refuses several banks: their rows have nothing in
/// common.
pub(super) fn head(wanted: &Wanted<'_>) -> Result<String, Failure> {
    let schemas: Vec<_> = wanted.schemas().collect();
    let [schema] = schemas[..] else {
        let names = schemas.iter().take(5).map(|schema| harmless(schema.name()));
        let names = names.collect::<Vec<_>>().join(", ");
        return Err(Failure::Usage(match schemas.len() {
            0 => "--format csv is for one bank, and the file has no schema that fits".into(),
            count => format!(
                "--format csv is for one bank: name it with --bank; {count} fit, such as {names}"
            ),
        }));
    };
    Ok(head_of(schema, wanted))
}

/// Writes the rows of an event.
pub(super) fn event(out: &mut impl Write, number: u64, shown: &Shown<'_>) -> io::Result<()> {
    for bank in shown.banks() {
        let columns: Vec<_> = bank
            .columns
            .iter()
            .map(|&index| (bank.length(index), bank.values(index)))
            .collect();
        for row in 0..bank.rows {
            write!(out, "{number},{row}")?;
            for (length, values) in &columns {
                for value in &values[row * length..][..*length] {
                    write!(out, ",{value}")?;
                }
            }
            out.write_all(b"\n")?;
        }
    }
    Ok(())
}

fn head_of(schema: &Schema, wanted: &Wanted<'_>) -> String {
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
    head.push('\n');
    head
}
