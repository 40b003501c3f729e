//! A file that is read event by event.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::Arc;

use crate::bank::{Bank, Column};
use crate::error::Error;
use crate::hipo4::{Hipo4, c_path, c_text};
use crate::options::ReadOptions;
use crate::schema::Schema;
use crate::sys::Shim;

/// A file that is read with hipo4's `reader`, event by event.
///
/// The file has to be known to be good: see the [crate's page](crate).
pub struct Reader {
    shim: Arc<Shim>,
    file: NonNull<c_void>,
    schemas: Vec<Schema>,
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    /// [`Error::Refused`] of a file that hipo4 cannot read, so far as its headers
    /// tell.
    pub fn open(hipo4: &Hipo4, path: &Path, options: &ReadOptions) -> Result<Self, Error> {
        let shim = Arc::clone(&hipo4.shim);
        let path = c_path(path)?;
        let given = c_text("a schema", &options.lines())?;
        // SAFETY: the texts are C strings and the tags as many as told; the file is
        // good by the caller's word.
        let file = unsafe {
            (shim.reader_open)(
                path.as_ptr(),
                options.tags.as_ptr(),
                options.tags.len(),
                options.choice(),
                given.as_ptr(),
            )
        };
        let Some(file) = NonNull::new(file) else {
            return Err(shim.refused("opening a file"));
        };
        let mut reader = Self {
            shim,
            file,
            schemas: Vec::new(),
        };
        // SAFETY: the file is open.
        let status = unsafe { (reader.shim.reader_schemas)(reader.file.as_ptr()) };
        reader.shim.check("the schemas", status)?;
        reader.schemas = String::from_utf8_lossy(&reader.shim.text())
            .lines()
            .map(Schema::from_text)
            .collect::<Result<_, _>>()?;
        Ok(reader)
    }

    /// The number of events (`reader::getEntries`), of the tags that were asked
    /// for.
    pub fn events(&self) -> u64 {
        // SAFETY: the file is open.
        let events = unsafe { (self.shim.reader_events)(self.file.as_ptr()) };
        u64::try_from(events).unwrap_or(0)
    }

    /// The schemas that the file is read with, by name.
    pub fn schemas(&self) -> &[Schema] {
        &self.schemas
    }

    /// The user configuration (`reader::readUserConfig`).
    ///
    /// # Errors
    /// [`Error::Answer`] of one that is not UTF-8.
    pub fn config(&self) -> Result<BTreeMap<String, String>, Error> {
        let what = "the user configuration";
        // SAFETY: the file is open.
        let status = unsafe { (self.shim.reader_config)(self.file.as_ptr()) };
        self.shim.check(what, status)?;
        let text = String::from_utf8(self.shim.text()).map_err(|error| Error::Answer {
            what,
            answer: String::from_utf8_lossy(error.as_bytes()).into_owned(),
        })?;
        let mut words = text.split_terminator('\0');
        let mut config = BTreeMap::new();
        while let (Some(key), Some(value)) = (words.next(), words.next()) {
            config.insert(key.to_owned(), value.to_owned());
        }
        Ok(config)
    }

    /// Reads the next event, in the order of the index; none after the last.
    ///
    /// # Errors
    /// [`Error::Refused`] if C++ throws.
    pub fn next_event(&mut self) -> Result<Option<Event<'_>>, Error> {
        let mut read = 0;
        // SAFETY: the file is open, and the place valid.
        let status = unsafe { (self.shim.reader_next)(self.file.as_ptr(), &raw mut read) };
        self.shim.check("the next event", status)?;
        Ok((read != 0).then_some(Event { reader: self }))
    }

    /// Goes to an event by its number, from 0, and reads it; none if there is no
    /// such event.
    ///
    /// # Errors
    /// [`Error::Refused`] if C++ throws.
    pub fn go_to(&mut self, event: u64) -> Result<Option<Event<'_>>, Error> {
        let mut read = 0;
        let event = i64::try_from(event).unwrap_or(i64::MAX);
        // SAFETY: the file is open, and the place valid.
        let status = unsafe { (self.shim.reader_go_to)(self.file.as_ptr(), event, &raw mut read) };
        self.shim.check("going to an event", status)?;
        Ok((read != 0).then_some(Event { reader: self }))
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // SAFETY: the file is open, and not used after this.
        unsafe { (self.shim.reader_close)(self.file.as_ptr()) };
    }
}

/// The event that a [`Reader`] is at.
pub struct Event<'a> {
    reader: &'a mut Reader,
}

impl Event<'_> {
    fn parts(&self) -> (&[u8], u32) {
        let (mut bytes, mut length, mut tag) = (std::ptr::null(), 0, 0);
        let reader = &*self.reader;
        // SAFETY: the file is open and has read an event; the bytes are as many as
        // told, and stay until the next event is read, which takes the reader
        // mutably.
        unsafe {
            (reader.shim.reader_event)(
                reader.file.as_ptr(),
                &raw mut bytes,
                &raw mut length,
                &raw mut tag,
            );
            if bytes.is_null() {
                return (&[], tag);
            }
            (std::slice::from_raw_parts(bytes.cast::<u8>(), length), tag)
        }
    }

    /// The event's bytes, its header of 16 included.
    pub fn bytes(&self) -> &[u8] {
        self.parts().0
    }

    /// The event's own tag (`event::getTag`).
    pub fn tag(&self) -> u32 {
        self.parts().1
    }

    /// A bank of the event (`event::getStructure`), of no rows if the event has
    /// none.
    ///
    /// # Errors
    /// [`Error::NoSchema`] of a name that the file is not read with.
    pub fn bank(&mut self, name: &str) -> Result<Bank, Error> {
        let what = "a bank";
        let reader = &*self.reader;
        let shim = &reader.shim;
        let found = reader.schemas.iter().position(|it| it.name == name);
        let Some(index) = found else {
            return Err(Error::NoSchema {
                name: name.to_owned(),
            });
        };
        let mut rows = 0;
        // SAFETY: the file is open and has read an event.
        let status = unsafe { (shim.reader_bank)(reader.file.as_ptr(), index, &raw mut rows) };
        shim.check(what, status)?;
        let mut columns = Vec::new();
        for (item, &(_, kind)) in reader.schemas[index].columns.iter().enumerate() {
            let mut column = Column::zeros(kind, rows);
            // SAFETY: the bank was taken just now, and there is room for its rows
            // in the column's type, which is the schema's.
            let status = unsafe {
                (shim.reader_column)(reader.file.as_ptr(), index, item, rows, column.cells_mut())
            };
            shim.check(what, status)?;
            columns.push(column);
        }
        Ok(Bank::new(name, columns))
    }
}
