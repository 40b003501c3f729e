//! Which columns to read.

use crate::error::Error;
use crate::schema::{BankHandle, Dictionary};

/// Columns to be read together, of one bank or several.
///
/// ```no_run
/// use hipo::ColumnQuery;
///
/// let file = hipo::File::open("run.hipo")?;
/// let query = ColumnQuery::new(file.dictionary())
///     .column("REC::Particle", "pid")?
///     .column("REC::Particle", "px")?
///     .bank("REC::Event")?;
/// let columns = file.read_columns(&query)?;
/// let pid: &[i32] = columns.values("REC::Particle", "pid")?;
/// # Ok::<(), hipo::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ColumnQuery<'d> {
    dictionary: &'d Dictionary,
    banks: Vec<WantedBank>,
}

/// A bank of a query.
#[derive(Clone, Debug)]
pub(crate) struct WantedBank {
    pub(crate) handle: BankHandle,
    /// Places in the schema, in the order asked for.
    pub(crate) columns: Vec<usize>,
}

impl WantedBank {
    /// Group and item, as in the first word of a structure.
    pub(crate) fn identity(&self) -> u32 {
        let schema = self.handle.schema();
        u32::from(schema.group()) | u32::from(schema.item()) << 16
    }
}

impl<'d> ColumnQuery<'d> {
    /// Of no columns yet.
    pub const fn new(dictionary: &'d Dictionary) -> Self {
        Self {
            dictionary,
            banks: Vec::new(),
        }
    }

    /// Adds a column. One that was asked for already is read once.
    ///
    /// # Errors
    /// [`UnknownBank`](crate::ErrorKind::UnknownBank) and
    /// [`UnknownColumn`](crate::ErrorKind::UnknownColumn).
    pub fn column(mut self, bank: &str, column: &str) -> Result<Self, Error> {
        let wanted = self.wanted(bank)?;
        let index = wanted.handle.column_index(column)?;
        if !wanted.columns.contains(&index) {
            wanted.columns.push(index);
        }
        Ok(self)
    }

    /// Adds all columns of a bank.
    ///
    /// # Errors
    /// [`UnknownBank`](crate::ErrorKind::UnknownBank).
    pub fn bank(mut self, bank: &str) -> Result<Self, Error> {
        let wanted = self.wanted(bank)?;
        for index in 0..wanted.handle.schema().columns().len() {
            if !wanted.columns.contains(&index) {
                wanted.columns.push(index);
            }
        }
        Ok(self)
    }

    /// Adds the number of rows of a bank, of which no column is needed.
    ///
    /// # Errors
    /// [`UnknownBank`](crate::ErrorKind::UnknownBank).
    pub fn rows(mut self, bank: &str) -> Result<Self, Error> {
        self.wanted(bank)?;
        Ok(self)
    }

    fn wanted(&mut self, bank: &str) -> Result<&mut WantedBank, Error> {
        let known = self
            .banks
            .iter()
            .position(|wanted| wanted.handle.schema().name() == bank);
        let index = if let Some(index) = known {
            index
        } else {
            self.banks.push(WantedBank {
                handle: self.dictionary.bank(bank)?,
                columns: Vec::new(),
            });
            self.banks.len() - 1
        };
        Ok(&mut self.banks[index])
    }

    pub(crate) fn banks(&self) -> &[WantedBank] {
        &self.banks
    }
}
