//! One record at a time, from the source to its events.

use super::index::RecordInfo;
use super::{File, Filter};
use crate::columns::WantedBank;
use crate::compression::{Compression, Layout};
use crate::error::{Error, ErrorKind};
use crate::layout::{EventBuffer, LayoutDecoder, SplitColumns, Stored, directory_end};
use crate::limits::Limits;
use crate::room::Buffer;
use crate::schema::Dictionary;
use crate::source::{ReadAt, read_up_to};
use crate::wire::{HEADER_BYTES, RecordHeader};

/// What a query takes of a data record that is split.
#[derive(Debug)]
pub(crate) struct SplitRecord {
    /// Where the payload begins.
    payload: u64,
    pub(crate) columns: SplitColumns,
}

/// Reads records; keeps the memory that takes.
#[derive(Debug, Default)]
pub(crate) struct Loader {
    stored: Buffer,
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
        let header = whole_header(source, position, size)?;
        let length = header.payload_bytes() as usize;
        self.bytes(source, position + header.header_bytes, length)?;
        Ok((header, length))
    }

    /// Reads bytes that a record was found to have.
    fn bytes(&mut self, source: &dyn ReadAt, start: u64, length: usize) -> Result<&[u8], Error> {
        self.stored.make_room(length);
        let buffer = &mut self.stored[..length];
        let filled =
            read_up_to(source, start, buffer).map_err(|error| Error::from(error).at(start))?;
        if filled < length {
            return Err(truncated("a record", length as u64, filled as u64).at(start));
        }
        Ok(buffer)
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
        self.with_stored(file, &file.records()[index], then)
            .map_err(|error| placed(file, index, error))
    }

    fn with_stored<T>(
        &mut self,
        file: &File,
        info: &RecordInfo,
        then: impl FnOnce(Stored<'_>, &mut LayoutDecoder) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let header = data_header(file, info)?;
        self.with_payload(file, info, &header, then)
    }

    fn with_payload<T>(
        &mut self,
        file: &File,
        info: &RecordInfo,
        header: &RecordHeader,
        then: impl FnOnce(Stored<'_>, &mut LayoutDecoder) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let length = header.payload_bytes() as usize;
        self.bytes(file.source(), info.position + header.header_bytes, length)?;
        then(
            Stored::new(header, &self.stored[..length])?,
            &mut self.layouts,
        )
    }

    /// Reads a data record of a file as far as a query needs it: what there is for
    /// it in one that is split, or else, and then there is none, its events.
    pub(crate) fn load(
        &mut self,
        (file, index): (&File, usize),
        query: (&[WantedBank], &Filter),
        events: &mut EventBuffer,
    ) -> Result<Option<SplitRecord>, Error> {
        events.clear();
        let info = &file.records()[index];
        let mut load = || {
            let header = data_header(file, info)?;
            if is_split_by(&header)? {
                return self.plan(file, info, &header, query).map(Some);
            }
            self.with_payload(file, info, &header, |stored, layouts| {
                layouts.events(stored, file.dictionary(), file.limits(), events)
            })?;
            events.set_record(index as u32);
            Ok(None)
        };
        load().map_err(|error| placed(file, index, error))
    }

    /// What a query takes of a data record of a file, of whose payload only the
    /// directory is read; none where the record is stored whole.
    pub(crate) fn split_columns(
        &mut self,
        file: &File,
        index: usize,
        query: (&[WantedBank], &Filter),
    ) -> Result<Option<SplitRecord>, Error> {
        let info = &file.records()[index];
        let mut plan = || {
            let header = data_header(file, info)?;
            if !is_split_by(&header)? {
                return Ok(None);
            }
            self.plan(file, info, &header, query).map(Some)
        };
        plan().map_err(|error| placed(file, index, error))
    }

    fn plan(
        &mut self,
        file: &File,
        info: &RecordInfo,
        header: &RecordHeader,
        (wanted, filter): (&[WantedBank], &Filter),
    ) -> Result<SplitRecord, Error> {
        /// Few directories are longer.
        const FRONT: usize = 64 << 10;
        let payload = info.position + header.header_bytes;
        let length = header.payload_bytes() as usize;
        let mut front = self.bytes(file.source(), payload, length.min(FRONT))?;
        let end = directory_end(front).unwrap_or_default().min(length);
        if end > front.len() {
            front = self.bytes(file.source(), payload, end)?;
        }
        let front = front.len();
        let front = Stored::front(header, &self.stored[..front], length)?;
        let (dictionary, limits) = (file.dictionary(), file.limits());
        let columns = self
            .layouts
            .split_columns(front, dictionary, limits, wanted, filter)?;
        Ok(SplitRecord { payload, columns })
    }

    /// Reads and decompresses one of the streams of a record that was looked up
    /// so, to `output`, which is as long as it.
    pub(crate) fn split_stream(
        &mut self,
        (file, index): (&File, usize),
        record: &SplitRecord,
        (bank, stream): (usize, usize),
        output: &mut [u8],
    ) -> Result<(), Error> {
        let range = record.columns.banks()[bank].range(stream);
        let mut read = || {
            let start = record.payload + range.start as u64;
            let length = self.bytes(file.source(), start, range.len())?.len();
            let (bytes, columns) = (&self.stored[..length], &record.columns);
            self.layouts
                .split_stream(columns, (bank, stream), bytes, output)
        };
        read().map_err(|error| placed(file, index, error))
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

/// Adds to an error which record of which file it is of.
fn placed(file: &File, index: usize, error: Error) -> Error {
    let position = file.records()[index].position;
    file.place(error.in_record(index as u64).at(position))
}

/// Holds a record to what the index tells of it.
fn check_events(header: &RecordHeader, info: &RecordInfo) -> Result<(), Error> {
    if header.events == info.events {
        return Ok(());
    }
    Err(ErrorKind::IndexEvents {
        index: info.events,
        record: header.events,
    }
    .into())
}

/// The header of a data record, which is as the index has it.
fn data_header(file: &File, info: &RecordInfo) -> Result<RecordHeader, Error> {
    let header = whole_header(file.source(), info.position, file.size())?;
    check_events(&header, info)?;
    Ok(header)
}

fn is_split_by(header: &RecordHeader) -> Result<bool, Error> {
    let compression = Compression::from_tag(header.compression_tag)?;
    Ok(compression.layout() != Layout::Whole)
}

/// Whether a data record of a file is split.
pub(crate) fn is_split(file: &File, index: usize) -> Result<bool, Error> {
    data_header(file, &file.records()[index])
        .and_then(|header| is_split_by(&header))
        .map_err(|error| placed(file, index, error))
}

/// The header of the record at `position`, which is all there.
fn whole_header(source: &dyn ReadAt, position: u64, size: u64) -> Result<RecordHeader, Error> {
    let header = read_header(source, position, size, &mut [0; HEADER_BYTES])?;
    // A file that grows has more than it had when its size was asked for.
    let left = size.saturating_sub(position);
    if header.record_bytes > left {
        return Err(truncated("a record", header.record_bytes, left).at(position));
    }
    Ok(header)
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
