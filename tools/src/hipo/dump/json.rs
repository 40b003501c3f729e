//! Events as JSON.

use std::collections::BTreeMap;

use hipo::{Event, Structure};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::other::{self, Content};
use super::piece::{BankPiece, Shown};
use crate::value::Value;

#[derive(Debug, Serialize)]
pub(super) struct Object<'a> {
    event: u64,
    record: u32,
    tag: u32,
    mask: u32,
    banks: Vec<BankObject<'a>>,
    structures: Vec<StructureObject>,
}

#[derive(Debug, Serialize)]
struct BankObject<'a> {
    bank: &'a str,
    group: u16,
    item: u8,
    rows: usize,
    columns: Columns<'a>,
}

/// Columns in the order of the schema.
#[derive(Debug)]
struct Columns<'a>(&'a BankPiece<'a>);

impl Serialize for Columns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.columns.len()))?;
        for &index in &self.0.columns {
            let name = self.0.schema.columns()[index].name();
            let values = self.0.values(index);
            match self.0.length(index) {
                1 => map.serialize_entry(name, &values)?,
                length => {
                    let cells: Vec<_> = values.chunks_exact(length).collect();
                    map.serialize_entry(name, &cells)?;
                }
            }
        }
        map.end()
    }
}

#[derive(Debug, Serialize)]
struct StructureObject {
    group: u16,
    item: u8,
    r#type: String,
    #[serde(flatten)]
    content: BTreeMap<&'static str, Part>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Part {
    Text(String),
    Values(Vec<Value>),
    Rows(Vec<Vec<Value>>),
}

/// An event for machines.
pub(super) fn object<'a>(number: u64, event: &Event<'_>, shown: &'a Shown<'a>) -> Object<'a> {
    let banks = shown.banks().map(|bank| BankObject {
        bank: bank.schema.name(),
        group: bank.schema.group(),
        item: bank.schema.item(),
        rows: bank.rows,
        columns: Columns(bank),
    });
    Object {
        event: number,
        record: event.record(),
        tag: event.tag(),
        mask: event.mask(),
        banks: banks.collect(),
        structures: shown.others().map(structure).collect(),
    }
}

fn structure(structure: &Structure<'_>) -> StructureObject {
    let content = match other::content(structure) {
        Content::Values(values) => vec![("values", Part::Values(values))],
        Content::Text(text) => vec![("text", Part::Text(text))],
        Content::Composite { format, rows } => {
            vec![("format", Part::Text(format)), ("rows", Part::Rows(rows))]
        }
        Content::Hex(digits) => vec![("hex", Part::Text(digits))],
    };
    StructureObject {
        group: structure.group(),
        item: structure.item(),
        r#type: other::type_name(structure),
        content: content.into_iter().collect(),
    }
}
