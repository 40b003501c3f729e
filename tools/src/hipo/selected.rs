//! Columns of the events that are wanted.

use std::ops::Range;

use hipo::{
    BankColumns, ColumnBatches, ColumnOptions, ColumnQuery, Columns, ConditionEvaluator, Error,
    File, RowCondition,
};

use crate::failure::Failure;
use crate::selection::Selection;

/// Columns, batch by batch.
#[derive(Debug)]
pub(crate) struct Batches<'f> {
    read: ColumnBatches<'f>,
    conditions: Vec<ConditionEvaluator>,
}

impl Selection {
    /// Reads columns with so many threads, in batches of so many events before
    /// any is left out. What only conditions need comes after what the query
    /// asks for.
    pub(crate) fn read<'f>(
        &self,
        file: &'f File,
        mut query: ColumnQuery<'f>,
        threads: usize,
        events: u64,
    ) -> Result<Batches<'f>, Failure> {
        let conditions = self.conditions(file)?;
        for condition in &conditions {
            query = condition.add_to(query)?;
        }
        let options = ColumnOptions::new().threads(threads);
        let options = options.filter(self.filter(file)?);
        Ok(Batches {
            read: options.batches(file, &query, events),
            conditions: conditions.iter().map(RowCondition::evaluator).collect(),
        })
    }
}

impl Iterator for Batches<'_> {
    type Item = Result<Selected, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let columns = self.read.next()?;
        Some(columns.and_then(|columns| Selected::new(columns, &mut self.conditions)))
    }
}

/// A batch of columns, and which of its events are wanted.
#[derive(Debug)]
pub(crate) struct Selected {
    pub(crate) columns: Columns,
    /// None if all are.
    pub(crate) wanted: Option<Vec<bool>>,
}

/// The rows that wanted events have of a bank.
#[derive(Debug)]
pub(crate) struct Rows {
    /// Events that have some.
    pub(crate) events: u64,
    /// Where they are among all rows, in order.
    runs: Vec<Range<usize>>,
}

impl Selected {
    fn new(columns: Columns, conditions: &mut [ConditionEvaluator]) -> Result<Self, Error> {
        let mut wanted = None;
        for condition in conditions {
            let wanted = wanted.get_or_insert_with(|| vec![true; columns.events() as usize]);
            condition.retain(&columns, wanted)?;
        }
        Ok(Self { columns, wanted })
    }

    /// Number of events that are wanted.
    pub(crate) fn events(&self) -> u64 {
        match &self.wanted {
            None => self.columns.events(),
            Some(wanted) => wanted.iter().filter(|wanted| **wanted).count() as u64,
        }
    }

    /// The rows that they have of a bank of these columns.
    pub(crate) fn rows(&self, bank: &BankColumns) -> Rows {
        let mut rows = Rows {
            events: 0,
            runs: Vec::new(),
        };
        for (event, ends) in bank.offsets().windows(2).enumerate() {
            let wanted = self.wanted.as_ref().is_none_or(|wanted| wanted[event]);
            let (start, end) = (ends[0] as usize, ends[1] as usize);
            if !wanted || start == end {
                continue;
            }
            rows.events += 1;
            match rows.runs.last_mut() {
                Some(run) if run.end == start => run.end = end,
                _ => rows.runs.push(start..end),
            }
        }
        rows
    }
}

impl Rows {
    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.runs.iter().map(|run| run.len() as u64).sum()
    }

    /// Where the values are of a column that has so many in a row.
    pub(crate) fn values(&self, length: usize) -> impl Iterator<Item = Range<usize>> {
        let runs = self.runs.iter();
        runs.map(move |run| run.start * length..run.end * length)
    }
}
