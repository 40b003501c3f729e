//! What a bound expression does with a block of rows, step by step.

use super::syntax::{Comparison, Float1};
use crate::schema::ColumnType;

/// A floating-point constant by its bits, so that equal steps can be found.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Double(u64);

impl From<f64> for Double {
    fn from(number: f64) -> Self {
        Self(number.to_bits())
    }
}

impl From<Double> for f64 {
    fn from(double: Double) -> Self {
        Self::from_bits(double.0)
    }
}

/// Where the values for a step come from. A slot is a step's number while an
/// expression is compiled, and then a register.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Operand<T> {
    Slot(u32),
    Constant(T),
}

impl<T> Operand<T> {
    const fn slot(&mut self) -> Option<&mut u32> {
        match self {
            Self::Slot(slot) => Some(slot),
            Self::Constant(_) => None,
        }
    }
}

type Float = Operand<Double>;
type Integer = Operand<i64>;
type Boolean = Operand<bool>;

/// An operand of one of the three types.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    Boolean(Boolean),
    Integer(Integer),
    Float(Float),
}

impl Value {
    pub(super) const fn class(&self) -> Class {
        match self {
            Self::Boolean(_) => Class::Boolean,
            Self::Integer(_) => Class::Integer,
            Self::Float(_) => Class::Float,
        }
    }

    pub(super) const fn slot(&mut self) -> Option<&mut u32> {
        match self {
            Self::Boolean(operand) => operand.slot(),
            Self::Integer(operand) => operand.slot(),
            Self::Float(operand) => operand.slot(),
        }
    }
}

/// Which registers hold a value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Class {
    Boolean,
    Integer,
    Float,
}

/// Where the value of a column is.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Source {
    /// Bytes of a row in the columns before.
    pub(super) before: usize,
    /// Bytes of a row in the column.
    pub(super) cell: usize,
    pub(super) kind: ColumnType,
    /// Which value of an array.
    pub(super) element: usize,
}

#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Step {
    LoadFloat(Source),
    LoadInteger(Source),
    Row,
    Compute(Operation),
}

#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Operation {
    Float1(Float1, Float),
    Float2(Float2, Float, Float),
    Integer1(Integer1, Integer),
    Integer2(Integer2, Integer, Integer),
    Remainder(Integer, Integer),
    CompareFloats(Comparison, Float, Float),
    CompareIntegers(Comparison, Integer, Integer),
    Logic(Logic, Boolean, Boolean),
    Not(Boolean),
    ChooseFloat(Boolean, Float, Float),
    ChooseInteger(Boolean, Integer, Integer),
    ChooseBoolean(Boolean, Boolean, Boolean),
    FloatOfInteger(Integer),
    IntegerOfBoolean(Boolean),
    IntegerOfFloat(Float),
    IsNan(Float),
    IsFinite(Float),
}

#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Float2 {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    Min,
    Max,
    Atan2,
    Hypot,
}

#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Integer1 {
    Negate,
    Abs,
    BitNot,
}

#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Integer2 {
    Add,
    Subtract,
    Multiply,
    Min,
    Max,
    BitAnd,
    BitOr,
    ShiftLeft,
    ShiftRight,
}

#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Logic {
    And,
    Or,
    Equal,
    NotEqual,
}

impl Operation {
    /// The type of its result.
    pub(super) const fn class(&self) -> Class {
        match self {
            Self::Float1(..)
            | Self::Float2(..)
            | Self::Remainder(..)
            | Self::ChooseFloat(..)
            | Self::FloatOfInteger(_) => Class::Float,
            Self::Integer1(..)
            | Self::Integer2(..)
            | Self::ChooseInteger(..)
            | Self::IntegerOfBoolean(_)
            | Self::IntegerOfFloat(_) => Class::Integer,
            Self::CompareFloats(..)
            | Self::CompareIntegers(..)
            | Self::Logic(..)
            | Self::Not(_)
            | Self::ChooseBoolean(..)
            | Self::IsNan(_)
            | Self::IsFinite(_) => Class::Boolean,
        }
    }

    /// Whether its result is known without any row.
    pub(super) fn is_constant(mut self) -> bool {
        self.slots().iter().all(Option::is_none)
    }

    /// The slots that it reads.
    const fn slots(&mut self) -> [Option<&mut u32>; 3] {
        match self {
            Self::Float1(_, a) | Self::IntegerOfFloat(a) | Self::IsNan(a) | Self::IsFinite(a) => {
                [a.slot(), None, None]
            }
            Self::Float2(_, a, b) | Self::CompareFloats(_, a, b) => [a.slot(), b.slot(), None],
            Self::Integer1(_, a) | Self::FloatOfInteger(a) => [a.slot(), None, None],
            Self::Integer2(_, a, b) | Self::Remainder(a, b) | Self::CompareIntegers(_, a, b) => {
                [a.slot(), b.slot(), None]
            }
            Self::Logic(_, a, b) => [a.slot(), b.slot(), None],
            Self::Not(a) | Self::IntegerOfBoolean(a) => [a.slot(), None, None],
            Self::ChooseFloat(condition, a, b) => [condition.slot(), a.slot(), b.slot()],
            Self::ChooseInteger(condition, a, b) => [condition.slot(), a.slot(), b.slot()],
            Self::ChooseBoolean(condition, a, b) => [condition.slot(), a.slot(), b.slot()],
        }
    }
}

impl Step {
    pub(super) const fn class(&self) -> Class {
        match self {
            Self::LoadFloat(_) => Class::Float,
            Self::LoadInteger(_) | Self::Row => Class::Integer,
            Self::Compute(operation) => operation.class(),
        }
    }

    pub(super) const fn slots(&mut self) -> [Option<&mut u32>; 3] {
        match self {
            Self::Compute(operation) => operation.slots(),
            Self::LoadFloat(_) | Self::LoadInteger(_) | Self::Row => [None, None, None],
        }
    }
}

/// Registers that a program takes, of each class.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) booleans: usize,
    pub(super) integers: usize,
    pub(super) floats: usize,
}

impl Counts {
    pub(super) const fn of(&mut self, class: Class) -> &mut usize {
        match class {
            Class::Boolean => &mut self.booleans,
            Class::Integer => &mut self.integers,
            Class::Float => &mut self.floats,
        }
    }
}

/// Steps in order, each with the register for its result.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) steps: Box<[(Step, u32)]>,
    pub(super) counts: Counts,
    pub(super) result: Value,
}
