//! From nodes to steps: types are settled, names looked up, and registers given.

use std::collections::HashMap;

use super::compute::compute;
use super::error::{ExpressionError, ExpressionErrorKind};
use super::program::{
    Class, Counts, Double, Float2, Integer1, Integer2, Logic, Operand, Operation, Program, Source,
    Step, Value,
};
use super::registers::{Read, Registers};
use super::syntax::{Binary, Comparison, Float1, Node, NodeKind, Unary};
use crate::error::ErrorKind;
use crate::schema::{BankHandle, ColumnType};

/// Compiles an expression for the columns of a bank.
pub(super) fn compile(
    text: &str,
    nodes: &[Node],
    bank: &BankHandle,
) -> Result<Program, ExpressionError> {
    let mut compiler = Compiler {
        bank,
        steps: Vec::new(),
        known: HashMap::new(),
    };
    let mut values = Vec::<Value>::with_capacity(nodes.len());
    for node in nodes {
        let value = compiler.node(&node.kind, &values);
        let value = value.map_err(|kind| ExpressionError::at(kind, text, node.at))?;
        values.push(value);
    }
    let result = values.pop().expect("an expression has a node");
    Ok(assign_registers(&compiler.steps, result))
}

struct Compiler<'a> {
    bank: &'a BankHandle,
    steps: Vec<Step>,
    /// What was computed before is not computed again.
    known: HashMap<Step, u32>,
}

