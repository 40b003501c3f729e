//! A reading of columns, as it was asked for.

use std::ops::Range;
use std::sync::Arc;

use hipo::{ColumnOptions, Columns, Error, Schema};

use crate::opened::Opened;
use crate::request::Request;
use crate::selection::Selection;
use crate::table::Table;

/// What is read, of which events, by how many threads.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// From where.
    pub(crate) opened: Opened,
    /// What.
    pub(crate) request: Request,
    /// Of which events.
    pub(crate) selection: Selection,
    /// By how many threads; 0 is as many as the machine runs at once.
    pub(crate) threads: usize,
}

impl Plan {
    /// Reads the columns of these records.
    pub(crate) fn read(&self, records: Range<usize>) -> Result<Table, Error> {
        let mut query = self.request.query(&self.opened)?;
        for condition in &self.selection.conditions {
            query = condition.add_to(query)?;
        }
        let options = ColumnOptions::new()
            .threads(self.threads)
            .filter(self.selection.filter_of(records));
        let columns = self.opened.read(&options, &query)?;
        let wanted = self.wanted(&columns)?;
        let mut table = Table::from(columns);
        // What only conditions needed comes after what was asked for.
        table.banks.truncate(self.request.counts().len());
        for (bank, count) in table.banks.iter_mut().zip(self.request.counts()) {
            bank.columns.truncate(count);
        }
        if wanted.contains(&false) {
            table.retain(&wanted);
        }
        Ok(table)
    }

    /// The columns that are read, by schemas and places in them.
    pub(crate) fn columns(&self) -> Vec<(Arc<Schema>, usize)> {
        let mut all = Vec::new();
        for (bank, columns) in self.request.names() {
            if let Some(schema) = self.opened.dictionary().get(bank) {
                let places = columns.iter().filter_map(|name| schema.column_index(name));
                all.extend(places.map(|index| (Arc::clone(schema), index)));
            }
        }
        all
    }

    /// For which events all conditions hold.
    fn wanted(&self, columns: &Columns) -> Result<Vec<bool>, Error> {
        let mut wanted = vec![true; columns.events() as usize];
        for condition in &self.selection.conditions {
            condition.evaluator().retain(columns, &mut wanted)?;
        }
        Ok(wanted)
    }

    /// Cuts the records into parts of `events` events or more, a record at
    /// least.
    pub(crate) fn parts(&self, events: u64) -> Vec<Range<usize>> {
        let Range { start, end } = self.selection.records.clone();
        let files = self.opened.files().iter();
        let infos = files.flat_map(hipo::File::records);
        let mut parts = Vec::new();
        let mut first = None;
        let mut count = 0;
        for (record, info) in infos.enumerate().take(end).skip(start) {
            if !self.selection.filter.takes_record(info) {
                continue;
            }
            first.get_or_insert(record);
            count += u64::from(info.events);
            if count >= events {
                parts.extend(first.take().map(|first| first..record + 1));
                count = 0;
            }
        }
        parts.extend(first.map(|first| first..end));
        parts
    }

    /// Events of so many bytes, as the headers of records tell.
    pub(crate) fn events_of(&self, bytes: u64) -> Result<u64, Error> {
        let mut all = 0;
        let mut events = 0;
        for record in self.selection.records.clone() {
            if let Some((file, record)) = self.opened.locate_record(record) {
                let file = &self.opened.files()[file];
                let info = &file.records()[record];
                if self.selection.filter.takes_record(info) {
                    all += u64::from(file.record_header(record)?.data_bytes);
                    events += u64::from(info.events);
                }
            }
        }
        let each = all.div_ceil(events.max(1)).max(1);
        Ok((bytes / each).max(1))
    }
}
