//! A structure of an event: a bank, a string, an array or a composite.

use std::fmt;

use crate::error::{Error, ErrorKind};

/// What a structure holds (C++ `node.h`).
#[derive(Clone, Copy, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct StructureType(pub u8);

impl StructureType {
    /// Signed bytes.
    pub const BYTES: Self = Self(1);
    /// Signed integers of two bytes.
    pub const SHORTS: Self = Self(2);
    /// Signed integers of four bytes.
    pub const INTEGERS: Self = Self(3);
    /// Floating-point numbers of four bytes.
    pub const FLOATS: Self = Self(4);
    /// Floating-point numbers of eight bytes.
    pub const DOUBLES: Self = Self(5);
    /// Text, without terminator.
    pub const STRING: Self = Self(6);
    /// Signed integers of eight bytes.
    pub const LONGS: Self = Self(8);
    /// Vectors of three floats.
    pub const VECTORS: Self = Self(9);
    /// Rows that begin with their own format.
    pub const COMPOSITE: Self = Self(10);
    /// A bank: columns of a schema.
    pub const TABLE: Self = Self(11);
    /// A tree of structures, as Java nests them.
    pub const BRANCH: Self = Self(12);

    /// Its name; a type that is not known has none.
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::BYTES => "bytes",
            Self::SHORTS => "shorts",
            Self::INTEGERS => "integers",
            Self::FLOATS => "floats",
            Self::DOUBLES => "doubles",
            Self::STRING => "string",
            Self::LONGS => "longs",
            Self::VECTORS => "vectors",
            Self::COMPOSITE => "composite",
            Self::TABLE => "bank",
            Self::BRANCH => "branch",
            _ => return None,
        })
    }
}

impl fmt::Debug for StructureType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "type {}", self.0),
        }
    }
}

/// Bytes of a structure's header: u16 group, u8 item, u8 type, and a word with
/// the payload's length in 24 bits and the format's in 8.
pub(crate) const STRUCTURE_HEADER: usize = 8;

/// One structure of an event, with the bytes of its payload.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Structure<'a> {
    group: u16,
    item: u8,
    kind: StructureType,
    format: &'a [u8],
    payload: &'a [u8],
}

impl<'a> Structure<'a> {
    /// The group, half of the identity of a schema.
    pub const fn group(&self) -> u16 {
        self.group
    }

    /// The item, the other half.
    pub const fn item(&self) -> u8 {
        self.item
    }

    /// What it holds.
    pub const fn structure_type(&self) -> StructureType {
        self.kind
    }

    /// The format that a composite begins with; empty for others.
    pub const fn format(&self) -> &'a [u8] {
        self.format
    }

    /// What comes after the header and the format.
    pub const fn payload(&self) -> &'a [u8] {
        self.payload
    }

    /// Takes the structure at the front of `bytes` and returns it with what
    /// comes after.
    #[inline]
    pub(super) fn take(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), Error> {
        let Some((header, rest)) = bytes.split_first_chunk::<STRUCTURE_HEADER>() else {
            return Err(ErrorKind::Truncated {
                what: "the header of a structure",
                needed: STRUCTURE_HEADER as u64,
                left: bytes.len() as u64,
            }
            .into());
        };
        let header = StructureHeader::of(*header);
        let Some((body, rest)) = rest.split_at_checked(header.length()) else {
            return Err(header.too_long(rest.len()));
        };
        let (format, payload) = body.split_at(header.checked_format()?);
        let structure = Self {
            group: header.identity as u16,
            item: (header.identity >> 16) as u8,
            kind: StructureType((header.identity >> 24) as u8),
            format,
            payload,
        };
        Ok((structure, rest))
    }
}

/// A structure's header, as two words.
#[derive(Clone, Copy)]
pub(crate) struct StructureHeader {
    /// Group, item, type.
    pub(crate) identity: u32,
    /// Length of the payload, and of the format at its front.
    lengths: u32,
}

impl StructureHeader {
    #[inline]
    pub(crate) const fn of(bytes: [u8; STRUCTURE_HEADER]) -> Self {
        let word = u64::from_le_bytes(bytes);
        Self {
            identity: word as u32,
            lengths: (word >> 32) as u32,
        }
    }

    #[inline]
    pub(crate) const fn length(self) -> usize {
        (self.lengths & 0x00ff_ffff) as usize
    }

    #[inline]
    const fn format(self) -> usize {
        (self.lengths >> 24) as usize
    }

    #[cold]
    pub(crate) fn too_long(self, left: usize) -> Error {
        ErrorKind::StructureLength {
            group: self.identity as u16,
            item: (self.identity >> 16) as u8,
            length: self.length() as u32,
            left: left as u32,
        }
        .into()
    }

    /// The length of the format, which is no more than the payload's.
    #[inline]
    pub(crate) fn checked_format(self) -> Result<usize, Error> {
        if self.format() > self.length() {
            return Err(self.format_too_long());
        }
        Ok(self.format())
    }

    #[cold]
    fn format_too_long(self) -> Error {
        ErrorKind::FormatLength {
            group: self.identity as u16,
            item: (self.identity >> 16) as u8,
            length: self.length() as u32,
            format: self.format() as u8,
        }
        .into()
    }
}