impl Compiler<'_> {
    fn step(&mut self, step: Step) -> u32 {
        *self.known.entry(step).or_insert_with(|| {
            self.steps.push(step);
            (self.steps.len() - 1) as u32
        })
    }

    fn compute(&mut self, operation: Operation) -> Value {
        let class = operation.class();
        if operation.is_constant() {
            let one = Counts {
                booleans: 1,
                integers: 1,
                floats: 1,
            };
            let mut registers = Registers::new(one, 1);
            registers.set_rows(1);
            compute(&mut registers, &operation, 0);
            return match class {
                Class::Boolean => {
                    Value::Boolean(Operand::Constant(registers.booleans.register(0)[0][0]))
                }
                Class::Integer => {
                    Value::Integer(Operand::Constant(registers.integers.register(0)[0][0]))
                }
                Class::Float => {
                    let number = registers.floats.register(0)[0][0];
                    Value::Float(Operand::Constant(number.into()))
                }
            };
        }
        let slot = self.step(Step::Compute(operation));
        match class {
            Class::Boolean => Value::Boolean(Operand::Slot(slot)),
            Class::Integer => Value::Integer(Operand::Slot(slot)),
            Class::Float => Value::Float(Operand::Slot(slot)),
        }
    }

    /// Whether a value holds: a number does that is not 0.
    fn boolean(&mut self, value: Value) -> Operand<bool> {
        let zero = Operand::Constant(Double::from(0.0));
        let value = match value {
            Value::Boolean(operand) => return operand,
            Value::Integer(operand) => {
                let zero = Operand::Constant(0);
                self.compute(Operation::CompareIntegers(
                    Comparison::NotEqual,
                    operand,
                    zero,
                ))
            }
            Value::Float(operand) => self.compute(Operation::CompareFloats(
                Comparison::NotEqual,
                operand,
                zero,
            )),
        };
        match value {
            Value::Boolean(operand) => operand,
            _ => unreachable!("comparisons are boolean"),
        }
    }

    /// A value of the other types as an integer.
    fn integer(&mut self, value: Value) -> Operand<i64> {
        let value = match value {
            Value::Integer(operand) => return operand,
            Value::Boolean(operand) => self.compute(Operation::IntegerOfBoolean(operand)),
            Value::Float(operand) => self.compute(Operation::IntegerOfFloat(operand)),
        };
        match value {
            Value::Integer(operand) => operand,
            _ => unreachable!("conversions to integers are integers"),
        }
    }

    fn float(&mut self, value: Value) -> Operand<Double> {
        let value = match value {
            Value::Float(operand) => return operand,
            value => {
                let operand = self.integer(value);
                if let Some(source) = self.loaded(operand) {
                    return Operand::Slot(self.step(Step::LoadFloat(source)));
                }
                self.compute(Operation::FloatOfInteger(operand))
            }
        };
        match value {
            Value::Float(operand) => operand,
            _ => unreachable!("conversions to floating point are floating"),
        }
    }

    /// The column that an integer comes straight from.
    fn loaded(&self, operand: Operand<i64>) -> Option<Source> {
        let Operand::Slot(slot) = operand else {
            return None;
        };
        match self.steps[slot as usize] {
            Step::LoadInteger(source) => Some(source),
            _ => None,
        }
    }

    fn node(&mut self, kind: &NodeKind, values: &[Value]) -> Result<Value, ExpressionErrorKind> {
        let value = |id: u32| values[id as usize];
        Ok(match *kind {
            NodeKind::Boolean(constant) => Value::Boolean(Operand::Constant(constant)),
            NodeKind::Integer(constant) => Value::Integer(Operand::Constant(constant)),
            NodeKind::Float(constant) => Value::Float(Operand::Constant(constant.into())),
            NodeKind::Row => Value::Integer(Operand::Slot(self.step(Step::Row))),
            NodeKind::Column {
                ref name,
                index,
                quoted,
            } => return self.column(name, index, quoted),
            NodeKind::Unary(operator, of) => return self.unary(operator, value(of)),
            NodeKind::Binary(operator, a, b) => return self.binary(operator, value(a), value(b)),
            NodeKind::Choose(condition, a, b) => self.choose(value(condition), value(a), value(b)),
        })
    }

    fn column(
        &mut self,
        name: &str,
        index: Option<u64>,
        quoted: bool,
    ) -> Result<Value, ExpressionErrorKind> {
        let place = match self.bank.column_index(name) {
            Ok(place) => place,
            Err(_) if name == "pi" && !quoted && index.is_none() => {
                let pi = std::f64::consts::PI.into();
                return Ok(Value::Float(Operand::Constant(pi)));
            }
            Err(error) => {
                let similar = match error.kind() {
                    ErrorKind::UnknownColumn { similar, .. } => similar.clone(),
                    _ => None,
                };
                return Err(ExpressionErrorKind::UnknownColumn {
                    bank: self.bank.schema().name().to_owned(),
                    name: name.to_owned(),
                    similar,
                });
            }
        };
        let column = &self.bank.schema().columns()[place];
        let length = column.array_length();
        let element = match index {
            None if length == 1 => 0,
            None => {
                return Err(ExpressionErrorKind::Array {
                    column: name.to_owned(),
                    length,
                });
            }
            Some(index) => match usize::try_from(index) {
                Ok(element) if element < length => element,
                _ => {
                    return Err(ExpressionErrorKind::Index {
                        column: name.to_owned(),
                        length,
                        index,
                    });
                }
            },
        };
        let source = Source {
            before: column.position().offset as usize,
            cell: column.cell_bytes(),
            kind: column.column_type(),
            element,
        };
        Ok(match source.kind {
            ColumnType::Float | ColumnType::Double => {
                Value::Float(Operand::Slot(self.step(Step::LoadFloat(source))))
            }
            ColumnType::Byte | ColumnType::Short | ColumnType::Int | ColumnType::Long => {
                Value::Integer(Operand::Slot(self.step(Step::LoadInteger(source))))
            }
        })
    }

    fn unary(&mut self, operator: Unary, value: Value) -> Result<Value, ExpressionErrorKind> {
        let operation = match (operator, value) {
            (Unary::Not, value) => Operation::Not(self.boolean(value)),
            (Unary::BitNot, Value::Boolean(operand)) => Operation::Not(operand),
            (Unary::BitNot, Value::Integer(operand)) => {
                Operation::Integer1(Integer1::BitNot, operand)
            }
            (Unary::BitNot, Value::Float(_)) => {
                return Err(ExpressionErrorKind::NotIntegers { operator: "~" });
            }
            (Unary::Negate, Value::Float(operand)) => Operation::Float1(Float1::Negate, operand),
            (Unary::Abs, Value::Float(operand)) => Operation::Float1(Float1::Abs, operand),
            (Unary::Negate, value) => Operation::Integer1(Integer1::Negate, self.integer(value)),
            (Unary::Abs, value) => Operation::Integer1(Integer1::Abs, self.integer(value)),
            (Unary::Rounding(function), Value::Float(operand)) => {
                Operation::Float1(function, operand)
            }
            (Unary::Integer | Unary::Rounding(_), value) => {
                return Ok(Value::Integer(self.integer(value)));
            }
            (Unary::IsNan, value) => Operation::IsNan(self.float(value)),
            (Unary::IsFinite, value) => Operation::IsFinite(self.float(value)),
            (Unary::Float(function), value) => Operation::Float1(function, self.float(value)),
        };
        Ok(self.compute(operation))
    }

    fn binary(
        &mut self,
        operator: Binary,
        a: Value,
        b: Value,
    ) -> Result<Value, ExpressionErrorKind> {
        let operation = match operator {
            Binary::And => Operation::Logic(Logic::And, self.boolean(a), self.boolean(b)),
            Binary::Or => Operation::Logic(Logic::Or, self.boolean(a), self.boolean(b)),
            Binary::Compare(comparison) => self.compare(comparison, a, b),
            Binary::Add => self.arithmetic(Integer2::Add, Float2::Add, a, b),
            Binary::Subtract => self.arithmetic(Integer2::Subtract, Float2::Subtract, a, b),
            Binary::Multiply => self.arithmetic(Integer2::Multiply, Float2::Multiply, a, b),
            Binary::Min => self.arithmetic(Integer2::Min, Float2::Min, a, b),
            Binary::Max => self.arithmetic(Integer2::Max, Float2::Max, a, b),
            Binary::Remainder if is_floating(a, b) => self.floating(Float2::Remainder, a, b),
            Binary::Remainder => Operation::Remainder(self.integer(a), self.integer(b)),
            Binary::Power => self.power(a, b),
            Binary::Divide => self.floating(Float2::Divide, a, b),
            Binary::Atan2 => self.floating(Float2::Atan2, a, b),
            Binary::Hypot => self.floating(Float2::Hypot, a, b),
            Binary::BitAnd => self.bits("&", Integer2::BitAnd, Some(Logic::And), a, b)?,
            Binary::BitOr => self.bits("|", Integer2::BitOr, Some(Logic::Or), a, b)?,
            Binary::ShiftLeft => self.bits("<<", Integer2::ShiftLeft, None, a, b)?,
            Binary::ShiftRight => self.bits(">>", Integer2::ShiftRight, None, a, b)?,
        };
        Ok(self.compute(operation))
    }

    fn floating(&mut self, operator: Float2, a: Value, b: Value) -> Operation {
        Operation::Float2(operator, self.float(a), self.float(b))
    }

    fn arithmetic(&mut self, integer: Integer2, float: Float2, a: Value, b: Value) -> Operation {
        if is_floating(a, b) {
            return self.floating(float, a, b);
        }
        Operation::Integer2(integer, self.integer(a), self.integer(b))
    }

    /// A square is a product: the same number, many times as fast.
    fn power(&mut self, a: Value, b: Value) -> Operation {
        let (a, b) = (self.float(a), self.float(b));
        if b == Operand::Constant(Double::from(2.0)) {
            return Operation::Float2(Float2::Multiply, a, a);
        }
        Operation::Float2(Float2::Power, a, b)
    }

    fn compare(&mut self, comparison: Comparison, a: Value, b: Value) -> Operation {
        if is_floating(a, b) {
            return Operation::CompareFloats(comparison, self.float(a), self.float(b));
        }
        match (comparison, a, b) {
            (Comparison::Equal, Value::Boolean(a), Value::Boolean(b)) => {
                Operation::Logic(Logic::Equal, a, b)
            }
            (Comparison::NotEqual, Value::Boolean(a), Value::Boolean(b)) => {
                Operation::Logic(Logic::NotEqual, a, b)
            }
            _ => Operation::CompareIntegers(comparison, self.integer(a), self.integer(b)),
        }
    }

    fn bits(
        &mut self,
        name: &'static str,
        operator: Integer2,
        of_booleans: Option<Logic>,
        a: Value,
        b: Value,
    ) -> Result<Operation, ExpressionErrorKind> {
        if is_floating(a, b) {
            return Err(ExpressionErrorKind::NotIntegers { operator: name });
        }
        Ok(match (of_booleans, a, b) {
            (Some(logic), Value::Boolean(a), Value::Boolean(b)) => Operation::Logic(logic, a, b),
            _ => Operation::Integer2(operator, self.integer(a), self.integer(b)),
        })
    }

    fn choose(&mut self, condition: Value, a: Value, b: Value) -> Value {
        let condition = self.boolean(condition);
        let operation = if is_floating(a, b) {
            Operation::ChooseFloat(condition, self.float(a), self.float(b))
        } else if let (Value::Boolean(a), Value::Boolean(b)) = (a, b) {
            Operation::ChooseBoolean(condition, a, b)
        } else {
            Operation::ChooseInteger(condition, self.integer(a), self.integer(b))
        };
        self.compute(operation)
    }
}

