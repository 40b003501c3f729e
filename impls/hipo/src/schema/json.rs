//! The JSON of a schema, which Java reads.

use std::fmt::Write as _;

use serde::Deserialize;

use super::{ColumnType, Schema, SchemaBuilder, SchemaError};

#[derive(Deserialize)]
struct Description {
    name: String,
    group: u16,
    item: u8,
    #[serde(default)]
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    #[serde(rename = "type")]
    kind: String,
}

/// Reads a schema. What it says beside names, group, item and types is left.
pub(super) fn parse(text: &str) -> Result<Schema, SchemaError> {
    let described: Description =
        serde_json::from_str(text).map_err(|error| SchemaError::Json(error.to_string()))?;
    let mut schema = SchemaBuilder::new(&described.name, described.group, described.item);
    for Entry { name, kind } in described.entries {
        let (letter, length) = kind.split_once('#').unwrap_or((&kind, "1"));
        let letter = letter.trim();
        let mut letters = letter.chars();
        let known = letters
            .next()
            .and_then(ColumnType::from_letter)
            .filter(|_| letters.next().is_none());
        let (Some(known), Ok(length)) = (known, length.trim().parse()) else {
            let message = format!("column {name} has the type {kind:?}");
            return Err(SchemaError::Json(message));
        };
        schema = schema.array(&name, known, length);
    }
    schema.build()
}

/// Writes a schema with C++'s spaces, and a space for each description.
pub(super) fn write(schema: &Schema) -> String {
    write_with(schema, |name| serde_json::Value::from(name).to_string())
}

/// The same with names as they are: C++ does not escape what JSON needs
/// escaped, a quotation mark or a backslash.
pub(super) fn write_unescaped(schema: &Schema) -> String {
    write_with(schema, |name| format!("\"{name}\""))
}

fn write_with(schema: &Schema, quoted: impl Fn(&str) -> String) -> String {
    let name = quoted(schema.name());
    let (group, item) = (schema.group(), schema.item());
    let mut text =
        format!("{{ \"name\": {name}, \"group\": {group}, \"item\": {item}, \"info\": \" \",");
    text.push_str("\"entries\": [ ");
    for (index, column) in schema.columns().iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let name = quoted(column.name());
        let letter = column.column_type().letter();
        let length = match column.array_length() {
            1 => String::new(),
            length => format!("#{length}"),
        };
        let _ = write!(
            text,
            "{comma}{{\"name\":{name}, \"type\":\"{letter}{length}\", \"info\":\" \"}}"
        );
    }
    text.push_str("] }");
    text
}
