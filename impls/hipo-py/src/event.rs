//! Events, one at a time.

use std::sync::{Arc, Mutex, PoisonError};

use hipo::{BankHandle, Error};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyList};

use crate::block::Block;
use crate::error::Raise;
use crate::numpy;
use crate::opened::Opened;
use crate::schema::Schema;
use crate::selection::Selection;

/// Group, item, type and payload of a structure.
type TypedBytes<'py> = (u16, u8, String, Bound<'py, PyBytes>);

/// One event: a mapping from names of banks to `EventBank`.
///
/// `event["REC::Particle"]["pid"]` is a NumPy array of a value for each row. A
/// bank that the schemas have and the event has not is of no rows.
#[pyclass(frozen, mapping, module = "touchstone_hipo._native")]
#[derive(Debug)]
pub(crate) struct Event {
    block: Arc<Block>,
    index: usize,
}

impl Event {
    pub(crate) const fn new(block: Arc<Block>, index: usize) -> Self {
        Self { block, index }
    }

    fn bank(&self, handle: BankHandle) -> EventBank {
        EventBank {
            block: Arc::clone(&self.block),
            index: self.index,
            handle,
        }
    }

    /// The banks that it has, with one row or more, in the order of schemas.
    fn present(&self) -> PyResult<Vec<BankHandle>> {
        let event = self.block.event(self.index);
        let mut present = Vec::new();
        for schema in self.block.opened.dictionary().schemas() {
            let handle = BankHandle::new(Arc::clone(schema));
            if event.bank(&handle).raise()?.rows() > 0 {
                present.push(handle);
            }
        }
        Ok(present)
    }
}

#[pymethods]
impl Event {
    /// Its number in the file, or in the chain.
    #[getter]
    fn number(&self) -> u64 {
        self.block.number(self.index)
    }

    /// The file that it is of, from 0 in the order of the chain.
    #[getter]
    fn file(&self) -> usize {
        self.block.file
    }

    /// The record of the file that it is of, from 0.
    #[getter]
    fn record(&self) -> usize {
        self.block.record
    }

    /// Its number within its record.
    #[getter]
    fn index(&self) -> u32 {
        self.block.index(self.index)
    }

    /// Its tag.
    #[getter]
    fn tag(&self) -> u32 {
        self.block.event(self.index).tag()
    }

    /// The fourth word of its header: 0, or a mask from Java.
    #[getter]
    fn mask(&self) -> u32 {
        self.block.event(self.index).mask()
    }

    /// All of its bytes, header and structures.
    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.block.event(self.index).bytes())
    }

    /// Group, item, type and payload of each structure, be it of a schema or
    /// not, in order.
    fn structures<'py>(&self, py: Python<'py>) -> PyResult<Vec<TypedBytes<'py>>> {
        let event = self.block.event(self.index);
        let structures = event.structures().map(|structure| {
            let structure = structure.raise()?;
            Ok((
                structure.group(),
                structure.item(),
                format!("{:?}", structure.structure_type()),
                PyBytes::new(py, structure.payload()),
            ))
        });
        structures.collect()
    }

    /// The names of the banks that it has, with one row or more.
    fn keys(&self) -> PyResult<Vec<String>> {
        let present = self.present()?.into_iter();
        Ok(present
            .map(|handle| handle.schema().name().to_owned())
            .collect())
    }

    /// The banks that it has, with one row or more.
    fn values(&self) -> PyResult<Vec<EventBank>> {
        let present = self.present()?.into_iter();
        Ok(present.map(|handle| self.bank(handle)).collect())
    }

    /// Names and banks, of those that it has, with one row or more.
    fn items(&self) -> PyResult<Vec<(String, EventBank)>> {
        Ok(self.keys()?.into_iter().zip(self.values()?).collect())
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.present()?.len())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.keys()?)?.try_iter()
    }

    fn __contains__(&self, name: &str) -> PyResult<bool> {
        match self.block.opened.bank(name) {
            Ok(handle) => Ok(self.block.event(self.index).bank(&handle).raise()?.rows() > 0),
            Err(_) => Ok(false),
        }
    }

    fn __getitem__(&self, name: &str) -> PyResult<EventBank> {
        let handle = self.block.opened.bank(name);
        let handle = handle.map_err(|error| PyKeyError::new_err(error.kind().to_string()))?;
        // A damaged event is told here, once.
        self.block.event(self.index).bank(&handle).raise()?;
        Ok(self.bank(handle))
    }

    fn __repr__(&self) -> PyResult<String> {
        let (number, tag) = (self.number(), self.tag());
        let present = self.present()?;
        let names: Vec<_> = present
            .iter()
            .map(|handle| handle.schema().name())
            .collect();
        Ok(format!("<Event {number}, tag {tag}: {}>", names.join(", ")))
    }
}

