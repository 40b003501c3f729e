//! Expressions over the rows of a bank.

mod compile;
mod compute;
mod condition;
mod error;
mod evaluate;
mod event_rows;
mod function;
mod lexer;
mod load;
mod parser;
mod program;
mod registers;
mod rows;
mod syntax;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub use condition::{ConditionEvaluator, RowCondition};
pub use error::{ExpressionError, ExpressionErrorKind};
pub use evaluate::{BoundExpression, Evaluator, ValueType};

use crate::schema::BankHandle;

/// A condition on the rows of a bank, or a number for each of them, as text.
///
/// ```
/// use std::sync::Arc;
/// use hipo::{BankHandle, Event, Expression, Schema};
///
/// let schema: Schema = "{REC::Particle/300/31}{pid/I,px/F,py/F}".parse()?;
/// let particles = BankHandle::new(Arc::new(schema));
/// let electrons = Expression::parse("pid == 11 && px*px + py*py > 4")?.bind(&particles)?;
/// let mut electrons = electrons.evaluator();
/// let mut rows = Vec::new();
/// let event = Event::new(&[]);
/// electrons.select(&event.bank(&particles)?, &mut rows)?;
/// assert!(rows.is_empty());
/// # Ok::<(), hipo::Error>(())
/// ```
///
/// # Values
///
/// | written | is |
/// |---|---|
/// | `11`, `0x1f` | an integer of 64 bits; hexadecimal digits tell all 64, so `0xffffffffffffffff` is −1 |
/// | `1.5`, `.5`, `2e-3` | a floating-point number of double precision |
/// | `true`, `false` | booleans |
/// | `pi` | π, where the bank has no column of that name |
/// | `pid`, `p.x`, `größe` | a column: letters, digits, `_`, and dots between them; the first is no digit |
/// | `` `a-b` ``, `` `and` `` | a column of any name; a backtick in it is written twice |
/// | `cov[2]` | a value of an array column, from 0 |
/// | `row()` | the number of the row, from 0 |
///
/// Only `true`, `false`, `and`, `or` and `not` are reserved: a column of such a
/// name needs backticks. Functions are names before `(`, and take no names from
/// columns; `pi` is the column in a bank that has one, as in C++.
/// There is no constant `e`, as many banks have such a column: `exp(1)` is it.
///
/// # Operators
///
/// From those that bind least to those that bind most, each line the same:
///
/// | | | grouped |
/// |---|---|---|
/// | `a ? b : c` | `b` where `a` holds, and `c` elsewhere | from the right |
/// | `\|\|`, `or` | | from the left |
/// | `&&`, `and` | | from the left |
/// | `not` | of a whole comparison: `not a == b` is `a != b` | |
/// | `==` `!=` `<` `<=` `>` `>=` | | not: `a < b < c` is refused |
/// | `\|` | or of bits | from the left |
/// | `&` | and of bits: `status & 4 == 0` is `(status & 4) == 0`, unlike in C | from the left |
/// | `<<` `>>` | shifts of bits | from the left |
/// | `+` `-` | | from the left |
/// | `*` `/` `%` | | from the left |
/// | `-` `+` `!` `~` before a value | `!a == b` is `(!a) == b`, as in C | |
/// | `^`, `**` | power, as in ROOT's formulas: `^` is no exclusive or | from the right; `-a ^ 2` is `-(a ^ 2)` |
///
/// # Functions
///
/// `abs` (`fabs`), `sqrt`, `exp`, `log` (natural, `ln`), `log10`, `sin`, `cos`,
/// `tan`, `asin`, `acos`, `atan`, `atan2(y, x)`, `sinh`, `cosh`, `tanh`,
/// `asinh`, `acosh`, `atanh`, `floor`, `ceil`, `round` (halves away from 0),
/// `trunc` (toward 0), `int` (toward 0, an integer), `pow(a, b)` (`a ^ b`),
/// `mod(a, b)` (`fmod`, `a % b`), `hypot` of two or three, `min` and `max` of
/// two or more, `if(a, b, c)` (`a ? b : c`), `isnan`, `isfinite`, `row()`.
/// Angles are in radians.
///
/// # Types
///
/// Columns of `i8` to `i64` are integers, and `f32` and `f64` are floating, the
/// former widened: `0.1` is not what a column of `f32` holds for 0.1.
///
/// | | integers (and booleans, as 1 and 0) | where one is floating |
/// |---|---|---|
/// | `+` `-` `*`, `-a`, `abs` | exact integers; what leaves 64 bits is the end of the range that it left by | in double precision |
/// | `min` `max` | integers | in double precision; of a number and NaN, the number |
/// | `/` | in double precision: `1 / 2` is 0.5 | in double precision |
/// | `%` | the exact remainder, as a floating-point number; its sign is that of `a` | as C's `fmod` |
/// | `/ 0`, `% 0` | infinite or NaN, and NaN | infinite or NaN, and NaN |
/// | `^`, other functions | in double precision; `a ^ 2` is `a * a` of it | in double precision |
/// | `floor` `ceil` `round` `trunc` | the integer | floating |
/// | `int` | the integer | an integer: the nearest end for what is out of range, 0 for NaN |
/// | `==` to `>=` | exact | in double precision: an integer beyond 2⁵³ is rounded first |
/// | `&` `\|` `~` | bits; of booleans only, booleans | refused |
/// | `<<` `>>` | bits, `>>` keeping the sign; by less than 0 or more than 63 all bits are shifted out | refused |
/// | `&&` `\|\|` `!` `not`, `a ?` | what is not 0 holds | what is not 0 holds: NaN does |
/// | `b : c` | booleans if both are, or integers | floating |
///
/// Types are settled when an expression is bound, before any row is looked at.
/// Nothing that rows hold is an error, and nothing has side effects: both sides
/// of `&&` and all values of `? :` are computed.
///
/// # Limits
///
/// The text has at most 65536 bytes. It is nested at most 256 levels deep,
/// where each parenthesis, sign and operator that waits for its right side is a
/// level; sums and the like can have any number of terms. An [`Evaluator`] takes
/// 2 KiB for each value that is needed at a time: of most expressions, those are
/// a few, and of none, 64 MiB.
#[derive(Clone, Debug)]
pub struct Expression {
    text: Box<str>,
    nodes: Box<[syntax::Node]>,
}

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// [`ExpressionError`], with the place in the text.
    pub fn parse(text: &str) -> Result<Self, ExpressionError> {
        Ok(Self {
            nodes: parser::parse(text)?.into(),
            text: text.into(),
        })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Looks the names up among the columns of a bank, and settles the types.
    ///
    /// # Errors
    /// [`UnknownColumn`](ExpressionErrorKind::UnknownColumn),
    /// [`Array`](ExpressionErrorKind::Array),
    /// [`Index`](ExpressionErrorKind::Index) and
    /// [`NotIntegers`](ExpressionErrorKind::NotIntegers), with the place in the
    /// text.
    pub fn bind(&self, bank: &BankHandle) -> Result<BoundExpression, ExpressionError> {
        let program = compile::compile(&self.text, &self.nodes, bank)?;
        Ok(BoundExpression::new(Arc::clone(bank.schema()), program))
    }
}

impl FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Self, ExpressionError> {
        Self::parse(text)
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
