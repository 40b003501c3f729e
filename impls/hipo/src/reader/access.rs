//! Events by their numbers.

use super::File;
use super::loader::Loader;
use crate::error::{Error, ErrorKind};
use crate::event::Event;
use crate::layout::EventBuffer;

/// Reads events of a file, or of a [`Chain`](crate::Chain), by their numbers,
/// and keeps the record that was read last: neighbours cost nothing more.
#[derive(Debug)]
pub struct RandomAccess<'f> {
    files: &'f [File],
    /// The number of the first event of each file.
    first_events: Vec<u64>,
    count: u64,
    loader: Loader,
    buffer: EventBuffer,
    /// The file and the record that are in the buffer.
    loaded: Option<(usize, usize)>,
}

impl<'f> RandomAccess<'f> {
    pub(crate) fn new(files: &'f [File]) -> Self {
        let mut count = 0;
        let first_events = files.iter().map(|file| {
            let first = count;
            count += file.event_count();
            first
        });
        Self {
            files,
            first_events: first_events.collect(),
            count,
            loader: Loader::default(),
            buffer: EventBuffer::default(),
            loaded: None,
        }
    }

    /// The event of a number, from 0 in the order of the file, or of the files.
    ///
    /// # Errors
    /// [`NoEvent`](ErrorKind::NoEvent), or what is wrong with its record.
    ///
    /// # Panics
    /// Never: a record that was read has the events of the index.
    pub fn event(&mut self, number: u64) -> Result<Event<'_>, Error> {
        if number >= self.count {
            let error = Error::from(ErrorKind::NoEvent {
                event: number,
                count: self.count,
            });
            return Err(match self.files {
                [file] => file.place(error),
                _ => error,
            });
        }
        let index = self.first_events.partition_point(|first| *first <= number) - 1;
        let (file, number) = (&self.files[index], number - self.first_events[index]);
        let records = file.records();
        let record = records.partition_point(|record| record.first_event <= number) - 1;
        if self.loaded != Some((index, record)) {
            self.loaded = None;
            self.loader.record(file, record, &mut self.buffer)?;
            self.loaded = Some((index, record));
        }
        let within = (number - records[record].first_event) as usize;
        let event = self.buffer.event(within);
        Ok(event.expect("the record has the events of the index"))
    }
}
