//! Groups and items of the structures in a dictionary's record.

/// The JSON of a schema; Java reads no other.
pub(crate) const JSON: (u16, u8) = (120, 1);
/// The text of a schema; C++ reads no other.
pub(crate) const TEXT: (u16, u8) = (120, 2);
/// Names of bits of event tags.
pub(crate) const TAG_NAMES: (u16, u8) = (120, 3);
/// A key of the configuration.
pub(crate) const KEY: (u16, u8) = (32555, 1);
/// Its value.
pub(crate) const VALUE: (u16, u8) = (32555, 2);
