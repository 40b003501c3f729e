//! Which records a file has: by its index, or by going through them.

use super::loader::{Loader, read_header, truncated};
use crate::error::Error;
use crate::layout::EventBuffer;
use crate::limits::Limits;
use crate::schema::Dictionary;
use crate::source::ReadAt;
use crate::wire::{FileHeader, HEADER_BYTES, INDEX_BANK, read_index};

/// A data record, as the index or its header tells.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct RecordInfo {
    /// Where it begins, in bytes.
    pub position: u64,
    /// How long it is, in bytes.
    pub bytes: u64,
    /// Events that it has.
    pub events: u32,
    /// Events of all records before it.
    pub first_event: u64,
    /// The tag of its events, as C++ and Java sort them.
    pub user_word_1: u64,
    /// Free for use.
    pub user_word_2: u64,
}

/// Where the list of records is from.
#[derive(Debug)]
#[non_exhaustive]
pub enum IndexSource {
    /// The index at the end of a closed file.
    Trailer,
    /// The records, one after another.
    Scan {
        /// Why the index did not serve; none for a file that was never closed.
        trailer: Option<Error>,
        /// What ended the list before the end of the file: a last record that
        /// is cut off, or bytes that are none.
        end: Option<Error>,
    },
}

/// What a list of records is made from.
pub(super) struct Indexer<'a> {
    pub(super) source: &'a dyn ReadAt,
    pub(super) size: u64,
    pub(super) header: &'a FileHeader,
    pub(super) limits: &'a Limits,
    pub(super) loader: &'a mut Loader,
}

impl Indexer<'_> {
    /// The records in order.
    pub(super) fn records(&mut self) -> Result<(Vec<RecordInfo>, IndexSource), Error> {
        let trailer = match self.header.trailer_position {
            0 => None,
            position => match self.trailer(position) {
                Ok(records) => return Ok((records, IndexSource::Trailer)),
                Err(error) if is_io(&error) => return Err(error),
                Err(error) => Some(error),
            },
        };
        let (records, end) = self.scan()?;
        Ok((records, IndexSource::Scan { trailer, end }))
    }

    fn trailer(&mut self, position: u64) -> Result<Vec<RecordInfo>, Error> {
        if position >= self.size {
            return Err(truncated("the index", HEADER_BYTES as u64, 0).at(position));
        }
        let mut events = EventBuffer::default();
        self.events(position, &mut events)?;
        let rows = match events.event(0) {
            Some(event) => match read_index(&event) {
                Some(rows) => rows,
                // Of no records, C++ and Java write no bank.
                None if event.structures().next().is_none() => Vec::new(),
                None => return Err(no_index(position)),
            },
            None => return Err(no_index(position)),
        };
        let mut first_event = 0;
        let mut records = Vec::with_capacity(rows.len());
        for row in rows {
            let end = row.position.checked_add(row.bytes);
            if row.bytes < HEADER_BYTES as u64 || end.is_none_or(|end| end > self.size) {
                let left = self.size.saturating_sub(row.position);
                return Err(truncated("a record of the index", row.bytes, left).at(row.position));
            }
            records.push(RecordInfo {
                position: row.position,
                bytes: row.bytes,
                events: row.events,
                first_event,
                user_word_1: row.user_word_1,
                user_word_2: row.user_word_2,
            });
            first_event += u64::from(row.events);
        }
        Ok(records)
    }

    fn events(&mut self, position: u64, events: &mut EventBuffer) -> Result<(), Error> {
        let limits = self
            .limits
            .with_record_bytes(self.limits.dictionary_bytes());
        let none = Dictionary::default();
        self.loader
            .events(self.source, position, self.size, &none, &limits, events)
            .map(drop)
    }

    /// Goes from record to record, to the end of the file or to what is none.
    fn scan(&mut self) -> Result<(Vec<RecordInfo>, Option<Error>), Error> {
        let mut records = Vec::new();
        let mut position = self.header.first_record();
        let mut first_event = 0;
        let mut events = EventBuffer::default();
        while position < self.size {
            let header = match read_header(self.source, position, self.size, &mut [0; HEADER_BYTES])
            {
                Ok(header) => header,
                Err(error) if is_io(&error) => return Err(error),
                Err(error) => return Ok((records, Some(error))),
            };
            let left = self.size - position;
            if header.record_bytes > left {
                let error = truncated("a record", header.record_bytes, left).at(position);
                return Ok((records, Some(error)));
            }
            let is_index = header.events == 1
                && self.events(position, &mut events).is_ok()
                && events.event(0).is_some_and(|event| {
                    matches!(event.structure(INDEX_BANK.0, INDEX_BANK.1), Ok(Some(_)))
                });
            if !is_index {
                records.push(RecordInfo {
                    position,
                    bytes: header.record_bytes,
                    events: header.events,
                    first_event,
                    user_word_1: header.user_word_1,
                    user_word_2: header.user_word_2,
                });
                first_event += u64::from(header.events);
            }
            position += header.record_bytes;
        }
        Ok((records, None))
    }
}

fn is_io(error: &Error) -> bool {
    matches!(error.kind(), crate::ErrorKind::Read(_))
}

#[cold]
fn no_index(position: u64) -> Error {
    Error::from(crate::ErrorKind::NoIndex).at(position)
}
