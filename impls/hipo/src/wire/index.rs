//! The index of records: the trailer of a closed file.

use crate::event::{Event, StructureType};

/// Group and item of the bank that holds the index, `file::index`.
pub(crate) const INDEX_BANK: (u16, u8) = (32111, 1);

/// Bytes of a row: position/L, length/I, entries/I, two user words/L.
const ROW: usize = 32;

/// What the index tells of a record.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct IndexRow {
    pub(crate) position: u64,
    pub(crate) bytes: u64,
    pub(crate) events: u32,
    pub(crate) user_word_1: u64,
    pub(crate) user_word_2: u64,
}

/// The rows of an index event; none where there is no such bank. Numbers below
/// zero are none that a record could have.
pub(crate) fn read_index(event: &Event<'_>) -> Option<Vec<IndexRow>> {
    let structure = event.structure(INDEX_BANK.0, INDEX_BANK.1).ok()??;
    if structure.structure_type() != StructureType::TABLE {
        return None;
    }
    let bytes = structure.payload();
    let rows = bytes.len() / ROW;
    let (positions, rest) = bytes.split_at(rows * 8);
    let (lengths, rest) = rest.split_at(rows * 4);
    let (entries, rest) = rest.split_at(rows * 4);
    let (first_words, rest) = rest.split_at(rows * 8);
    let longs = |bytes: &'_ [u8], row: usize| {
        u64::from_le_bytes(bytes[row * 8..][..8].try_into().expect("eight bytes"))
    };
    let integers = |bytes: &'_ [u8], row: usize| {
        i32::from_le_bytes(bytes[row * 4..][..4].try_into().expect("four bytes"))
    };
    (0..rows)
        .map(|row| {
            Some(IndexRow {
                position: longs(positions, row),
                bytes: u64::try_from(integers(lengths, row)).ok()?,
                events: u32::try_from(integers(entries, row)).ok()?,
                user_word_1: longs(first_words, row),
                user_word_2: longs(rest, row),
            })
        })
        .collect()
}

/// The payload of the index bank, column by column.
pub(crate) fn index_payload(rows: &[IndexRow]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(rows.len() * ROW);
    bytes.extend(rows.iter().flat_map(|row| row.position.to_le_bytes()));
    bytes.extend(rows.iter().flat_map(|row| (row.bytes as u32).to_le_bytes()));
    bytes.extend(rows.iter().flat_map(|row| row.events.to_le_bytes()));
    bytes.extend(rows.iter().flat_map(|row| row.user_word_1.to_le_bytes()));
    bytes.extend(rows.iter().flat_map(|row| row.user_word_2.to_le_bytes()));
    bytes
}
