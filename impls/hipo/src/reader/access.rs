//! Events by their numbers.

use super::File;
use super::loader::Loader;
use crate::error::{Error, ErrorKind};
use crate::event::Event;
use crate::layout::EventBuffer;

/// Reads events of a file by their numbers, and keeps the record that was read
/// last: neighbours cost nothing more.
#[derive(Debug)]
pub struct RandomAccess<'f> {
    file: &'f File,
    loader: Loader,
    buffer: EventBuffer,
    record: Option<usize>,
}

impl<'f> RandomAccess<'f> {
    pub(super) fn new(file: &'f File) -> Self {
        Self {
            file,
            loader: Loader::default(),
            buffer: EventBuffer::default(),
            record: None,
        }
    }

    /// The event of a number, from 0 in the order of the file.
    ///
    /// # Errors
    /// [`NoEvent`](ErrorKind::NoEvent), or what is wrong with its record.
    ///
    /// # Panics
    /// Never: a record that was read has the events of the index.
    pub fn event(&mut self, number: u64) -> Result<Event<'_>, Error> {
        let count = self.file.event_count();
        if number >= count {
            let error = ErrorKind::NoEvent {
                event: number,
                count,
            };
            return Err(self.file.place(error.into()));
        }
        let records = self.file.records();
        let index = records.partition_point(|record| record.first_event <= number) - 1;
        if self.record != Some(index) {
            self.record = None;
            self.loader.record(self.file, index, &mut self.buffer)?;
            self.record = Some(index);
        }
        let within = (number - records[index].first_event) as usize;
        let event = self.buffer.event(within);
        Ok(event.expect("the record has the events of the index"))
    }
}
