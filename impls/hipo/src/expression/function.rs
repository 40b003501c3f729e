//! Functions by their names.

use super::syntax::{Binary, Float1, Unary};

/// What a function does with its arguments.
#[derive(Clone, Copy, Debug)]
pub(super) enum Function {
    Row,
    Unary(Unary),
    /// Of two arguments, then of the result and the third, and so on; `most` is
    /// how many there can be, if not any number.
    Fold {
        of: Binary,
        most: Option<usize>,
    },
    Choose,
}

const fn float(function: Float1) -> Function {
    Function::Unary(Unary::Float(function))
}

const fn rounding(function: Float1) -> Function {
    Function::Unary(Unary::Rounding(function))
}

const fn fold(of: Binary, most: Option<usize>) -> Function {
    Function::Fold { of, most }
}

const FUNCTIONS: [(&str, Function); 35] = [
    ("abs", Function::Unary(Unary::Abs)),
    ("acos", float(Float1::Acos)),
    ("acosh", float(Float1::Acosh)),
    ("asin", float(Float1::Asin)),
    ("asinh", float(Float1::Asinh)),
    ("atan", float(Float1::Atan)),
    ("atan2", fold(Binary::Atan2, Some(2))),
    ("atanh", float(Float1::Atanh)),
    ("ceil", rounding(Float1::Ceil)),
    ("cos", float(Float1::Cos)),
    ("cosh", float(Float1::Cosh)),
    ("exp", float(Float1::Exp)),
    ("floor", rounding(Float1::Floor)),
    ("hypot", fold(Binary::Hypot, Some(3))),
    ("if", Function::Choose),
    ("int", Function::Unary(Unary::Integer)),
    ("isfinite", Function::Unary(Unary::IsFinite)),
    ("isnan", Function::Unary(Unary::IsNan)),
    ("log", float(Float1::Log)),
    ("log10", float(Float1::Log10)),
    ("max", fold(Binary::Max, None)),
    ("min", fold(Binary::Min, None)),
    ("mod", fold(Binary::Remainder, Some(2))),
    ("pow", fold(Binary::Power, Some(2))),
    ("round", rounding(Float1::Round)),
    ("row", Function::Row),
    ("sin", float(Float1::Sin)),
    ("sinh", float(Float1::Sinh)),
    ("sqrt", float(Float1::Sqrt)),
    ("tan", float(Float1::Tan)),
    ("tanh", float(Float1::Tanh)),
    ("trunc", rounding(Float1::Trunc)),
    // Names of the same in other languages.
    ("fabs", Function::Unary(Unary::Abs)),
    ("ln", float(Float1::Log)),
    ("fmod", fold(Binary::Remainder, Some(2))),
];

impl Function {
    pub(super) fn by_name(name: &str) -> Option<Self> {
        FUNCTIONS
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, function)| *function)
    }

    /// How many arguments it takes, at least and at most.
    pub(super) const fn arguments(self) -> (usize, Option<usize>) {
        match self {
            Self::Row => (0, Some(0)),
            Self::Unary(_) => (1, Some(1)),
            Self::Fold { most, .. } => (2, most),
            Self::Choose => (3, Some(3)),
        }
    }
}

/// The function whose name is most like the one asked for.
pub(super) fn similar(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    FUNCTIONS
        .iter()
        .map(|(other, _)| (strsim::jaro_winkler(&name, other), *other))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, name)| name.to_owned())
}
