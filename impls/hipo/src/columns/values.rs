//! The values of one column, of many events.

use super::gather::from_little_endian;
use crate::error::Error;
use crate::event::Cell;
use crate::room::{Growth, reserve, zeros};
use crate::schema::ColumnType;

/// The values of a column, in order of events and rows.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnValues {
    /// Of a column of bytes.
    Byte(Vec<i8>),
    /// Of a column of shorts.
    Short(Vec<i16>),
    /// Of a column of integers.
    Int(Vec<i32>),
    /// Of a column of floats.
    Float(Vec<f32>),
    /// Of a column of doubles.
    Double(Vec<f64>),
    /// Of a column of longs.
    Long(Vec<i64>),
}

/// Does the same with the vector of whichever type.
macro_rules! each {
    ($values:expr, $vector:ident => $done:expr) => {
        match $values {
            $crate::columns::ColumnValues::Byte($vector) => $done,
            $crate::columns::ColumnValues::Short($vector) => $done,
            $crate::columns::ColumnValues::Int($vector) => $done,
            $crate::columns::ColumnValues::Float($vector) => $done,
            $crate::columns::ColumnValues::Double($vector) => $done,
            $crate::columns::ColumnValues::Long($vector) => $done,
        }
    };
}
pub(crate) use each;

impl ColumnValues {
    /// No values of a type.
    pub(crate) const fn new(kind: ColumnType) -> Self {
        match kind {
            ColumnType::Byte => Self::Byte(Vec::new()),
            ColumnType::Short => Self::Short(Vec::new()),
            ColumnType::Int => Self::Int(Vec::new()),
            ColumnType::Float => Self::Float(Vec::new()),
            ColumnType::Double => Self::Double(Vec::new()),
            ColumnType::Long => Self::Long(Vec::new()),
        }
    }

    /// So many zeros of a type, in memory of their own.
    pub(super) fn zeros(kind: ColumnType, length: usize) -> Result<Self, Error> {
        Ok(match kind {
            ColumnType::Byte => Self::Byte(zeros(length)?),
            ColumnType::Short => Self::Short(zeros(length)?),
            ColumnType::Int => Self::Int(zeros(length)?),
            ColumnType::Float => Self::Float(zeros(length)?),
            ColumnType::Double => Self::Double(zeros(length)?),
            ColumnType::Long => Self::Long(zeros(length)?),
        })
    }

    /// Their bytes, to be written as little-endian ones.
    pub(super) fn bytes(&mut self) -> &mut [u8] {
        each!(self, values => bytemuck::cast_slice_mut(values))
    }

    /// Makes values of what was written as little-endian bytes, from `start` on.
    pub(super) fn turn_around(&mut self, start: usize) {
        each!(self, values => from_little_endian(&mut values[start..]));
    }

    /// Makes room for so many, and for what is to come.
    pub(super) fn reserve(&mut self, more: usize, growth: Growth) {
        each!(self, values => reserve(values, more, growth));
    }

    /// Adds so many zeros, and returns the bytes of those.
    pub(super) fn extend_zeros(&mut self, length: usize, growth: Growth) -> &mut [u8] {
        each!(self, values => {
            let start = values.len();
            reserve(values, length, growth);
            values.resize(start + length, Default::default());
            bytemuck::cast_slice_mut(&mut values[start..])
        })
    }

    /// Their type.
    pub const fn column_type(&self) -> ColumnType {
        match self {
            Self::Byte(_) => ColumnType::Byte,
            Self::Short(_) => ColumnType::Short,
            Self::Int(_) => ColumnType::Int,
            Self::Float(_) => ColumnType::Float,
            Self::Double(_) => ColumnType::Double,
            Self::Long(_) => ColumnType::Long,
        }
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        each!(self, values => values.len())
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values, when they are of type `T`.
    pub fn as_slice<T: Cell>(&self) -> Option<&[T]> {
        if self.column_type() != T::TYPE {
            return None;
        }
        // The same type: nothing is moved, and nothing can be refused.
        each!(self, values => bytemuck::try_cast_slice(values).ok())
    }

    /// The values as doubles, in order.
    pub fn to_f64(&self) -> Vec<f64> {
        each!(self, values => values.iter().map(|value| value.to_f64()).collect())
    }

    /// The sum of all values, added one after another in double precision.
    pub fn sum(&self) -> f64 {
        each!(self, values => values.iter().fold(0.0, |sum, value| sum + value.to_f64()))
    }

    /// Adds the values of another, of the same type.
    pub(super) fn append(&mut self, other: &Self, growth: Growth) {
        self.reserve(other.len(), growth);
        match (self, other) {
            (Self::Byte(all), Self::Byte(more)) => all.extend_from_slice(more),
            (Self::Short(all), Self::Short(more)) => all.extend_from_slice(more),
            (Self::Int(all), Self::Int(more)) => all.extend_from_slice(more),
            (Self::Float(all), Self::Float(more)) => all.extend_from_slice(more),
            (Self::Double(all), Self::Double(more)) => all.extend_from_slice(more),
            (Self::Long(all), Self::Long(more)) => all.extend_from_slice(more),
            _ => unreachable!("columns of one query have one type"),
        }
    }

    /// None, with the memory there is.
    pub(super) fn clear(&mut self) {
        each!(self, values => values.clear());
    }
}
