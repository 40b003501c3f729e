//! Passes over whole columns.

use std::time::Instant;

use hipo::{Cell, ColumnOptions, ColumnQuery, ColumnValues, Error, File};

use super::scenario::{Pass, Scenario};

pub(super) fn pass(scenario: Scenario, file: &File, threads: usize) -> Result<Pass, Error> {
    let (bank, columns) = scenario.columns();
    let query = columns
        .iter()
        .try_fold(ColumnQuery::new(file.dictionary()), |query, column| {
            query.column(bank, column)
        })?;
    let options = ColumnOptions::new().threads(threads);
    let begin = Instant::now();
    let read = options.read(file, &query)?;
    let columns = read.banks().iter().flat_map(hipo::BankColumns::columns);
    let checksum = columns.map(|(_, values)| sum(values)).sum();
    let took = begin.elapsed();
    Ok(Pass {
        checksum,
        events: read.events(),
        took,
    })
}

/// The sum of a column, in double precision.
fn sum(values: &ColumnValues) -> f64 {
    match values {
        ColumnValues::Byte(values) => in_lanes(values),
        ColumnValues::Short(values) => in_lanes(values),
        ColumnValues::Int(values) => in_lanes(values),
        ColumnValues::Float(values) => in_lanes(values),
        ColumnValues::Double(values) => in_lanes(values),
        ColumnValues::Long(values) => in_lanes(values),
    }
}

/// Eight sums side by side: one alone would wait for each addition.
fn in_lanes<T: Cell>(values: &[T]) -> f64 {
    let mut lanes = [0.0; 8];
    let (chunks, rest) = values.as_chunks::<8>();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += value.to_f64();
        }
    }
    let rest = rest.iter().map(|value| value.to_f64());
    lanes.iter().copied().chain(rest).sum()
}
