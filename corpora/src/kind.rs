//! The kinds of generated input and their names.

use std::fmt;
use std::str::FromStr;

use crate::error::UnknownKind;
use crate::generate;

/// The width of an integer, stored little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntWidth {
    /// One byte.
    U8,
    /// Two bytes.
    U16,
    /// Four bytes.
    U32,
    /// Eight bytes.
    U64,
}

impl IntWidth {
    /// The width in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
            Self::U32 => 4,
            Self::U64 => 8,
        }
    }

    /// The greatest number of this width.
    pub const fn max(self) -> u64 {
        u64::MAX >> (64 - 8 * self.bytes() as u32)
    }
}

/// The width of a float (IEEE 754), stored little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatWidth {
    /// Four bytes.
    F32,
    /// Eight bytes.
    F64,
}

impl FloatWidth {
    /// The width in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

/// How a column of numbers is distributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// Ascending over the whole input, with uneven gaps.
    Sorted,
    /// A random walk of small steps, as a sensor or a price makes.
    TimeSeries,
    /// A slow wave under noise that fills the lower half of the bits.
    Noisy,
    /// Uniform over a small range, well above zero where the width allows.
    SmallRange,
    /// One value throughout.
    Constant,
    /// Eight values of full width, some more frequent than others.
    FewDistinct,
}

/// A kind of generated input.
///
/// Every kind but the sorted numbers is prefix-stable: a shorter input is the
/// beginning of a longer one of the same seed. (Sorted numbers spread over
/// their whole range however many there are.)
///
/// ```
/// use corpora::{IntWidth, Kind, Shape};
///
/// let kind: Kind = "u32-sorted".parse()?;
/// assert_eq!(kind, Kind::Numbers(IntWidth::U32, Shape::Sorted));
/// assert_eq!(kind.element_size(), 4);
/// assert_eq!(kind.generate_elements(1000, 7).len(), 4000);
/// # Ok::<(), corpora::UnknownKind>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// English-like prose: words by Zipf's law, sentences, paragraphs.
    Text,
    /// C-like source code: indented functions, repeated identifiers.
    Source,
    /// Records of 16 bytes: a counter, a timestamp, a small enum, flags, a
    /// 32-bit float.
    Records,
    /// Little-endian integers.
    Numbers(IntWidth, Shape),
    /// Little-endian floats like a sensor's: quantized, slowly moving, with
    /// spikes and now and then a NaN.
    Floats(FloatWidth),
    /// Names and URLs, one a line. See also [`string_column`](crate::string_column).
    Strings,
    /// Uniform bytes, which no codec can shrink.
    Random,
    /// Zero bytes.
    Zeros,
    /// Segments of every other kind, one after another.
    Mixed,
}

/// The kinds and their names in one place, so that neither list lacks one of
/// the other's.
macro_rules! table {
    ($($kind:expr => $name:literal),+ $(,)?) => {
        impl Kind {
            /// Every kind, in a fixed order.
            pub const ALL: &'static [Self] = &[$($kind),+];
            const NAMES: &'static [&'static str] = &[$($name),+];
        }
    };
}

table! {
    Kind::Text => "text",
    Kind::Source => "source",
    Kind::Records => "records",
    Kind::Numbers(IntWidth::U8, Shape::Sorted) => "u8-sorted",
    Kind::Numbers(IntWidth::U8, Shape::TimeSeries) => "u8-time-series",
    Kind::Numbers(IntWidth::U8, Shape::Noisy) => "u8-noisy",
    Kind::Numbers(IntWidth::U8, Shape::SmallRange) => "u8-small-range",
    Kind::Numbers(IntWidth::U8, Shape::Constant) => "u8-constant",
    Kind::Numbers(IntWidth::U8, Shape::FewDistinct) => "u8-few-distinct",
    Kind::Numbers(IntWidth::U16, Shape::Sorted) => "u16-sorted",
    Kind::Numbers(IntWidth::U16, Shape::TimeSeries) => "u16-time-series",
    Kind::Numbers(IntWidth::U16, Shape::Noisy) => "u16-noisy",
    Kind::Numbers(IntWidth::U16, Shape::SmallRange) => "u16-small-range",
    Kind::Numbers(IntWidth::U16, Shape::Constant) => "u16-constant",
    Kind::Numbers(IntWidth::U16, Shape::FewDistinct) => "u16-few-distinct",
    Kind::Numbers(IntWidth::U32, Shape::Sorted) => "u32-sorted",
    Kind::Numbers(IntWidth::U32, Shape::TimeSeries) => "u32-time-series",
    Kind::Numbers(IntWidth::U32, Shape::Noisy) => "u32-noisy",
    Kind::Numbers(IntWidth::U32, Shape::SmallRange) => "u32-small-range",
    Kind::Numbers(IntWidth::U32, Shape::Constant) => "u32-constant",
    Kind::Numbers(IntWidth::U32, Shape::FewDistinct) => "u32-few-distinct",
    Kind::Numbers(IntWidth::U64, Shape::Sorted) => "u64-sorted",
    Kind::Numbers(IntWidth::U64, Shape::TimeSeries) => "u64-time-series",
    Kind::Numbers(IntWidth::U64, Shape::Noisy) => "u64-noisy",
    Kind::Numbers(IntWidth::U64, Shape::SmallRange) => "u64-small-range",
    Kind::Numbers(IntWidth::U64, Shape::Constant) => "u64-constant",
    Kind::Numbers(IntWidth::U64, Shape::FewDistinct) => "u64-few-distinct",
    Kind::Floats(FloatWidth::F32) => "f32-sensor",
    Kind::Floats(FloatWidth::F64) => "f64-sensor",
    Kind::Strings => "strings",
    Kind::Random => "random",
    Kind::Zeros => "zeros",
    Kind::Mixed => "mixed",
}

impl Kind {
    /// The name, which [`FromStr`] reads back. Names are stable: case names are
    /// made of them.
    ///
    /// # Panics
    /// Never: every kind is in the table, as a test holds.
    pub fn name(self) -> &'static str {
        let at = Self::ALL.iter().position(|kind| *kind == self);
        Self::NAMES[at.expect("every kind is in the table")]
    }

    /// Bytes an element takes: the width of a number, 16 for a record, 1 for
    /// what is plain bytes.
    pub const fn element_size(self) -> usize {
        match self {
            Self::Numbers(width, _) => width.bytes(),
            Self::Floats(width) => width.bytes(),
            Self::Records => 16,
            Self::Text
            | Self::Source
            | Self::Strings
            | Self::Random
            | Self::Zeros
            | Self::Mixed => 1,
        }
    }

    /// Exactly `len` bytes. Where `len` is no multiple of the element size, the
    /// last element is cut.
    ///
    /// ```
    /// use corpora::Kind;
    /// assert_eq!(Kind::Records.generate(33, 5).len(), 33);
    /// ```
    pub fn generate(self, len: usize, seed: u64) -> Vec<u8> {
        generate::bytes(self, len, seed)
    }

    /// Exactly `count` whole elements.
    pub fn generate_elements(self, count: usize, seed: u64) -> Vec<u8> {
        self.generate(count * self.element_size(), seed)
    }

    /// The first 64 bytes: the small input of benches.
    pub fn prefix_64(self, seed: u64) -> [u8; 64] {
        let mut prefix = [0; 64];
        prefix.copy_from_slice(&self.generate(64, seed));
        prefix
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        let at = Self::NAMES.iter().position(|known| *known == name);
        at.map(|at| Self::ALL[at]).ok_or_else(|| UnknownKind {
            name: name.to_owned(),
        })
    }
}
