//! Schemas in Python.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use hipo::Error;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyType};

use crate::error::Raise;
use crate::numpy;

/// A bank's name, identity and columns.
///
/// `Schema("{REC::Event/300/30}{evno/L,beamE/F,cov/F#5}")` reads the text that
/// files have, and `str(schema)` is it. A column has a letter for its type, B
/// (int8), S (int16), I (int32), L (int64), F (float32) or D (float64), and with
/// `#5` five values in a row.
#[pyclass(frozen, module = "touchstone_hipo._native")]
#[derive(Debug)]
pub(crate) struct Schema {
    schema: Arc<hipo::Schema>,
}

impl Schema {
    pub(crate) fn new(schema: &Arc<hipo::Schema>) -> Self {
        Self {
            schema: Arc::clone(schema),
        }
    }

    fn column(&self, index: usize) -> Column {
        Column {
            schema: Arc::clone(&self.schema),
            index,
        }
    }
}

#[pymethods]
impl Schema {
    #[new]
    fn from_text(text: &str) -> PyResult<Self> {
        let schema = text.parse::<hipo::Schema>().map_err(Error::from).raise()?;
        Ok(Self::new(&Arc::new(schema)))
    }

    /// Reads the form in JSON, which Java goes by.
    #[classmethod]
    fn from_json(_class: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        let schema = hipo::Schema::from_json(text).map_err(Error::from).raise()?;
        Ok(Self::new(&Arc::new(schema)))
    }

    /// The form in JSON.
    fn to_json(&self) -> String {
        self.schema.to_json()
    }

    /// The bank's name.
    #[getter]
    fn name(&self) -> &str {
        self.schema.name()
    }

    /// The group of its structures.
    #[getter]
    fn group(&self) -> u16 {
        self.schema.group()
    }

    /// The item of its structures.
    #[getter]
    fn item(&self) -> u8 {
        self.schema.item()
    }

    /// The columns, in the order of their bytes.
    #[getter]
    fn columns(&self) -> Vec<Column> {
        let columns = 0..self.schema.columns().len();
        columns.map(|index| self.column(index)).collect()
    }

    /// Bytes of a row.
    #[getter]
    fn row_bytes(&self) -> usize {
        self.schema.row_bytes()
    }

    /// The names of the columns.
    fn keys(&self) -> Vec<&str> {
        let columns = self.schema.columns().iter();
        columns.map(hipo::Column::name).collect()
    }

    fn __len__(&self) -> usize {
        self.schema.columns().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.keys())?.try_iter()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.schema.column_index(name).is_some()
    }

    fn __getitem__(&self, name: &str) -> PyResult<Column> {
        let handle = hipo::BankHandle::new(Arc::clone(&self.schema));
        let index = handle.column_index(name);
        let index = index.map_err(|error| PyKeyError::new_err(error.kind().to_string()))?;
        Ok(self.column(index))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.schema == other.schema
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.schema.name().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.schema.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Schema({:?})", self.schema.to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().__str__(),))
    }
}

/// A column of a schema.
#[pyclass(frozen, module = "touchstone_hipo._native")]
#[derive(Debug)]
pub(crate) struct Column {
    schema: Arc<hipo::Schema>,
    index: usize,
}

impl Column {
    fn column(&self) -> &hipo::Column {
        &self.schema.columns()[self.index]
    }
}

#[pymethods]
impl Column {
    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.column().name()
    }

    /// The letter of its type: B, S, I, L, F or D.
    #[getter]
    fn letter(&self) -> char {
        self.column().column_type().letter()
    }

    /// The type of its values in NumPy.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        numpy::dtype(py, self.column().column_type())
    }

    /// Values in a row: 1, or the length of an array column.
    #[getter]
    fn length(&self) -> usize {
        self.column().array_length()
    }

    fn __repr__(&self) -> String {
        let column = self.column();
        let (name, letter) = (column.name(), column.column_type().letter());
        match column.array_length() {
            1 => format!("<Column {name}/{letter}>"),
            length => format!("<Column {name}/{letter}#{length}>"),
        }
    }
}
