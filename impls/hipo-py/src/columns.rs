//! Columns of many events, in Python.

use std::sync::Arc;

use arrow_array::RecordBatchIterator;
use pyo3::exceptions::PyKeyError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList};

use crate::arrow::{self, Metadata};
use crate::capsule::{self, ArrayCapsules};
use crate::numpy;
use crate::schema::Schema;
use crate::table::{BankTable, Table};
use crate::values::Values;

/// Columns of a range of events, bank by bank: a mapping from names to `Bank`.
///
/// `columns["REC::Particle"]["pid"]`, or for short
/// `columns["REC::Particle.pid"]`, is a NumPy array of the values of all rows.
/// Arrow's C data interface gives a row for each event, and a list for each
/// column: `pyarrow.table(columns)`, `polars.DataFrame(columns)`. Neither copies
/// values.
#[pyclass(frozen, mapping, module = "touchstone_hipo._native")]
#[derive(Debug)]
pub(crate) struct Columns {
    table: Arc<Table>,
    metadata: Arc<Metadata>,
}

impl Columns {
    pub(crate) fn new(table: Table, metadata: Arc<Metadata>) -> Self {
        Self {
            table: Arc::new(table),
            metadata,
        }
    }

    fn bank(&self, index: usize) -> Bank {
        Bank {
            table: Arc::clone(&self.table),
            index,
            metadata: Arc::clone(&self.metadata),
        }
    }

    fn find(&self, name: &str) -> Option<usize> {
        let banks = &self.table.banks;
        banks.iter().position(|bank| bank.schema.name() == name)
    }

    /// The bank and the column of `BANK.column`.
    fn find_column(&self, name: &str) -> Option<(usize, usize)> {
        name.match_indices('.').find_map(|(at, _)| {
            let bank = self.find(&name[..at])?;
            Some((bank, self.table.banks[bank].find(&name[at + 1..])?))
        })
    }
}

#[pymethods]
impl Columns {
    /// Number of events.
    #[getter]
    fn events(&self) -> u64 {
        self.table.events
    }

    /// Number, in the file or the chain, of the first event of the first record
    /// that these are from.
    #[getter]
    fn first_event(&self) -> u64 {
        self.table.first_event
    }

    /// The names of the banks, in the order asked for.
    fn keys(&self) -> Vec<&str> {
        let banks = self.table.banks.iter();
        banks.map(|bank| bank.schema.name()).collect()
    }

    /// The banks, in the order asked for.
    fn values(&self) -> Vec<Bank> {
        (0..self.table.banks.len())
            .map(|bank| self.bank(bank))
            .collect()
    }

    /// Names and banks, in the order asked for.
    fn items(&self) -> Vec<(&str, Bank)> {
        self.keys().into_iter().zip(self.values()).collect()
    }

    fn __len__(&self) -> usize {
        self.table.banks.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.keys())?.try_iter()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.find(name).is_some() || self.find_column(name).is_some()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if let Some(bank) = self.find(name) {
            return Ok(Bound::new(py, self.bank(bank))?.into_any());
        }
        match self.find_column(name) {
            Some((bank, column)) => {
                let values = Values::column(Arc::clone(&self.table), bank, column);
                numpy::of_values(py, values)
            }
            None => Err(PyKeyError::new_err(format!(
                "{name} was not read: there are {}",
                self.keys().join(", ")
            ))),
        }
    }

    /// A table of pyarrow, which does not copy values.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf, "to_arrow")
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let columns = arrow::columns(&self.table.banks);
        capsule::of_schema(py, &arrow::schema(columns, (*self.metadata).clone()))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Py<PyAny>>,
    ) -> PyResult<ArrayCapsules<'py>> {
        // It asks for another type where there is a choice: here is none.
        drop(requested_schema);
        array(py, &self.table, None, &self.metadata)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        stream(py, &self.table, None, &self.metadata)
    }

    fn __repr__(&self) -> String {
        let banks: Vec<_> = self.table.banks.iter().map(told).collect();
        format!(
            "<Columns of {} events: {}>",
            self.table.events,
            banks.join("; ")
        )
    }
}

/// The columns of one bank: a mapping from names to NumPy arrays.
///
/// An array has the values of all rows of all events, one after another; that of
/// an array column has a row of values for each. Rows of event `i` are
/// `offsets[i]` to `offsets[i + 1]`. Arrays cannot be written to, as they are not
/// copied; `array.copy()` can.
#[pyclass(frozen, mapping, module = "touchstone_hipo._native")]
#[derive(Debug)]
pub(crate) struct Bank {
    table: Arc<Table>,
    index: usize,
    metadata: Arc<Metadata>,
}

impl Bank {
    fn bank(&self) -> &BankTable {
        &self.table.banks[self.index]
    }

