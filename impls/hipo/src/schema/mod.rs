//! Schemas: what banks are called and which columns they have.

mod column;
mod dictionary;
mod error;
mod handle;
mod json;
mod text;

use std::fmt;
use std::str::FromStr;

pub(crate) use column::Position;
pub use column::{Column, ColumnHandle, ColumnType};
pub use dictionary::Dictionary;
pub use error::SchemaError;
pub use handle::BankHandle;

/// A bank's name, identity and columns.
///
/// Its text form is what files hold:
///
/// ```
/// use hipo::{ColumnType, Schema};
///
/// let schema: Schema = "{REC::Event/300/30}{evno/L,beamE/F,cov/F#5}".parse()?;
/// assert_eq!((schema.name(), schema.group(), schema.item()), ("REC::Event", 300, 30));
/// assert_eq!(schema.columns()[2].column_type(), ColumnType::Float);
/// assert_eq!(schema.row_bytes(), 8 + 4 + 5 * 4);
/// assert_eq!(schema.to_string(), "{REC::Event/300/30}{evno/L,beamE/F,cov/F#5}");
/// # Ok::<(), hipo::SchemaError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Schema {
    name: Box<str>,
    group: u16,
    item: u8,
    columns: Box<[Column]>,
    row: u32,
}

impl Schema {
    /// A schema of no columns yet. Java compares groups as signed shorts and
    /// items as signed bytes: 1 to 32767 and 1 to 127 serve everybody.
    pub fn builder(name: &str, group: u16, item: u8) -> SchemaBuilder {
        SchemaBuilder::new(name, group, item)
    }

    /// Reads the JSON form, which Java goes by:
    /// `{"name", "group", "item", "entries": [{"name", "type"}]}`.
    ///
    /// # Errors
    /// [`SchemaError`].
    pub fn from_json(text: &str) -> Result<Self, SchemaError> {
        json::parse(text)
    }

    /// The JSON form, with spaces and empty descriptions as C++ writes it.
    pub fn to_json(&self) -> String {
        json::write(self)
    }

    /// What C++ writes, which is no JSON where a name has a quotation mark or a
    /// backslash.
    pub(crate) fn to_json_of_cpp(&self) -> String {
        json::write_unescaped(self)
    }

    /// The bank's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The group of its structures.
    pub const fn group(&self) -> u16 {
        self.group
    }

    /// The item of its structures.
    pub const fn item(&self) -> u8 {
        self.item
    }

    /// The columns, in the order of their bytes.
    pub const fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The place of a column, from 0.
    pub fn column_index(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name() == name)
    }

    /// Bytes of a row.
    pub const fn row_bytes(&self) -> usize {
        self.row as usize
    }

    /// Rows that fit whole in a payload of `bytes`.
    #[inline]
    pub const fn rows_in(&self, bytes: usize) -> usize {
        match (bytes as u32).checked_div(self.row) {
            Some(rows) => rows as usize,
            None => 0,
        }
    }
}

impl FromStr for Schema {
    type Err = SchemaError;

    /// Reads the text form. Spaces around names and numbers are left out.
    fn from_str(text: &str) -> Result<Self, SchemaError> {
        text::parse(text)
    }
}

impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::write(self))
    }
}

/// A schema that is being put together.
#[derive(Clone, Debug)]
#[must_use]
pub struct SchemaBuilder {
    name: String,
    group: u16,
    item: u8,
    columns: Vec<(String, ColumnType, u64)>,
}

impl SchemaBuilder {
    fn new(name: &str, group: u16, item: u8) -> Self {
        Self {
            name: name.to_owned(),
            group,
            item,
            columns: Vec::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Adds a column of one value in a row.
    pub fn column(self, name: &str, kind: ColumnType) -> Self {
        self.array(name, kind, 1)
    }

    /// Adds a column of `length` values in a row. C++ cannot read such banks:
    /// it takes the type for one of no bytes.
    pub fn array(mut self, name: &str, kind: ColumnType, length: u64) -> Self {
        self.columns.push((name.to_owned(), kind, length));
        self
    }

    /// The schema.
    ///
    /// # Errors
    /// [`SchemaError`] for names that are empty, repeated, or hold `{`, `}`,
    /// `/`, `,` or spaces at an end; for arrays of no values; and for rows
    /// longer than a structure.
    pub fn build(self) -> Result<Schema, SchemaError> {
        let Self {
            name: bank,
            group,
            item,
            columns: described,
        } = self;
        check_name(&bank)?;
        let mut columns = Vec::<Column>::with_capacity(described.len());
        let mut row = 0_u64;
        for (name, kind, length) in described {
            check_name(&name)?;
            if columns.iter().any(|column| column.name() == name) {
                return Err(SchemaError::RepeatedColumn { bank, column: name });
            }
            if length == 0 {
                return Err(SchemaError::ArrayLength {
                    bank,
                    column: name,
                    length,
                });
            }
            let cell = length.saturating_mul(kind.bytes() as u64);
            let offset = row;
            row = row.saturating_add(cell);
            if row > LARGEST_PAYLOAD {
                return Err(SchemaError::RowTooLong { bank, bytes: row });
            }
            let position = [length, offset, cell].map(|number| number as u32);
            let [length, offset, cell] = position;
            columns.push(Column::new(&name, kind, length, offset, cell));
        }
        Ok(Schema {
            name: bank.into(),
            group,
            item,
            columns: columns.into(),
            row: row as u32,
        })
    }
}

/// Bytes that the payload of a structure has at most: its length has 24 bits.
const LARGEST_PAYLOAD: u64 = (1 << 24) - 1;

fn check_name(name: &str) -> Result<(), SchemaError> {
    let why = if name.is_empty() {
        "it is empty"
    } else if name.contains(['{', '}', '/', ',']) {
        "braces, / and , part names from each other in files"
    } else if name.trim() != name {
        "it begins or ends with a space"
    } else if name.contains(|letter: char| letter.is_control()) {
        "it has a control character"
    } else {
        return Ok(());
    };
    Err(SchemaError::Name {
        name: name.to_owned(),
        why,
    })
}
