//! What oxihipo reads of a file, as the value of it.

use std::collections::BTreeMap;
use std::ops::Range;

use oxihipo::{Bank, Contents, Piece, Schema, Way};

use super::super::value::{EventValue, FileValue};
use crate::outcome::Failure;

/// A bank's group and item.
type Identity = (u16, u8);

/// The value of what was read. Banks of no rows are not told from banks that are
/// not there; no writer of a case makes them.
pub(super) fn value(read: &Contents, way: Way) -> Result<FileValue, Failure> {
    let mut schemas: Vec<&Schema> = read.schemas.iter().collect();
    schemas.sort_by(|one, other| one.name.cmp(&other.name));
    let mut value = FileValue {
        schemas: schemas.into_iter().map(text).collect(),
        ..FileValue::default()
    };
    let identities = read
        .schemas
        .iter()
        .map(|schema| Ok((schema.name.as_str(), identity(schema)?)))
        .collect::<Result<BTreeMap<_, _>, Failure>>()?;
    for piece in &read.pieces {
        events(piece, &identities, &mut value)?;
    }
    if way == Way::Backwards {
        let events = value.events.values_mut();
        events.for_each(|events| events.reverse());
    }
    Ok(value)
}

fn text(schema: &Schema) -> String {
    let columns = schema.columns.iter().map(|(name, letter, length)| {
        let array = match length {
            1 => String::new(),
            length => format!("#{length}"),
        };
        format!("{name}/{letter}{array}")
    });
    let columns: Vec<String> = columns.collect();
    let Schema {
        name, group, item, ..
    } = schema;
    format!("{{{name}/{group}/{item}}}{{{}}}", columns.join(","))
}

fn identity(schema: &Schema) -> Result<Identity, Failure> {
    let group = u16::try_from(schema.group).ok();
    let item = u8::try_from(schema.item).ok();
    group.zip(item).ok_or_else(|| {
        Failure::new(format!("bank {}: no such group or item", schema.name)).kind("Schema")
    })
}

fn events(
    piece: &Piece,
    identities: &BTreeMap<&str, Identity>,
    value: &mut FileValue,
) -> Result<(), Failure> {
    let banks = piece
        .banks
        .iter()
        .map(|bank| {
            let identity = identities.get(bank.name.as_str());
            let identity = identity.ok_or_else(|| unsound(bank, "it has no schema"))?;
            Ok((*identity, bank, cells(bank)?))
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    for (event, tag) in piece.tags.iter().enumerate() {
        let mut structures = Vec::new();
        for (identity, bank, cells) in &banks {
            let rows = bank.offsets[event] as usize..bank.offsets[event + 1] as usize;
            if !rows.is_empty() {
                let payload = payload(bank, cells, rows);
                let payload = payload.ok_or_else(|| unsound(bank, "rows without cells"))?;
                structures.push((*identity, payload));
            }
        }
        value.push(*tag, EventValue::of_banks(structures.into_iter()));
    }
    Ok(())
}

/// Bytes of a row in each column.
fn cells(bank: &Bank) -> Result<Vec<usize>, Failure> {
    let rows = bank.offsets.last().copied().unwrap_or_default() as usize;
    let cell = |column: &Vec<u8>| match rows {
        0 => Ok(0),
        rows if column.len().is_multiple_of(rows) => Ok(column.len() / rows),
        _ => Err(unsound(bank, "a column does not have its rows")),
    };
    bank.columns.iter().map(cell).collect()
}

/// The payload of some rows: column after column.
fn payload(bank: &Bank, cells: &[usize], rows: Range<usize>) -> Option<Vec<u8>> {
    let mut payload = Vec::new();
    for (column, cell) in bank.columns.iter().zip(cells) {
        payload.extend(column.get(rows.start * cell..rows.end * cell)?);
    }
    Some(payload)
}

fn unsound(bank: &Bank, why: &str) -> Failure {
    Failure::new(format!("bank {}: {why}", bank.name)).kind("Answer")
}
