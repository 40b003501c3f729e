//! Which events are asked for.

use std::ops::Range;

use hipo::{Filter, RowCondition};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyRange, PyRangeMethods, PyString};

use crate::error::{Raise, refused};
use crate::opened::Opened;

/// Which events are asked for: all conditions have to hold.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    /// Records, numbered through all files.
    pub(crate) records: Range<usize>,
    /// What holds of records and events.
    pub(crate) filter: Filter,
    /// What holds of a row.
    pub(crate) conditions: Vec<RowCondition>,
}

const NAMES: &str = "records, tags, record_tags, any_tag_bit, has, where";

impl Selection {
    /// Reads the arguments that say which events.
    pub(crate) fn of(arguments: Option<&Bound<'_, PyDict>>, opened: &Opened) -> PyResult<Self> {
        let mut selection = Self {
            records: 0..opened.record_count(),
            filter: Filter::new(),
            conditions: Vec::new(),
        };
        for (name, value) in arguments.into_iter().flatten() {
            if value.is_none() {
                continue;
            }
            selection.set(&name.extract::<String>()?, &value, opened)?;
        }
        Ok(selection)
    }

    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>, opened: &Opened) -> PyResult<()> {
        let mut filter = self.filter.clone();
        match name {
            "records" => self.records = records(value, opened.record_count())?,
            "tags" => {
                for tag in several::<u32>(value, name)? {
                    filter = filter.event_tag(tag);
                }
            }
            "record_tags" => {
                for tag in several::<u64>(value, name)? {
                    filter = filter.record_tag(tag);
                }
            }
            "any_tag_bit" => filter = filter.any_tag_bit(value.extract()?),
            "has" => {
                for bank in several::<String>(value, name)? {
                    filter = filter.bank(&opened.bank(&bank).raise()?);
                }
            }
            "where" => {
                for text in several::<String>(value, name)? {
                    let condition = RowCondition::parse(&text, |bank| opened.bank(bank));
                    self.conditions.push(condition.raise()?);
                }
            }
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "there is no argument {name}: which events is said by {NAMES}"
                )));
            }
        }
        self.filter = filter;
        Ok(())
    }

    /// The filter, for records within its range.
    pub(crate) fn filter_of(&self, records: Range<usize>) -> Filter {
        self.filter.clone().records(records)
    }
}

/// One, or several: an empty list asks for nothing, which nobody means.
fn several<T>(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<T>>
where
    T: for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>,
{
    if !value.is_instance_of::<PyString>()
        && let Ok(items) = value.try_iter()
    {
        let all = items
            .map(|item| item?.extract())
            .collect::<PyResult<Vec<T>>>()?;
        if all.is_empty() {
            return Err(refused(format!(
                "{name} is empty: leave it out for all events"
            )));
        }
        return Ok(all);
    }
    Ok(vec![value.extract()?])
}

/// A range of records: `range(2, 5)` or `(2, 5)`.
fn records(value: &Bound<'_, PyAny>, count: usize) -> PyResult<Range<usize>> {
    let (start, end) = match value.cast::<PyRange>() {
        Ok(range) if range.step()? == 1 => (range.start()?, range.stop()?),
        Ok(_) => return Err(refused("a range of records has the step 1")),
        Err(_) => value.extract()?,
    };
    let number = |at: isize| usize::try_from(at).ok();
    match (number(start), number(end)) {
        (Some(start), Some(end)) if start <= end && end <= count => Ok(start..end),
        _ => Err(refused(format!(
            "there are no records {start} to {end}: there are {count}, from 0"
        ))),
    }
}
