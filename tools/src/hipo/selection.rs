//! Which events are wanted.

use clap::Args;
use hipo::{
    BankHandle, ConditionEvaluator, Error, ErrorKind, Event, File, Filter, RecordInfo, RowCondition,
};
use tools::text::harmless;

use crate::failure::{self, Failure};

const EXPRESSIONS: &str = "\
An expression of --where has + - * / % ^, comparisons, && || !, & | ~ << >> on
integers, sqrt, abs, sin, atan2, min, max and others, columns by name, those of
arrays as cov[0], and odd names in backticks. An event is taken with all its
rows if it holds for one of them.";

/// What a command that takes a [`Selection`] says after its options.
pub(crate) fn help(of_command: &str) -> String {
    format!("{of_command}\n\n{EXPRESSIONS}")
}

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
    /// Only events with a row of a bank for which an expression holds, such as
    /// 'REC::Particle[pid == 11 && px*px + py*py > 4]'; several times for
    /// several, all of which have to hold
    #[arg(
        long = "where",
        value_name = "BANK[EXPR]",
        help_heading = "Which events"
    )]
    conditions: Vec<String>,
}

impl Selection {
    /// What it says of the events of a file.
    pub(crate) fn of(&self, file: &File) -> Result<Chosen<'_>, Failure> {
        let banks = self.has.iter().map(|name| file.bank(name));
        let conditions = self.conditions(file)?;
        Ok(Chosen {
            selection: self,
            banks: banks.collect::<Result<_, _>>()?,
            conditions: conditions.iter().map(RowCondition::evaluator).collect(),
        })
    }

    /// What it says of whole records and of events, but for their rows, as
    /// columns are read by.
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

    /// What it says of their rows.
    pub(crate) fn conditions(&self, file: &File) -> Result<Vec<RowCondition>, Failure> {
        let conditions = self.conditions.iter();
        conditions
            .map(|text| RowCondition::parse(text, |name| file.bank(name)).map_err(|e| wrong(&e)))
            .collect()
    }
}

/// A condition that means nothing.
fn wrong(error: &Error) -> Failure {
    let told = match error.kind() {
        // It points at the place, on lines of its own.
        ErrorKind::Expression(fault) => {
            let lines: Vec<_> = fault.to_string().lines().map(harmless).collect();
            lines.join("\n")
        }
        _ => failure::told_with_advice(error),
    };
    Failure::Usage(format!("--where: {told}"))
}

/// Which events of a file are wanted.
#[derive(Debug)]
pub(crate) struct Chosen<'s> {
    selection: &'s Selection,
    banks: Vec<BankHandle>,
    conditions: Vec<ConditionEvaluator>,
}

impl Chosen<'_> {
    /// Whether events of a record can be.
    pub(crate) fn takes_record(&self, record: &RecordInfo) -> bool {
        let tags = &self.selection.record_tag;
        tags.is_empty() || tags.contains(&record.user_word_1)
    }

    /// Whether an event is.
    pub(crate) fn takes(&mut self, event: &Event<'_>) -> Result<bool, Error> {
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
        for condition in &mut self.conditions {
            if !condition.holds(event)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
