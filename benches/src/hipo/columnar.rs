//! Passes over whole columns.

use std::time::Instant;

use hipo::{ColumnOptions, ColumnQuery, Error, File};

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
    let sums = read.banks().iter().flat_map(hipo::BankColumns::columns);
    let checksum = sums.map(|(_, values)| values.sum()).sum();
    let took = begin.elapsed();
    Ok(Pass {
        checksum,
        events: read.events(),
        took,
    })
}
