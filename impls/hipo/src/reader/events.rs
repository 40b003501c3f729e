//! Events, one after another.

use super::loader::Loader;
use super::{File, Filter};
use crate::error::Error;
use crate::event::Event;
use crate::layout::EventBuffer;

/// The events of a file, in the order of its records.
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
    file: &'f File,
    filter: Filter,
    /// Whether the filter says anything about single events.
    filtered: bool,
    loader: Loader,
    buffer: EventBuffer,
    /// The record to be read next.
    record: usize,
    /// The event of `buffer` to be given next.
    event: usize,
}

impl<'f> Events<'f> {
    pub(super) fn new(file: &'f File, filter: Filter) -> Self {
        Self {
            file,
            filtered: filter.is_of_events(),
            filter,
            loader: Loader::default(),
            buffer: EventBuffer::default(),
            record: 0,
            event: 0,
        }
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
                .map_err(|error| self.file.place(error)),
            None => Ok(false),
        }
    }

    /// Reads the next record that the filter takes; false after the last.
    fn load_next(&mut self) -> Result<bool, Error> {
        let records = self.file.records();
        let next = records[self.record.min(records.len())..]
            .iter()
            .position(|record| self.filter.takes_record(record));
        let Some(ahead) = next else {
            self.record = records.len();
            return Ok(false);
        };
        let index = self.record + ahead;
        self.record = index + 1;
        self.event = 0;
        self.loader.record(self.file, index, &mut self.buffer)?;
        Ok(true)
    }
}
