//! What an expression is made of.

/// A node's place in its expression: what it is made of comes before it, so
/// that no walk of a tree needs a stack, however long a sum is.
pub(super) type NodeId = u32;

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    /// Where it is in the text, in bytes; for operators, they themselves.
    pub(super) at: usize,
}

#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Column {
        name: Box<str>,
        index: Option<u64>,
        quoted: bool,
    },
    Row,
    Unary(Unary, NodeId),
    Binary(Binary, NodeId, NodeId),
    /// Condition, value if it holds, value if not.
    Choose(NodeId, NodeId, NodeId),
}

/// Operators and functions of one value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Unary {
    Negate,
    Not,
    BitNot,
    Abs,
    Integer,
    IsNan,
    IsFinite,
    Rounding(Float1),
    Float(Float1),
}

/// Functions of one floating-point number.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Float1 {
    Negate,
    Abs,
    Sqrt,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Exp,
    Log,
    Log10,
    Floor,
    Ceil,
    Round,
    Trunc,
}

/// Operators and functions of two values.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Binary {
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
    BitAnd,
    BitOr,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Compare(Comparison),
}

#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}
