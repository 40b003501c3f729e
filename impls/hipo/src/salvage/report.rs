//! What was kept of a damaged file, and what was lost.

use std::fmt;
use std::ops::Range;

use super::decode::Outcome;
use super::options::Salvage;
use super::walk::{FoundRecord, Role};
use crate::error::{Error, ErrorKind};
use crate::layout::LostBank;
use crate::schema::Dictionary;
use crate::wire::{HEADER_BYTES, IndexRow};

/// The most losses that are listed; all are counted.
const LISTED: usize = 100_000;

/// Whether a file's dictionary could be read.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub enum DictionaryState {
    /// With all its schemas.
    Whole,
    /// With some.
    Part,
    /// With none.
    #[default]
    Lost,
    /// The file says that it never had one.
    Absent,
}

/// What was lost.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum LossPart {
    /// The header of the file.
    FileHeader,
    /// The dictionary or a schema of it.
    Dictionary,
    /// The index of records.
    Index,
    /// A data record, or some of its events.
    Record {
        /// Its number, from 0, of those that were found.
        record: u64,
    },
    /// A bank, in the events of one record.
    Bank {
        /// The record's number, from 0, of those that were found.
        record: u64,
        /// The bank's group.
        group: u16,
        /// The bank's item.
        item: u8,
        /// The bank's name, if a schema tells it.
        name: Option<String>,
    },
    /// Bytes that are of no record.
    Bytes,
}

impl fmt::Display for LossPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FileHeader => f.write_str("file header"),
            Self::Dictionary => f.write_str("dictionary"),
            Self::Index => f.write_str("index"),
            Self::Record { record } => write!(f, "record {record}"),
            Self::Bank {
                record,
                name: Some(name),
                ..
            } => write!(f, "{name} of record {record}"),
            Self::Bank {
                record,
                group,
                item,
                name: None,
            } => write!(f, "bank {group}/{item} of record {record}"),
            Self::Bytes => f.write_str("no record"),
        }
    }
}

/// One loss, where it is, and why.
#[derive(Debug)]
#[non_exhaustive]
pub struct Loss {
    /// What was lost.
    pub part: LossPart,
    /// The bytes of the file that it is in.
    pub range: Range<u64>,
    /// Events lost, as far as headers or the index tell. Of a bank, events
    /// that had it: they are kept without. 0 for a record whose header was
    /// damaged, and could be read all the same.
    pub events: u64,
    /// Why.
    pub reason: Error,
}

/// What was kept of a file and what was lost: every byte of it is of a record
/// that was kept, or in a loss.
///
/// Printed, it is a table.
#[derive(Debug, Default)]
pub struct SalvageReport {
    bytes: u64,
    whole: u64,
    part: u64,
    lost: u64,
    kept: u64,
    doubtful: u64,
    lost_events: u64,
    dictionary: DictionaryState,
    index: bool,
    losses: Vec<Loss>,
    left_off: u64,
}

impl SalvageReport {
    /// For a file of which nothing was read yet.
    pub(super) fn new(salvage: &Salvage) -> Self {
        let mut report = Self {
            dictionary: salvage.dictionary_state(),
            ..Self::default()
        };
        for fault in salvage.schema_faults() {
            report.lose(LossPart::Dictionary, 0..0, 0, fault.clone().into());
        }
        report
    }

    /// Bytes of the file that were gone through.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Data records that were found.
    pub const fn records(&self) -> u64 {
        self.whole + self.part + self.lost
    }

    /// Data records that were kept whole.
    pub const fn records_whole(&self) -> u64 {
        self.whole
    }

    /// Data records of which something was kept and something was lost.
    pub const fn records_in_part(&self) -> u64 {
        self.part
    }

    /// Data records that were found, and of which nothing was kept.
    pub const fn records_lost(&self) -> u64 {
        self.lost
    }

    /// Events that were kept.
    pub const fn events_kept(&self) -> u64 {
        self.kept
    }

    /// Those of the events kept that are from records kept in part. Codecs
    /// notice damage some way after where it is: numbers in the last of them
    /// can be wrong.
    pub const fn events_doubtful(&self) -> u64 {
        self.doubtful
    }

    /// Events that were lost, as far as headers and the index tell.
    pub const fn events_lost(&self) -> u64 {
        self.lost_events
    }

    /// Whether the dictionary could be read from the file.
    pub const fn dictionary(&self) -> DictionaryState {
        self.dictionary
    }

    /// Whether an index of records was found. A file that was never closed has
    /// none.
    pub const fn has_index(&self) -> bool {
        self.index
    }

    /// Each loss, in the order of the file; the first 100,000.
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// Losses that are counted, but not listed.
    pub const fn losses_left_off(&self) -> u64 {
        self.left_off
    }

    pub(super) const fn reached(&mut self, position: u64) {
        self.bytes = position;
    }

    pub(super) fn lose(&mut self, part: LossPart, range: Range<u64>, events: u64, reason: Error) {
        let of_bank = matches!(part, LossPart::Bank { .. });
        if !of_bank {
            self.lost_events = self.lost_events.saturating_add(events);
        }
        if self.losses.len() < LISTED {
            self.losses.push(Loss {
                part,
                range,
                events,
                reason,
            });
        } else {
            self.left_off += 1;
        }
    }

