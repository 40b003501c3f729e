//! The values of one column.

use hipo::{BankHandle, ColumnQuery, File};

use super::Plot;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::reading::batch_events;

/// A column that is to be drawn.
#[derive(Debug)]
pub(super) struct Column {
    bank: BankHandle,
    column: String,
}

impl Column {
    /// Finds a column by its bank's name and its own. Names of banks may have
    /// dots.
    pub(super) fn find(file: &File, name: &str) -> Result<Self, Failure> {
        let Some((bank, column)) = name.rsplit_once('.') else {
            return Err(Failure::Usage(format!(
                "{} names no column: it is BANK.COLUMN, such as REC::Particle.pz",
                tools::text::harmless(name)
            )));
        };
        let bank = file.bank(bank)?;
        bank.column_index(column)?;
        Ok(Self {
            bank,
            column: column.to_owned(),
        })
    }

    /// The least and the most value that is a number.
    pub(super) fn range(&self, file: &File, options: &Plot) -> Result<(f64, f64), Failure> {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        self.each(file, options, "looking for the range", |value| {
            if value.is_finite() {
                least = least.min(value);
                most = most.max(value);
            }
        })?;
        Ok(if least > most {
            // There are no values.
            (0.0, 1.0)
        } else if least < most {
            (least, most)
        } else {
            // One value only, in the middle.
            let half = (least.abs() * 0.5).max(0.5);
            (least - half, most + half)
        })
    }

    /// Shows each value to `visit`.
    pub(super) fn each(
        &self,
        file: &File,
        options: &Plot,
        verb: &'static str,
        mut visit: impl FnMut(f64),
    ) -> Result<(), Failure> {
        let bank = self.bank.schema().name();
        let query = ColumnQuery::new(file.dictionary()).column(bank, &self.column)?;
        let index = self.bank.column_index(&self.column)?;
        let length = self.bank.schema().columns()[index].array_length();
        let (threads, batch) = (options.threads, batch_events(file, options.threads));
        let batches = options.selection.read(file, query, threads, batch)?;
        let progress = Progress::start(verb, file.event_count(), !options.reading.quiet);
        for selected in batches {
            let selected = selected?;
            let columns = selected.columns.bank(bank)?;
            let values = columns.column(&self.column)?.to_f64();
            for range in selected.rows(columns).values(length) {
                values[range].iter().copied().for_each(&mut visit);
            }
            progress.did(selected.columns.events());
        }
        Ok(())
    }
}
