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
    values.resize(start + length + STEP / size_of::<T>(), T::default());
    let output: &mut [u8] = bytemuck::cast_slice_mut(&mut values[start..]);
    let mut at = 0;
    for piece in pieces {
        let rows = piece.rows as usize;
        let from = piece.start as usize + rows * column.offset as usize;
        let length = rows * column.cell as usize;
        copy(data, from, length, output, at);
        at += length;
    }
    values.truncate(start + length);
    if cfg!(target_endian = "big") {
        for value in &mut values[start..] {
            let bytes = T::Bytes::try_from(bytemuck::bytes_of(value));
            *value = bytes.map_or(*value, T::from_le);
        }
    }
}

/// Most pieces of a column are shorter than this, in bytes: a copy of one
/// length for all of them takes a fraction of one that looks at it.
const STEP: usize = 32;

/// Copies `length` bytes from `from` on to `at`; what may come after them there
/// is written to.
#[inline(always)]
fn copy(data: &[u8], from: usize, length: usize, output: &mut [u8], at: usize) {
    let (source, target) = (
        data.get(from..).unwrap_or_default(),
        output.get_mut(at..).unwrap_or_default(),
    );
    if length <= STEP
        && let Some(source) = source.first_chunk::<STEP>()
        && let Some(target) = target.first_chunk_mut::<STEP>()
    {
        *target = *source;
    } else if let (Some(source), Some(target)) = (source.get(..length), target.get_mut(..length)) {
        target.copy_from_slice(source);
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