/// Whether what is computed of two values is computed in floating point.
const fn is_floating(a: Value, b: Value) -> bool {
    matches!(a, Value::Float(_)) || matches!(b, Value::Float(_))
}

/// Leaves out steps that nothing needs, and gives the others registers: one is
/// free again when the last step has read it.
fn assign_registers(steps: &[Step], mut result: Value) -> Program {
    const NEVER: usize = usize::MAX;
    let mut last_read = vec![NEVER; steps.len()];
    if let Some(slot) = result.slot() {
        last_read[*slot as usize] = steps.len();
    }
    for (index, mut step) in steps.iter().copied().enumerate().rev() {
        if last_read[index] == NEVER {
            continue;
        }
        for slot in step.slots().into_iter().flatten() {
            let last = &mut last_read[*slot as usize];
            if *last == NEVER {
                *last = index;
            }
        }
    }
    let mut counts = Counts::default();
    let mut free: [Vec<u32>; 3] = Default::default();
    let mut registers = vec![0; steps.len()];
    let mut placed = Vec::new();
    for (index, mut step) in steps.iter().copied().enumerate() {
        if last_read[index] == NEVER {
            continue;
        }
        // The result's register is taken before those that are read get free:
        // a step never writes to what it reads.
        let class = step.class();
        registers[index] = free[class as usize].pop().unwrap_or_else(|| {
            let count = counts.of(class);
            *count += 1;
            (*count - 1) as u32
        });
        for slot in step.slots().into_iter().flatten() {
            let read = *slot as usize;
            *slot = registers[read];
            if last_read[read] == index {
                // Once, though the step may read it twice.
                last_read[read] = NEVER;
                free[steps[read].class() as usize].push(registers[read]);
            }
        }
        placed.push((step, registers[index]));
    }
    if let Some(slot) = result.slot() {
        *slot = registers[*slot as usize];
    }
    Program {
        steps: placed.into(),
        counts,
        result,
    }
}
