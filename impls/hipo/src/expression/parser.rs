//! From words to what they mean, by the precedence of operators.

use super::error::{ExpressionError, ExpressionErrorKind};
use super::function::{self, Function};
use super::lexer::{Lexer, SHOWN, Symbol, Token, Word};
use super::syntax::{Binary, Comparison, Node, NodeId, NodeKind, Unary};

/// Bytes that an expression has at most.
pub(super) const LONGEST: usize = 64 << 10;

/// Levels that an expression is nested at most: what bounds the stack.
const DEEPEST: usize = 256;

/// How tightly an operator binds; of operators of one level, the left one does.
type Level = u8;

const CHOOSE: Level = 0;
const OR: Level = 1;
const AND: Level = 2;
const NOT: Level = 3;
const COMPARE: Level = 4;
const BIT_OR: Level = 5;
const BIT_AND: Level = 6;
const SHIFT: Level = 7;
const ADD: Level = 8;
const MULTIPLY: Level = 9;
/// Signs come between products and powers: they take a power for operand.
const POWER: Level = 10;

/// An operator between two values.
#[derive(Clone, Copy)]
enum Infix {
    Choose,
    Binary(Level, Binary),
}

fn infix(word: Word<'_>) -> Option<Infix> {
    let Word::Symbol(symbol) = word else {
        return None;
    };
    let compare = |comparison| (COMPARE, Binary::Compare(comparison));
    let (level, operator) = match symbol {
        Symbol::Question => return Some(Infix::Choose),
        Symbol::Or => (OR, Binary::Or),
        Symbol::And => (AND, Binary::And),
        Symbol::Less => compare(Comparison::Less),
        Symbol::LessOrEqual => compare(Comparison::LessOrEqual),
        Symbol::Greater => compare(Comparison::Greater),
        Symbol::GreaterOrEqual => compare(Comparison::GreaterOrEqual),
        Symbol::Equal => compare(Comparison::Equal),
        Symbol::NotEqual => compare(Comparison::NotEqual),
        Symbol::BitOr => (BIT_OR, Binary::BitOr),
        Symbol::BitAnd => (BIT_AND, Binary::BitAnd),
        Symbol::ShiftLeft => (SHIFT, Binary::ShiftLeft),
        Symbol::ShiftRight => (SHIFT, Binary::ShiftRight),
        Symbol::Plus => (ADD, Binary::Add),
        Symbol::Minus => (ADD, Binary::Subtract),
        Symbol::Times => (MULTIPLY, Binary::Multiply),
        Symbol::Divide => (MULTIPLY, Binary::Divide),
        Symbol::Remainder => (MULTIPLY, Binary::Remainder),
        Symbol::Power => (POWER, Binary::Power),
        _ => return None,
    };
    Some(Infix::Binary(level, operator))
}

/// Reads an expression: its nodes, of which the last is the whole.
pub(super) fn parse(text: &str) -> Result<Vec<Node>, ExpressionError> {
    if text.len() > LONGEST {
        let (bytes, limit) = (text.len(), LONGEST);
        return Err(ExpressionErrorKind::TooLong { bytes, limit }.into());
    }
    let mut lexer = Lexer::new(text);
    let token = lexer.next()?;
    let mut parser = Parser {
        text,
        lexer,
        token,
        nodes: Vec::new(),
        depth: 0,
    };
    parser.expression(CHOOSE)?;
    match parser.token.word {
        Word::End => Ok(parser.nodes),
        _ => Err(parser.expected("an operator or the end")),
    }
}

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    token: Token<'a>,
    nodes: Vec<Node>,
    depth: usize,
}

impl<'a> Parser<'a> {
    #[cold]
    #[inline(never)]
    fn error(&self, kind: ExpressionErrorKind, byte: usize) -> ExpressionError {
        ExpressionError::at(kind, self.text, byte)
    }

    #[cold]
    #[inline(never)]
    fn expected(&self, expected: &'static str) -> ExpressionError {
        let Token { start, end, .. } = self.token;
        let found = match &self.text[start..end] {
            "" => "the end".to_owned(),
            word => word.chars().take(SHOWN).collect(),
        };
        self.error(ExpressionErrorKind::Expected { expected, found }, start)
    }

