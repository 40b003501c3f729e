//! What is left of damaged files.

use std::path::PathBuf;

use hipo::{Compression, Salvage};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{Raise, told};

/// Writes what is left of a damaged file to another, and tells what is not.
///
/// Files that were never closed or are cut off need none of it: `open` reads
/// them. This reads on without a header or a dictionary, past bytes that are no
/// record, and into records that are damaged. The report has the keys `bytes`,
/// `records`, `records_whole`, `records_in_part`, `records_lost`, `events_kept`,
/// `events_doubtful`, `events_lost`, `losses` (a list of
/// `{"begin", "end", "events", "reason"}`), `losses_left_off` and `text`.
#[pyfunction]
#[pyo3(signature = (path, output, *, compression = "lz4"))]
pub(crate) fn salvage<'py>(
    py: Python<'py>,
    path: PathBuf,
    output: PathBuf,
    compression: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let compression: Compression = compression.parse().raise()?;
    let report = py.detach(|| {
        let salvage = Salvage::open(&path)?;
        let options = salvage.writer_options().compression(compression);
        let mut writer = options.create(&output)?;
        let report = salvage.write_to(&mut writer)?;
        writer.finish()?;
        Ok::<_, hipo::Error>(report)
    });
    let report = report.raise()?;
    let losses = report.losses().iter().map(|loss| {
        let told_loss = PyDict::new(py);
        told_loss.set_item("begin", loss.range.start)?;
        told_loss.set_item("end", loss.range.end)?;
        told_loss.set_item("events", loss.events)?;
        told_loss.set_item("reason", told(&loss.reason))?;
        Ok(told_loss)
    });
    let losses = losses.collect::<PyResult<Vec<_>>>()?;
    let result = PyDict::new(py);
    for (key, number) in [
        ("bytes", report.bytes()),
        ("records", report.records()),
        ("records_whole", report.records_whole()),
        ("records_in_part", report.records_in_part()),
        ("records_lost", report.records_lost()),
        ("events_kept", report.events_kept()),
        ("events_doubtful", report.events_doubtful()),
        ("events_lost", report.events_lost()),
        ("losses_left_off", report.losses_left_off()),
    ] {
        result.set_item(key, number)?;
    }
    result.set_item("losses", losses)?;
    result.set_item("text", report.to_string())?;
    Ok(result)
}
