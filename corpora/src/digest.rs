//! SHA-256 values.

use std::fmt;
use std::io::{self, Read};

use serde::{Deserialize, Deserializer, de};
use sha2::Digest as _;

/// A SHA-256 value. It is written as 64 hex digits.
///
/// ```
/// let of_nothing = corpora::Sha256::of(b"");
/// assert!(of_nothing.to_string().starts_with("e3b0c44298fc1c14"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sha256([u8; 32]);

impl Sha256 {
    /// The value of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(sha2::Sha256::digest(bytes).into())
    }

    /// The value of all that a reader gives, and how many bytes that was.
    pub(crate) fn of_reader(mut reader: impl Read) -> io::Result<(Self, u64)> {
        let mut hasher = sha2::Sha256::new();
        let size = io::copy(&mut reader, &mut hasher)?;
        Ok((Self(hasher.finalize().into()), size))
    }

    /// Reads 64 hex digits.
    fn parse(hex: &str) -> Option<Self> {
        let digits = hex.as_bytes();
        let mut value = [0; 32];
        if digits.len() != 64 {
            return None;
        }
        for (byte, pair) in value.iter_mut().zip(digits.chunks_exact(2)) {
            let high = char::from(pair[0]).to_digit(16)?;
            let low = char::from(pair[1]).to_digit(16)?;
            *byte = (high << 4 | low) as u8;
        }
        Some(Self(value))
    }
}

impl fmt::Display for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<'de> Deserialize<'de> for Sha256 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let hex = String::deserialize(deserializer)?;
        Self::parse(&hex).ok_or_else(|| de::Error::custom("expected 64 hex digits"))
    }
}
