//! What can be read of one record.

use super::sound::{check_strictly, check_structures};
use crate::compression::Layout;
use crate::error::{Error, ErrorKind};
use crate::layout::{EventBuffer, LayoutDecoder, LostBank, Stored};
use crate::limits::Limits;
use crate::reader::truncated;
use crate::schema::Dictionary;
use crate::source::{ReadAt, read_up_to};
use crate::wire::RecordHeader;

/// How much of a record could be read.
#[derive(Debug)]
pub(super) enum Outcome {
    /// Everything.
    Whole,
    /// Some events, or all but some of their banks.
    Part(Error),
    /// Nothing.
    Lost(Error),
}

/// Where a record is read from.
#[derive(Clone, Copy)]
pub(super) struct From<'a> {
    pub(super) source: &'a dyn ReadAt,
    pub(super) dictionary: &'a Dictionary,
    pub(super) limits: &'a Limits,
}

/// Reads records as far as they go; keeps the memory that takes.
#[derive(Debug, Default)]
pub(super) struct RecordReader {
    stored: Vec<u8>,
    layouts: LayoutDecoder,
    pub(super) events: EventBuffer,
    /// The events that are sound.
    pub(super) kept: Vec<u32>,
    pub(super) lost_banks: Vec<LostBank>,
}

impl RecordReader {
    /// Reads the record at `position`, whose bytes are taken to reach to `end`.
    /// An error is the source's; what is wrong with the record is the outcome.
    pub(super) fn read(
        &mut self,
        from: From<'_>,
        position: u64,
        header: &RecordHeader,
        end: u64,
    ) -> Result<Outcome, Error> {
        self.events.clear();
        self.kept.clear();
        self.lost_banks.clear();
        let start = position + header.header_bytes;
        let Some(length) = end.checked_sub(start) else {
            let left = end.saturating_sub(position);
            let error = truncated("the header of a record", header.header_bytes, left);
            return Ok(Outcome::Lost(error.at(position)));
        };
        let limit = from.limits.record_bytes();
        if length > limit {
            let what = "a record";
            let size = length;
            let error = Error::from(ErrorKind::Limit { what, size, limit });
            return Ok(Outcome::Lost(error.at(position)));
        }
        let length = length as usize;
        if self.stored.len() < length {
            self.stored.resize(length, 0);
        }
        let filled = read_up_to(from.source, start, &mut self.stored[..length])
            .map_err(|error| Error::from(error).at(start))?;
        Ok(match self.decode(from, header, filled) {
            Ok(()) => Outcome::Whole,
            Err(error) if self.kept.is_empty() => Outcome::Lost(error.at(position)),
            Err(error) => Outcome::Part(error.at(position)),
        })
    }

    fn decode(
        &mut self,
        from: From<'_>,
        header: &RecordHeader,
        length: usize,
    ) -> Result<(), Error> {
        let stored = Stored::new(header, &self.stored[..length])?;
        let (dictionary, limits) = (from.dictionary, from.limits);
        let decoded = self
            .layouts
            .events(stored, dictionary, limits, &mut self.events);
        let Err(error) = decoded else {
            return self.keep_sound();
        };
        let lost = &mut self.lost_banks;
        let salvaged = self
            .layouts
            .salvage(stored, dictionary, limits, lost, &mut self.events);
        if salvaged.is_err() {
            self.events.clear();
            self.lost_banks.clear();
            return Err(error);
        }
        if stored.compression.layout() == Layout::Whole {
            self.keep_first();
        } else {
            self.keep_those_with_banks();
        }
        Err(error)
    }

    /// Keeps the events that are sound; the error is that of the first that is
    /// not.
    fn keep_sound(&mut self) -> Result<(), Error> {
        let mut first = Ok(());
        for event in self.events.iter() {
            match check_structures(&event) {
                Ok(()) => self.kept.push(event.index()),
                Err(error) => first = first.and(Err(error)),
            }
        }
        first
    }

    /// Keeps the events before the first that is not sound: in data that is
    /// damaged, those after it are made of copies of what came before.
    fn keep_first(&mut self) {
        for event in self.events.iter() {
            if check_strictly(&event).is_err() {
                break;
            }
            self.kept.push(event.index());
        }
    }

    /// Keeps all events, unless no bank is left of any.
    fn keep_those_with_banks(&mut self) {
        let left = self
            .events
            .iter()
            .any(|event| event.structures().next().is_some());
        if left || self.lost_banks.is_empty() {
            self.kept.extend(0..self.events.len() as u32);
        } else {
            self.lost_banks.clear();
        }
    }
}
