//! Columns, batch by batch.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use hipo::Column;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::arrow::{self, Metadata};
use crate::capsule;
use crate::columns::Columns;
use crate::error::{Raise, told};
use crate::plan::Plan;

/// Columns, batch by batch: an iterator of `Columns`, and a stream of Arrow.
///
/// Memory is bounded by a batch. A batch has as many records as it takes for the
/// events asked for, one at least. After an error it goes on with the batch after
/// it.
#[pyclass(frozen, module = "touchstone_hipo._native")]
#[derive(Debug)]
pub(crate) struct Batches {
    plan: Arc<Plan>,
    parts: Arc<Vec<Range<usize>>>,
    metadata: Arc<Metadata>,
    /// The part that is read next, by whoever asks.
    next: Arc<AtomicUsize>,
}

impl Batches {
    pub(crate) fn new(plan: Plan, events: u64, metadata: Arc<Metadata>) -> Self {
        Self {
            parts: Arc::new(plan.parts(events)),
            plan: Arc::new(plan),
            metadata,
            next: Arc::default(),
        }
    }

    fn schema(&self) -> SchemaRef {
        let columns = self.plan.columns();
        let columns: Vec<(&str, &Column)> = columns
            .iter()
            .map(|(schema, index)| (schema.name(), &schema.columns()[*index]))
            .collect();
        arrow::schema(columns.into_iter(), (*self.metadata).clone())
    }

    fn take(&self) -> Option<Range<usize>> {
        let part = self.next.fetch_add(1, Ordering::Relaxed);
        self.parts.get(part).cloned()
    }
}

#[pymethods]
impl Batches {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Columns>> {
        let Some(records) = self.take() else {
            return Ok(None);
        };
        let table = py.detach(|| self.plan.read(records)).raise()?;
        Ok(Some(Columns::new(table, Arc::clone(&self.metadata))))
    }

    /// Batches that are left.
    fn __length_hint__(&self) -> usize {
        let next = self.next.load(Ordering::Relaxed);
        self.parts.len().saturating_sub(next)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::of_schema(py, &self.schema())
    }

    /// The batches that are left, read as they are asked for: what the stream
    /// has taken, the iterator does not give.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = Self {
            plan: Arc::clone(&self.plan),
            parts: Arc::clone(&self.parts),
            metadata: Arc::clone(&self.metadata),
            next: Arc::clone(&self.next),
        };
        let schema = self.schema();
        capsule::of_reader(py, Stream { batches, schema })
    }

    fn __repr__(&self) -> String {
        let (all, left) = (self.parts.len(), self.__length_hint__());
        format!("<Batches: {left} of {all} left>")
    }
}

/// Batches, as Arrow reads them: without Python.
struct Stream {
    batches: Batches,
    schema: SchemaRef,
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let records = self.batches.take()?;
        let table = self.batches.plan.read(records);
        let table = table.map_err(|error| ArrowError::ExternalError(told(&error).into()));
        Some(table.and_then(|table| arrow::batch(&Arc::new(table), None, &self.batches.metadata)))
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
