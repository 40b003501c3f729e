//! Passes over whole columns.

use std::time::Instant;

use hipo::{Cell, ColumnOptions, ColumnQuery, ColumnValues, Columns, Error, File};

use super::scenario::{Pass, Scenario};

/// Reads the columns, then adds them up.
pub(super) fn pass(scenario: Scenario, file: &File, threads: usize) -> Result<Pass, Error> {
    let query = query(scenario, file)?;
    let options = ColumnOptions::new().threads(threads);
    let begin = Instant::now();
    let read = options.read(file, &query)?;
    let checksum = sum_of(&read);
    let took = begin.elapsed();
    Ok(Pass {
        checksum,
        events: read.events(),
        took,
    })
}

/// Adds the columns up part by part, as they are read.
pub(super) fn pass_in_parts(
    scenario: Scenario,
    file: &File,
    threads: usize,
) -> Result<Pass, Error> {
    let query = query(scenario, file)?;
    let options = ColumnOptions::new().threads(threads);
    let begin = Instant::now();
    let parts = options.map(file, &query, |part| (part.events(), sum_of(part)))?;
    let events = parts.iter().map(|(events, _)| events).sum();
    let checksum = parts.iter().map(|(_, sum)| sum).sum();
    let took = begin.elapsed();
    Ok(Pass {
        checksum,
        events,
        took,
    })
}

fn query(scenario: Scenario, file: &File) -> Result<ColumnQuery<'_>, Error> {
    let (bank, columns) = scenario.columns();
    columns
        .iter()
        .try_fold(ColumnQuery::new(file.dictionary()), |query, column| {
            query.column(bank, column)
        })
}

fn sum_of(read: &Columns) -> f64 {
    let columns = read.banks().iter().flat_map(hipo::BankColumns::columns);
    columns.map(|(_, values)| sum(values)).sum()
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
