//! How records are compressed: the 15 tags of the record header.

use std::fmt;
use std::str::FromStr;

/// What compresses the bytes of a record.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Codec {
    /// Nothing.
    None,
    /// An LZ4 block, without frame or size.
    Lz4,
    /// An LZ4 block too; the writer takes its time.
    Lz4High,
    /// One gzip member (RFC 1952).
    Gzip,
    /// A Zstandard frame (RFC 8878).
    Zstd,
}

impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "uncompressed",
            Self::Lz4 => "LZ4",
            Self::Lz4High => "LZ4-HC",
            Self::Gzip => "gzip",
            Self::Zstd => "Zstandard",
        })
    }
}

/// What a record compresses as one.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Layout {
    /// All events, one after another. C++ and Java read no other.
    Whole,
    /// Each bank by itself, of all events.
    PerBank,
    /// Each column of each bank by itself, of all events.
    PerColumn,
}

/// A codec and what it is applied to: the compression tag of a record.
///
/// ```
/// use hipo::{Codec, Compression, Layout};
///
/// let compression = Compression::from_tag(8)?;
/// assert_eq!(compression, Compression::new(Codec::Zstd, Layout::PerColumn));
/// assert_eq!(compression.tag(), 8);
/// # Ok::<(), hipo::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Compression {
    codec: Codec,
    layout: Layout,
}

/// By tag.
const TAGS: [Compression; 15] = {
    use Codec::{Gzip, Lz4, Lz4High, None, Zstd};
    use Layout::{PerBank, PerColumn, Whole};
    const fn of(codec: Codec, layout: Layout) -> Compression {
        Compression { codec, layout }
    }
    [
        of(None, Whole),
        of(Lz4, Whole),
        of(Lz4High, Whole),
        of(Gzip, Whole),
        of(Zstd, Whole),
        of(Zstd, PerBank),
        of(Lz4High, PerBank),
        of(Lz4High, PerColumn),
        of(Zstd, PerColumn),
        of(Lz4, PerBank),
        of(Lz4, PerColumn),
        of(Gzip, PerBank),
        of(Gzip, PerColumn),
        of(None, PerBank),
        of(None, PerColumn),
    ]
};

impl Compression {
    /// Every one, by tag.
    pub const ALL: &'static [Self] = &TAGS;

    /// What C++ writes, and every implementation reads.
    pub const LZ4: Self = TAGS[1];

    /// The codec applied to the parts that the layout makes.
    pub const fn new(codec: Codec, layout: Layout) -> Self {
        Self { codec, layout }
    }

    /// The one with that tag, bits 28 to 31 of the record header's word 9.
    ///
    /// # Errors
    /// [`CompressionTag`](crate::ErrorKind::CompressionTag) for 15 and more.
    pub fn from_tag(tag: u8) -> Result<Self, crate::Error> {
        TAGS.get(usize::from(tag))
            .copied()
            .ok_or_else(|| crate::ErrorKind::CompressionTag { tag }.into())
    }

    /// Its tag, 0 to 14.
    ///
    /// # Panics
    /// Never: every pair has one.
    pub fn tag(self) -> u8 {
        let tag = TAGS.iter().position(|&other| other == self);
        tag.expect("all pairs are listed") as u8
    }

    /// What compresses.
    pub const fn codec(self) -> Codec {
        self.codec
    }

    /// What it compresses as one.
    pub const fn layout(self) -> Layout {
        self.layout
    }
}

/// By tag.
const NAMES: [&str; 15] = [
    "none",
    "lz4",
    "lz4-high",
    "gzip",
    "zstd",
    "zstd-per-bank",
    "lz4-high-per-bank",
    "lz4-high-per-column",
    "zstd-per-column",
    "lz4-per-bank",
    "lz4-per-column",
    "gzip-per-bank",
    "gzip-per-column",
    "none-per-bank",
    "none-per-column",
];

impl Compression {
    /// Its name for options and machines, which stays as it is: `none`, `lz4`,
    /// `lz4-high`, `gzip` or `zstd`, by itself or with `-per-bank` or
    /// `-per-column` behind it.
    ///
    /// ```
    /// let compression: hipo::Compression = "lz4-high-per-column".parse()?;
    /// assert_eq!(compression.tag(), 7);
    /// assert_eq!(compression.name(), "lz4-high-per-column");
    /// # Ok::<(), hipo::Error>(())
    /// ```
    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.tag())]
    }
}

impl FromStr for Compression {
    type Err = crate::Error;

    /// Reads a [name](Self::name).
    fn from_str(name: &str) -> Result<Self, crate::Error> {
        match NAMES.iter().position(|known| *known == name) {
            Some(tag) => Ok(TAGS[tag]),
            None => Err(crate::ErrorKind::CompressionName {
                name: name.to_owned(),
            }
            .into()),
        }
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = match self.layout {
            Layout::Whole => "",
            Layout::PerBank => " per bank",
            Layout::PerColumn => " per column",
        };
        write!(f, "{}{layout}", self.codec)
    }
}
