//! Files that are being written, from Python.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use hipo::{
    BankHandle, BankMut, Cell, ColumnHandle, Compression, Error, EventBuilder, Profile, Replacing,
    Writer, WriterOptions,
};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::each::each_type;
use crate::error::{Raise, refused};
use crate::schema::Schema;

/// A column's name, and the bytes of its values in this machine's order.
type NamedBytes = (String, PyBackedBytes);

/// What `touchstone_hipo.Writer` writes with: it takes the bytes of arrays.
#[pyclass(frozen, module = "touchstone_hipo._native")]
#[derive(Debug)]
pub(crate) struct RawWriter {
    writer: Mutex<Option<Writer<Replacing>>>,
}

impl RawWriter {
    /// Does something with the writer, without Python's lock.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        then: impl FnOnce(&mut Writer<Replacing>) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| {
            let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            writer.as_mut().map(then)
        });
        done.ok_or_else(|| refused("the writer is closed"))?.raise()
    }
}

#[pymethods]
impl RawWriter {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "they are names in Python")]
    fn create(
        py: Python<'_>,
        path: PathBuf,
        schemas: Vec<String>,
        compression: &str,
        level: Option<i32>,
        byte_split: bool,
        profile: &str,
        record_bytes: Option<u32>,
        record_events: Option<u32>,
        config: Vec<(String, String)>,
        tag_names: Vec<(String, u32)>,
        user_integers: (u32, u32),
        tags_apart: bool,
    ) -> PyResult<Self> {
        let compression: Compression = compression.parse().raise()?;
        let mut options = WriterOptions::new()
            .compression(compression)
            .byte_split(byte_split)
            .profile(match profile {
                "plain" => Profile::Plain,
                "cpp" => Profile::Cpp,
                _ => return Err(refused(format!("{profile:?} is no profile: plain or cpp"))),
            })
            .user_integers(user_integers.0, user_integers.1)
            .tags_apart(tags_apart);
        for text in schemas {
            let schema = text.parse().map_err(Error::from).raise()?;
            options = options.schema(schema).raise()?;
        }
        for (key, value) in config {
            options = options.config(&key, &value);
        }
        for (name, bit) in tag_names {
            options = options.tag_name(&name, bit);
        }
        if let Some(level) = level {
            options = options.level(level);
        }
        if let Some(bytes) = record_bytes {
            options = options.record_bytes(bytes);
        }
        if let Some(events) = record_events {
            options = options.record_events(events);
        }
        let writer = py.detach(|| options.create(path)).raise()?;
        Ok(Self {
            writer: Mutex::new(Some(writer)),
        })
    }

    /// The schema of a bank.
    fn schema(&self, py: Python<'_>, bank: &str) -> PyResult<Schema> {
        let handle = self.with(py, |writer| writer.bank(bank))?;
        Ok(Schema::new(handle.schema()))
    }

    /// Events that were written so far.
    fn events(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |writer| Ok(writer.events()))
    }

    /// Adds events, of banks with offsets and values; the tags of all, or none.
    fn write(
        &self,
        py: Python<'_>,
        events: usize,
        banks: Vec<(String, Vec<u64>, Vec<NamedBytes>)>,
        tags: Option<Vec<u32>>,
        mask: u32,
    ) -> PyResult<()> {
        self.with(py, |writer| {
            let handles = banks.iter().map(|(name, ..)| writer.bank(name));
            let handles = handles.collect::<Result<Vec<_>, _>>()?;
            let mut filled = Vec::with_capacity(banks.len());
            for ((_, offsets, columns), handle) in banks.iter().zip(&handles) {
                filled.push(Rows::new(handle, offsets, columns)?);
            }
            let mut event = EventBuilder::new();
            for number in 0..events {
                event.reset();
                if let Some(tags) = &tags {
                    event.set_tag(tags[number]);
                }
                event.set_mask(mask);
                for rows in &filled {
                    rows.add(&mut event, number)?;
                }
                writer.write(&event)?;
            }
            Ok(())
        })
    }

    /// Adds an event by its bytes, header and all.
    fn write_bytes(&self, py: Python<'_>, event: PyBackedBytes) -> PyResult<()> {
        self.with(py, |writer| writer.write_bytes(&event))
    }

    /// Closes the record of untagged events that is being collected.
    fn flush(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, Writer::flush)
    }

    /// Sets the two words of the records of untagged events.
    fn set_user_words(&self, py: Python<'_>, first: u64, second: u64) -> PyResult<()> {
        self.with(py, |writer| {
            writer.set_user_words(first, second);
            Ok(())
        })
    }

    /// Writes what is left, and gives the file its name.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        let finished = py.detach(|| {
            let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            writer.take().map(Writer::finish)
        });
        let finished = finished.ok_or_else(|| refused("the writer is closed"))?;
        finished.raise().map(drop)
    }

    /// Leaves nothing of the file; once it is closed, nothing is done.
    fn abort(&self, py: Python<'_>) {
        py.detach(|| {
            let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            drop(writer.take());
        });
    }

    /// Whether it is closed.
    #[getter]
    fn closed(&self, py: Python<'_>) -> bool {
        py.detach(|| {
            let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            writer.is_none()
        })
    }
}

