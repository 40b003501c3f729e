//! What operations do with the values of a block.

use std::array::from_fn;

use super::program::{Float2, Integer1, Integer2, Logic, Operation};
use super::registers::{LANES, Read, Registers, Values};
use super::syntax::{Comparison, Float1};

#[inline(always)]
fn map<A: Copy, R: Copy>(to: &mut [[R; LANES]], a: Values<'_, A>, of: impl Fn(A) -> R) {
    match a {
        Values::Each(a) => {
            for (to, a) in to.iter_mut().zip(a) {
                *to = from_fn(|lane| of(a[lane]));
            }
        }
        Values::All(a) => to.fill([of(a); LANES]),
    }
}

#[inline(always)]
fn zip<A: Copy, B: Copy, R: Copy>(
    to: &mut [[R; LANES]],
    a: Values<'_, A>,
    b: Values<'_, B>,
    of: impl Fn(A, B) -> R,
) {
    match (a, b) {
        (Values::Each(a), Values::Each(b)) => {
            for ((to, a), b) in to.iter_mut().zip(a).zip(b) {
                *to = from_fn(|lane| of(a[lane], b[lane]));
            }
        }
        (a, Values::All(b)) => map(to, a, |a| of(a, b)),
        (Values::All(a), b) => map(to, b, |b| of(a, b)),
    }
}

/// As [`map`], of what takes too long for lanes that are no rows.
#[inline(always)]
fn map_rows<A: Copy, R: Copy>(
    to: &mut [[R; LANES]],
    rows: usize,
    a: Values<'_, A>,
    of: impl Fn(A) -> R,
) {
    match a {
        Values::Each(a) => {
            let to = to.as_flattened_mut().iter_mut().take(rows);
            for (to, a) in to.zip(a.as_flattened()) {
                *to = of(*a);
            }
        }
        Values::All(a) => to.fill([of(a); LANES]),
    }
}

/// As [`zip`], of what takes too long for lanes that are no rows.
#[inline(always)]
fn zip_rows<A: Copy, B: Copy, R: Copy>(
    to: &mut [[R; LANES]],
    rows: usize,
    a: Values<'_, A>,
    b: Values<'_, B>,
    of: impl Fn(A, B) -> R,
) {
    match (a, b) {
        (Values::Each(a), Values::Each(b)) => {
            let to = to.as_flattened_mut().iter_mut().take(rows);
            for ((to, a), b) in to.zip(a.as_flattened()).zip(b.as_flattened()) {
                *to = of(*a, *b);
            }
        }
        (a, Values::All(b)) => map_rows(to, rows, a, |a| of(a, b)),
        (Values::All(a), b) => map_rows(to, rows, b, |b| of(a, b)),
    }
}

fn choose<T: Copy>(
    to: &mut [[T; LANES]],
    condition: Values<'_, bool>,
    a: Values<'_, T>,
    b: Values<'_, T>,
) {
    match (condition, a, b) {
        (Values::Each(condition), Values::Each(a), Values::Each(b)) => {
            for (((to, condition), a), b) in to.iter_mut().zip(condition).zip(a).zip(b) {
                *to = from_fn(|lane| if condition[lane] { a[lane] } else { b[lane] });
            }
        }
        (Values::Each(_), a, Values::All(b)) => {
            zip(
                to,
                condition,
                a,
                |condition, a| if condition { a } else { b },
            );
        }
        (Values::Each(_), Values::All(a), b) => {
            zip(
                to,
                condition,
                b,
                |condition, b| if condition { a } else { b },
            );
        }
        (Values::All(true), a, _) => map(to, a, |a| a),
        (Values::All(false), _, b) => map(to, b, |b| b),
    }
}

#[inline(always)]
fn compare<T: Copy + PartialOrd>(
    to: &mut [[bool; LANES]],
    comparison: Comparison,
    a: Values<'_, T>,
    b: Values<'_, T>,
) {
    match comparison {
        Comparison::Less => zip(to, a, b, |a, b| a < b),
        Comparison::LessOrEqual => zip(to, a, b, |a, b| a <= b),
        Comparison::Greater => zip(to, a, b, |a, b| a > b),
        Comparison::GreaterOrEqual => zip(to, a, b, |a, b| a >= b),
        Comparison::Equal => zip(to, a, b, |a, b| a == b),
        Comparison::NotEqual => zip(to, a, b, |a, b| a != b),
    }
}

