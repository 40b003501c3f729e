//! What a row of an event has to hold.

use super::evaluate::BLOCK;
use super::event_rows::EventRows;
use super::{BoundExpression, Evaluator, Expression, ExpressionError, ExpressionErrorKind};
use crate::columns::{ColumnQuery, Columns};
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

    /// Adds to a query what [`ConditionEvaluator::retain`] looks at: the bank's
    /// number of rows, and the columns that the expression reads. What the query
    /// has already stays where it is.
    ///
    /// # Errors
    /// [`UnknownBank`](crate::ErrorKind::UnknownBank) and
    /// [`UnknownColumn`](crate::ErrorKind::UnknownColumn) in a query of another
    /// dictionary.
    pub fn add_to<'d>(&self, query: ColumnQuery<'d>) -> Result<ColumnQuery<'d>, Error> {
        let schema = self.bank.schema();
        let mut columns = self.expression.columns().into_iter();
        columns.try_fold(query.rows(schema.name())?, |query, index| {
            query.column(schema.name(), schema.columns()[index].name())
        })
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

    /// Takes out of `keep`, which has a place for each event of the columns, the
    /// events without a row for which the condition holds: those of which
    /// [`holds`](Self::holds) is false.
    ///
    /// ```no_run
    /// use hipo::{ColumnQuery, File, RowCondition};
    ///
    /// let file = File::open("run.hipo")?;
    /// let electrons = RowCondition::parse("REC::Particle[pid == 11]", |name| file.bank(name))?;
    /// let query = ColumnQuery::new(file.dictionary()).column("REC::Event", "beamE")?;
    /// let columns = file.read_columns(&electrons.add_to(query)?)?;
    /// let mut keep = vec![true; columns.events() as usize];
    /// electrons.evaluator().retain(&columns, &mut keep)?;
    /// # Ok::<(), hipo::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`UnknownBank`](crate::ErrorKind::UnknownBank) and
    /// [`UnknownColumn`](crate::ErrorKind::UnknownColumn) for columns that were not
    /// read: see [`RowCondition::add_to`].
    /// [`OtherColumns`](ExpressionErrorKind::OtherColumns) for a bank of that name
    /// with others.
    ///
    /// # Panics
    /// When `keep` has another number of places.
    pub fn retain(&mut self, columns: &Columns, keep: &mut [bool]) -> Result<(), Error> {
        assert_eq!(
            keep.len() as u64,
            columns.events(),
            "a place for each event"
        );
        let bank = columns.bank(self.bank.schema().name())?;
        self.evaluator.check(bank.schema())?;
        let rows = EventRows::new(bank, self.evaluator.expression())?;
        let count = bank.rows() as usize;
        let ends = &bank.offsets()[1..];
        // Events before this one are decided.
        let mut event = 0;
        for start in (0..count).step_by(BLOCK) {
            let in_block = BLOCK.min(count - start);
            self.evaluator
                .select_of(&rows, start, in_block, &mut self.rows);
            for row in &self.rows {
                let row = start as u64 + u64::from(*row);
                if event > 0 && row < ends[event - 1] {
                    continue;
                }
                while ends[event] <= row {
                    keep[event] = false;
                    event += 1;
                }
                event += 1;
            }
        }
        keep[event..].fill(false);
        Ok(())
    }
}
