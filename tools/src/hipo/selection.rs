//! Which events are wanted.

use clap::Args;
use hipo::{BankHandle, Event, File, Filter, RecordInfo};

use crate::failure::Failure;

/// Options that say which events are wanted: all conditions have to hold.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Selection {
    /// Only events that have this bank, with one row or more; several times for
    /// several banks, all of which they have to have
    #[arg(long, value_name = "BANK", help_heading = "Which events")]
    pub(crate) has: Vec<String>,
    /// Only events with this tag; several times for several tags
    #[arg(long, value_name = "N", help_heading = "Which events")]
    pub(crate) tag: Vec<u32>,
    /// Only events of records with this tag (user word 1 of the index), as C++
    /// selects by; several times for several tags
    #[arg(long, value_name = "N", help_heading = "Which events")]
    pub(crate) record_tag: Vec<u64>,
}

impl Selection {
    /// What it says of the events of a file.
    pub(crate) fn of(&self, file: &File) -> Result<Chosen<'_>, Failure> {
        let banks = self.has.iter().map(|name| file.bank(name));
        Ok(Chosen {
            selection: self,
            banks: banks.collect::<Result<_, _>>()?,
        })
    }

    /// The same, as columns are read by.
    pub(crate) fn filter(&self, file: &File) -> Result<Filter, Failure> {
        let mut filter = Filter::new();
        for tag in &self.tag {
            filter = filter.event_tag(*tag);
        }
        for tag in &self.record_tag {
            filter = filter.record_tag(*tag);
        }
        for name in &self.has {
            filter = filter.bank(&file.bank(name)?);
        }
        Ok(filter)
    }
}

/// Which events of a file are wanted.
#[derive(Debug)]
pub(crate) struct Chosen<'s> {
    selection: &'s Selection,
    banks: Vec<BankHandle>,
}

impl Chosen<'_> {
    /// Whether events of a record can be.
    pub(crate) fn takes_record(&self, record: &RecordInfo) -> bool {
        let tags = &self.selection.record_tag;
        tags.is_empty() || tags.contains(&record.user_word_1)
    }

    /// Whether an event is.
    pub(crate) fn takes(&self, event: &Event<'_>) -> Result<bool, hipo::Error> {
        let tags = &self.selection.tag;
        if !tags.is_empty() && !tags.contains(&event.tag()) {
            return Ok(false);
        }
        for handle in &self.banks {
            let schema = handle.schema();
            let structure = event.structure(schema.group(), schema.item())?;
            if structure.is_none_or(|structure| structure.payload().is_empty()) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
