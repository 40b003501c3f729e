//! Which events are wanted, by what their rows hold.

use clap::Args;
use hipo::{BankHandle, Error, Evaluator, Event, Expression, File};

use crate::failure::Failure;

/// Options that say which events are wanted by their rows.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct RowConditions {
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

impl RowConditions {
    /// What they say of the events of a file.
    pub(crate) fn of(&self, file: &File) -> Result<Rows, Failure> {
        let conditions = self.conditions.iter().map(|text| condition(text, file));
        Ok(Rows {
            conditions: conditions.collect::<Result<_, _>>()?,
            selected: Vec::new(),
        })
    }
}

/// A bank, and what a row of it has to hold.
fn condition(text: &str, file: &File) -> Result<(BankHandle, Evaluator), Failure> {
    let parts = text.trim().strip_suffix(']');
    let Some((bank, expression)) = parts.and_then(|parts| parts.split_once('[')) else {
        return Err(Failure::Usage(format!(
            "--where takes a bank and an expression in brackets, as \
             'REC::Particle[pid == 11]', not {text:?}"
        )));
    };
    let bank = file.bank(bank.trim())?;
    let expression = Expression::parse(expression).map_err(Error::from)?;
    let bound = expression.bind(&bank).map_err(Error::from)?;
    Ok((bank, bound.evaluator()))
}

/// What the rows of events have to hold.
#[derive(Debug)]
pub(crate) struct Rows {
    conditions: Vec<(BankHandle, Evaluator)>,
    selected: Vec<u32>,
}

impl Rows {
    /// Whether an event is wanted.
    pub(crate) fn take(&mut self, event: &Event<'_>) -> Result<bool, Error> {
        for (handle, evaluator) in &mut self.conditions {
            let bank = event.bank(handle)?;
            evaluator.select(&bank, &mut self.selected)?;
            if self.selected.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
