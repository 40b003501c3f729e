//! From the rows of many events to columns.

use super::batch::{BankBuilder, Builder};
use super::locate::{Located, Piece};
use super::query::WantedBank;
use super::values::each;
use crate::event::Cell;
use crate::schema::Position;

/// Adds the columns of a bank, whose rows are pieces of `data`.
pub(crate) fn gather(
    wanted: &WantedBank,
    data: &[u8],
    pieces: &[Piece],
    builder: &mut BankBuilder,
) {
    builder.push_rows(pieces.iter().map(|piece| piece.rows));
    let columns = wanted.handle.schema().columns();
    let rows: usize = pieces.iter().map(|piece| piece.rows as usize).sum();
    for (&index, values) in wanted.columns.iter().zip(&mut builder.columns) {
        let column = &columns[index];
        let length = rows * column.array_length();
        each!(values, values => gather_column(data, pieces, column.position(), length, values));
    }
}

/// Adds `length` values: those of a column in all pieces.
fn gather_column<T: Cell>(
    data: &[u8],
    pieces: &[Piece],
    column: Position,
    length: usize,
    values: &mut Vec<T>,
) {
    let start = values.len();
    values.resize(start + length, T::default());
    let mut rest = &mut values[start..];
    for piece in pieces {
        let bank = data.get(piece.start as usize..).unwrap_or_default();
        let bytes = column.of_bank(bank, piece.rows as usize);
        let (these, others) = rest.split_at_mut(bytes.len() / size_of::<T>());
        rest = others;
        for (value, bytes) in these.iter_mut().zip(bytes.chunks_exact(size_of::<T>())) {
            *value = T::Bytes::try_from(bytes).map_or_else(|_| T::default(), T::from_le);
        }
    }
}

/// Adds the values of little-endian bytes.
#[inline(always)]
pub(crate) fn extend<T: Cell>(values: &mut Vec<T>, bytes: &[u8]) {
    values.extend(bytes.chunks_exact(size_of::<T>()).map(|bytes| {
        let bytes = T::Bytes::try_from(bytes);
        bytes.map_or_else(|_| T::default(), T::from_le)
    }));
}

/// Adds the columns of all banks of a query.
pub(super) fn gather_all(
    wanted: &[WantedBank],
    data: &[u8],
    located: &Located,
    builder: &mut Builder,
) {
    for (index, bank) in wanted.iter().enumerate() {
        gather(bank, data, &located.banks[index], &mut builder.banks[index]);
    }
    builder.add_events(located.events);
}
