//! Bound expressions and what evaluates them.

use std::sync::Arc;

use super::compute::compute;
use super::error::{ExpressionError, ExpressionErrorKind};
use super::program::{Class, Program, Step, Value};
use super::registers::{Read, Registers, Values};
use super::rows::Rows;
use crate::event::Bank;
use crate::schema::Schema;

/// Rows that are evaluated at a time: their values stay in the nearest cache.
pub(super) const BLOCK: usize = 256;

/// What the value of an expression is.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum ValueType {
    /// It holds or not.
    Boolean,
    /// An integer of 64 bits.
    Integer,
    /// A floating-point number of double precision.
    Float,
}

/// An [`Expression`](super::Expression) whose names are columns of a bank.
///
/// A clone is a pointer; threads share it, each with an [`Evaluator`].
#[derive(Clone, Debug)]
pub struct BoundExpression(Arc<Bound>);

#[derive(Debug)]
struct Bound {
    schema: Arc<Schema>,
    program: Program,
}

impl BoundExpression {
    pub(super) fn new(schema: Arc<Schema>, program: Program) -> Self {
        Self(Arc::new(Bound { schema, program }))
    }

    /// The schema whose columns it is about.
    pub fn schema(&self) -> &Arc<Schema> {
        &self.0.schema
    }

    /// The places in the schema of the columns that it reads, in the order of
    /// the schema.
    pub fn columns(&self) -> Vec<usize> {
        let mut offsets: Vec<_> = self.0.program.steps.iter().filter_map(read_from).collect();
        offsets.sort_unstable();
        let columns = self.0.schema.columns().iter().enumerate();
        columns
            .filter(|(_, column)| {
                let offset = column.position().offset as usize;
                offsets.binary_search(&offset).is_ok()
            })
            .map(|(index, _)| index)
            .collect()
    }

    /// What its value is: known before any row is.
    pub fn value_type(&self) -> ValueType {
        match self.0.program.result.class() {
            Class::Boolean => ValueType::Boolean,
            Class::Integer => ValueType::Integer,
            Class::Float => ValueType::Float,
        }
    }

    /// What evaluates it, with the memory that this takes: make one for each
    /// thread, and use it for each event.
    pub fn evaluator(&self) -> Evaluator {
        Evaluator {
            registers: Registers::new(self.0.program.counts, BLOCK),
            bound: self.clone(),
        }
    }
}

/// Evaluates a [`BoundExpression`] over the rows of banks. It allocates nothing
/// but the rows and values that it adds to its caller's vectors.
///
/// Every method fails with
/// [`OtherColumns`](ExpressionErrorKind::OtherColumns) for a bank whose columns
/// are not, one by one, those that the expression was bound to.
#[derive(Clone, Debug)]
pub struct Evaluator {
    bound: BoundExpression,
    registers: Registers,
}

impl Evaluator {
    /// What it evaluates.
    pub const fn expression(&self) -> &BoundExpression {
        &self.bound
    }

    /// Puts the rows for which the expression holds into `rows`, in order, in
    /// place of what is there. A number holds that is not 0.
    ///
    /// # Errors
    /// [`OtherColumns`](ExpressionErrorKind::OtherColumns).
    pub fn select(
        &mut self,
        bank: &Bank<'_, '_>,
        rows: &mut Vec<u32>,
    ) -> Result<(), ExpressionError> {
        rows.clear();
        self.check(bank.schema())?;
        for start in (0..bank.rows()).step_by(BLOCK) {
            let count = BLOCK.min(bank.rows() - start);
            self.block(bank, start, count);
            self.push_rows(start, count, rows);
        }
        Ok(())
    }

    /// Puts those of at most [`BLOCK`] rows from `start` on for which the
    /// expression holds into `found`, counted from `start`, in place of what is
    /// there. The rows have to be of the schema that it was bound to.
    pub(super) fn select_of(
        &mut self,
        rows: &impl Rows,
        start: usize,
        count: usize,
        found: &mut Vec<u32>,
    ) {
        found.clear();
        self.block(rows, start, count);
        self.push_rows(0, count, found);
    }

    /// Appends the rows of the block for which the expression holds, counted on
    /// from `start`.
    #[inline(always)]
    fn push_rows(&self, start: usize, count: usize, rows: &mut Vec<u32>) {
        match &self.bound.0.program.result {
            Value::Boolean(result) => {
                let values = self.registers.booleans.read(result);
                push_rows(rows, start, count, values, |holds| holds);
            }
            Value::Integer(result) => {
                let values = self.registers.integers.read(result);
                push_rows(rows, start, count, values, |number: i64| number != 0);
            }
            Value::Float(result) => {
                let values = self.registers.floats.read(result);
                push_rows(rows, start, count, values, |number: f64| number != 0.0);
            }
        }
    }

