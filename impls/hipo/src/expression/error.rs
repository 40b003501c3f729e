//! What can be wrong with an expression, and where.

use std::fmt;

/// A fault of an expression, with its place in the text where it has one.
///
/// Shown, it has the text and a mark under the place:
///
/// ```
/// let error = hipo::Expression::parse("pid == && px > 1").unwrap_err();
/// assert_eq!(error.position(), Some(7));
/// assert_eq!(
///     error.to_string(),
///     "character 7: expected a value, found &&\n  pid == && px > 1\n         ^"
/// );
/// ```
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{}", .0)]
pub struct ExpressionError(Box<Fault>);

#[derive(Clone, Debug, Eq, PartialEq)]
struct Fault {
    kind: ExpressionErrorKind,
    place: Option<Place>,
}

/// A place in a text, and the text around it.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Place {
    character: usize,
    excerpt: String,
    /// The place in the excerpt.
    mark: usize,
}

impl ExpressionError {
    /// What it is.
    pub fn kind(&self) -> &ExpressionErrorKind {
        &self.0.kind
    }

    /// Where in the text, in characters from 0. None if the text is not at
    /// fault.
    pub fn position(&self) -> Option<usize> {
        self.0.place.as_ref().map(|place| place.character)
    }

    /// A fault at `byte` of `text`.
    #[cold]
    pub(super) fn at(kind: ExpressionErrorKind, text: &str, byte: usize) -> Self {
        let place = Some(Place::new(text, byte));
        Self(Box::new(Fault { kind, place }))
    }
}

impl From<ExpressionErrorKind> for ExpressionError {
    #[cold]
    fn from(kind: ExpressionErrorKind) -> Self {
        Self(Box::new(Fault { kind, place: None }))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(place) = &self.place else {
            return self.kind.fmt(f);
        };
        writeln!(f, "character {}: {}", place.character, self.kind)?;
        writeln!(f, "  {}", place.excerpt)?;
        write!(f, "  {:mark$}^", "", mark = place.mark)
    }
}

/// Characters of the text that are shown before and after a place.
const AROUND: usize = 36;

impl Place {
    fn new(text: &str, byte: usize) -> Self {
        let (before, after) = text.split_at_checked(byte).unwrap_or((text, ""));
        let character = before.chars().count();
        let cut = character.saturating_sub(AROUND);
        let mut excerpt = String::new();
        if cut > 0 {
            excerpt.push('…');
        }
        excerpt.extend(before.chars().skip(cut).map(visible));
        let mark = character - cut + usize::from(cut > 0);
        excerpt.extend(after.chars().take(AROUND).map(visible));
        if after.chars().nth(AROUND).is_some() {
            excerpt.push('…');
        }
        Self {
            character,
            excerpt,
            mark,
        }
    }
}

/// A character as it can be shown within one line.
fn visible(character: char) -> char {
    if character.is_control() || character.is_whitespace() {
        ' '
    } else {
        character
    }
}

/// What is wrong with an expression.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpressionErrorKind {
    /// A text that is no [`RowCondition`](crate::RowCondition).
    #[error(
        "a condition takes a bank and an expression in brackets, as REC::Particle[pid == 11], \
         not {text:?}"
    )]
    Condition {
        /// The text.
        text: String,
    },
    /// The text is longer than an expression can be.
    #[error("an expression of {bytes} bytes, where the limit is {limit}")]
    TooLong {
        /// Its length in bytes.
        bytes: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// Parentheses, signs and operators that wait for their right side, nested
    /// too deep.
    #[error("nested more than {limit} levels deep")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// A character that means nothing in expressions.
    #[error(
        "the character {found:?} means nothing here: a column's name that has it is put between backticks"
    )]
    Character {
        /// The character.
        found: char,
    },
    /// A number that cannot be read.
    #[error("the number {text} {wrong}")]
    Number {
        /// The number, or its beginning.
        text: String,
        /// What is wrong with it.
        wrong: &'static str,
    },
    /// A backtick without another, or nothing between two.
    #[error("{0}")]
    Quote(&'static str),
    /// Something else belongs here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What belongs here.
        expected: &'static str,
        /// What is here.
        found: String,
    },
    /// A single `=`.
    #[error("nothing can be assigned with =: equality is ==")]
    Assignment,
    /// A comparison of a comparison without parentheses.
    #[error("comparisons have no order among themselves: a < b < c is a < b && b < c")]
    ChainedComparison,
    /// No function has that name.
    #[error("there is no function {name}{}", did_you_mean(.similar.as_deref()))]
    UnknownFunction {
        /// The name.
        name: String,
        /// A name much like it.
        similar: Option<String>,
    },
    /// A function with too few or too many arguments.
    #[error("{function} takes {}, and is given {given}", arguments(*.least, *.most))]
    Arguments {
        /// The function.
        function: String,
        /// How many it takes at least.
        least: usize,
        /// How many it takes at most; none if any number.
        most: Option<usize>,
        /// How many there are.
        given: usize,
    },
    /// The bank has no such column.
    #[error("bank {bank} has no column {name}{}", did_you_mean(.similar.as_deref()))]
    UnknownColumn {
        /// The bank's name.
        bank: String,
        /// The column asked for.
        name: String,
        /// A name much like it.
        similar: Option<String>,
    },
    /// An array column without an index.
    #[error("column {column} has {length} values in a row: one of them is {column}[0]")]
    Array {
        /// The column's name.
        column: String,
        /// Values in a row.
        length: usize,
    },
    /// An index beyond the end of an array.
    #[error(
        "column {column} has no value {index}: there {}, from 0",
        if *.length == 1 { "is 1".to_owned() } else { format!("are {length}") }
    )]
    Index {
        /// The column's name.
        column: String,
        /// Values in a row.
        length: usize,
        /// The index asked for.
        index: u64,
    },
    /// A bitwise operator with a floating-point number.
    #[error("{operator} takes integers, not floating-point numbers: int(x) makes one of x")]
    NotIntegers {
        /// The operator.
        operator: &'static str,
    },
    /// The columns of a bank are not those that the names were looked up in.
    #[error("the expression is for the columns of bank {bound}, which those of {bank} are not")]
    OtherColumns {
        /// The bank that it was bound to.
        bound: String,
        /// The bank that it was given.
        bank: String,
    },
    /// The bank has no such row.
    #[error("there is no row {row}: there are {rows}, from 0")]
    NoRow {
        /// The row asked for.
        row: usize,
        /// How many there are.
        rows: usize,
    },
}

fn did_you_mean(similar: Option<&str>) -> String {
    match similar {
        Some(name) => format!(" (is it {name}?)"),
        None => String::new(),
    }
}

fn arguments(least: usize, most: Option<usize>) -> String {
    match (least, most) {
        (0, Some(0)) => "no arguments".to_owned(),
        (1, Some(1)) => "1 argument".to_owned(),
        (least, Some(most)) if least == most => format!("{least} arguments"),
        (least, Some(most)) => format!("{least} to {most} arguments"),
        (least, None) => format!("{least} or more arguments"),
    }
}
