//! What oxihipo reads of a file.

use crate::error::Error;
use crate::message::Answer;

/// A way in which its interface reads a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// `read_columns`, of all events at once.
    All = 0,
    /// `read_columns_at`, from the last event to the first.
    Backwards = 1,
    /// `read_columns`, in ranges of events, of which there are three.
    Ranges = 2,
    /// `filtered` and `read_columns`, tag by tag in ascending order.
    Tags = 3,
}

/// A schema, as it tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The bank's name.
    pub name: String,
    /// Its group.
    pub group: u64,
    /// Its item.
    pub item: u64,
    /// Names, letters and array lengths of its columns. A column of arrays of one
    /// value is told like one without.
    pub columns: Vec<(String, char, u64)>,
}

/// Columns of a bank, of some events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bank {
    /// The bank's name.
    pub name: String,
    /// In which rows an event begins, and at the end how many rows there are.
    pub offsets: Vec<u64>,
    /// Cells of the columns, in the order of the schema: little-endian, row by row.
    pub columns: Vec<Vec<u8>>,
}

/// Events that were read by one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Their tags.
    pub tags: Vec<u32>,
    /// Their banks.
    pub banks: Vec<Bank>,
}

/// What oxihipo reads of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Schemas, in its order.
    pub schemas: Vec<Schema>,
    /// Keys and values of the configuration.
    pub config: Vec<(String, String)>,
    /// Events, call by call. Of each bank there are as many offsets as there are
    /// tags, and one.
    pub pieces: Vec<Piece>,
}

impl Contents {
    pub(crate) fn of(answer: &mut Answer<'_>) -> Result<Self, Error> {
        Ok(Self {
            schemas: answer.list(schema)?,
            config: answer.list(|answer| Ok((answer.text()?, answer.text()?)))?,
            pieces: answer.list(piece)?,
        })
    }
}

fn schema(answer: &mut Answer<'_>) -> Result<Schema, Error> {
    Ok(Schema {
        name: answer.text()?,
        group: answer.number()?,
        item: answer.number()?,
        columns: answer.list(|answer| {
            let (name, letter) = (answer.text()?, answer.text()?);
            let letter = letter.chars().next().ok_or(Error::Answer {
                what: "a column has no type",
            })?;
            Ok((name, letter, answer.number()?))
        })?,
    })
}

fn piece(answer: &mut Answer<'_>) -> Result<Piece, Error> {
    let tags = answer.array(u32::from_le_bytes)?;
    let banks = answer.list(|answer| {
        Ok(Bank {
            name: answer.text()?,
            offsets: answer.array(u64::from_le_bytes)?,
            columns: answer.list(|answer| Ok(answer.bytes()?.to_vec()))?,
        })
    })?;
    if banks
        .iter()
        .any(|bank| bank.offsets.len() != tags.len() + 1)
    {
        return Err(Error::Answer {
            what: "a bank has not as many events as there are tags",
        });
    }
    Ok(Piece { tags, banks })
}