    fn advance(&mut self) -> Result<Token<'a>, ExpressionError> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    fn is(&self, symbol: Symbol) -> bool {
        self.token.word == Word::Symbol(symbol)
    }

    fn take(&mut self, symbol: Symbol, expected: &'static str) -> Result<(), ExpressionError> {
        if !self.is(symbol) {
            return Err(self.expected(expected));
        }
        self.advance().map(drop)
    }

    fn push(&mut self, kind: NodeKind, at: usize) -> NodeId {
        // There are no more nodes than bytes of text.
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node { kind, at });
        id
    }

    /// An expression of operators that bind as tightly as `least` or more.
    fn expression(&mut self, least: Level) -> Result<NodeId, ExpressionError> {
        if self.depth == DEEPEST {
            let kind = ExpressionErrorKind::TooDeep { limit: DEEPEST };
            return Err(self.error(kind, self.token.start));
        }
        self.depth += 1;
        let mut left = self.operand(least)?;
        while let Some(operator) = infix(self.token.word) {
            let level = match operator {
                Infix::Choose => CHOOSE,
                Infix::Binary(level, _) => level,
            };
            if level < least {
                break;
            }
            let at = self.advance()?.start;
            left = match operator {
                Infix::Choose => self.choose(left, at)?,
                Infix::Binary(level, operator) => {
                    // Powers are taken from the right.
                    let right = self.expression(if level == POWER { POWER } else { level + 1 })?;
                    self.push(NodeKind::Binary(operator, left, right), at)
                }
            };
            if level == COMPARE && matches!(infix(self.token.word), Some(Infix::Binary(COMPARE, _)))
            {
                let kind = ExpressionErrorKind::ChainedComparison;
                return Err(self.error(kind, self.token.start));
            }
        }
        self.depth -= 1;
        Ok(left)
    }

    fn choose(&mut self, condition: NodeId, at: usize) -> Result<NodeId, ExpressionError> {
        let then = self.expression(CHOOSE)?;
        self.take(Symbol::Colon, "an operator or : and another value")?;
        let otherwise = self.expression(CHOOSE)?;
        Ok(self.push(NodeKind::Choose(condition, then, otherwise), at))
    }

    /// A value, with the signs before it.
    fn operand(&mut self, least: Level) -> Result<NodeId, ExpressionError> {
        let Token { word, start, .. } = self.token;
        match word {
            Word::Integer(number) => self.literal(NodeKind::Integer(number)),
            Word::Float(number) => self.literal(NodeKind::Float(number)),
            Word::Symbol(Symbol::True) => self.literal(NodeKind::Boolean(true)),
            Word::Symbol(Symbol::False) => self.literal(NodeKind::Boolean(false)),
            Word::Name(name) => {
                self.advance()?;
                if self.is(Symbol::Open) {
                    return self.call(name, start);
                }
                self.column(name.into(), false, start)
            }
            Word::Quoted(name) => {
                self.advance()?;
                self.column(name.replace("``", "`").into(), true, start)
            }
            Word::Symbol(Symbol::Open) => {
                self.advance()?;
                let inside = self.expression(CHOOSE)?;
                self.take(Symbol::Close, "an operator or )")?;
                Ok(inside)
            }
            Word::Symbol(Symbol::Plus) => {
                self.advance()?;
                self.expression(POWER)
            }
            Word::Symbol(Symbol::Minus) => self.prefix(Unary::Negate, POWER),
            Word::Symbol(Symbol::Not) => self.prefix(Unary::Not, POWER),
            Word::Symbol(Symbol::BitNot) => self.prefix(Unary::BitNot, POWER),
            Word::Symbol(Symbol::NotWord) if least <= NOT => self.prefix(Unary::Not, NOT),
            Word::Symbol(Symbol::NotWord) => Err(self.expected("a value, or ( before not")),
            _ => Err(self.expected("a value")),
        }
    }

    fn literal(&mut self, kind: NodeKind) -> Result<NodeId, ExpressionError> {
        let at = self.advance()?.start;
        Ok(self.push(kind, at))
    }

    fn prefix(&mut self, operator: Unary, level: Level) -> Result<NodeId, ExpressionError> {
        let at = self.advance()?.start;
        let of = self.expression(level)?;
        Ok(self.push(NodeKind::Unary(operator, of), at))
    }

    /// A column whose name was just read.
    fn column(
        &mut self,
        name: Box<str>,
        quoted: bool,
        at: usize,
    ) -> Result<NodeId, ExpressionError> {
        let mut index = None;
        if self.is(Symbol::OpenBracket) {
            self.advance()?;
            let number = match self.token.word {
                Word::Integer(number) => u64::try_from(number).ok(),
                _ => None,
            };
            let Some(number) = number else {
                return Err(self.expected("the index of a value of the array, from 0"));
            };
            index = Some(number);
            self.advance()?;
            self.take(Symbol::CloseBracket, "]")?;
        }
        let kind = NodeKind::Column {
            name,
            index,
            quoted,
        };
        Ok(self.push(kind, at))
    }

    /// The arguments of a function whose name was just read. By itself, for the
    /// frames of what is nested to stay small.
    #[inline(never)]
    fn call(&mut self, name: &str, at: usize) -> Result<NodeId, ExpressionError> {
        let Some(function) = Function::by_name(name) else {
            return Err(self.unknown_function(name, at));
        };
        self.advance()?;
        let mut arguments = Vec::new();
        if !self.is(Symbol::Close) {
            arguments.push(self.expression(CHOOSE)?);
            while self.is(Symbol::Comma) {
                self.advance()?;
                arguments.push(self.expression(CHOOSE)?);
            }
        }
        self.take(Symbol::Close, "an operator, a comma or )")?;
        let (least, most) = function.arguments();
        let given = arguments.len();
        if given < least || most.is_some_and(|most| given > most) {
            return Err(self.number_of_arguments(name, function, given, at));
        }
        Ok(match function {
            Function::Row => self.push(NodeKind::Row, at),
            Function::Unary(of) => self.push(NodeKind::Unary(of, arguments[0]), at),
            Function::Fold { of, .. } => {
                let mut result = arguments[0];
                for &argument in &arguments[1..] {
                    result = self.push(NodeKind::Binary(of, result, argument), at);
                }
                result
            }
            Function::Choose => {
                let kind = NodeKind::Choose(arguments[0], arguments[1], arguments[2]);
                self.push(kind, at)
            }
        })
    }

    #[cold]
    #[inline(never)]
    fn unknown_function(&self, name: &str, at: usize) -> ExpressionError {
        let kind = ExpressionErrorKind::UnknownFunction {
            name: name.chars().take(SHOWN).collect(),
            similar: function::similar(name),
        };
        self.error(kind, at)
    }

    #[cold]
    #[inline(never)]
    fn number_of_arguments(
        &self,
        name: &str,
        function: Function,
        given: usize,
        at: usize,
    ) -> ExpressionError {
        let (least, most) = function.arguments();
        let kind = ExpressionErrorKind::Arguments {
            function: name.to_owned(),
            least,
            most,
            given,
        };
        self.error(kind, at)
    }
}
