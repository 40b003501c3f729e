//! A bank's layout.

use crate::error::Error;

/// The type of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColumnType {
    /// `B`, 8 bits.
    Byte,
    /// `S`, 16 bits.
    Short,
    /// `I`, 32 bits.
    Int,
    /// `F`, 32 bits.
    Float,
    /// `D`, 64 bits.
    Double,
    /// `L`, 64 bits.
    Long,
}

impl ColumnType {
    /// The letter that schemas have it by.
    pub const fn letter(self) -> char {
        match self {
            Self::Byte => 'B',
            Self::Short => 'S',
            Self::Int => 'I',
            Self::Float => 'F',
            Self::Double => 'D',
            Self::Long => 'L',
        }
    }

    /// The type of a letter.
    pub fn from_letter(letter: &str) -> Option<Self> {
        Some(match letter {
            "B" => Self::Byte,
            "S" => Self::Short,
            "I" => Self::Int,
            "F" => Self::Float,
            "D" => Self::Double,
            "L" => Self::Long,
            _ => return None,
        })
    }
}

/// A schema, as hipo4 tells it (`schema::getSchemaString`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The bank's name.
    pub name: String,
    /// Its group.
    pub group: u32,
    /// Its item.
    pub item: u32,
    /// Its columns, by name and type.
    pub columns: Vec<(String, ColumnType)>,
    /// The whole text.
    pub text: String,
}

impl Schema {
    pub(crate) fn from_text(text: &str) -> Result<Self, Error> {
        Self::parse(text).ok_or_else(|| Error::Answer {
            what: "the schemas",
            answer: text.to_owned(),
        })
    }

    fn parse(text: &str) -> Option<Self> {
        let (head, body) = text
            .strip_prefix('{')?
            .strip_suffix('}')?
            .split_once("}{")?;
        let (rest, item) = head.rsplit_once('/')?;
        let (name, group) = rest.rsplit_once('/')?;
        let columns = body
            .split(',')
            .map(|column| {
                let (name, letter) = column.split_once('/')?;
                Some((name.to_owned(), ColumnType::from_letter(letter)?))
            })
            .collect::<Option<_>>()?;
        Some(Self {
            name: name.to_owned(),
            group: group.parse().ok()?,
            item: item.parse().ok()?,
            columns,
            text: text.to_owned(),
        })
    }
}