/// The rows of a bank in many events.
struct Rows<'a> {
    handle: &'a BankHandle,
    offsets: &'a [u64],
    columns: Vec<Box<dyn Fill + 'a>>,
}

impl<'a> Rows<'a> {
    fn new(
        handle: &'a BankHandle,
        offsets: &'a [u64],
        columns: &'a [NamedBytes],
    ) -> Result<Self, Error> {
        let mut filled: Vec<Box<dyn Fill + 'a>> = Vec::with_capacity(columns.len());
        for (name, bytes) in columns {
            let index = handle.column_index(name)?;
            let kind = handle.schema().columns()[index].column_type();
            each_type!(kind, T => filled.push(Box::new(Filled::<T>::new(handle, name, bytes)?)));
        }
        // What does not fit into a structure is told before anything is written.
        let rows = offsets.windows(2).map(|ends| ends[1] - ends[0]);
        let most = rows.max().unwrap_or_default() as usize;
        EventBuilder::new().bank(handle, most)?;
        Ok(Self {
            handle,
            offsets,
            columns: filled,
        })
    }

    /// Adds the rows of the event of a number.
    fn add(&self, event: &mut EventBuilder, number: usize) -> Result<(), Error> {
        let (start, end) = (
            self.offsets[number] as usize,
            self.offsets[number + 1] as usize,
        );
        if start == end {
            return Ok(());
        }
        let mut bank = event.bank(self.handle, end - start)?;
        for column in &self.columns {
            column.fill(&mut bank, start, end)?;
        }
        Ok(())
    }
}

/// A column of many events.
trait Fill: Send {
    /// Puts the values of rows into a bank.
    fn fill(&self, bank: &mut BankMut<'_>, start: usize, end: usize) -> Result<(), Error>;
}

struct Filled<'a, T: Cell> {
    column: ColumnHandle<T>,
    values: Cow<'a, [T]>,
}

impl<'a, T: Cell> Filled<'a, T> {
    fn new(handle: &BankHandle, name: &str, bytes: &'a [u8]) -> Result<Self, Error> {
        let values = if let Ok(values) = bytemuck::try_cast_slice(bytes) {
            Cow::Borrowed(values)
        } else {
            let chunks = bytes.chunks_exact(size_of::<T>());
            Cow::Owned(chunks.map(bytemuck::pod_read_unaligned).collect())
        };
        Ok(Self {
            column: handle.column(name)?,
            values,
        })
    }
}

impl<T: Cell> Fill for Filled<'_, T> {
    fn fill(&self, bank: &mut BankMut<'_>, start: usize, end: usize) -> Result<(), Error> {
        let length = self.column.column().array_length();
        bank.fill(&self.column, &self.values[start * length..end * length])
    }
}
