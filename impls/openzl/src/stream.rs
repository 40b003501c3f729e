//! Typed streams: what codecs read and regenerate.

use core::fmt;

/// The type of a stream (`ZL_Type`).
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
pub enum StreamType {
    /// Bytes without structure.
    Serial,
    /// Records of one width.
    Struct,
    /// Little-endian integers of 8, 16, 32 or 64 bits.
    Numeric,
    /// Byte strings, each with its length.
    String,
}

impl StreamType {
    /// The type that two bits of a frame header name.
    pub(crate) const fn from_code(code: u8) -> Self {
        match code & 3 {
            0 => Self::Serial,
            1 => Self::Struct,
            2 => Self::Numeric,
            _ => Self::String,
        }
    }

    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Serial => 0,
            Self::Struct => 1,
            Self::Numeric => 2,
            Self::String => 3,
        }
    }
}

impl fmt::Display for StreamType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Serial => "serial",
            Self::Struct => "struct",
            Self::Numeric => "numeric",
            Self::String => "string",
        })
    }
}
