//! Structures that are no banks.

use hipo::{ColumnType, Structure, StructureType};

use crate::value::{self, Value};

/// What a structure holds.
#[derive(Debug)]
pub(super) enum Content {
    /// An array of numbers.
    Values(Vec<Value>),
    /// Text; what is no UTF-8 is replaced.
    Text(String),
    /// The format of a composite, and its rows.
    Composite {
        format: String,
        rows: Vec<Vec<Value>>,
    },
    /// Anything else, in hexadecimal digits.
    Hex(String),
}

/// Finds out what a structure holds.
pub(super) fn content(structure: &Structure<'_>) -> Content {
    let payload = structure.payload();
    let kind = match structure.structure_type() {
        StructureType::BYTES => ColumnType::Byte,
        StructureType::SHORTS => ColumnType::Short,
        StructureType::INTEGERS => ColumnType::Int,
        StructureType::LONGS => ColumnType::Long,
        StructureType::FLOATS | StructureType::VECTORS => ColumnType::Float,
        StructureType::DOUBLES => ColumnType::Double,
        StructureType::STRING => {
            return Content::Text(String::from_utf8_lossy(payload).into_owned());
        }
        StructureType::COMPOSITE => {
            return composite(structure).unwrap_or_else(|| hex(payload));
        }
        _ => return hex(payload),
    };
    Content::Values(value::values(kind, payload).collect())
}

fn hex(bytes: &[u8]) -> Content {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
    let digits = bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]);
    Content::Hex(digits.collect())
}

/// The rows of a composite, one after another in its payload; none where its
/// format has no letter that stands for a type.
fn composite(structure: &Structure<'_>) -> Option<Content> {
    let format = structure.format();
    let types: Vec<_> = format
        .iter()
        // Readers pass other letters over, and those in capitals.
        .filter(|letter| letter.is_ascii_lowercase())
        .filter_map(|letter| ColumnType::from_letter(char::from(letter.to_ascii_uppercase())))
        .collect();
    let row_bytes = types.iter().map(|kind| kind.bytes()).sum::<usize>();
    if row_bytes == 0 {
        return None;
    }
    let rows = structure.payload().chunks_exact(row_bytes).map(|row| {
        let mut rest = row;
        let cells = types.iter().filter_map(|kind| {
            let (cell, after) = rest.split_at(kind.bytes());
            rest = after;
            value::values(*kind, cell).next()
        });
        cells.collect()
    });
    Some(Content::Composite {
        format: String::from_utf8_lossy(format).into_owned(),
        rows: rows.collect(),
    })
}

/// The name of a structure's type, or its number.
pub(super) fn type_name(structure: &Structure<'_>) -> String {
    format!("{:?}", structure.structure_type())
}

#[cfg(test)]
mod tests {
    use hipo::EventBuilder;

    use super::*;

    fn content_of(build: impl FnOnce(&mut EventBuilder)) -> Content {
        let mut event = EventBuilder::new();
        build(&mut event);
        let event = event.event();
        let structure = event.structures().next().unwrap().unwrap();
        content(&structure)
    }

    #[test]
    fn composites_are_rows_of_their_format() {
        let rows = [7, 0, 1, 2, 0, 0, 0xff, 0xff, 3, 0, 0, 0];
        let content = content_of(|event| event.composite(1, 2, "s-i", &rows).unwrap());
        let Content::Composite { format, rows } = content else {
            panic!("{content:?}");
        };
        assert_eq!(format, "s-i");
        assert_eq!(
            rows,
            [
                [Value::Integer(7), Value::Integer(0x201)],
                [Value::Integer(-1), Value::Integer(3)]
            ]
        );
        let content = content_of(|event| event.composite(1, 2, "X", &[1, 0xab]).unwrap());
        assert!(matches!(content, Content::Hex(hex) if hex == "01ab"));
    }

    #[test]
    fn arrays_texts_and_unknown_types_are_told_apart() {
        let of = |kind, payload: &[u8]| {
            content_of(|event| event.structure(1, 2, kind, payload).unwrap())
        };
        let content = of(StructureType::SHORTS, &[1, 0, 2, 0]);
        assert!(matches!(content, Content::Values(values)
            if values == [Value::Integer(1), Value::Integer(2)]));
        let content = of(StructureType::STRING, b"text");
        assert!(matches!(content, Content::Text(text) if text == "text"));
        let content = of(StructureType(77), b"\x00\xff");
        assert!(matches!(content, Content::Hex(hex) if hex == "00ff"));
    }
}
