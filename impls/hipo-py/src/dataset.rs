//! Files and chains in Python.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use hipo::{ChainOptions, ErrorKind, Filter, IndexSource, Limits, OpenOptions};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

use crate::arrow::Metadata;
use crate::batches::Batches;
use crate::block::Block;
use crate::columns::Columns;
use crate::error::{Raise, refused, told};
use crate::event::{Event, Events};
use crate::opened::Opened;
use crate::plan::Plan;
use crate::request::Request;
use crate::schema::Schema;
use crate::selection::Selection;

/// Bytes of events in a batch, before compression.
const BATCH_BYTES: u64 = 64 << 20;

/// What files and chains have in common: schemas, events, columns.
///
/// `len(dataset)` is the number of events, `dataset[i]` an event, and going
/// through it is going through its events.
#[pyclass(frozen, subclass, module = "touchstone_hipo._native")]
#[derive(Debug)]
pub(crate) struct Dataset {
    open: Mutex<Option<Open>>,
    /// The record that an event was asked of last.
    last: Mutex<Option<Arc<Block>>>,
}

#[derive(Clone, Debug)]
struct Open {
    opened: Opened,
    metadata: Arc<Metadata>,
}

impl Dataset {
    fn new(opened: Opened) -> Self {
        let metadata = Arc::new(hipo_arrow::metadata(opened.config()));
        Self {
            open: Mutex::new(Some(Open { opened, metadata })),
            last: Mutex::default(),
        }
    }

    fn open(&self) -> PyResult<Open> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.clone().ok_or_else(|| refused("the file is closed"))
    }

    fn opened(&self) -> PyResult<Opened> {
        Ok(self.open()?.opened)
    }

    fn plan(
        &self,
        columns: Option<&Bound<'_, PyAny>>,
        threads: usize,
        selection: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(Plan, Arc<Metadata>)> {
        let Open { opened, metadata } = self.open()?;
        let plan = Plan {
            request: Request::of(columns, &opened)?,
            selection: Selection::of(selection, &opened)?,
            opened,
            threads,
        };
        Ok((plan, metadata))
    }

    /// The event of a number, and its record kept for the next one.
    fn event(&self, opened: &Opened, number: u64) -> Result<Event, hipo::Error> {
        let place = opened.locate_event(number);
        let Some((file, record)) = place else {
            let count = opened.event_count();
            return Err(ErrorKind::NoEvent {
                event: number,
                count,
            }
            .into());
        };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = last
            .as_ref()
            .filter(|block| (block.file, block.record) == (file, record));
        let block = if let Some(block) = kept {
            Arc::clone(block)
        } else {
            let (block, fault) = Block::read(opened, (file, record), &Filter::new(), &[]);
            if let Some(fault) = fault {
                return Err(fault);
            }
            let block = Arc::new(block);
            *last = Some(Arc::clone(&block));
            block
        };
        let index = number - block.number(0);
        Ok(Event::new(block, index as usize))
    }

    fn number(index: isize, opened: &Opened) -> PyResult<u64> {
        let count = opened.event_count();
        let number = match u64::try_from(index) {
            Ok(number) => Some(number),
            Err(_) => count.checked_sub(index.unsigned_abs() as u64),
        };
        number.filter(|number| *number < count).ok_or_else(|| {
            PyIndexError::new_err(format!(
                "there is no event {index}: there are {count}, from 0"
            ))
        })
    }
}

