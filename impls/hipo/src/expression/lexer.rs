//! The words of an expression.

use super::error::{ExpressionError, ExpressionErrorKind};

/// A word and where it is, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) word: Word<'a>,
    pub(super) start: usize,
    pub(super) end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Word<'a> {
    Integer(i64),
    Float(f64),
    Name(&'a str),
    /// What is between backticks, doubled ones not yet undone.
    Quoted(&'a str),
    Symbol(Symbol),
    End,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Symbol {
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
    Power,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
    And,
    Or,
    Not,
    NotWord,
    BitAnd,
    BitOr,
    BitNot,
    ShiftLeft,
    ShiftRight,
    Question,
    Colon,
    Comma,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    True,
    False,
}

/// Symbols by their letters: longer ones before those that they begin with.
const SYMBOLS: [(&str, Symbol); 28] = [
    ("**", Symbol::Power),
    ("<<", Symbol::ShiftLeft),
    (">>", Symbol::ShiftRight),
    ("<=", Symbol::LessOrEqual),
    (">=", Symbol::GreaterOrEqual),
    ("==", Symbol::Equal),
    ("!=", Symbol::NotEqual),
    ("&&", Symbol::And),
    ("||", Symbol::Or),
    ("+", Symbol::Plus),
    ("-", Symbol::Minus),
    ("*", Symbol::Times),
    ("/", Symbol::Divide),
    ("%", Symbol::Remainder),
    ("^", Symbol::Power),
    ("<", Symbol::Less),
    (">", Symbol::Greater),
    ("!", Symbol::Not),
    ("&", Symbol::BitAnd),
    ("|", Symbol::BitOr),
    ("~", Symbol::BitNot),
    ("?", Symbol::Question),
    (":", Symbol::Colon),
    (",", Symbol::Comma),
    ("(", Symbol::Open),
    (")", Symbol::Close),
    ("[", Symbol::OpenBracket),
    ("]", Symbol::CloseBracket),
];

/// Takes an expression apart, word by word.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Moves over characters that are `wanted`, and returns them.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|letter| !wanted(letter)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn error(&self, kind: ExpressionErrorKind, byte: usize) -> ExpressionError {
        ExpressionError::at(kind, self.text, byte)
    }

    /// The next word; the end again and again once it is reached.
    pub(super) fn next(&mut self) -> Result<Token<'a>, ExpressionError> {
        self.take_while(char::is_whitespace);
        let start = self.at;
        let word = self.word()?;
        Ok(Token {
            word,
            start,
            end: self.at,
        })
    }

    fn word(&mut self) -> Result<Word<'a>, ExpressionError> {
        let rest = self.rest();
        let mut letters = rest.chars();
        let Some(first) = letters.next() else {
            return Ok(Word::End);
        };
        let second = letters.next();
        if first.is_ascii_digit()
            || first == '.' && second.is_some_and(|letter| letter.is_ascii_digit())
        {
            return self.number();
        }
        if first.is_alphabetic() || first == '_' {
            return Ok(self.name());
        }
        if first == '`' {
            return self.quoted();
        }
        let known = SYMBOLS
            .iter()
            .find(|(letters, _)| rest.starts_with(letters));
        if let Some((letters, symbol)) = known {
            self.at += letters.len();
            return Ok(Word::Symbol(*symbol));
        }
        let kind = match first {
            '=' => ExpressionErrorKind::Assignment,
            found => ExpressionErrorKind::Character { found },
        };
        Err(self.error(kind, self.at))
    }

    fn name(&mut self) -> Word<'a> {
        let start = self.at;
        loop {
            self.take_while(in_name);
            // A dot is of the name only between its letters.
            let mut after = self.rest().chars();
            if after.next() != Some('.') || !after.next().is_some_and(in_name) {
                break;
            }
            self.at += 1;
        }
        match &self.text[start..self.at] {
            "and" => Word::Symbol(Symbol::And),
            "or" => Word::Symbol(Symbol::Or),
            "not" => Word::Symbol(Symbol::NotWord),
            "true" => Word::Symbol(Symbol::True),
            "false" => Word::Symbol(Symbol::False),
            name => Word::Name(name),
        }
    }

    fn quoted(&mut self) -> Result<Word<'a>, ExpressionError> {
        let open = self.at;
        self.at += 1;
        let start = self.at;
        loop {
            self.take_while(|letter| letter != '`');
            let rest = self.rest();
            if rest.is_empty() {
                let wrong = "the name is not ended: a backtick is missing";
                return Err(self.error(ExpressionErrorKind::Quote(wrong), open));
            }
            if !rest.starts_with("``") {
                break;
            }
            self.at += 2;
        }
        let name = &self.text[start..self.at];
        self.at += 1;
        if name.is_empty() {
            let wrong = "there is no name between the backticks";
            return Err(self.error(ExpressionErrorKind::Quote(wrong), open));
        }
        Ok(Word::Quoted(name))
    }

    fn number(&mut self) -> Result<Word<'a>, ExpressionError> {
        let start = self.at;
        let read = self.digits();
        let following = self.rest().chars().next();
        let read = read.and_then(|word| {
            if following.is_some_and(|letter| in_name(letter) || letter == '.') {
                self.take_while(|letter| in_name(letter) || letter == '.');
                return Err("is not ended: an operator is missing, or it is no number");
            }
            Ok(word)
        });
        read.map_err(|wrong| {
            let text = self.text[start..self.at].chars().take(SHOWN).collect();
            self.error(ExpressionErrorKind::Number { text, wrong }, start)
        })
    }

    fn digits(&mut self) -> Result<Word<'a>, &'static str> {
        let start = self.at;
        if self.rest().starts_with("0x") || self.rest().starts_with("0X") {
            self.at += 2;
            let digits = self.take_while(|letter| letter.is_ascii_hexdigit());
            if digits.is_empty() {
                return Err("has no digits after 0x");
            }
            // All 64 bits can be written: a mask of the topmost is negative.
            let bits = u64::from_str_radix(digits, 16);
            return match bits {
                Ok(bits) => Ok(Word::Integer(bits.cast_signed())),
                Err(_) => Err("does not fit in 64 bits"),
            };
        }
        let is_digit = |letter: char| letter.is_ascii_digit();
        self.take_while(is_digit);
        let mut whole = true;
        if self.rest().starts_with('.') {
            whole = false;
            self.at += 1;
            self.take_while(is_digit);
        }
        if self.rest().starts_with(['e', 'E']) {
            whole = false;
            self.at += 1;
            if self.rest().starts_with(['+', '-']) {
                self.at += 1;
            }
            if self.take_while(is_digit).is_empty() {
                return Err("has no digits in its exponent");
            }
        }
        let text = &self.text[start..self.at];
        if whole {
            let number = text.parse();
            return number
                .map(Word::Integer)
                .map_err(|_| "does not fit in 64 bits: with a decimal point, it is floating");
        }
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Word::Float(number)),
            _ => Err("is larger than the largest of double precision"),
        }
    }
}

/// The most that an error repeats of a word, in characters.
pub(super) const SHOWN: usize = 24;

fn in_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}
