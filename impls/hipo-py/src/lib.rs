//! `touchstone_hipo._native`: what of the Python package `touchstone_hipo` is
//! Rust.
//!
//! Files are read and written by the crate `hipo`, without Python's lock. What
//! is read belongs to a [`Table`](table::Table), which NumPy arrays and Arrow
//! arrays share: values are not copied on their way, and live as long as anyone
//! has them.
#![forbid(unsafe_code)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "arguments of Python come by value"
)]

mod arrow;
mod batches;
mod block;
mod capsule;
mod columns;
mod dataset;
mod each;
mod error;
mod event;
mod numpy;
mod opened;
mod plan;
mod request;
mod salvage;
mod schema;
mod selection;
mod table;
mod values;
mod writer;

/// What of `touchstone_hipo` is Rust: `touchstone_hipo` itself has the names
/// that are for use.
#[pyo3::pymodule(name = "_native")]
mod native {
    /// Arrays that are read one after another have the same memory, unless whoever
    /// runs the program has told the allocator something else.
    #[pymodule_init]
    #[expect(clippy::unnecessary_wraps, reason = "PyO3 asks for a result")]
    fn init(_module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        const TOLD: [&str; 3] = [
            "GLIBC_TUNABLES",
            "MALLOC_MMAP_THRESHOLD_",
            "MALLOC_TRIM_THRESHOLD_",
        ];
        if TOLD.iter().all(|name| std::env::var_os(name).is_none()) {
            mem::keep_freed_memory();
        }
        Ok(())
    }

    #[pymodule_export]
    use crate::batches::Batches;
    #[pymodule_export]
    use crate::columns::{Bank, Columns};
    #[pymodule_export]
    use crate::dataset::{Chain, Dataset, File, Record};
    #[pymodule_export]
    use crate::error::HipoError;
    #[pymodule_export]
    use crate::event::{Event, EventBank, Events};
    #[pymodule_export]
    use crate::salvage::salvage;
    #[pymodule_export]
    use crate::schema::{Column, Schema};
    #[pymodule_export]
    use crate::values::Values;
    #[pymodule_export]
    use crate::writer::RawWriter;
}
