//! A file that is written.

use std::ffi::{c_int, c_void};
use std::path::Path;
use std::ptr::NonNull;
use std::sync::Arc;

use crate::bank::Bank;
use crate::error::Error;
use crate::hipo4::{Hipo4, c_path, c_text};
use crate::sys::Shim;

/// A file that is written with hipo4's `writer`: with LZ4, as it always does.
///
/// Schemas and configuration come first. A file that is dropped before
/// [`Writer::finish`] is left as hipo4 leaves one that was not closed: without
/// the records that were not full, and without an index.
pub struct Writer {
    shim: Arc<Shim>,
    file: NonNull<c_void>,
}

impl Writer {
    /// Creates a file, or empties the one that is there.
    ///
    /// # Errors
    /// [`Error::Refused`] if that cannot be done.
    pub fn create(hipo4: &Hipo4, path: &Path) -> Result<Self, Error> {
        let shim = Arc::clone(&hipo4.shim);
        let path = c_path(path)?;
        // SAFETY: a C string.
        let file = unsafe { (shim.writer_create)(path.as_ptr()) };
        match NonNull::new(file) {
            Some(file) => Ok(Self { shim, file }),
            None => Err(shim.refused("creating a file")),
        }
    }

    fn check(&mut self, what: &'static str, status: c_int) -> Result<&mut Self, Error> {
        self.shim.check(what, status)?;
        Ok(self)
    }

    /// Adds a schema to the dictionary: `{name/group/item}{column/type,…}`.
    ///
    /// # Errors
    /// [`Error::Refused`] of a text that hipo4 cannot take, and after the first
    /// event.
    pub fn schema(&mut self, text: &str) -> Result<&mut Self, Error> {
        let text = c_text("a schema", text)?;
        // SAFETY: the file is open, and a C string.
        let status = unsafe { (self.shim.writer_schema)(self.file.as_ptr(), text.as_ptr()) };
        self.check("a schema", status)
    }

    /// Adds an entry of user configuration (`writer::addUserConfig`). hipo4 cannot
    /// read the dictionary of such a file ([`crate::Schemas::Sound`] can).
    ///
    /// # Errors
    /// [`Error::Refused`] after the first event.
    pub fn config(&mut self, key: &str, value: &str) -> Result<&mut Self, Error> {
        let key = c_text("a key", key)?;
        let value = c_text("a value", value)?;
        // SAFETY: the file is open, and two C strings.
        let status =
            unsafe { (self.shim.writer_config)(self.file.as_ptr(), key.as_ptr(), value.as_ptr()) };
        self.check("user configuration", status)
    }

    /// Sets the user words of the records without a tag that are written from now
    /// on, the index record among them (`writer::setUserIntegerOne` and `Two`).
    ///
    /// # Errors
    /// None that should happen.
    pub fn user_words(&mut self, one: i64, two: i64) -> Result<&mut Self, Error> {
        // SAFETY: the file is open.
        let status = unsafe { (self.shim.writer_user_words)(self.file.as_ptr(), one, two) };
        self.check("user words", status)
    }

    /// Adds an event of these banks. hipo4 leaves out a bank of no rows. An event
    /// with a tag goes into the records of its tag.
    ///
    /// # Errors
    /// [`Error::Refused`] of a bank that is not like its schema, an event of 8 MiB
    /// or more, and of more than 64 tags (hipo4 keeps some 34 MB for each).
    pub fn event(&mut self, tag: u32, banks: &[Bank]) -> Result<&mut Self, Error> {
        for bank in banks {
            if let Err(error) = self.bank(bank) {
                // SAFETY: the file is open.
                unsafe { (self.shim.writer_clear)(self.file.as_ptr()) };
                return Err(error);
            }
        }
        // SAFETY: the file is open.
        let status = unsafe { (self.shim.writer_event)(self.file.as_ptr(), tag) };
        if status != 0 {
            let error = self.shim.refused("an event");
            // SAFETY: the file is open.
            unsafe { (self.shim.writer_clear)(self.file.as_ptr()) };
            return Err(error);
        }
        Ok(self)
    }

    fn bank(&mut self, bank: &Bank) -> Result<(), Error> {
        let what = "a bank";
        let name = c_text("a bank's name", &bank.name)?;
        let rows = bank.rows();
        if bank.columns.iter().any(|column| column.rows() != rows) {
            return Err(Error::Ragged {
                name: bank.name.clone(),
            });
        }
        // SAFETY: the file is open, and a C string.
        let status = unsafe {
            (self.shim.writer_bank)(self.file.as_ptr(), name.as_ptr(), rows, bank.columns.len())
        };
        self.shim.check(what, status)?;
        for (item, column) in bank.columns.iter().enumerate() {
            let letter = column.kind().letter() as c_int;
            // SAFETY: the file is open, a bank of as many columns and rows was added
            // just now, and the cells are of the type that the letter says.
            let status = unsafe {
                (self.shim.writer_column)(self.file.as_ptr(), item, letter, column.cells(), rows)
            };
            self.shim.check(what, status)?;
        }
        Ok(())
    }

    /// Adds an event as it is (`writer::addEvent` of bytes), to the records without
    /// a tag, whatever its own is. hipo4 does not look into it.
    ///
    /// # Errors
    /// [`Error::Refused`] of no bytes, and of 8 MiB or more.
    pub fn raw_event(&mut self, bytes: &[u8]) -> Result<&mut Self, Error> {
        // SAFETY: the file is open, and the bytes as many as told.
        let status = unsafe {
            (self.shim.writer_raw_event)(self.file.as_ptr(), bytes.as_ptr().cast(), bytes.len())
        };
        self.check("a raw event", status)
    }

    /// Ends the record without a tag (`writer::flush`); those with one are written
    /// when they are full, and at the end.
    ///
    /// # Errors
    /// None that should happen.
    pub fn flush(&mut self) -> Result<&mut Self, Error> {
        // SAFETY: the file is open.
        let status = unsafe { (self.shim.writer_flush)(self.file.as_ptr()) };
        self.check("flushing", status)
    }

    /// Writes the records that are left and the index, and closes the file.
    ///
    /// # Errors
    /// [`Error::Refused`] if the file is not whole, as where a disk is full.
    pub fn finish(self) -> Result<(), Error> {
        // SAFETY: the file is open.
        let status = unsafe { (self.shim.writer_finish)(self.file.as_ptr()) };
        self.shim.check("closing the file", status)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // SAFETY: not used after this.
        unsafe { (self.shim.writer_drop)(self.file.as_ptr()) };
    }
}