/// The rows that an event has of a bank: a mapping from names of columns to
/// NumPy arrays, which are copies.
#[pyclass(frozen, mapping, module = "touchstone_hipo._native")]
#[derive(Debug)]
pub(crate) struct EventBank {
    block: Arc<Block>,
    index: usize,
    handle: BankHandle,
}

impl EventBank {
    fn column<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let bank = self.block.event(self.index).bank(&self.handle).raise()?;
        let column = &self.handle.schema().columns()[index];
        let bytes = bank.column_bytes(index).unwrap_or_default();
        numpy::of_bytes(py, bytes, column.column_type(), column.array_length())
    }
}

#[pymethods]
impl EventBank {
    /// The bank's name.
    #[getter]
    fn name(&self) -> &str {
        self.handle.schema().name()
    }

    /// The bank's schema.
    #[getter]
    fn schema(&self) -> Schema {
        Schema::new(self.handle.schema())
    }

    /// Number of rows.
    #[getter]
    fn rows(&self) -> PyResult<usize> {
        let bank = self.block.event(self.index).bank(&self.handle).raise()?;
        Ok(bank.rows())
    }

    /// The names of the columns.
    fn keys(&self) -> Vec<&str> {
        let columns = self.handle.schema().columns().iter();
        columns.map(hipo::Column::name).collect()
    }

    /// The arrays, in the order of the columns.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let columns = 0..self.handle.schema().columns().len();
        columns.map(|index| self.column(py, index)).collect()
    }

    /// Names and arrays.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Vec<(&str, Bound<'py, PyAny>)>> {
        Ok(self.keys().into_iter().zip(self.values(py)?).collect())
    }

    /// All arrays, by name.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arrays = PyDict::new(py);
        for (name, array) in self.items(py)? {
            arrays.set_item(name, array)?;
        }
        Ok(arrays)
    }

    fn __len__(&self) -> usize {
        self.handle.schema().columns().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.keys())?.try_iter()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.handle.schema().column_index(name).is_some()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let index = self.handle.column_index(name);
        let index = index.map_err(|error| PyKeyError::new_err(error.kind().to_string()))?;
        self.column(py, index)
    }

    fn __repr__(&self) -> PyResult<String> {
        let (name, rows) = (self.name(), self.rows()?);
        Ok(format!(
            "<{name}, {rows} rows of {}>",
            self.keys().join(", ")
        ))
    }
}

/// Events, one after another. Memory is bounded by a record.
///
/// After an error it goes on with the record after it.
#[pyclass(frozen, module = "touchstone_hipo._native")]
#[derive(Debug)]
pub(crate) struct Events {
    opened: Opened,
    selection: Selection,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The record to be read next, numbered through all files.
    record: usize,
    block: Option<Arc<Block>>,
    /// The event of the block to be given next.
    next: usize,
    /// What ended the block.
    fault: Option<Error>,
}

impl Events {
    pub(crate) const fn new(opened: Opened, selection: Selection) -> Self {
        let state = State {
            record: selection.records.start,
            block: None,
            next: 0,
            fault: None,
        };
        Self {
            opened,
            selection,
            state: Mutex::new(state),
        }
    }

    fn next(&self) -> Result<Option<Event>, Error> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(block) = &state.block
                && state.next < block.len()
            {
                let event = Event::new(Arc::clone(block), state.next);
                state.next += 1;
                return Ok(Some(event));
            }
            state.block = None;
            if let Some(fault) = state.fault.take() {
                return Err(fault);
            }
            let record = state.record;
            if record >= self.selection.records.end {
                return Ok(None);
            }
            let Some(place) = self.opened.locate_record(record) else {
                return Ok(None);
            };
            state.record += 1;
            let Selection {
                filter, conditions, ..
            } = &self.selection;
            let (block, fault) = Block::read(&self.opened, place, filter, conditions);
            state.block = Some(Arc::new(block));
            state.next = 0;
            state.fault = fault;
        }
    }
}

#[pymethods]
impl Events {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Event>> {
        // Whoever waits for the lock has to be without Python's.
        py.detach(|| self.next()).raise()
    }
}
