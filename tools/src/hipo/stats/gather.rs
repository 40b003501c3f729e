//! Adding columns up.

use std::ops::Range;
use std::sync::Arc;

use hipo::{BankColumns, ColumnQuery, ColumnValues, File, Schema};
use tools::text;

use super::Stats;
use crate::failure::Failure;
use crate::pattern;
use crate::progress::Progress;
use crate::reading::batch_events;
use crate::selected::Rows;

/// What is known of the banks of all files.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub(super) events: u64,
    pub(super) banks: Vec<BankTotals>,
}

/// Of one bank.
#[derive(Debug)]
pub(super) struct BankTotals {
    pub(super) schema: Arc<Schema>,
    /// The file that its schema is from.
    file: String,
    /// Events that have rows of it.
    pub(super) events: u64,
    pub(super) rows: u64,
    pub(super) columns: Vec<ColumnTotals>,
}

/// Of one column.
#[derive(Clone, Debug)]
pub(super) struct ColumnTotals {
    /// Values, of which so many are no numbers.
    pub(super) values: u64,
    pub(super) nan: u64,
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) sum: f64,
}

impl Default for ColumnTotals {
    fn default() -> Self {
        Self {
            values: 0,
            nan: 0,
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
            sum: 0.0,
        }
    }
}

impl ColumnTotals {
    /// Values that are numbers.
    pub(super) const fn numbers(&self) -> u64 {
        self.values - self.nan
    }

    pub(super) fn mean(&self) -> Option<f64> {
        (self.numbers() > 0).then(|| self.sum / self.numbers() as f64)
    }

    fn add(&mut self, values: &ColumnValues, range: Range<usize>) {
        match values {
            ColumnValues::Byte(values) => self.add_all(&values[range], f64::from),
            ColumnValues::Short(values) => self.add_all(&values[range], f64::from),
            ColumnValues::Int(values) => self.add_all(&values[range], f64::from),
            ColumnValues::Float(values) => self.add_all(&values[range], f64::from),
            ColumnValues::Double(values) => self.add_all(&values[range], |value| value),
            ColumnValues::Long(values) => self.add_all(&values[range], |value| value as f64),
        }
    }

    fn add_all<T: Copy>(&mut self, values: &[T], number: impl Fn(T) -> f64) {
        for value in values.iter().map(|value| number(*value)) {
            self.values += 1;
            if value.is_nan() {
                self.nan += 1;
                continue;
            }
            self.least = self.least.min(value);
            self.most = self.most.max(value);
            self.sum += value;
        }
    }
}

impl Totals {
    /// Adds the columns of a file.
    pub(super) fn add(
        &mut self,
        file: &File,
        options: &Stats,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let mut query = ColumnQuery::new(file.dictionary());
        let mut places = Vec::new();
        for schema in pattern::schemas(&options.bank, file.dictionary()) {
            query = if schema.columns().is_empty() {
                query.rows(schema.name())?
            } else {
                query.bank(schema.name())?
            };
            places.push(self.place(file, schema)?);
        }
        let (threads, batch) = (options.threads, batch_events(file, options.threads));
        for selected in options.selection.read(file, query, threads, batch)? {
            let selected = selected?;
            self.events += selected.events();
            for (place, bank) in places.iter().zip(selected.columns.banks()) {
                self.banks[*place].add(bank, &selected.rows(bank));
            }
            progress.did(selected.columns.events());
        }
        Ok(())
    }

    /// Where the totals of a bank are.
    fn place(&mut self, file: &File, schema: &Schema) -> Result<usize, Failure> {
        let name = file.path().map_or_else(String::new, text::name);
        let known = self
            .banks
            .iter()
            .position(|bank| bank.schema.name() == schema.name());
        if let Some(place) = known {
            let bank = &self.banks[place];
            if *bank.schema != *schema {
                return Err(Failure::Refused(format!(
                    "bank {} is one thing in {} and another in {name}: {} and {schema}; tell \
                     these files apart, or choose other banks with --bank",
                    schema.name(),
                    bank.file,
                    bank.schema
                )));
            }
            return Ok(place);
        }
        self.banks.push(BankTotals {
            schema: Arc::new(schema.clone()),
            file: name,
            events: 0,
            rows: 0,
            columns: vec![ColumnTotals::default(); schema.columns().len()],
        });
        Ok(self.banks.len() - 1)
    }
}

impl BankTotals {
    fn add(&mut self, bank: &BankColumns, rows: &Rows) {
        self.events += rows.events;
        self.rows += rows.count();
        for (index, values) in bank.columns() {
            let length = self.schema.columns()[index].array_length();
            for range in rows.values(length) {
                self.columns[index].add(values, range);
            }
        }
    }
}
