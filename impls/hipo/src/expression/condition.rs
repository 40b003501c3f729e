//! What a row of an event has to hold.

use super::{BoundExpression, Evaluator, Expression, ExpressionError, ExpressionErrorKind};
use crate::error::Error;
use crate::event::Event;
use crate::schema::BankHandle;

/// A bank, and an expression that has to hold for one row of it.
///
/// ```
/// use hipo::{Dictionary, Event, RowCondition, Schema};
///
/// let mut dictionary = Dictionary::default();
/// dictionary.add("{REC::Particle/300/31}{pid/I,pz/F}".parse::<Schema>()?)?;
/// let text = "REC::Particle[pid == 11 && pz > 2]";
/// let electrons = RowCondition::parse(text, |name| dictionary.bank(name))?;
/// assert_eq!(electrons.bank().schema().name(), "REC::Particle");
/// // An event without the bank has no such row.
/// assert!(!electrons.evaluator().holds(&Event::new(&[]))?);
/// # Ok::<(), hipo::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RowCondition {
    bank: BankHandle,
    expression: BoundExpression,
}

impl RowCondition {
    /// Reads `BANK[EXPRESSION]`; `bank` looks a bank up by its name, as
    /// [`File::bank`](crate::File::bank) and [`Chain::bank`](crate::Chain::bank) do.
    ///
    /// # Errors
    /// [`Expression`](crate::ErrorKind::Expression): of the kind
    /// [`Condition`](ExpressionErrorKind::Condition) for a text of another form, or
    /// what is wrong with the expression; and whatever the look-up says.
    pub fn parse(
        text: &str,
        bank: impl FnOnce(&str) -> Result<BankHandle, Error>,
    ) -> Result<Self, Error> {
        let inner = text.trim().strip_suffix(']');
        let Some((name, expression)) = inner.and_then(|inner| inner.split_once('[')) else {
            let text = text.to_owned();
            return Err(ExpressionError::from(ExpressionErrorKind::Condition { text }).into());
        };
        let bank = bank(name.trim())?;
        let expression = Expression::parse(expression)?.bind(&bank)?;
        Ok(Self { bank, expression })
    }

    /// The bank.
    pub const fn bank(&self) -> &BankHandle {
        &self.bank
    }

    /// What has to hold for a row of it.
    pub const fn expression(&self) -> &BoundExpression {
        &self.expression
    }

    /// What looks at events, one after another.
    pub fn evaluator(&self) -> ConditionEvaluator {
        ConditionEvaluator {
            bank: self.bank.clone(),
            evaluator: self.expression.evaluator(),
            rows: Vec::new(),
        }
    }
}

/// A [`RowCondition`], with the memory that it takes to look at events.
#[derive(Debug)]
pub struct ConditionEvaluator {
    bank: BankHandle,
    evaluator: Evaluator,
    rows: Vec<u32>,
}

impl ConditionEvaluator {
    /// Whether an event has a row for which the condition holds.
    ///
    /// # Errors
    /// What is wrong with the event.
    pub fn holds(&mut self, event: &Event<'_>) -> Result<bool, Error> {
        let bank = event.bank(&self.bank)?;
        self.evaluator.select(&bank, &mut self.rows)?;
        Ok(!self.rows.is_empty())
    }
}
