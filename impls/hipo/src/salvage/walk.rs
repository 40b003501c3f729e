//! From record to record, through a file of which nothing is certain.

use std::ops::Range;

use super::decode::{From, Outcome, RecordReader};
use super::plausible::is_plausible;
use super::search::Search;
use crate::error::{Error, ErrorKind};
use crate::limits::Limits;
use crate::reader::{read_header, structures};
use crate::schema::Dictionary;
use crate::source::{ReadAt, read_up_to};
use crate::wire::{FileHeader, HEADER_BYTES, INDEX_BANK, MAGIC, RecordHeader, WORD};

/// What a range of bytes is.
#[derive(Debug)]
pub(super) enum Piece {
    /// No record.
    Gap {
        range: Range<u64>,
        /// Events of headers in there that lead nowhere.
        events: u64,
        reason: Error,
    },
    /// The header of another file, which was joined to this one.
    FileHeader(Range<u64>),
    /// A record, whose events the walker has.
    Record(FoundRecord),
}

/// A record that was found.
#[derive(Debug)]
pub(super) struct FoundRecord {
    pub(super) range: Range<u64>,
    pub(super) header: RecordHeader,
    pub(super) role: Role,
    pub(super) outcome: Outcome,
    /// What was wrong with a header that could be put right.
    pub(super) mended: Option<Error>,
}

/// What a record is for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Role {
    Dictionary,
    Index,
    Data,
}

/// A file, as far as it is known.
#[derive(Clone, Copy)]
pub(super) struct Ground<'s> {
    pub(super) source: &'s dyn ReadAt,
    pub(super) size: u64,
    pub(super) header: Option<&'s FileHeader>,
    pub(super) dictionary: &'s Dictionary,
    pub(super) limits: &'s Limits,
}

/// Goes through a file.
pub(super) struct Walker<'s> {
    ground: Ground<'s>,
    at: u64,
    search: Search,
    /// The record that was found last.
    pub(super) record: RecordReader,
    /// Records that are looked at only to tell whether they are.
    trial: RecordReader,
    /// Bytes that may yet be decompressed for nothing.
    trials: u64,
    begun: bool,
    /// Whether no data record has come yet.
    before_data: bool,
}

impl<'s> Walker<'s> {
    pub(super) fn new(ground: Ground<'s>) -> Self {
        /// So that no file takes longer than in proportion to its size.
        const TRIALS: u64 = 256 << 20;
        Self {
            at: 0,
            begun: false,
            search: Search::default(),
            record: RecordReader::default(),
            trial: RecordReader::default(),
            trials: ground.size.saturating_mul(8).saturating_add(TRIALS),
            before_data: true,
            ground,
        }
    }

    /// Where it stands.
    pub(super) const fn position(&self) -> u64 {
        self.at
    }

    /// Gives up what has not been gone through.
    pub(super) const fn stop(&mut self) {
        self.at = self.ground.size;
    }

    /// Passes over the header of the file, by the length that it tells if that
    /// leads to a record.
    fn begin(&mut self) -> Result<(), Error> {
        if let Some(header) = self.ground.header
            && !self.begun
        {
            let leads = self.header_at(header.header_bytes)?.is_ok();
            self.at = if leads {
                header.header_bytes
            } else {
                HEADER_BYTES as u64
            };
        }
        self.begun = true;
        Ok(())
    }

    /// What comes next; none at the end. Errors are the source's.
    pub(super) fn next(&mut self) -> Result<Option<Piece>, Error> {
        self.begin()?;
        let (at, size) = (self.at, self.ground.size);
        if at >= size {
            return Ok(None);
        }
        if let Some(header) = self.file_header_at(at)? {
            self.at = at + header.header_bytes.min(HEADER_BYTES as u64);
            self.before_data = true;
            return Ok(Some(Piece::FileHeader(at..self.at)));
        }
        let error = match self.header_at(at)? {
            Ok(header) => return self.found(at, header, None).map(Some),
            Err(error) => error,
        };
        let (next, events) = self.search(at + 1..size)?;
        let next = next.unwrap_or(size);
        if let Some(header) = self.mended_header(at, next)? {
            return self.found(at, header, Some(error)).map(Some);
        }
        self.at = next;
        Ok(Some(Piece::Gap {
            range: at..next,
            events,
            reason: error,
        }))
    }

    /// The record whose header is at `at`.
    fn found(
        &mut self,
        at: u64,
        header: RecordHeader,
        mended: Option<Error>,
    ) -> Result<Piece, Error> {
        let header = self.dictionary_length(at, header)?;
        let (header, miscounted) = self.count_events(at, header)?;
        let size = self.ground.size;
        let told = at + header.record_bytes;
        let chained = self.leads_on(told)? && !is_overlong(&header);
        let (end, outcome) = if chained {
            let outcome = self.record.read(self.from(), at, &header, told)?;
            (told, outcome)
        } else if self.may_try(&header, told.min(size) - at) {
            self.find_end(at, &header, told)?
        } else {
            let end = self.search(at + HEADER_BYTES as u64..size)?.0;
            let reason = Error::from(ErrorKind::Trials).at(at);
            (end.unwrap_or(size), Outcome::Lost(reason))
        };
        let role = self.role(at, &header, &outcome);
        if role == Role::Data {
            self.before_data = false;
        }
        self.at = end;
        Ok(Piece::Record(FoundRecord {
            range: at..end,
            header,
            role,
            outcome,
            mended: mended.or(miscounted),
        }))
    }

