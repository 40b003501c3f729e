//! A bank's rows.

use std::ffi::c_void;

use crate::schema::ColumnType;

/// The cells of one column, one for each row.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Type `B`.
    Byte(Vec<i8>),
    /// Type `S`.
    Short(Vec<i16>),
    /// Type `I`.
    Int(Vec<i32>),
    /// Type `F`.
    Float(Vec<f32>),
    /// Type `D`.
    Double(Vec<f64>),
    /// Type `L`.
    Long(Vec<i64>),
}

macro_rules! each {
    ($column:expr, $cells:ident => $body:expr) => {
        match $column {
            Column::Byte($cells) => $body,
            Column::Short($cells) => $body,
            Column::Int($cells) => $body,
            Column::Float($cells) => $body,
            Column::Double($cells) => $body,
            Column::Long($cells) => $body,
        }
    };
}

impl Column {
    /// The type of the cells.
    pub const fn kind(&self) -> ColumnType {
        match self {
            Self::Byte(_) => ColumnType::Byte,
            Self::Short(_) => ColumnType::Short,
            Self::Int(_) => ColumnType::Int,
            Self::Float(_) => ColumnType::Float,
            Self::Double(_) => ColumnType::Double,
            Self::Long(_) => ColumnType::Long,
        }
    }

    /// The number of cells.
    pub const fn rows(&self) -> usize {
        each!(self, cells => cells.len())
    }

    /// Cells that are all zero.
    pub(crate) fn zeros(kind: ColumnType, rows: usize) -> Self {
        match kind {
            ColumnType::Byte => Self::Byte(vec![0; rows]),
            ColumnType::Short => Self::Short(vec![0; rows]),
            ColumnType::Int => Self::Int(vec![0; rows]),
            ColumnType::Float => Self::Float(vec![0.0; rows]),
            ColumnType::Double => Self::Double(vec![0.0; rows]),
            ColumnType::Long => Self::Long(vec![0; rows]),
        }
    }

    pub(crate) const fn cells(&self) -> *const c_void {
        each!(self, cells => cells.as_ptr().cast())
    }

    pub(crate) const fn cells_mut(&mut self) -> *mut c_void {
        each!(self, cells => cells.as_mut_ptr().cast())
    }
}

/// A bank: a name, and its columns in the order of the schema, all of one length.
#[derive(Clone, Debug, PartialEq)]
pub struct Bank {
    /// The schema's name.
    pub name: String,
    /// The columns.
    pub columns: Vec<Column>,
}

impl Bank {
    /// A bank of these columns.
    pub fn new(name: impl Into<String>, columns: impl Into<Vec<Column>>) -> Self {
        Self {
            name: name.into(),
            columns: columns.into(),
        }
    }

    /// The number of rows: the first column's.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Column::rows)
    }
}
