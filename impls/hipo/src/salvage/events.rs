//! Events of a damaged file, one after another.

use super::decode::Outcome;
use super::options::Salvage;
use super::report::{LossPart, SalvageReport};
use super::walk::{Piece, Role, Walker};
use crate::error::Error;
use crate::event::Event;
use crate::wire::read_index;

/// The events that are left of a file.
///
/// ```no_run
/// let salvage = hipo::Salvage::open("broken.hipo")?;
/// let mut events = salvage.events();
/// while let Some(event) = events.next_event()? {
///     println!("{} bytes", event.bytes().len());
/// }
/// println!("{}", events.into_report());
/// # Ok::<(), hipo::Error>(())
/// ```
pub struct SalvagedEvents<'s> {
    salvage: &'s Salvage,
    walker: Walker<'s>,
    report: SalvageReport,
    user_words: (u64, u64),
    /// How many of the events of the walker's record were given.
    given: usize,
}

impl std::fmt::Debug for SalvagedEvents<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SalvagedEvents")
            .field("salvage", &self.salvage)
            .field("report", &self.report)
            .finish_non_exhaustive()
    }
}

impl<'s> SalvagedEvents<'s> {
    pub(super) fn new(salvage: &'s Salvage) -> Self {
        Self {
            walker: Walker::new(salvage.ground()),
            report: SalvageReport::new(salvage),
            user_words: (0, 0),
            given: 0,
            salvage,
        }
    }

    /// The next event; none after the last. Its record is told by the number of
    /// records found before it.
    ///
    /// # Errors
    /// For a source that cannot be read: what it has after that is given up.
    /// Damage is in the [report](Self::report).
    pub fn next_event(&mut self) -> Result<Option<Event<'_>>, Error> {
        Ok(if self.advance()? {
            self.current()
        } else {
            None
        })
    }

    /// What was kept and lost up to the record of the last event: of the whole
    /// file, after the last.
    pub const fn report(&self) -> &SalvageReport {
        &self.report
    }

    /// As [`report`](Self::report).
    pub fn into_report(self) -> SalvageReport {
        self.report
    }

    /// Goes on to the next event; false after the last.
    pub(super) fn advance(&mut self) -> Result<bool, Error> {
        self.given += 1;
        while self.given > self.walker.record.kept.len() {
            if !self.load_next()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The event that it stands at.
    pub(super) fn current(&self) -> Option<Event<'_>> {
        let record = &self.walker.record;
        let index = record.kept.get(self.given.checked_sub(1)?)?;
        record.events.event(*index as usize)
    }

    /// The user words of the record that it is in.
    pub(super) const fn user_words(&self) -> (u64, u64) {
        self.user_words
    }

    /// Goes on to the next piece of the file, and stands before the first of
    /// its events; false at the end.
    fn load_next(&mut self) -> Result<bool, Error> {
        self.given = 1;
        let start = self.walker.position();
        let piece = match self.walker.next() {
            Ok(piece) => piece,
            Err(error) => {
                self.walker.stop();
                self.walker.record.kept.clear();
                let copy = copy_of(&error);
                let end = self.walker.position();
                self.report.lose(LossPart::Bytes, start..end, 0, copy);
                self.report.reached(end);
                return Err(self.salvage.place(error));
            }
        };
        self.walker
            .record
            .events
            .set_record(self.report.records() as u32);
        let record = &mut self.walker.record;
        match piece {
            None => {
                record.kept.clear();
                if start == 0
                    && let Some(fault) = self.salvage.header_fault()
                {
                    // A file of no bytes.
                    self.report.lose(LossPart::FileHeader, 0..0, 0, fault);
                }
                self.report.reached(self.walker.position());
                return Ok(false);
            }
            Some(Piece::Gap {
                range,
                events,
                reason,
            }) => {
                record.kept.clear();
                let header = match range.start {
                    0 => self.salvage.header_fault(),
                    _ => None,
                };
                self.report.gap(range, events, header, reason);
            }
            Some(Piece::FileHeader(range)) => {
                record.kept.clear();
                self.report.joined_file(range);
            }
            Some(Piece::Record(found)) => {
                if found.range.start == 0
                    && let Some(fault) = self.salvage.header_fault()
                {
                    self.report.lose(LossPart::FileHeader, 0..0, 0, fault);
                }
                self.user_words = (found.header.user_word_1, found.header.user_word_2);
                let rows = match (found.role, &found.outcome) {
                    (Role::Index, Outcome::Whole) => {
                        record.events.event(0).and_then(|event| read_index(&event))
                    }
                    _ => None,
                };
                if found.role != Role::Data {
                    record.kept.clear();
                }
                let kept = record.kept.len() as u64;
                let dictionary = self.salvage.dictionary();
                self.report
                    .record(found, kept, &mut record.lost_banks, dictionary);
                if let Some(rows) = rows {
                    self.report.read_index(rows);
                }
            }
        }
        self.report.reached(self.walker.position());
        Ok(true)
    }
}

/// The error of a source, for the report as well.
fn copy_of(error: &Error) -> Error {
    use crate::error::ErrorKind;

    let kind = match error.kind() {
        ErrorKind::Read(source) => std::io::Error::new(source.kind(), source.to_string()),
        other => std::io::Error::other(other.to_string()),
    };
    let copy = Error::from(kind);
    match error.place().offset {
        Some(offset) => copy.at(offset),
        None => copy,
    }
}