    /// Takes the length of the dictionary that the file's header tells, if that
    /// leads to a record and the dictionary's own is another.
    fn dictionary_length(&mut self, at: u64, header: RecordHeader) -> Result<RecordHeader, Error> {
        let Some(file) = self.ground.header.filter(|file| file.header_bytes == at) else {
            return Ok(header);
        };
        let told = u64::from(file.user_header_bytes);
        let fits = told >= header.header_bytes && told % WORD == 0;
        let other = fits && told != header.record_bytes;
        if !other || self.header_at(at + told)?.is_err() {
            return Ok(header);
        }
        Ok(RecordHeader {
            record_bytes: told,
            ..header
        })
    }

    /// Holds the number of events in a header to the length of their index, and
    /// takes the one that the record can be read with.
    fn count_events(
        &mut self,
        at: u64,
        header: RecordHeader,
    ) -> Result<(RecordHeader, Option<Error>), Error> {
        let (events, bytes) = (header.events, header.index_bytes);
        if u64::from(bytes) == 4 * u64::from(events) {
            return Ok((header, None));
        }
        let error = Error::from(ErrorKind::IndexLength { events, bytes }).at(at);
        let other = RecordHeader {
            events: bytes / 4,
            ..header.clone()
        };
        let end = (at + header.record_bytes).min(self.ground.size);
        let may_try = self.may_try(&header, end - at) && self.may_try(&other, end - at);
        if bytes % 4 != 0 || !may_try {
            return Ok((header, Some(error)));
        }
        let from = self.from();
        let trial = &mut self.trial;
        let mut kept = |header: &RecordHeader| -> Result<Option<usize>, Error> {
            let outcome = trial.read(from, at, header, end)?;
            let whole = matches!(outcome, Outcome::Whole);
            Ok(whole.then_some(trial.kept.len()))
        };
        // A record of no events is whole whatever is in it.
        let fits = kept(&other)? > kept(&header)?;
        Ok((if fits { other } else { header }, Some(error)))
    }

    /// Reads a record that does not lead to another: its length is wrong, or it
    /// is not as long as it was, or what comes after it is damaged.
    fn find_end(
        &mut self,
        at: u64,
        header: &RecordHeader,
        told: u64,
    ) -> Result<(u64, Outcome), Error> {
        let size = self.ground.size;
        let most = told.min(size);
        let inside = at + HEADER_BYTES as u64;
        let outcome = self.record.read(self.from(), at, header, most)?;
        if matches!(outcome, Outcome::Whole) {
            // A record that is not compressed has more after it than is missed.
            if let (Some(next), _) = self.search(inside..most)?
                && self.may_try(header, next - at)
            {
                let shorter = self.record.read(self.from(), at, header, next)?;
                if matches!(shorter, Outcome::Whole) {
                    return Ok((next, shorter));
                }
                return Ok((most, self.record.read(self.from(), at, header, most)?));
            }
            return Ok((most, outcome));
        }
        let next = self.search(inside..size)?.0.unwrap_or(size);
        if next == most || !self.may_try(header, next - at) {
            return Ok((next.min(most), outcome));
        }
        let kept = self.record.kept.len();
        let other = self.record.read(self.from(), at, header, next)?;
        if self.record.kept.len() > kept || matches!(other, Outcome::Whole) {
            return Ok((next, other));
        }
        let outcome = self.record.read(self.from(), at, header, most)?;
        Ok((next.min(most), outcome))
    }

    fn role(&self, at: u64, header: &RecordHeader, outcome: &Outcome) -> Role {
        let file = self.ground.header;
        let first = self.record.events.event(0);
        let first = first.and_then(|event| event.structures().next()?.ok());
        if let Some(structure) = first {
            let identity = (structure.group(), structure.item());
            if header.events == 1 && identity == INDEX_BANK {
                return Role::Index;
            }
            let known = [
                structures::JSON,
                structures::TEXT,
                structures::TAG_NAMES,
                structures::KEY,
                structures::VALUE,
            ];
            if self.before_data && known.contains(&identity) {
                return Role::Dictionary;
            }
        }
        let told = file.is_some_and(|file| file.user_header_bytes > 0 && file.header_bytes == at);
        // Place and length: whatever its events have become, it was the dictionary.
        let length = file.map(|file| u64::from(file.user_header_bytes));
        if self.before_data && told && length == Some(header.record_bytes) {
            return Role::Dictionary;
        }
        let empty = header.events == 0;
        if self.before_data && (empty || (told && self.record.kept.is_empty())) {
            return Role::Dictionary;
        }
        // Of no records, C++ and Java write an index without a bank.
        let is_last = at + header.record_bytes == self.ground.size;
        let is_trailer = file.map_or(self.before_data && is_last, |file| {
            file.trailer_position == at
        });
        let holds_none = self.record.events.len() == 1 && first.is_none();
        let gone = file.is_some() && !matches!(outcome, Outcome::Whole);
        if is_trailer && header.events == 1 && (gone || holds_none) {
            return Role::Index;
        }
        Role::Data
    }

