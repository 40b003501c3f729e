//! The values of one column.

use hipo::{BankHandle, ColumnOptions, ColumnQuery, File};

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
        let read = ColumnOptions::new()
            .threads(options.threads)
            .filter(options.selection.filter(file)?);
        let progress = Progress::start(verb, file.event_count(), !options.reading.quiet);
        for columns in read.batches(file, &query, batch_events(file, options.threads)) {
            let columns = columns?;
            let values = columns.bank(bank)?.column(&self.column)?;
            values.to_f64().into_iter().for_each(&mut visit);
            progress.did(columns.events());
        }
        Ok(())
    }
}