fn float1(to: &mut [[f64; LANES]], rows: usize, function: Float1, a: Values<'_, f64>) {
    match function {
        Float1::Negate => map(to, a, |a| -a),
        Float1::Abs => map(to, a, f64::abs),
        Float1::Sqrt => map(to, a, f64::sqrt),
        Float1::Sin => map_rows(to, rows, a, f64::sin),
        Float1::Cos => map_rows(to, rows, a, f64::cos),
        Float1::Tan => map_rows(to, rows, a, f64::tan),
        Float1::Asin => map_rows(to, rows, a, f64::asin),
        Float1::Acos => map_rows(to, rows, a, f64::acos),
        Float1::Atan => map_rows(to, rows, a, f64::atan),
        Float1::Sinh => map_rows(to, rows, a, f64::sinh),
        Float1::Cosh => map_rows(to, rows, a, f64::cosh),
        Float1::Tanh => map_rows(to, rows, a, f64::tanh),
        Float1::Asinh => map_rows(to, rows, a, f64::asinh),
        Float1::Acosh => map_rows(to, rows, a, f64::acosh),
        Float1::Atanh => map_rows(to, rows, a, f64::atanh),
        Float1::Exp => map_rows(to, rows, a, f64::exp),
        Float1::Log => map_rows(to, rows, a, f64::ln),
        Float1::Log10 => map_rows(to, rows, a, f64::log10),
        Float1::Floor => map_rows(to, rows, a, f64::floor),
        Float1::Ceil => map_rows(to, rows, a, f64::ceil),
        Float1::Round => map_rows(to, rows, a, f64::round),
        Float1::Trunc => map_rows(to, rows, a, f64::trunc),
    }
}

fn float2(
    to: &mut [[f64; LANES]],
    rows: usize,
    operator: Float2,
    a: Values<'_, f64>,
    b: Values<'_, f64>,
) {
    match operator {
        Float2::Add => zip(to, a, b, |a, b| a + b),
        Float2::Subtract => zip(to, a, b, |a, b| a - b),
        Float2::Multiply => zip(to, a, b, |a, b| a * b),
        Float2::Divide => zip(to, a, b, |a, b| a / b),
        Float2::Remainder => zip_rows(to, rows, a, b, |a, b| a % b),
        Float2::Power => zip_rows(to, rows, a, b, f64::powf),
        Float2::Min => zip(to, a, b, least),
        Float2::Max => zip(to, a, b, greatest),
        Float2::Atan2 => zip_rows(to, rows, a, b, f64::atan2),
        Float2::Hypot => zip_rows(to, rows, a, b, f64::hypot),
    }
}

/// As C's `fmin`; of 0 and -0, the second, where Rust leaves the choice open.
fn least(a: f64, b: f64) -> f64 {
    if a < b || b.is_nan() { a } else { b }
}

/// As [`least`].
fn greatest(a: f64, b: f64) -> f64 {
    if a > b || b.is_nan() { a } else { b }
}

fn integer1(to: &mut [[i64; LANES]], function: Integer1, a: Values<'_, i64>) {
    match function {
        Integer1::Negate => map(to, a, i64::saturating_neg),
        Integer1::Abs => map(to, a, i64::saturating_abs),
        Integer1::BitNot => map(to, a, |a| !a),
    }
}

fn integer2(to: &mut [[i64; LANES]], operator: Integer2, a: Values<'_, i64>, b: Values<'_, i64>) {
    match operator {
        Integer2::Add => zip(to, a, b, i64::saturating_add),
        Integer2::Subtract => zip(to, a, b, i64::saturating_sub),
        Integer2::Multiply => zip(to, a, b, i64::saturating_mul),
        Integer2::Min => zip(to, a, b, i64::min),
        Integer2::Max => zip(to, a, b, i64::max),
        Integer2::BitAnd => zip(to, a, b, |a, b| a & b),
        Integer2::BitOr => zip(to, a, b, |a, b| a | b),
        Integer2::ShiftLeft => zip(to, a, b, |a, b| match count(b) {
            Some(count) => a << count,
            None => 0,
        }),
        Integer2::ShiftRight => zip(to, a, b, |a, b| a >> count(b).unwrap_or(63)),
    }
}

