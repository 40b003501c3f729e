//! Which events are wanted, by what their rows hold.

use clap::Args;
use hipo::{ConditionEvaluator, Error, ErrorKind, Event, ExpressionErrorKind, File, RowCondition};

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
        Ok(Rows(conditions.collect::<Result<_, _>>()?))
    }
}

fn condition(text: &str, file: &File) -> Result<ConditionEvaluator, Failure> {
    match RowCondition::parse(text, |name| file.bank(name)) {
        Ok(condition) => Ok(condition.evaluator()),
        Err(error) => Err(match error.kind() {
            ErrorKind::Expression(fault)
                if matches!(fault.kind(), ExpressionErrorKind::Condition { .. }) =>
            {
                Failure::Usage(format!("--where: {fault}"))
            }
            _ => error.into(),
        }),
    }
}

/// What the rows of events have to hold.
#[derive(Debug)]
pub(crate) struct Rows(Vec<ConditionEvaluator>);

impl Rows {
    /// Whether an event is wanted.
    pub(crate) fn take(&mut self, event: &Event<'_>) -> Result<bool, Error> {
        for condition in &mut self.0 {
            if !condition.holds(event)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