#[pymethods]
impl Dataset {
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.opened()?.event_count() as usize)
    }

    #[expect(clippy::unused_self, reason = "Python has it so")]
    fn __bool__(&self) -> bool {
        true
    }

    fn __iter__(&self) -> PyResult<Events> {
        self.events(None)
    }

    /// The event of a number, from 0 and from -1 backwards; of a slice or a list
    /// of numbers, a list of events. The record that was read last is kept:
    /// neighbours cost nothing more.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let opened = self.opened()?;
        if let Ok(index) = index.extract::<isize>() {
            let number = Self::number(index, &opened)?;
            let event = py.detach(|| self.event(&opened, number)).raise()?;
            return event.into_bound_py_any(py);
        }
        let indices = if index.is_instance_of::<pyo3::types::PySlice>() {
            let count = opened.event_count();
            let range = py.import("builtins")?.getattr("range")?.call1((count,))?;
            range.get_item(index)?
        } else {
            index.clone()
        };
        let numbers = indices
            .try_iter()?
            .map(|index| Self::number(index?.extract()?, &opened))
            .collect::<PyResult<Vec<u64>>>()?;
        let events = py.detach(|| {
            let events = numbers.iter().map(|number| self.event(&opened, *number));
            events.collect::<Result<Vec<_>, _>>()
        });
        events.raise()?.into_bound_py_any(py)
    }

    /// The names of the banks that there are schemas of.
    #[getter]
    fn banks(&self) -> PyResult<Vec<String>> {
        let opened = self.opened()?;
        let schemas = opened.dictionary().schemas().iter();
        Ok(schemas.map(|schema| schema.name().to_owned()).collect())
    }

    /// The schemas, by the names of their banks.
    #[getter]
    fn schemas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let schemas = PyDict::new(py);
        for schema in self.opened()?.dictionary().schemas() {
            schemas.set_item(schema.name(), Schema::new(schema))?;
        }
        Ok(schemas)
    }

    /// The schema of a bank.
    fn schema(&self, bank: &str) -> PyResult<Schema> {
        Ok(Schema::new(self.opened()?.bank(bank).raise()?.schema()))
    }

    /// Keys and values that the file tells of itself; of a chain, the first one.
    #[getter]
    fn config<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let config = PyDict::new(py);
        for (key, value) in self.opened()?.config().entries() {
            config.set_item(key, value)?;
        }
        Ok(config)
    }

    /// Names of bits of event tags, with their numbers; of a chain, those of the
    /// first file.
    #[getter]
    fn tag_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let names = PyDict::new(py);
        for (name, bit) in self.opened()?.config().tag_names() {
            names.set_item(name, bit)?;
        }
        Ok(names)
    }

    /// The records of all files, in order.
    #[getter]
    fn records(&self) -> PyResult<Vec<Record>> {
        let opened = self.opened()?;
        let mut records = Vec::new();
        for (file, of) in opened.files().iter().enumerate() {
            let first = opened.first_event(file);
            records.extend(of.records().iter().map(|record| Record {
                file,
                position: record.position,
                bytes: record.bytes,
                events: record.events,
                first_event: first + record.first_event,
                tag: record.user_word_1,
                user_word: record.user_word_2,
            }));
        }
        Ok(records)
    }

    /// What is wrong with the files, but did not keep them from being opened: an
    /// index that is missing or damaged, an end that is cut off, schemas that
    /// cannot be read. Records are not read for this.
    #[getter]
    fn faults(&self) -> PyResult<Vec<String>> {
        let opened = self.opened()?;
        let mut faults = Vec::new();
        for file in opened.files() {
            let path = file.path().unwrap_or(Path::new("the file")).display();
            if let IndexSource::Scan { trailer, end } = file.index_source() {
                let why = match trailer {
                    Some(error) => format!("its index does not serve: {}", told(error)),
                    None => "it was never closed, and has no index".to_owned(),
                };
                faults.push(format!("{path}: {why}"));
                let end = end.iter();
                faults.extend(end.map(|error| format!("{path}: it ends early: {}", told(error))));
            }
            let schemas = file.schema_faults().iter();
            faults.extend(schemas.map(|error| format!("{path}: {error}")));
        }
        Ok(faults)
    }

    /// Cuts the records into parts of `events` events or more, to be read one by
    /// one as `records=part`, by any process. A record is not cut.
    fn partitions<'py>(&self, py: Python<'py>, events: u64) -> PyResult<Bound<'py, PyList>> {
        let opened = self.opened()?;
        let plan = Plan {
            request: Request::of(Some(PyList::empty(py).as_any()), &opened)?,
            selection: Selection::of(None, &opened)?,
            opened,
            threads: 1,
        };
        let parts = plan.parts(events.max(1)).into_iter();
        PyList::new(
            py,
            parts.map(|part| (part.start, part.end)).collect::<Vec<_>>(),
        )
    }

    /// Reads columns of all events, or of those that the arguments after
    /// `threads` say: see `events`.
    #[pyo3(signature = (columns = None, *, threads = 1, **selection))]
    fn arrays(
        &self,
        py: Python<'_>,
        columns: Option<&Bound<'_, PyAny>>,
        threads: usize,
        selection: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Columns> {
        let (plan, metadata) = self.plan(columns, threads, selection)?;
        let records = plan.selection.records.clone();
        let table = py.detach(|| plan.read(records)).raise()?;
        Ok(Columns::new(table, metadata))
    }

    /// Reads columns in batches of so many events, or of so many bytes of events
    /// before compression: 64 MiB unless told.
    #[pyo3(signature = (columns = None, *, events = None, bytes = None, threads = 1, **selection))]
    fn batches(
        &self,
        py: Python<'_>,
        columns: Option<&Bound<'_, PyAny>>,
        events: Option<u64>,
        bytes: Option<u64>,
        threads: usize,
        selection: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Batches> {
        let (plan, metadata) = self.plan(columns, threads, selection)?;
        let events = match (events, bytes) {
            (Some(_), Some(_)) => {
                return Err(refused("a batch is of so many events or bytes, not both"));
            }
            (Some(0), None) | (None, Some(0)) => {
                return Err(refused("a batch of nothing has no end: 1 is the least"));
            }
            (Some(events), None) => events,
            (None, bytes) => {
                let bytes = bytes.unwrap_or(BATCH_BYTES);
                py.detach(|| plan.events_of(bytes)).raise()?
            }
        };
        Ok(Batches::new(plan, events, metadata))
    }

    /// Goes through events: all, or those for which every argument holds.
    #[pyo3(signature = (**selection))]
    fn events(&self, selection: Option<&Bound<'_, PyDict>>) -> PyResult<Events> {
        let opened = self.opened()?;
        let selection = Selection::of(selection, &opened)?;
        Ok(Events::new(opened, selection))
    }

    /// Writes columns to a file of Parquet.
    #[pyo3(signature = (path, columns = None, **options))]
    fn to_parquet<'py>(
        slf: &Bound<'py, Self>,
        path: &Bound<'py, PyAny>,
        columns: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let convert = slf.py().import("touchstone_hipo._convert")?;
        convert.call_method("to_parquet", (slf, path, columns), options)
    }

    /// Closes the files. What was read from them stays.
    fn close(&self, py: Python<'_>) {
        py.detach(|| {
            let open = self
                .open
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            let last = self
                .last
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            drop((open, last));
        });
    }

    /// Whether it is closed.
    #[getter]
    fn closed(&self) -> bool {
        self.open().is_err()
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyTuple>) {
        self.close(py);
    }
}

