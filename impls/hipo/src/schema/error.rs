//! What can be wrong with a schema.

/// A schema or dictionary that cannot be made.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// The text of a schema is not of the form `{name/group/item}{column/T,…}`.
    #[error("the schema {text:?} has {wrong} at character {at}")]
    Text {
        /// The text, or its beginning.
        text: String,
        /// What is wrong.
        wrong: &'static str,
        /// Where, in characters from 0.
        at: usize,
    },
    /// JSON that describes no schema.
    #[error("the JSON of a schema does not fit: {0}")]
    Json(String),
    /// A name that is empty or has characters which the text form gives a
    /// meaning.
    #[error("{name:?} cannot be the name of a bank or a column: {why}")]
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Two columns of one name.
    #[error("bank {bank} has two columns {column}")]
    RepeatedColumn {
        /// The bank's name.
        bank: String,
        /// The column's name.
        column: String,
    },
    /// An array column of no values, or too many.
    #[error("column {column} of bank {bank} has arrays of {length} values")]
    ArrayLength {
        /// The bank's name.
        bank: String,
        /// The column's name.
        column: String,
        /// The length asked for.
        length: u64,
    },
    /// More bytes in a row than a structure can hold.
    #[error("a row of bank {bank} takes {bytes} bytes: a structure holds 16777215")]
    RowTooLong {
        /// The bank's name.
        bank: String,
        /// Bytes of a row.
        bytes: u64,
    },
    /// One name with two meanings.
    #[error("bank {name} is defined twice, and not alike")]
    Conflict {
        /// The name.
        name: String,
    },
    /// One group and item for two banks.
    #[error("banks {first} and {second} both are {group}/{item}")]
    SharedIdentity {
        /// The name that came first.
        first: String,
        /// The other one.
        second: String,
        /// The group of both.
        group: u16,
        /// The item of both.
        item: u8,
    },
}
