//! A column's values, or offsets, as others look at them.

use std::sync::Arc;

use arrow_buffer::Buffer;
use bytes::Bytes;
use hipo::ColumnType;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::each::each;
use crate::numpy;
use crate::table::{BankTable, Table};

/// What owns the memory of an array: `array.base` of arrays that
/// `Bank.__getitem__` and `Bank.offsets` give.
///
/// NumPy looks at it by `__array_interface__`. It is never written to.
#[pyclass(frozen, module = "touchstone_hipo._native")]
#[derive(Clone, Debug)]
pub(crate) struct Values {
    table: Arc<Table>,
    bank: usize,
    part: Part,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    Offsets,
    Column(usize),
}

impl Values {
    /// The offsets of a bank.
    pub(crate) const fn offsets(table: Arc<Table>, bank: usize) -> Self {
        Self {
            table,
            bank,
            part: Part::Offsets,
        }
    }

    /// The values of a column, by its place among those that were read.
    pub(crate) const fn column(table: Arc<Table>, bank: usize, column: usize) -> Self {
        Self {
            table,
            bank,
            part: Part::Column(column),
        }
    }

    /// The values as Arrow has them, which are not copied.
    pub(crate) fn into_buffer(self) -> Buffer {
        Buffer::from(Bytes::from_owner(self))
    }

    fn bank(&self) -> &BankTable {
        &self.table.banks[self.bank]
    }
}

impl AsRef<[u8]> for Values {
    fn as_ref(&self) -> &[u8] {
        let bank = self.bank();
        match self.part {
            Part::Offsets => bytemuck::cast_slice(&bank.offsets),
            Part::Column(column) => {
                each!(&bank.columns[column].1, values => bytemuck::cast_slice(values))
            }
        }
    }
}

#[pymethods]
impl Values {
    /// Type, shape and address of the values (version 3 of NumPy's interface).
    #[getter(__array_interface__)]
    fn array_interface<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let bytes: &[u8] = self.as_ref();
        let bank = self.bank();
        let (kind, length) = match self.part {
            // Far from the sign, where NumPy's own offsets have the same type.
            Part::Offsets => (ColumnType::Long, 1),
            Part::Column(column) => (
                bank.columns[column].1.column_type(),
                bank.array_length(column),
            ),
        };
        let rows = bytes.len() / (kind.bytes() * length);
        let shape = match length {
            1 => PyTuple::new(py, [rows])?,
            _ => PyTuple::new(py, [rows, length])?,
        };
        let interface = PyDict::new(py);
        interface.set_item(intern!(py, "version"), 3)?;
        interface.set_item(intern!(py, "typestr"), numpy::native(kind))?;
        interface.set_item(intern!(py, "shape"), shape)?;
        let read_only = true;
        interface.set_item(intern!(py, "data"), (bytes.as_ptr().addr(), read_only))?;
        Ok(interface)
    }

    fn __repr__(&self) -> String {
        let bank = self.bank();
        let name = bank.schema.name();
        match self.part {
            Part::Offsets => format!("<offsets of {name}>"),
            Part::Column(column) => format!("<values of {name}.{}>", bank.name(column)),
        }
    }
}
