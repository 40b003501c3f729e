//! The text of a schema: `{name/group/item}{column/T,column/T#N,…}`.

use std::fmt::Write as _;

use super::{ColumnType, Schema, SchemaBuilder, SchemaError};

/// The most that an error repeats of a text.
const SHOWN: usize = 60;

/// A text that is read from the front.
struct Text<'a> {
    whole: &'a str,
    rest: &'a str,
}

impl<'a> Text<'a> {
    /// What comes before the next of the `ends`, without spaces around it, and
    /// which one that was.
    fn until(
        &mut self,
        ends: &[char],
        wrong: &'static str,
    ) -> Result<(&'a str, char), SchemaError> {
        let Some(at) = self.rest.find(ends) else {
            self.rest = "";
            return Err(self.error(wrong));
        };
        let (found, rest) = self.rest.split_at(at);
        let end = rest.chars().next().expect("one of the ends");
        self.rest = &rest[end.len_utf8()..];
        Ok((found.trim(), end))
    }

    /// Skips spaces and then `wanted`.
    fn skip(&mut self, wanted: char, wrong: &'static str) -> Result<(), SchemaError> {
        match self.rest.trim_start().strip_prefix(wanted) {
            Some(rest) => {
                self.rest = rest;
                Ok(())
            }
            None => Err(self.error(wrong)),
        }
    }

    fn error(&self, wrong: &'static str) -> SchemaError {
        let read = &self.whole[..self.whole.len() - self.rest.len()];
        SchemaError::Text {
            text: self.whole.chars().take(SHOWN).collect(),
            wrong,
            at: read.chars().count(),
        }
    }
}

/// Reads a schema. Spaces around names and numbers mean nothing.
pub(super) fn parse(text: &str) -> Result<Schema, SchemaError> {
    let mut text = Text {
        whole: text,
        rest: text,
    };
    text.skip('{', "no { before the name")?;
    let (name, _) = text.until(&['/'], "no / after the name")?;
    let (group, _) = text.until(&['/'], "no / after the group")?;
    let group = group
        .parse()
        .map_err(|_| text.error("no group of 0 to 65535"))?;
    let (item, _) = text.until(&['}'], "no } after the item")?;
    let item = item
        .parse()
        .map_err(|_| text.error("no item of 0 to 255"))?;
    let mut schema = SchemaBuilder::new(name, group, item);
    text.skip('{', "no { before the columns")?;
    loop {
        let (column, end) = text.until(&['/', '}'], "no } after the columns")?;
        if end == '}' {
            if column.is_empty() && schema.is_empty() {
                break;
            }
            return Err(text.error("no / after the name of a column"));
        }
        let (kind, end) = text.until(&[',', '}'], "no } after the columns")?;
        let (letter, length) = match kind.split_once('#') {
            None => (kind, 1),
            Some((letter, length)) => match length.trim().parse() {
                Ok(length) => (letter.trim(), length),
                Err(_) => return Err(text.error("no length of an array")),
            },
        };
        let mut letters = letter.chars();
        let kind = letters.next().and_then(ColumnType::from_letter);
        let (Some(kind), None) = (kind, letters.next()) else {
            return Err(text.error("a type that is none of B, S, I, F, D and L"));
        };
        schema = schema.array(column, kind, length);
        if end == '}' {
            break;
        }
    }
    schema.build()
}

/// Writes a schema, as C++ does and every reader takes it.
pub(super) fn write(schema: &Schema) -> String {
    let (name, group, item) = (schema.name(), schema.group(), schema.item());
    let mut text = format!("{{{name}/{group}/{item}}}{{");
    for (index, column) in schema.columns().iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(
            text,
            "{comma}{}/{}",
            column.name(),
            column.column_type().letter()
        );
        if column.array_length() != 1 {
            let _ = write!(text, "#{}", column.array_length());
        }
    }
    text.push('}');
    text
}
