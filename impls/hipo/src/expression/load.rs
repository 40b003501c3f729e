//! From the bytes of columns to registers.

use super::program::Source;
use crate::event::{Bank, Cell};
use crate::schema::ColumnType;

/// Reads the values of a column from row `start` on, as many as `to` holds.
pub(super) fn floats(to: &mut [f64], bank: &Bank<'_, '_>, source: Source, start: usize) {
    match source.kind {
        ColumnType::Byte => gather(to, bank, source, start, i8::to_f64),
        ColumnType::Short => gather(to, bank, source, start, i16::to_f64),
        ColumnType::Int => gather(to, bank, source, start, i32::to_f64),
        ColumnType::Long => gather(to, bank, source, start, i64::to_f64),
        ColumnType::Float => gather(to, bank, source, start, f32::to_f64),
        ColumnType::Double => gather(to, bank, source, start, f64::to_f64),
    }
}

/// As [`floats`], of a column of integers.
pub(super) fn integers(to: &mut [i64], bank: &Bank<'_, '_>, source: Source, start: usize) {
    match source.kind {
        ColumnType::Byte => gather::<i8, _>(to, bank, source, start, i64::from),
        ColumnType::Short => gather::<i16, _>(to, bank, source, start, i64::from),
        ColumnType::Int => gather::<i32, _>(to, bank, source, start, i64::from),
        ColumnType::Long => gather::<i64, _>(to, bank, source, start, |value| value),
        ColumnType::Float => gather::<f32, _>(to, bank, source, start, |value| value as i64),
        ColumnType::Double => gather::<f64, _>(to, bank, source, start, |value| value as i64),
    }
}

#[inline(always)]
fn gather<T: Cell, R>(
    to: &mut [R],
    bank: &Bank<'_, '_>,
    source: Source,
    start: usize,
    convert: impl Fn(T) -> R,
) {
    let size = size_of::<T>();
    let (Some(column), Some(bytes)) = (
        bank.schema().columns().get(source.column),
        bank.column_bytes(source.column),
    ) else {
        return;
    };
    let row = column.cell_bytes();
    let bytes = bytes.get(start * row..).unwrap_or_default();
    let value = |bytes: &[u8]| {
        T::Bytes::try_from(bytes)
            .map(T::from_le)
            .unwrap_or_default()
    };
    if row == size {
        for (to, bytes) in to.iter_mut().zip(bytes.chunks_exact(size)) {
            *to = convert(value(bytes));
        }
        return;
    }
    let offset = source.element * size;
    for (to, bytes) in to.iter_mut().zip(bytes.chunks_exact(row)) {
        let bytes = bytes.get(offset..offset + size).unwrap_or_default();
        *to = convert(value(bytes));
    }
}
