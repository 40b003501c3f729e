//! Arrow's C data interface, in capsules of Python.

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array as _, RecordBatch, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, Schema};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::error::refused;

/// Two capsules: a schema, and an array of it.
pub(crate) type ArrayCapsules<'py> = (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>);

/// A schema, as `__arrow_c_schema__` gives it.
pub(crate) fn of_schema<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(|error| raised(&error))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// Rows, as `__arrow_c_array__` gives them: a struct.
pub(crate) fn of_batch(py: Python<'_>, batch: RecordBatch) -> PyResult<ArrayCapsules<'_>> {
    let schema = of_schema(py, batch.schema_ref())?;
    let array = FFI_ArrowArray::new(&StructArray::from(batch).into_data());
    Ok((
        schema,
        PyCapsule::new_with_value(py, array, c"arrow_array")?,
    ))
}

/// Rows, batch by batch, as `__arrow_c_stream__` gives them.
pub(crate) fn of_reader(
    py: Python<'_>,
    reader: impl RecordBatchReader + Send + 'static,
) -> PyResult<Bound<'_, PyCapsule>> {
    let stream = FFI_ArrowArrayStream::new(Box::new(reader));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

/// An error of Arrow as Python has it.
pub(crate) fn raised(error: &ArrowError) -> PyErr {
    match error {
        ArrowError::InvalidArgumentError(text) => refused(text),
        _ => refused(error.to_string()),
    }
}
