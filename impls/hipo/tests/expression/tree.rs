//! Expressions as trees: how they are written, and what they are worth.
//!
//! This knows nothing of the parser: it is what the parser is held to.
#![expect(clippy::float_cmp, reason = "comparisons are what is computed")]

use std::fmt::Write as _;

use hipo::ValueType;

/// A value of one row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    Boolean(bool),
    Integer(i64),
    Float(f64),
}

use Value::{Boolean, Float, Integer};

#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Boolean(bool),
    Integer(i64),
    Float(f64),
    /// By its place in [`COLUMNS`].
    Column(usize),
    Row,
    Prefix(&'static str, Box<Tree>),
    Infix(&'static str, Box<Tree>, Box<Tree>),
    Choose(Box<Tree>, Box<Tree>, Box<Tree>),
    Call(&'static str, Vec<Tree>),
}

/// Columns as they are written, and their types.
pub(crate) const COLUMNS: [(&str, ValueType); 8] = [
    ("b", ValueType::Integer),
    ("s", ValueType::Integer),
    ("p.i", ValueType::Integer),
    ("`long one`", ValueType::Integer),
    ("größe", ValueType::Float),
    ("d", ValueType::Float),
    ("a[0]", ValueType::Integer),
    ("a[1]", ValueType::Integer),
];

pub(crate) const PREFIXES: [&str; 4] = ["-", "!", "~", "not "];

/// Operators and how tightly they bind.
pub(crate) const INFIXES: [(&str, u8); 21] = [
    ("||", 1),
    (" or ", 1),
    ("&&", 2),
    (" and ", 2),
    ("==", 4),
    ("!=", 4),
    ("<", 4),
    ("<=", 4),
    (">", 4),
    (">=", 4),
    ("|", 5),
    ("&", 6),
    ("<<", 7),
    (">>", 7),
    ("+", 8),
    ("-", 8),
    ("*", 9),
    ("/", 9),
    ("%", 9),
    ("^", 11),
    ("**", 11),
];

pub(crate) const FUNCTIONS: [(&str, usize); 18] = [
    ("abs", 1),
    ("sqrt", 1),
    ("sin", 1),
    ("atan", 1),
    ("tanh", 1),
    ("exp", 1),
    ("log", 1),
    ("floor", 1),
    ("round", 1),
    ("int", 1),
    ("isnan", 1),
    ("isfinite", 1),
    ("atan2", 2),
    ("hypot", 2),
    ("min", 2),
    ("max", 3),
    ("mod", 2),
    ("if", 3),
];

const CHOOSE: u8 = 0;
const NOT: u8 = 3;
const COMPARE: u8 = 4;
const PREFIX: u8 = 10;
const POWER: u8 = 11;
const ATOM: u8 = 12;

fn write(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("strings take all");
}

fn level_of(operator: &str) -> u8 {
    let found = INFIXES.iter().find(|(known, _)| *known == operator);
    found.expect("an operator").1
}

/// How a tree is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Style {
    /// Parentheses around everything that could have some.
    Full,
    /// None that can be left out, with spaces.
    Minimal,
    /// None that can be left out, and no spaces.
    Tight,
}

impl Tree {
    fn level(&self) -> u8 {
        match self {
            Self::Prefix("not ", _) => NOT,
            Self::Prefix(..) => PREFIX,
            Self::Infix(operator, ..) => level_of(operator),
            Self::Choose(..) => CHOOSE,
            _ => ATOM,
        }
    }

    pub(crate) fn write(&self, style: Style) -> String {
        let mut text = String::new();
        self.write_to(&mut text, style);
        text
    }

    /// Writes it where only what binds as `least` may stand by itself.
    fn within(&self, text: &mut String, style: Style, least: u8) {
        if self.level() >= least && !(matches!(style, Style::Full) && self.level() < ATOM) {
            return self.write_to(text, style);
        }
        text.push('(');
        self.write_to(text, style);
        text.push(')');
    }

    fn write_to(&self, text: &mut String, style: Style) {
        let space = if matches!(style, Style::Tight) {
            ""
        } else {
            " "
        };
        match self {
            Self::Boolean(constant) => *text += &constant.to_string(),
            Self::Integer(constant) if constant % 3 == 1 => {
                write(text, format_args!("{constant:#x}"));
            }
            Self::Integer(constant) => *text += &constant.to_string(),
            Self::Float(constant) => write(text, format_args!("{constant:?}")),
            Self::Column(column) => *text += COLUMNS[*column].0,
            Self::Row => *text += "row()",
            Self::Prefix(operator, of) => {
                *text += operator;
                of.within(text, style, if *operator == "not " { NOT } else { PREFIX });
            }
            Self::Infix(operator, left, right) => {
                let level = level_of(operator);
                let (least, most) = match level {
                    // A sign before a power is of the whole power; after ^, it
                    // needs nothing.
                    POWER => (ATOM, PREFIX),
                    COMPARE => (COMPARE + 1, COMPARE + 1),
                    _ => (level, level + 1),
                };
                left.within(text, style, least);
                *text += space;
                *text += operator;
                *text += space;
                right.within(text, style, most);
            }
            Self::Choose(condition, a, b) => {
                condition.within(text, style, CHOOSE + 1);
                *text += space;
                text.push('?');
                *text += space;
                a.within(text, style, CHOOSE);
                *text += space;
                text.push(':');
                *text += space;
                b.within(text, style, CHOOSE);
            }
            Self::Call(function, arguments) => {
                *text += function;
                for (index, argument) in arguments.iter().enumerate() {
                    *text += if index == 0 { "(" } else { "," };
                    argument.within(text, style, CHOOSE);
                }
                text.push(')');
            }
        }
    }

    /// Its value for a row.
    pub(crate) fn value(&self, row: usize, columns: &[Value]) -> Value {
        let of = |tree: &Self| tree.value(row, columns);
        match self {
            Self::Boolean(constant) => Boolean(*constant),
            Self::Integer(constant) => Integer(*constant),
            Self::Float(constant) => Float(*constant),
            Self::Column(column) => columns[*column],
            Self::Row => nearest(row as i128),
            Self::Prefix(operator, tree) => prefix(operator, of(tree)),
            Self::Infix(operator, left, right) => {
                let square = matches!(*operator, "^" | "**")
                    && right.is_constant()
                    && of(right).float() == 2.0;
                if square {
                    let number = of(left).float();
                    return Float(number * number);
                }
                infix(operator, of(left), of(right))
            }
            Self::Choose(condition, a, b) => choose(of(condition), of(a), of(b)),
            Self::Call(function, arguments) => {
                call(function, &arguments.iter().map(of).collect::<Vec<_>>())
            }
        }
    }

    fn is_constant(&self) -> bool {
        match self {
            Self::Boolean(_) | Self::Integer(_) | Self::Float(_) => true,
            Self::Column(_) | Self::Row => false,
            Self::Prefix(_, of) => of.is_constant(),
            Self::Infix(_, a, b) => a.is_constant() && b.is_constant(),
            Self::Choose(condition, a, b) => {
                condition.is_constant() && a.is_constant() && b.is_constant()
            }
            Self::Call(_, arguments) => arguments.iter().all(Self::is_constant),
        }
    }

    /// Itself, or as an integer if it is floating.
    pub(crate) fn for_bits(self) -> Self {
        let columns = COLUMNS.map(|(_, kind)| match kind {
            ValueType::Float => Float(0.0),
            _ => Integer(0),
        });
        match self.value(0, &columns) {
            Float(_) => Self::Call("int", vec![self]),
            _ => self,
        }
    }
}

impl Value {
    pub(crate) fn holds(self) -> bool {
        match self {
            Boolean(holds) => holds,
            Integer(number) => number != 0,
            Float(number) => number != 0.0,
        }
    }

    pub(crate) fn float(self) -> f64 {
        match self {
            Boolean(holds) => f64::from(holds),
            Integer(number) => number as f64,
            Float(number) => number,
        }
    }

    fn integer(self) -> i64 {
        match self {
            Boolean(holds) => i64::from(holds),
            Integer(number) => number,
            Float(number) => panic!("{number} where no floating-point number can be"),
        }
    }
}

/// The nearest integer of 64 bits.
fn nearest(number: i128) -> Value {
    Integer(number.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
}

fn prefix(operator: &str, value: Value) -> Value {
    match (operator, value) {
        ("-", Float(number)) => Float(-number),
        ("-", value) => nearest(-i128::from(value.integer())),
        ("~", Boolean(holds)) => Boolean(!holds),
        ("~", value) => Integer(-1 - value.integer()),
        (_, value) => Boolean(!value.holds()),
    }
}

fn infix(operator: &str, a: Value, b: Value) -> Value {
    match operator {
        "||" | " or " => return Boolean(a.holds() || b.holds()),
        "&&" | " and " => return Boolean(a.holds() && b.holds()),
        "/" => return Float(a.float() / b.float()),
        "^" | "**" => return Float(a.float().powf(b.float())),
        _ => {}
    }
    if let (Boolean(a), Boolean(b)) = (a, b) {
        match operator {
            "&" => return Boolean(a && b),
            "|" => return Boolean(a || b),
            _ => {}
        }
    }
    if matches!((a, b), (Float(_), _) | (_, Float(_))) {
        let (a, b) = (a.float(), b.float());
        return match operator {
            "==" => Boolean(a == b),
            "!=" => Boolean(a != b),
            "<" => Boolean(a < b),
            "<=" => Boolean(a <= b),
            ">" => Boolean(a > b),
            ">=" => Boolean(a >= b),
            "+" => Float(a + b),
            "-" => Float(a - b),
            "*" => Float(a * b),
            "%" => Float(a % b),
            other => panic!("{other} of floating-point numbers"),
        };
    }
    let (a, b) = (a.integer(), b.integer());
    let (wide_a, wide_b) = (i128::from(a), i128::from(b));
    match operator {
        "==" => Boolean(a == b),
        "!=" => Boolean(a != b),
        "<" => Boolean(a < b),
        "<=" => Boolean(a <= b),
        ">" => Boolean(a > b),
        ">=" => Boolean(a >= b),
        "+" => nearest(wide_a + wide_b),
        "-" => nearest(wide_a - wide_b),
        "*" => nearest(wide_a * wide_b),
        "%" if b == 0 => Float(f64::NAN),
        "%" => Float((wide_a % wide_b) as f64),
        "&" => Integer(a & b),
        "|" => Integer(a | b),
        "<<" if (0..64).contains(&b) => Integer((wide_a << b) as i64),
        "<<" => Integer(0),
        ">>" if (0..64).contains(&b) => Integer((wide_a >> b) as i64),
        ">>" => Integer(if a < 0 { -1 } else { 0 }),
        other => panic!("{other} of integers"),
    }
}

fn choose(condition: Value, a: Value, b: Value) -> Value {
    let chosen = if condition.holds() { a } else { b };
    match (a, b) {
        (Float(_), _) | (_, Float(_)) => Float(chosen.float()),
        (Boolean(_), Boolean(_)) => chosen,
        _ => Integer(chosen.integer()),
    }
}

/// The one of two numbers that `better` says, where both are numbers.
fn extreme(a: Value, b: Value, better: std::cmp::Ordering) -> Value {
    match (a, b) {
        (Float(_), _) | (_, Float(_)) => {
            let (a, b) = (a.float(), b.float());
            Float(match a.partial_cmp(&b) {
                Some(order) => {
                    if order == better {
                        a
                    } else {
                        b
                    }
                }
                None if a.is_nan() => b,
                None => a,
            })
        }
        _ => {
            let (a, b) = (a.integer(), b.integer());
            Integer(if a.cmp(&b) == better { a } else { b })
        }
    }
}

fn call(function: &str, arguments: &[Value]) -> Value {
    use std::cmp::Ordering::{Greater, Less};
    let first = arguments[0];
    match (function, first) {
        ("abs", Float(number)) => Float(number.abs()),
        ("abs", value) => nearest(i128::from(value.integer()).abs()),
        ("floor", Float(number)) => Float(number.floor()),
        ("round", Float(number)) => Float(number.round()),
        ("int", Float(number)) => Integer(number as i64),
        ("floor" | "round" | "int", value) => Integer(value.integer()),
        ("sqrt", value) => Float(value.float().sqrt()),
        ("sin", value) => Float(value.float().sin()),
        ("atan", value) => Float(value.float().atan()),
        ("tanh", value) => Float(value.float().tanh()),
        ("exp", value) => Float(value.float().exp()),
        ("log", value) => Float(value.float().ln()),
        ("isnan", value) => Boolean(value.float().is_nan()),
        ("isfinite", value) => Boolean(value.float().is_finite()),
        ("atan2", value) => Float(value.float().atan2(arguments[1].float())),
        ("hypot", value) => Float(value.float().hypot(arguments[1].float())),
        ("min", value) => extreme(value, arguments[1], Less),
        ("max", value) => extreme(extreme(value, arguments[1], Greater), arguments[2], Greater),
        ("mod", value) => infix("%", value, arguments[1]),
        ("if", value) => choose(value, arguments[1], arguments[2]),
        (other, _) => panic!("no function {other}"),
    }
}
