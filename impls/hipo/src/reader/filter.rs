//! Which events to read.

use std::ops::Range;

use super::RecordInfo;
use crate::error::Error;
use crate::event::Event;
use crate::schema::BankHandle;

/// Which events to read: each condition that was set has to hold.
///
/// Conditions on records are looked at before anything is read.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Filter {
    records: Option<Range<usize>>,
    record_tags: Vec<u64>,
    event_tags: Vec<u32>,
    tag_bits: Option<u32>,
    banks: Vec<(u16, u8)>,
}

impl Filter {
    /// Lets everything through.
    pub fn new() -> Self {
        Self::default()
    }

    /// Only records of this range, numbered from 0 in the order of the index,
    /// and in a [`Chain`](crate::Chain) on through all files. Of what lies
    /// beyond the last there is nothing.
    ///
    /// So a file is read in parts, one after another or by many processes:
    ///
    /// ```no_run
    /// use hipo::{ColumnOptions, ColumnQuery, File, Filter};
    ///
    /// let file = File::open("run.hipo")?;
    /// let query = ColumnQuery::new(file.dictionary()).bank("REC::Particle")?;
    /// let half = file.records().len() / 2;
    /// let options = ColumnOptions::new().filter(Filter::new().records(0..half));
    /// let columns = options.read(&file, &query)?;
    /// # Ok::<(), hipo::Error>(())
    /// ```
    pub fn records(mut self, records: Range<usize>) -> Self {
        self.records = Some(records);
        self
    }

    /// Only records with this tag, or another that was given (the user word 1
    /// of the index; C++ `reader::setTags`).
    pub fn record_tag(mut self, tag: u64) -> Self {
        self.record_tags.push(tag);
        self
    }

    /// Only events with this tag, or another that was given.
    pub fn event_tag(mut self, tag: u32) -> Self {
        self.event_tags.push(tag);
        self
    }

    /// Only events whose tag has one of these bits, or one given before.
    pub fn any_tag_bit(mut self, bits: u32) -> Self {
        self.tag_bits = Some(self.tag_bits.unwrap_or_default() | bits);
        self
    }

    /// Only events that have this bank, with one row or more.
    pub fn bank(mut self, handle: &BankHandle) -> Self {
        let schema = handle.schema();
        self.banks.push((schema.group(), schema.item()));
        self
    }

    /// Which of a file's `count` records are within its range, where `before`
    /// are in files before it.
    pub(crate) fn range(&self, before: usize, count: usize) -> Range<usize> {
        let Some(records) = &self.records else {
            return 0..count;
        };
        let within = |number: usize| number.saturating_sub(before).min(count);
        let start = within(records.start);
        start..within(records.end).max(start)
    }

    /// Whether it can let an event of a record within its range through.
    pub fn takes_record(&self, record: &RecordInfo) -> bool {
        self.record_tags.is_empty() || self.record_tags.contains(&record.user_word_1)
    }

    /// Whether it says anything about single events.
    pub(crate) fn is_of_events(&self) -> bool {
        !self.event_tags.is_empty() || self.tag_bits.is_some() || !self.banks.is_empty()
    }

    /// Whether it lets an event through.
    pub(crate) fn takes_event(&self, event: &Event<'_>) -> Result<bool, Error> {
        if !self.takes_tag(event.tag()) {
            return Ok(false);
        }
        for &(group, item) in &self.banks {
            let structure = event.structure(group, item)?;
            if structure.is_none_or(|structure| structure.payload().is_empty()) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether it lets events of a tag through.
    pub(crate) fn takes_tag(&self, tag: u32) -> bool {
        (self.event_tags.is_empty() || self.event_tags.contains(&tag))
            && self.tag_bits.is_none_or(|bits| tag & bits != 0)
    }

    /// Groups and items of banks that an event has to have.
    pub(crate) fn banks(&self) -> &[(u16, u8)] {
        &self.banks
    }
}
