//! One record at a time, from the source to its events.

use super::File;
use super::index::RecordInfo;
use crate::error::{Error, ErrorKind};
use crate::layout::{EventBuffer, LayoutDecoder, Stored};
use crate::limits::Limits;
use crate::room::make_room;
use crate::schema::Dictionary;
use crate::source::{ReadAt, read_up_to};
use crate::wire::{HEADER_BYTES, RecordHeader};

/// Reads records; keeps the memory that takes.
#[derive(Debug, Default)]
pub(crate) struct Loader {
    stored: Vec<u8>,
    pub(crate) layouts: LayoutDecoder,
}

impl Loader {
    /// Reads the header and the payload of the record at `position`.
    pub(crate) fn read(
        &mut self,
        source: &dyn ReadAt,
        position: u64,
        size: u64,
    ) -> Result<(RecordHeader, usize), Error> {
        let mut bytes = [0; HEADER_BYTES];
        let header = read_header(source, position, size, &mut bytes)?;
        let left = size - position;
        if header.record_bytes > left {
            return Err(truncated("a record", header.record_bytes, left).at(position));
        }
        let length = header.payload_bytes() as usize;
        make_room(&mut self.stored, length);
        let buffer = &mut self.stored[..length];
        let start = position + header.header_bytes;
        let filled =
            read_up_to(source, start, buffer).map_err(|error| Error::from(error).at(start))?;
        if filled < length {
            return Err(truncated("a record", length as u64, filled as u64).at(start));
        }
        Ok((header, length))
    }

    /// The events of the record at `position`.
    pub(crate) fn events(
        &mut self,
        source: &dyn ReadAt,
        position: u64,
        size: u64,
        dictionary: &Dictionary,
        limits: &Limits,
        events: &mut EventBuffer,
    ) -> Result<RecordHeader, Error> {
        events.clear();
        let (header, length) = self.read(source, position, size)?;
        let payload = &self.stored[..length];
        Stored::new(&header, payload)
            .and_then(|stored| self.layouts.events(stored, dictionary, limits, events))
            .map_err(|error| error.at(position))?;
        Ok(header)
    }

    /// Reads a data record of a file, and gives it to `then`.
    pub(crate) fn with_record<T>(
        &mut self,
        file: &File,
        index: usize,
        then: impl FnOnce(Stored<'_>, &mut LayoutDecoder) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let info = &file.records()[index];
        self.with_stored(file, info, then)
            .map_err(|error| file.place(error.in_record(index as u64).at(info.position)))
    }

    fn with_stored<T>(
        &mut self,
        file: &File,
        info: &RecordInfo,
        then: impl FnOnce(Stored<'_>, &mut LayoutDecoder) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let (header, length) = self.read(file.source(), info.position, file.size())?;
        if header.events != info.events {
            return Err(ErrorKind::IndexEvents {
                index: info.events,
                record: header.events,
            }
            .into());
        }
        then(
            Stored::new(&header, &self.stored[..length])?,
            &mut self.layouts,
        )
    }

    /// The events of a data record of a file.
    pub(crate) fn record(
        &mut self,
        file: &File,
        index: usize,
        events: &mut EventBuffer,
    ) -> Result<(), Error> {
        events.clear();
        self.with_record(file, index, |stored, layouts| {
            layouts.events(stored, file.dictionary(), file.limits(), events)
        })?;
        events.set_record(index as u32);
        Ok(())
    }
}

/// The header of the record at `position`.
pub(crate) fn read_header(
    source: &dyn ReadAt,
    position: u64,
    size: u64,
    bytes: &mut [u8; HEADER_BYTES],
) -> Result<RecordHeader, Error> {
    let filled =
        read_up_to(source, position, bytes).map_err(|error| Error::from(error).at(position))?;
    if filled < HEADER_BYTES {
        let left = size.saturating_sub(position);
        return Err(truncated("the header of a record", HEADER_BYTES as u64, left).at(position));
    }
    RecordHeader::parse(bytes).map_err(|error| error.at(position))
}

#[cold]
pub(crate) fn truncated(what: &'static str, needed: u64, left: u64) -> Error {
    ErrorKind::Truncated { what, needed, left }.into()
}
