//! Events, one after another.

use super::loader::Loader;
use super::{File, Filter};
use crate::error::Error;
use crate::event::Event;
use crate::layout::EventBuffer;

/// The events of a file, in the order of its records, or of the files of a
/// [`Chain`](crate::Chain), one after another.
///
/// ```no_run
/// let file = hipo::File::open("run.hipo")?;
/// let particles = file.bank("REC::Particle")?;
/// let pid = particles.column::<i32>("pid")?;
/// let mut electrons = 0;
/// let mut events = file.events();
/// while let Some(event) = events.next_event()? {
///     let bank = event.bank(&particles)?;
///     electrons += bank.column(&pid).iter().filter(|&pid| pid == 11).count();
/// }
/// # Ok::<(), hipo::Error>(())
/// ```
#[derive(Debug)]
pub struct Events<'f> {
    files: &'f [File],
    filter: Filter,
    /// Whether the filter says anything about single events.
    filtered: bool,
    loader: Loader,
    buffer: EventBuffer,
    /// The file that the events of `buffer` are of.
    file: usize,
    /// The file and the record to be read next.
    next_file: usize,
    record: usize,
    /// Records of the files before the one to be read next.
    records_before: usize,
    /// The event of `buffer` to be given next.
    event: usize,
}

impl<'f> Events<'f> {
    pub(crate) fn new(files: &'f [File], filter: Filter) -> Self {
        Self {
            files,
            filtered: filter.is_of_events(),
            filter,
            loader: Loader::default(),
            buffer: EventBuffer::default(),
            file: 0,
            next_file: 0,
            record: 0,
            records_before: 0,
            event: 0,
        }
    }

    /// The number of the file that the last event was of, from 0 in the order
    /// of the chain.
    pub const fn file_index(&self) -> usize {
        self.file
    }

    /// The file that the last event was of: before the first, the first file.
    ///
    /// # Panics
    /// Never: there is one file or more.
    pub const fn file(&self) -> &'f File {
        &self.files[self.file]
    }

    /// The next event; none after the last.
    ///
    /// # Errors
    /// For a record that is damaged or cannot be read. To ask again is to go on
    /// with the record after it.
    #[inline]
    pub fn next_event(&mut self) -> Result<Option<Event<'_>>, Error> {
        loop {
            if self.event < self.buffer.len() {
                let index = self.event;
                self.event += 1;
                if self.filtered && !self.takes(index)? {
                    continue;
                }
                return Ok(self.buffer.event(index));
            }
            if !self.load_next()? {
                return Ok(None);
            }
        }
    }

    fn takes(&self, index: usize) -> Result<bool, Error> {
        match self.buffer.event(index) {
            Some(event) => self
                .filter
                .takes_event(&event)
                .map_err(|error| self.file().place(error)),
            None => Ok(false),
        }
    }

    /// Reads the next record that the filter takes; false after the last.
    fn load_next(&mut self) -> Result<bool, Error> {
        while let Some(file) = self.files.get(self.next_file) {
            let records = file.records();
            let range = self.filter.range(self.records_before, records.len());
            let mut rest = range.start.max(self.record)..range.end;
            let Some(index) = rest.find(|&index| self.filter.takes_record(&records[index])) else {
                self.next_file += 1;
                self.record = 0;
                self.records_before += records.len();
                continue;
            };
            self.record = index + 1;
            self.event = 0;
            self.file = self.next_file;
            self.loader.record(file, index, &mut self.buffer)?;
            return Ok(true);
        }
        Ok(false)
    }
}
