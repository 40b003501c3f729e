//! The values of one column, of many events.

use crate::event::Cell;
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
    pub(super) fn append(&mut self, other: &Self) {
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
