//! Arrays of NumPy, by what it offers to everyone.

use hipo::ColumnType;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};

use crate::values::Values;

/// The array that looks at values, whose owner it keeps.
pub(crate) fn of_values(py: Python<'_>, values: Values) -> PyResult<Bound<'_, PyAny>> {
    static ASARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    function(py, &ASARRAY, "asarray")?.call1((values,))
}

/// The array of a copy of a column's bytes, which are little-endian.
pub(crate) fn of_bytes<'py>(
    py: Python<'py>,
    bytes: &[u8],
    kind: ColumnType,
    array_length: usize,
) -> PyResult<Bound<'py, PyAny>> {
    static FROMBUFFER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let bytes = PyBytes::new(py, bytes);
    let kind = little_endian(kind);
    let array = function(py, &FROMBUFFER, "frombuffer")?.call1((bytes, kind))?;
    match array_length {
        1 => Ok(array),
        // Without a value, -1 would stand for anything.
        _ if array.len()? == 0 => array.call_method1(intern!(py, "reshape"), (0, array_length)),
        length => array.call_method1(intern!(py, "reshape"), (-1, length)),
    }
}

/// The type of a column's values, as NumPy has it.
pub(crate) fn dtype(py: Python<'_>, kind: ColumnType) -> PyResult<Bound<'_, PyAny>> {
    static DTYPE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    DTYPE.import(py, "numpy", "dtype")?.call1((native(kind),))
}

fn function<'py>(
    py: Python<'py>,
    known: &'static PyOnceLock<Py<PyAny>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyAny>> {
    let function = known.get_or_try_init(py, || {
        Ok::<_, PyErr>(py.import("numpy")?.getattr(name)?.unbind())
    });
    Ok(function?.bind(py))
}

const fn little_endian(kind: ColumnType) -> &'static str {
    match kind {
        ColumnType::Byte => "|i1",
        ColumnType::Short => "<i2",
        ColumnType::Int => "<i4",
        ColumnType::Long => "<i8",
        ColumnType::Float => "<f4",
        ColumnType::Double => "<f8",
    }
}

/// The type of values in this machine's order of bytes.
pub(crate) const fn native(kind: ColumnType) -> &'static str {
    if cfg!(target_endian = "little") {
        return little_endian(kind);
    }
    match kind {
        ColumnType::Byte => "|i1",
        ColumnType::Short => ">i2",
        ColumnType::Int => ">i4",
        ColumnType::Long => ">i8",
        ColumnType::Float => ">f4",
        ColumnType::Double => ">f8",
    }
}
