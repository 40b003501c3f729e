//! Which columns are asked for.

use hipo::{ColumnQuery, Error};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::error::{Raise, refused};
use crate::opened::Opened;

/// Columns that are asked for, by name, looked up in a dictionary.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    banks: Vec<WantedBank>,
}

/// A bank of a request.
#[derive(Clone, Debug)]
struct WantedBank {
    name: String,
    columns: Vec<String>,
}

impl Request {
    /// Reads what Python has: none for all banks; `"BANK"`, `"BANK.column"`,
    /// several of them, or `{"BANK": ["column", …] or None}`.
    pub(crate) fn of(columns: Option<&Bound<'_, PyAny>>, opened: &Opened) -> PyResult<Self> {
        let mut request = Self { banks: Vec::new() };
        let Some(columns) = columns else {
            for schema in opened.dictionary().schemas() {
                request.add_bank(schema.name(), opened)?;
            }
            return Ok(request);
        };
        if let Ok(text) = columns.cast::<PyString>() {
            request.add(&text.to_cow()?, opened)?;
        } else if let Ok(banks) = columns.cast::<PyDict>() {
            for (bank, columns) in banks {
                request.add_columns(&bank.extract::<String>()?, &columns, opened)?;
            }
        } else {
            for text in columns.try_iter()? {
                request.add(&text?.extract::<String>()?, opened)?;
            }
        }
        Ok(request)
    }

    /// Adds `BANK` or `BANK.column`: names of both can have dots.
    fn add(&mut self, text: &str, opened: &Opened) -> PyResult<()> {
        let dictionary = opened.dictionary();
        if dictionary.get(text).is_some() {
            return self.add_bank(text, opened);
        }
        let mut parts = text.match_indices('.').map(|(at, _)| text.split_at(at));
        let known = parts.find(|(bank, _)| dictionary.get(bank).is_some());
        match known.or_else(|| {
            text.split_once('.')
                .map(|(bank, _)| text.split_at(bank.len()))
        }) {
            Some((bank, column)) => self.add_column(bank, &column[1..], opened),
            None => self.add_bank(text, opened),
        }
    }

    /// Adds columns of a bank; of none, its rows are counted.
    fn add_columns(
        &mut self,
        bank: &str,
        columns: &Bound<'_, PyAny>,
        opened: &Opened,
    ) -> PyResult<()> {
        if columns.is_none() {
            return self.add_bank(bank, opened);
        }
        if columns.is_instance_of::<PyString>() {
            return Err(refused(format!(
                "columns of bank {bank} belong in a list, as [{}]",
                columns.repr()?
            )));
        }
        opened.bank(bank).raise()?;
        self.bank(bank);
        for column in columns.try_iter()? {
            self.add_column(bank, &column?.extract::<String>()?, opened)?;
        }
        Ok(())
    }

    fn add_bank(&mut self, bank: &str, opened: &Opened) -> PyResult<()> {
        let handle = opened.bank(bank).raise()?;
        let wanted = self.bank(bank);
        for column in handle.schema().columns() {
            wanted.add(column.name());
        }
        Ok(())
    }

    fn add_column(&mut self, bank: &str, column: &str, opened: &Opened) -> PyResult<()> {
        opened.bank(bank).raise()?.column_index(column).raise()?;
        self.bank(bank).add(column);
        Ok(())
    }

    fn bank(&mut self, name: &str) -> &mut WantedBank {
        let known = self.banks.iter().position(|bank| bank.name == name);
        let index = known.unwrap_or_else(|| {
            self.banks.push(WantedBank {
                name: name.to_owned(),
                columns: Vec::new(),
            });
            self.banks.len() - 1
        });
        &mut self.banks[index]
    }

    /// The query for them.
    pub(crate) fn query<'d>(&self, opened: &'d Opened) -> Result<ColumnQuery<'d>, Error> {
        let mut query = ColumnQuery::new(opened.dictionary());
        for bank in &self.banks {
            query = query.rows(&bank.name)?;
            for column in &bank.columns {
                query = query.column(&bank.name, column)?;
            }
        }
        Ok(query)
    }

    /// Banks, with the names of their columns.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &[String])> {
        let banks = self.banks.iter();
        banks.map(|bank| (bank.name.as_str(), bank.columns.as_slice()))
    }

    /// How many columns there are of each bank.
    pub(crate) fn counts(&self) -> impl ExactSizeIterator<Item = usize> {
        self.banks.iter().map(|bank| bank.columns.len())
    }
}

impl WantedBank {
    fn add(&mut self, column: &str) {
        if !self.columns.iter().any(|known| known == column) {
            self.columns.push(column.to_owned());
        }
    }
}