/// A HIPO file, open for reading, by any number of threads.
///
/// It holds header, schemas and list of records; events are read as they are
/// asked for. It is pickled by its path.
#[pyclass(frozen, extends = Dataset, module = "touchstone_hipo._native")]
#[derive(Debug)]
pub(crate) struct File {
    path: PathBuf,
    /// Where it is, also from another folder.
    absolute: PathBuf,
    record_limit: Option<u64>,
}

#[pymethods]
impl File {
    #[new]
    #[pyo3(signature = (path, record_limit = None))]
    fn open(
        py: Python<'_>,
        path: PathBuf,
        record_limit: Option<u64>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let options = OpenOptions::new().limits(limits(record_limit));
        let file = py.detach(|| options.open(&path)).raise()?;
        let dataset = Dataset::new(Opened::File(Arc::new(file)));
        let file = Self {
            absolute: absolute(&path)?,
            path,
            record_limit,
        };
        Ok(PyClassInitializer::from(dataset).add_subclass(file))
    }

    /// Its path, as it was opened by.
    #[getter]
    fn path(&self) -> String {
        self.path.to_string_lossy().into_owned()
    }

    /// Its size in bytes.
    #[getter]
    fn size(slf: PyRef<'_, Self>) -> PyResult<u64> {
        Ok(slf.as_super().opened()?.files()[0].size())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (PathBuf, Option<u64>)) {
        let file = slf.get();
        (slf.get_type(), (file.absolute.clone(), file.record_limit))
    }

