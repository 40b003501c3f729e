//! From the rows of many events to columns.

use super::batch::{BankBuilder, Builder};
use super::locate::{Located, Piece};
use super::query::WantedBank;
use super::values::each;
use crate::event::Cell;
use crate::room::{Growth, reserve};
use crate::schema::Position;

/// Adds the columns of a bank, whose rows are pieces of `data`.
fn gather(
    wanted: &WantedBank,
    data: &[u8],
    pieces: &[Piece],
    builder: &mut BankBuilder,
    growth: Growth,
) {
    builder.push_rows(pieces.iter().map(|piece| piece.rows), growth);
    let columns = wanted.handle.schema().columns();
    let rows: usize = pieces.iter().map(|piece| piece.rows as usize).sum();
    for (&index, values) in wanted.columns.iter().zip(&mut builder.columns) {
        let column = &columns[index];
        let length = rows * column.array_length();
        each!(values, values => {
            let start = values.len();
            reserve(values, length + STEP, growth);
            // Beyond the end, so that copies of one length have room there too.
            values.resize(start + length + STEP, Default::default());
            let output = bytemuck::cast_slice_mut(&mut values[start..]);
            gather_column(data, pieces, column.position(), output);
            values.truncate(start + length);
            from_little_endian(&mut values[start..]);
        });
    }
}

/// Writes the cells of a column in all pieces, one after another, as they are
/// stored.
pub(crate) fn gather_column(data: &[u8], pieces: &[Piece], column: Position, output: &mut [u8]) {
    let mut at = 0;
    for piece in pieces {
        let rows = piece.rows as usize;
        let from = piece.start as usize + rows * column.offset as usize;
        let length = rows * column.cell as usize;
        copy(data, from, length, output, at);
        at += length;
    }
}

/// Turns values around that were written as little-endian bytes, where the host
/// has others.
pub(super) fn from_little_endian<T: Cell>(values: &mut [T]) {
    if cfg!(target_endian = "big") {
        for value in values {
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

/// Adds the columns of all banks of a query.
pub(super) fn gather_all(
    wanted: &[WantedBank],
    data: &[u8],
    located: &Located,
    builder: &mut Builder,
) {
    let growth = builder.growth(located.events);
    for (index, bank) in wanted.iter().enumerate() {
        let built = &mut builder.banks[index];
        gather(bank, data, &located.banks[index], built, growth);
    }
    builder.add_events(located.events);
}