    fn from(&self) -> From<'s> {
        From {
            source: self.ground.source,
            dictionary: self.ground.dictionary,
            limits: self.ground.limits,
        }
    }

    /// Whether another record may be decompressed that may come to nothing.
    fn may_try(&mut self, header: &RecordHeader, stored: u64) -> bool {
        let cost = stored + u64::from(header.data_bytes) + u64::from(header.events) * 4;
        let left = self.trials.checked_sub(cost);
        self.trials = left.unwrap_or(self.trials);
        left.is_some()
    }

    /// The first record within a range, and the events of headers before it
    /// that lead nowhere.
    fn search(&mut self, range: Range<u64>) -> Result<(Option<u64>, u64), Error> {
        let Ground { source, size, .. } = self.ground;
        let mut from = range.start;
        let mut events = 0_u64;
        while let Some(at) = self.search.next(source, size, from..range.end)? {
            if self.file_header_at(at)?.is_some() {
                return Ok((Some(at), events));
            }
            if let Ok(header) = self.header_at(at)?
                && is_plausible(&header)
            {
                if self.is_record(at, &header)? {
                    return Ok((Some(at), events));
                }
                events = events.saturating_add(u64::from(header.events));
            }
            from = at + 1;
        }
        Ok((None, events))
    }

    /// Whether there is a record behind a plausible header: it leads to
    /// another, or something can be read.
    fn is_record(&mut self, at: u64, header: &RecordHeader) -> Result<bool, Error> {
        let size = self.ground.size;
        let told = at + header.record_bytes;
        if self.leads_on(told)? {
            return Ok(true);
        }
        let end = told.min(size);
        if !self.may_try(header, end - at) {
            return Ok(false);
        }
        let outcome = self.trial.read(self.from(), at, header, end)?;
        Ok(!matches!(outcome, Outcome::Lost(_)))
    }

    /// Whether a record that ends at `end` leads to the end of the file, or to
    /// another.
    fn leads_on(&self, end: u64) -> Result<bool, Error> {
        if end >= self.ground.size {
            return Ok(end == self.ground.size);
        }
        if self.file_header_at(end)?.is_some() {
            return Ok(true);
        }
        Ok(self
            .header_at(end)?
            .is_ok_and(|header| is_plausible(&header)))
    }

    /// The header at `at`, or why it is none.
    fn header_at(&self, at: u64) -> Result<Result<RecordHeader, Error>, Error> {
        let Ground { source, size, .. } = self.ground;
        match read_header(source, at, size, &mut [0; HEADER_BYTES]) {
            Err(error) if matches!(error.kind(), ErrorKind::Read(_)) => Err(error),
            result => Ok(result),
        }
    }

    /// The header at `at` of which only the magic number is damaged: it leads
    /// to where the next record was found.
    fn mended_header(&self, at: u64, next: u64) -> Result<Option<RecordHeader>, Error> {
        let Some(mut bytes) = self.bytes_at(at)? else {
            return Ok(None);
        };
        bytes[28..32].copy_from_slice(&MAGIC.to_le_bytes());
        let header = RecordHeader::parse(&bytes).ok();
        Ok(header.filter(|header| is_plausible(header) && at + header.record_bytes == next))
    }

    /// The header of a file, within this one.
    fn file_header_at(&self, at: u64) -> Result<Option<FileHeader>, Error> {
        let header = self
            .bytes_at(at)?
            .and_then(|bytes| FileHeader::parse(&bytes).ok());
        Ok(header.filter(|header| at > 0 && matches!(&header.id, b"HIPO" | b"HREC")))
    }

    fn bytes_at(&self, at: u64) -> Result<Option<[u8; HEADER_BYTES]>, Error> {
        let mut bytes = [0; HEADER_BYTES];
        let filled = read_up_to(self.ground.source, at, &mut bytes)
            .map_err(|error| Error::from(error).at(at))?;
        Ok((filled == HEADER_BYTES).then_some(bytes))
    }
}

/// Whether a record that is stored as it is has more than its events: its
/// length may be wrong, and another record be in it, even where it leads on.
fn is_overlong(header: &RecordHeader) -> bool {
    let events = 4 * u64::from(header.events) + u64::from(header.data_bytes);
    let user = u64::from(header.user_header_bytes) + u64::from(header.user_header_padding());
    header.compression_tag == 0 && header.payload_bytes() >= events + user + WORD
}