    /// Puts the value for each row into `values`, in place of what is there: 1
    /// where the expression holds and 0 where not, and integers rounded to
    /// double precision.
    ///
    /// # Errors
    /// [`OtherColumns`](ExpressionErrorKind::OtherColumns).
    pub fn evaluate(
        &mut self,
        bank: &Bank<'_, '_>,
        values: &mut Vec<f64>,
    ) -> Result<(), ExpressionError> {
        values.clear();
        self.check(bank.schema())?;
        for start in (0..bank.rows()).step_by(BLOCK) {
            let count = BLOCK.min(bank.rows() - start);
            self.block(bank, start, count);
            match &self.bound.0.program.result {
                Value::Boolean(result) => {
                    let results = self.registers.booleans.read(result);
                    push_values(values, count, results, |holds: bool| f64::from(holds));
                }
                Value::Integer(result) => {
                    let results = self.registers.integers.read(result);
                    push_values(values, count, results, |number: i64| number as f64);
                }
                Value::Float(result) => {
                    let results = self.registers.floats.read(result);
                    push_values(values, count, results, |number: f64| number);
                }
            }
        }
        Ok(())
    }

    /// Whether the expression holds for a row, from 0.
    ///
    /// # Errors
    /// [`NoRow`](ExpressionErrorKind::NoRow) and
    /// [`OtherColumns`](ExpressionErrorKind::OtherColumns).
    pub fn matches_row(
        &mut self,
        bank: &Bank<'_, '_>,
        row: usize,
    ) -> Result<bool, ExpressionError> {
        self.check(bank.schema())?;
        let rows = bank.rows();
        if row >= rows {
            return Err(ExpressionErrorKind::NoRow { row, rows }.into());
        }
        self.block(bank, row, 1);
        Ok(match &self.bound.0.program.result {
            Value::Boolean(result) => first(self.registers.booleans.read(result)),
            Value::Integer(result) => first(self.registers.integers.read(result)) != 0,
            Value::Float(result) => first(self.registers.floats.read(result)) != 0.0,
        })
    }

    #[inline]
    pub(super) fn check(&self, given: &Schema) -> Result<(), ExpressionError> {
        let bound: &Schema = &self.bound.0.schema;
        if std::ptr::eq(bound, given) || bound.columns() == given.columns() {
            return Ok(());
        }
        Err(ExpressionErrorKind::OtherColumns {
            bound: bound.name().to_owned(),
            bank: given.name().to_owned(),
        }
        .into())
    }

    /// Runs the program for `count` rows from `start` on.
    fn block(&mut self, of: &impl Rows, start: usize, count: usize) {
        let registers = &mut self.registers;
        registers.set_rows(count);
        for (step, register) in &self.bound.0.program.steps {
            let (rows, register) = (start..start + count, *register);
            match step {
                Step::LoadFloat(source) => {
                    of.floats(registers.floats.write(register), rows, source);
                }
                Step::LoadInteger(source) => {
                    of.integers(registers.integers.write(register), rows, source);
                }
                Step::Row => of.numbers(registers.integers.write(register), rows),
                Step::Compute(operation) => compute(registers, operation, register),
            }
        }
    }
}

/// Where in a row a step reads a column.
const fn read_from((step, _): &(Step, u32)) -> Option<usize> {
    match step {
        Step::LoadFloat(source) | Step::LoadInteger(source) => Some(source.before),
        Step::Row | Step::Compute(_) => None,
    }
}

/// Appends the rows that hold, without a branch that could be mispredicted.
#[inline(always)]
fn push_rows<T: Copy>(
    rows: &mut Vec<u32>,
    start: usize,
    count: usize,
    values: Values<'_, T>,
    holds: impl Fn(T) -> bool,
) {
    // A structure has fewer than 2²⁴ bytes, and so a bank fewer rows.
    let (first, end) = (start as u32, (start + count) as u32);
    match values {
        Values::All(value) if holds(value) => rows.extend(first..end),
        Values::All(_) => {}
        Values::Each(values) => {
            let before = rows.len();
            rows.resize(before + count, 0);
            let to = &mut rows[before..];
            let mut found = 0;
            for (row, value) in (first..end).zip(values.as_flattened()) {
                to[found] = row;
                found += usize::from(holds(*value));
            }
            rows.truncate(before + found);
        }
    }
}

#[inline(always)]
fn push_values<T: Copy>(
    values: &mut Vec<f64>,
    count: usize,
    results: Values<'_, T>,
    number: impl Fn(T) -> f64,
) {
    match results {
        Values::Each(results) => {
            let results = results.as_flattened().iter().take(count);
            values.extend(results.map(|value| number(*value)));
        }
        Values::All(result) => values.resize(values.len() + count, number(result)),
    }
}

fn first<T: Copy + Default>(values: Values<'_, T>) -> T {
    match values {
        Values::Each(values) => values.as_flattened().first().copied().unwrap_or_default(),
        Values::All(value) => value,
    }
}