    fn __repr__(slf: PyRef<'_, Self>) -> String {
        let path = slf.path.display();
        match slf.as_super().opened() {
            Ok(opened) => format!(
                "<File {path}: {} events in {} records, {} banks>",
                opened.event_count(),
                opened.record_count(),
                opened.dictionary().schemas().len()
            ),
            Err(_) => format!("<File {path}: closed>"),
        }
    }
}

/// Several HIPO files, read one after another as if they were one, by any number
/// of threads. It is pickled by their paths.
///
/// A bank means the same in all files that have it, or the chain is not opened.
/// Only a few files are kept open: one that changes in the meantime is an error
/// when it is read.
#[pyclass(frozen, extends = Dataset, module = "touchstone_hipo._native")]
#[derive(Debug)]
pub(crate) struct Chain {
    paths: Vec<PathBuf>,
    options: (usize, bool, usize, Option<u64>),
}

#[pymethods]
impl Chain {
    #[new]
    #[pyo3(signature = (
        paths, threads = 1, first_dictionary = false, open_files = 64, record_limit = None
    ))]
    fn open(
        py: Python<'_>,
        paths: &Bound<'_, PyAny>,
        threads: usize,
        first_dictionary: bool,
        open_files: usize,
        record_limit: Option<u64>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let options = ChainOptions::new()
            .threads(threads)
            .first_dictionary(first_dictionary)
            .open_files(open_files)
            .limits(limits(record_limit));
        let chain = if let Ok(path) = paths.extract::<PathBuf>() {
            py.detach(|| {
                if path.is_dir() {
                    options.open_folder(&path)
                } else if path.is_file() {
                    options.open([path])
                } else {
                    options.open_glob(&path.to_string_lossy())
                }
            })
        } else {
            let paths = paths.try_iter()?;
            let paths = paths.map(|path| path?.extract::<PathBuf>());
            let paths = paths.collect::<PyResult<Vec<_>>>()?;
            py.detach(|| options.open(paths))
        };
        let chain = chain.raise()?;
        let paths = chain.files().iter().filter_map(hipo::File::path);
        let paths = paths.map(absolute).collect::<PyResult<_>>()?;
        let dataset = Dataset::new(Opened::Chain(Arc::new(chain)));
        let chain = Self {
            paths,
            options: (threads, first_dictionary, open_files, record_limit),
        };
        Ok(PyClassInitializer::from(dataset).add_subclass(chain))
    }

    /// The paths of the files, in order.
    #[getter]
    fn paths(&self) -> Vec<String> {
        let paths = self.paths.iter();
        paths
            .map(|path| path.to_string_lossy().into_owned())
            .collect()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let Self { paths, options } = slf.get();
        let arguments = (paths.clone(), options.0, options.1, options.2, options.3);
        (slf.get_type(), arguments).into_pyobject(py)
    }

    fn __repr__(slf: PyRef<'_, Self>) -> String {
        let count = slf.paths.len();
        match slf.as_super().opened() {
            Ok(opened) => format!(
                "<Chain of {count} files: {} events in {} records, {} banks>",
                opened.event_count(),
                opened.record_count(),
                opened.dictionary().schemas().len()
            ),
            Err(_) => format!("<Chain of {count} files: closed>"),
        }
    }
}

/// A record, as the index or its header tells.
#[pyclass(frozen, get_all, module = "touchstone_hipo._native")]
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// The file that it is of, from 0 in the order of the chain.
    file: usize,
    /// Where it begins in its file, in bytes.
    position: u64,
    /// How long it is, in bytes.
    bytes: u64,
    /// Events that it has.
    events: u32,
    /// Events of all records before it.
    first_event: u64,
    /// The tag of its events, as C++ and Java sort them (user word 1).
    tag: u64,
    /// Free for use (user word 2).
    user_word: u64,
}

#[pymethods]
impl Record {
    fn __repr__(&self) -> String {
        let (events, bytes, tag) = (self.events, self.bytes, self.tag);
        format!("<Record of {events} events: {bytes} bytes, tag {tag}>")
    }
}

fn limits(record: Option<u64>) -> Limits {
    let limits = Limits::default();
    record.map_or(limits, |bytes| limits.with_record_bytes(bytes))
}

fn absolute(path: &Path) -> PyResult<PathBuf> {
    std::path::absolute(path).map_err(|error| PyOSError::new_err(error.to_string()))
}