/// How far to shift; none if that is farther than there are bits.
fn count(by: i64) -> Option<u32> {
    u32::try_from(by).ok().filter(|count| *count < i64::BITS)
}

/// The remainder of integers, which has none by 0.
fn remainder(a: i64, b: i64) -> f64 {
    match b {
        0 => f64::NAN,
        // What -1 leaves does not overflow then.
        _ => a.wrapping_rem(b) as f64,
    }
}

fn logic(to: &mut [[bool; LANES]], operator: Logic, a: Values<'_, bool>, b: Values<'_, bool>) {
    match operator {
        Logic::And => zip(to, a, b, |a, b| a & b),
        Logic::Or => zip(to, a, b, |a, b| a | b),
        Logic::Equal => zip(to, a, b, |a, b| a == b),
        Logic::NotEqual => zip(to, a, b, |a, b| a != b),
    }
}

/// Computes an operation into its register.
pub(super) fn compute(registers: &mut Registers, operation: &Operation, register: u32) {
    let rows = registers.rows();
    let Registers {
        booleans,
        integers,
        floats,
        ..
    } = registers;
    match operation {
        Operation::Float1(function, a) => {
            let (to, floats) = floats.split(register);
            float1(to, rows, *function, floats.read(a));
        }
        Operation::Float2(operator, a, b) => {
            let (to, floats) = floats.split(register);
            float2(to, rows, *operator, floats.read(a), floats.read(b));
        }
        Operation::Integer1(function, a) => {
            let (to, integers) = integers.split(register);
            integer1(to, *function, integers.read(a));
        }
        Operation::Integer2(operator, a, b) => {
            let (to, integers) = integers.split(register);
            integer2(to, *operator, integers.read(a), integers.read(b));
        }
        Operation::Remainder(a, b) => {
            let to = floats.write(register);
            zip_rows(to, rows, integers.read(a), integers.read(b), remainder);
        }
        Operation::CompareFloats(comparison, a, b) => {
            let to = booleans.write(register);
            compare(to, *comparison, floats.read(a), floats.read(b));
        }
        Operation::CompareIntegers(comparison, a, b) => {
            let to = booleans.write(register);
            compare::<i64>(to, *comparison, integers.read(a), integers.read(b));
        }
        Operation::Logic(operator, a, b) => {
            let (to, booleans) = booleans.split(register);
            logic(to, *operator, booleans.read(a), booleans.read(b));
        }
        Operation::Not(a) => {
            let (to, booleans) = booleans.split(register);
            map(to, booleans.read(a), |a: bool| !a);
        }
        Operation::ChooseFloat(condition, a, b) => {
            let (to, floats) = floats.split(register);
            choose(to, booleans.read(condition), floats.read(a), floats.read(b));
        }
        Operation::ChooseInteger(condition, a, b) => {
            let (to, integers) = integers.split(register);
            let condition = booleans.read(condition);
            choose(to, condition, integers.read(a), integers.read(b));
        }
        Operation::ChooseBoolean(condition, a, b) => {
            let (to, booleans) = booleans.split(register);
            let condition = booleans.read(condition);
            choose(to, condition, booleans.read(a), booleans.read(b));
        }
        Operation::FloatOfInteger(a) => {
            map(floats.write(register), integers.read(a), |a: i64| a as f64);
        }
        Operation::IntegerOfBoolean(a) => {
            map(integers.write(register), booleans.read(a), |a: bool| {
                i64::from(a)
            });
        }
        Operation::IntegerOfFloat(a) => {
            map(integers.write(register), floats.read(a), |a: f64| a as i64);
        }
        Operation::IsNan(a) => map(booleans.write(register), floats.read(a), f64::is_nan),
        Operation::IsFinite(a) => map(booleans.write(register), floats.read(a), f64::is_finite),
    }
}
