//! Columns and their types.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::Schema;
use crate::event::{Cell, Cells, CellsIter};

/// What the values of a column are: signed integers and floating-point numbers,
/// little-endian.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum ColumnType {
    /// One byte, `B`.
    Byte,
    /// Two bytes, `S`.
    Short,
    /// Four bytes, `I`.
    Int,
    /// Single precision, `F`.
    Float,
    /// Double precision, `D`.
    Double,
    /// Eight bytes, `L`.
    Long,
}

impl ColumnType {
    /// Every type.
    pub const ALL: [Self; 6] = [
        Self::Byte,
        Self::Short,
        Self::Int,
        Self::Float,
        Self::Double,
        Self::Long,
    ];

    /// The letter that stands for it in schemas.
    pub const fn letter(self) -> char {
        match self {
            Self::Byte => 'B',
            Self::Short => 'S',
            Self::Int => 'I',
            Self::Float => 'F',
            Self::Double => 'D',
            Self::Long => 'L',
        }
    }

    /// The type of a letter of a schema.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'B' => Self::Byte,
            'S' => Self::Short,
            'I' => Self::Int,
            'F' => Self::Float,
            'D' => Self::Double,
            'L' => Self::Long,
            _ => return None,
        })
    }

    /// Bytes of a value.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Byte => 1,
            Self::Short => 2,
            Self::Int | Self::Float => 4,
            Self::Double | Self::Long => 8,
        }
    }

    /// The values in `bytes`, as doubles.
    pub(crate) fn numbers(self, bytes: &[u8]) -> Numbers<'_> {
        match self {
            Self::Byte => Numbers::Byte(Cells::new(bytes).iter()),
            Self::Short => Numbers::Short(Cells::new(bytes).iter()),
            Self::Int => Numbers::Int(Cells::new(bytes).iter()),
            Self::Float => Numbers::Float(Cells::new(bytes).iter()),
            Self::Double => Numbers::Double(Cells::new(bytes).iter()),
            Self::Long => Numbers::Long(Cells::new(bytes).iter()),
        }
    }
}

impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Byte => "bytes (i8)",
            Self::Short => "shorts (i16)",
            Self::Int => "integers (i32)",
            Self::Float => "floats (f32)",
            Self::Double => "doubles (f64)",
            Self::Long => "longs (i64)",
        })
    }
}

/// Values of any type, as doubles.
#[derive(Clone, Debug)]
pub(crate) enum Numbers<'a> {
    Byte(CellsIter<'a, i8>),
    Short(CellsIter<'a, i16>),
    Int(CellsIter<'a, i32>),
    Float(CellsIter<'a, f32>),
    Double(CellsIter<'a, f64>),
    Long(CellsIter<'a, i64>),
}

impl Iterator for Numbers<'_> {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        match self {
            Self::Byte(cells) => cells.next().map(Cell::to_f64),
            Self::Short(cells) => cells.next().map(Cell::to_f64),
            Self::Int(cells) => cells.next().map(Cell::to_f64),
            Self::Float(cells) => cells.next().map(Cell::to_f64),
            Self::Double(cells) => cells.next(),
            Self::Long(cells) => cells.next().map(Cell::to_f64),
        }
    }
}

/// Where a column is within a row.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Position {
    /// Bytes of the columns before it.
    pub(crate) offset: u32,
    /// Bytes of a cell: of one value, or of all values of an array.
    pub(crate) cell: u32,
}

impl Position {
    /// The column's bytes in a bank of `rows`.
    #[inline]
    pub(crate) fn of_bank(self, bank: &[u8], rows: usize) -> &[u8] {
        // Rows are fewer than bytes, and rows of a column than rows of all.
        let start = rows * self.offset as usize;
        bank.get(start..start + rows * self.cell as usize)
            .unwrap_or_default()
    }
}

/// A column of a schema.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Column {
    name: Box<str>,
    kind: ColumnType,
    length: u32,
    position: Position,
}

impl Column {
    pub(super) fn new(name: &str, kind: ColumnType, length: u32, offset: u32, cell: u32) -> Self {
        Self {
            name: name.into(),
            kind,
            length,
            position: Position { offset, cell },
        }
    }

    /// Its name, unique within the schema.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type of its values.
    pub const fn column_type(&self) -> ColumnType {
        self.kind
    }

    /// Values in a row: 1, or the length of an array column.
    pub const fn array_length(&self) -> usize {
        self.length as usize
    }

    /// Bytes in a row.
    pub const fn cell_bytes(&self) -> usize {
        self.position.cell as usize
    }

    pub(crate) const fn position(&self) -> Position {
        self.position
    }
}

/// A column that was looked up, with the type of its values.
///
/// Looking up takes the time; a handle is made once and used for each event.
#[derive(Clone, Debug)]
pub struct ColumnHandle<T> {
    schema: Arc<Schema>,
    index: usize,
    position: Position,
    of: PhantomData<T>,
}

impl<T: Cell> ColumnHandle<T> {
    pub(super) fn new(schema: Arc<Schema>, index: usize) -> Self {
        Self {
            position: schema.columns()[index].position(),
            schema,
            index,
            of: PhantomData,
        }
    }

    /// The schema that the column is of.
    pub const fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// The column's place in the schema, from 0.
    pub const fn index(&self) -> usize {
        self.index
    }

    /// The column.
    pub fn column(&self) -> &Column {
        &self.schema.columns()[self.index]
    }

    #[inline]
    pub(crate) const fn position(&self) -> Position {
        self.position
    }
}
