//! Events as tables for people.

use std::io::{self, Write};

use hipo::{Event, Structure};
use tools::size::grouped;
use tools::text::harmless;

use super::other::{self, Content};
use super::piece::{BankPiece, Piece, Shown};
use crate::value::Value;

/// Hexadecimal digits that are shown of a structure, and characters of a text.
const MOST: usize = 256;

/// Writes an event.
pub(super) fn event(
    out: &mut impl Write,
    first: bool,
    number: u64,
    event: &Event<'_>,
    shown: &Shown<'_>,
) -> io::Result<()> {
    if !first {
        writeln!(out)?;
    }
    write!(out, "event {number}: record {}", event.record())?;
    write!(out, ", tag {}", event.tag())?;
    if event.mask() != 0 {
        write!(out, ", mask {:#x}", event.mask())?;
    }
    writeln!(out)?;
    for piece in &shown.pieces {
        match piece {
            Piece::Bank(piece) => bank(out, piece)?,
            Piece::Other(structure) => structure_of(out, structure)?,
        }
    }
    Ok(())
}

fn bank(out: &mut impl Write, bank: &BankPiece<'_>) -> io::Result<()> {
    let schema = &bank.schema;
    writeln!(
        out,
        "  {}  {}/{}, {}",
        harmless(schema.name()),
        schema.group(),
        schema.item(),
        rows_in_words(bank.rows)
    )?;
    if bank.rows == 0 {
        return Ok(());
    }
    let columns = bank.columns.iter().map(|&index| {
        let name = harmless(schema.columns()[index].name());
        let values = bank.values(index);
        let cells = values.chunks_exact(bank.length(index));
        std::iter::once(name).chain(cells.map(shown_cell)).collect()
    });
    aligned(out, &columns.collect::<Vec<_>>())
}

fn structure_of(out: &mut impl Write, structure: &Structure<'_>) -> io::Result<()> {
    let (group, item) = (structure.group(), structure.item());
    let kind = other::type_name(structure);
    let bytes = grouped(structure.payload().len() as u64);
    write!(out, "  {group}/{item}  {kind}, ")?;
    match other::content(structure) {
        Content::Values(values) => {
            writeln!(out, "{} values", grouped(values.len() as u64))?;
            let values: Vec<_> = values.iter().map(Value::to_string).collect();
            writeln!(out, "    {}", values.join(" "))
        }
        Content::Text(text) => {
            writeln!(out, "{bytes} bytes")?;
            writeln!(out, "    {}", cut(&harmless(&text)))
        }
        Content::Composite { format, rows } => {
            writeln!(out, "{}, {}", harmless(&format), rows_in_words(rows.len()))?;
            let width = rows.first().map_or(0, Vec::len);
            let columns = (0..width).map(|index| {
                let cells = rows.iter().map(|row| row[index].to_string());
                cells.collect()
            });
            aligned(out, &columns.collect::<Vec<_>>())
        }
        Content::Hex(digits) => {
            writeln!(out, "{bytes} bytes")?;
            writeln!(out, "    {}", cut(&digits))
        }
    }
}

fn rows_in_words(rows: usize) -> String {
    match rows {
        1 => "1 row".into(),
        rows => format!("{} rows", grouped(rows as u64)),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}... (--format json has it all)", &text[..end]),
        None => text.to_owned(),
    }
}

fn shown_cell(values: &[Value]) -> String {
    match values {
        [value] => value.to_string(),
        values => {
            let values: Vec<_> = values.iter().map(Value::to_string).collect();
            format!("[{}]", values.join(" "))
        }
    }
}

/// Writes columns, numbers to the right.
fn aligned(out: &mut impl Write, columns: &[Vec<String>]) -> io::Result<()> {
    let width = |column: &Vec<String>| column.iter().map(|cell| cell.chars().count()).max();
    let widths: Vec<_> = columns
        .iter()
        .map(|column| width(column).unwrap_or(0))
        .collect();
    let lines = columns.first().map_or(0, Vec::len);
    for line in 0..lines {
        let mut text = String::from("  ");
        for (column, width) in columns.iter().zip(&widths) {
            let cell = &column[line];
            let gap = width - cell.chars().count();
            text.extend(std::iter::repeat_n(' ', 2 + gap));
            text.push_str(cell);
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}
