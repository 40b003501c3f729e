//! From the bytes of columns to registers.

use std::array::from_fn;
use std::ops::Range;

use super::program::Source;
use super::registers::LANES;
use crate::event::{Bank, Cell};
use crate::schema::ColumnType;

/// Reads the values of a column for `rows`.
pub(super) fn floats(
    to: &mut [[f64; LANES]],
    rows: Range<usize>,
    bank: &Bank<'_, '_>,
    source: &Source,
) {
    match source.kind {
        ColumnType::Byte => gather(to, rows, bank, source, i8::to_f64),
        ColumnType::Short => gather(to, rows, bank, source, i16::to_f64),
        ColumnType::Int => gather(to, rows, bank, source, i32::to_f64),
        ColumnType::Long => gather(to, rows, bank, source, i64::to_f64),
        ColumnType::Float => gather(to, rows, bank, source, f32::to_f64),
        ColumnType::Double => gather(to, rows, bank, source, f64::to_f64),
    }
}

/// As [`floats`], of a column of integers.
pub(super) fn integers(
    to: &mut [[i64; LANES]],
    rows: Range<usize>,
    bank: &Bank<'_, '_>,
    source: &Source,
) {
    match source.kind {
        ColumnType::Byte => gather::<i8, _>(to, rows, bank, source, i64::from),
        ColumnType::Short => gather::<i16, _>(to, rows, bank, source, i64::from),
        ColumnType::Int => gather::<i32, _>(to, rows, bank, source, i64::from),
        ColumnType::Long => gather::<i64, _>(to, rows, bank, source, |value| value),
        ColumnType::Float => gather::<f32, _>(to, rows, bank, source, |value| value as i64),
        ColumnType::Double => gather::<f64, _>(to, rows, bank, source, |value| value as i64),
    }
}

#[inline(always)]
fn gather<T: Cell, R>(
    to: &mut [[R; LANES]],
    rows: Range<usize>,
    bank: &Bank<'_, '_>,
    source: &Source,
    convert: impl Fn(T) -> R,
) {
    let (size, row) = (size_of::<T>(), source.cell);
    let column = bank.rows() * source.before;
    let bytes = column + rows.start * row..column + rows.end * row;
    let bytes = bank.bytes().get(bytes).unwrap_or_default();
    let value = |bytes: &[u8]| {
        convert(
            T::Bytes::try_from(bytes)
                .map(T::from_le)
                .unwrap_or_default(),
        )
    };
    if row == size {
        let (whole, rest) = to.split_at_mut(rows.len() / LANES);
        let (whole_bytes, rest_bytes) = bytes.split_at(whole.len() * LANES * size);
        for (to, bytes) in whole.iter_mut().zip(whole_bytes.chunks_exact(LANES * size)) {
            *to = from_fn(|lane| value(&bytes[lane * size..(lane + 1) * size]));
        }
        let rest = rest.as_flattened_mut().iter_mut();
        for (to, bytes) in rest.zip(rest_bytes.chunks_exact(size)) {
            *to = value(bytes);
        }
        return;
    }
    let offset = source.element * size;
    let to = to.as_flattened_mut().iter_mut();
    for (to, bytes) in to.zip(bytes.chunks_exact(row)) {
        *to = value(&bytes[offset..offset + size]);
    }
}