    /// Bytes without a record. `header` is why there is no file header, for the
    /// first ones.
    pub(super) fn gap(
        &mut self,
        mut range: Range<u64>,
        events: u64,
        header: Option<Error>,
        reason: Error,
    ) {
        if let Some(header) = header {
            let end = range.end.min(HEADER_BYTES as u64);
            self.lose(LossPart::FileHeader, range.start..end, 0, header);
            range.start = end;
        }
        if !range.is_empty() {
            self.lose(LossPart::Bytes, range, events, reason);
        }
    }

    /// A record, of which `kept` events were kept.
    pub(super) fn record(
        &mut self,
        found: FoundRecord,
        kept: u64,
        banks: &mut Vec<LostBank>,
        dictionary: &Dictionary,
    ) {
        let FoundRecord {
            range,
            header,
            role,
            outcome,
            mended,
        } = found;
        let record = self.records();
        let (part, told) = match role {
            Role::Dictionary => (LossPart::Dictionary, 0),
            Role::Index => (LossPart::Index, 0),
            Role::Data => (LossPart::Record { record }, u64::from(header.events)),
        };
        if role == Role::Index {
            self.index |= matches!(outcome, Outcome::Whole);
        }
        if let Some(reason) = mended {
            self.lose(part.clone(), range.clone(), 0, reason);
        }
        let data = role == Role::Data;
        if data {
            self.kept += kept;
            let count = match outcome {
                Outcome::Whole => &mut self.whole,
                Outcome::Part(_) => &mut self.part,
                Outcome::Lost(_) => &mut self.lost,
            };
            *count += 1;
        }
        if let Outcome::Part(reason) | Outcome::Lost(reason) = outcome {
            if data {
                self.doubtful += kept;
            }
            let lost = told.saturating_sub(kept);
            if banks.is_empty() || lost > 0 {
                self.lose(part, range.clone(), lost, reason);
            }
        }
        for bank in banks.drain(..) {
            let schema = dictionary.find(bank.group, bank.item);
            let part = LossPart::Bank {
                record,
                group: bank.group,
                item: bank.item,
                name: schema.map(|schema| schema.name().to_owned()),
            };
            let events = u64::from(bank.events);
            self.lose(part, range.clone(), events, bank.reason);
        }
    }

    pub(super) fn joined_file(&mut self, range: Range<u64>) {
        self.lose(LossPart::FileHeader, range, 0, ErrorKind::JoinedFile.into());
    }

    /// Has the index tell how many events were in bytes where no record was
    /// found. It is believed as far as it has more records than were found.
    pub(super) fn read_index(&mut self, mut rows: Vec<IndexRow>) {
        let mut missing = (rows.len() as u64).saturating_sub(self.records());
        rows.sort_unstable_by_key(|row| row.position);
        let mut rows = rows.into_iter().peekable();
        for loss in &mut self.losses {
            if loss.part != LossPart::Bytes {
                continue;
            }
            let mut told = 0;
            while let Some(row) = rows.next_if(|row| row.position < loss.range.end) {
                let end = row.position.saturating_add(row.bytes);
                if row.position >= loss.range.start && end <= loss.range.end && missing > 0 {
                    missing -= 1;
                    told += u64::from(row.events);
                }
            }
            let more = told.saturating_sub(loss.events);
            loss.events += more;
            self.lost_events = self.lost_events.saturating_add(more);
        }
    }
}

impl fmt::Display for SalvageReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "records   {} found: {} whole, {} in part, {} lost",
            self.records(),
            self.whole,
            self.part,
            self.lost
        )?;
        let doubtful = match self.doubtful {
            0 => String::new(),
            doubtful => format!(" ({doubtful} of them from records in part)"),
        };
        writeln!(
            f,
            "events    {} kept{doubtful}, {} lost",
            self.kept, self.lost_events
        )?;
        let dictionary = match self.dictionary {
            DictionaryState::Whole => "whole",
            DictionaryState::Part => "in part",
            DictionaryState::Lost => "lost",
            DictionaryState::Absent => "none",
        };
        let index = if self.index { "found" } else { "none" };
        write!(f, "schemas   {dictionary}\nindex     {index}")?;
        if self.losses.is_empty() {
            return f.write_str("\nnothing was lost");
        }
        let places: Vec<_> = self
            .losses
            .iter()
            .map(|loss| {
                let range = format!("{}..{}", loss.range.start, loss.range.end);
                (range, loss.part.to_string())
            })
            .collect();
        let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or_default();
        let ranges = width(&mut places.iter().map(|place| place.0.len())).max("bytes".len());
        let parts = width(&mut places.iter().map(|place| place.1.len())).max("lost".len());
        let head = ("bytes", "lost", "events");
        write!(
            f,
            "\n\n{:>ranges$}  {:<parts$}  {:>10}  why",
            head.0, head.1, head.2
        )?;
        for ((range, part), loss) in places.iter().zip(&self.losses) {
            let (events, reason) = (loss.events, &loss.reason);
            write!(
                f,
                "\n{range:>ranges$}  {part:<parts$}  {events:>10}  {reason}"
            )?;
        }
        if self.left_off > 0 {
            write!(f, "\nand {} more", self.left_off)?;
        }
        Ok(())
    }
}