    fn array<'py>(&self, py: Python<'py>, column: usize) -> PyResult<Bound<'py, PyAny>> {
        let values = Values::column(Arc::clone(&self.table), self.index, column);
        numpy::of_values(py, values)
    }
}

#[pymethods]
impl Bank {
    /// The bank's name.
    #[getter]
    fn name(&self) -> &str {
        self.bank().schema.name()
    }

    /// The bank's schema, also of columns that were not read.
    #[getter]
    fn schema(&self) -> Schema {
        Schema::new(&self.bank().schema)
    }

    /// Number of events.
    #[getter]
    fn events(&self) -> u64 {
        self.table.events
    }

    /// Rows of all events.
    #[getter]
    fn rows(&self) -> u64 {
        self.bank().rows()
    }

    /// Where the rows of each event begin, and where the last end: one number
    /// more than events, of int64. Not copied.
    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let offsets = Values::offsets(Arc::clone(&self.table), self.index);
        numpy::of_values(py, offsets)
    }

    /// The number of rows of each event.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numpy = py.import(intern!(py, "numpy"))?;
        numpy.call_method1(intern!(py, "diff"), (self.offsets(py)?,))
    }

    /// The names of the columns, in the order asked for.
    fn keys(&self) -> Vec<&str> {
        self.bank().names().collect()
    }

    /// The arrays, in the order asked for.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let columns = 0..self.bank().columns.len();
        columns.map(|column| self.array(py, column)).collect()
    }

    /// Names and arrays, in the order asked for.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Vec<(&str, Bound<'py, PyAny>)>> {
        Ok(self.keys().into_iter().zip(self.values(py)?).collect())
    }

    fn __len__(&self) -> usize {
        self.bank().columns.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.keys())?.try_iter()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.bank().find(name).is_some()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        match self.bank().find(name) {
            Some(column) => self.array(py, column),
            None => Err(PyKeyError::new_err(format!(
                "column {name} of bank {} was not read: there are {}",
                self.name(),
                self.keys().join(", ")
            ))),
        }
    }

    /// All arrays, by name. Not copied.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arrays = PyDict::new(py);
        for (name, array) in self.items(py)? {
            arrays.set_item(name, array)?;
        }
        Ok(arrays)
    }

    /// A `pandas.DataFrame` of all rows, by event and row; of an array column
    /// `x`, columns `x[0]`, `x[1]` and so on. Events are numbered from
    /// `first_event`, or as told.
    #[pyo3(signature = (first_event = None))]
    fn to_pandas<'py>(
        slf: &Bound<'py, Self>,
        first_event: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let first = first_event.unwrap_or(slf.get().table.first_event);
        let convert = slf.py().import("touchstone_hipo._convert")?;
        convert.call_method1("to_pandas", (slf, first))
    }

    /// An `awkward.Array`: for each event a list of records. Not copied.
    fn to_awkward<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf, "to_awkward")
    }

    /// A table of pyarrow, which does not copy values.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf, "to_arrow")
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let columns = arrow::columns(std::slice::from_ref(self.bank()));
        capsule::of_schema(py, &arrow::schema(columns, (*self.metadata).clone()))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Py<PyAny>>,
    ) -> PyResult<ArrayCapsules<'py>> {
        drop(requested_schema);
        array(py, &self.table, Some(self.index), &self.metadata)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        stream(py, &self.table, Some(self.index), &self.metadata)
    }

    fn __repr__(&self) -> String {
        format!(
            "<Bank of {} events: {}>",
            self.table.events,
            told(self.bank())
        )
    }
}

/// A bank's name, rows and columns.
fn told(bank: &BankTable) -> String {
    let names: Vec<_> = bank.names().collect();
    let (name, rows) = (bank.schema.name(), bank.rows());
    format!("{name}, {rows} rows of {}", names.join(", "))
}

fn converted<'py, T>(of: &Bound<'py, T>, how: &str) -> PyResult<Bound<'py, PyAny>> {
    let convert = of.py().import("touchstone_hipo._convert")?;
    convert.call_method1(how, (of.as_any(),))
}

fn array<'py>(
    py: Python<'py>,
    table: &Arc<Table>,
    bank: Option<usize>,
    metadata: &Metadata,
) -> PyResult<ArrayCapsules<'py>> {
    let batch = py.detach(|| arrow::batch(table, bank, metadata));
    capsule::of_batch(py, batch.map_err(|error| capsule::raised(&error))?)
}

fn stream<'py>(
    py: Python<'py>,
    table: &Arc<Table>,
    bank: Option<usize>,
    metadata: &Metadata,
) -> PyResult<Bound<'py, PyCapsule>> {
    let batch = py.detach(|| arrow::batch(table, bank, metadata));
    let batch = batch.map_err(|error| capsule::raised(&error))?;
    let schema = batch.schema();
    capsule::of_reader(py, RecordBatchIterator::new([Ok(batch)], schema))
}
