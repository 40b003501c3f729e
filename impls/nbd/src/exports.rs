//! Exports by name.

use crate::Export;
use crate::protocol::STRING_LENGTH;

/// What a server offers, by name. The empty name is the default export, for
/// clients that name none.
///
/// ```
/// use nbd::{Exports, memory::Memory};
///
/// let mut exports = Exports::new();
/// exports.add("", Memory::new(1 << 20)?)?;
/// exports.add("scratch", Memory::new(1 << 30)?)?;
/// assert!(exports.add("scratch", Memory::new(512)?).is_err());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Exports {
    /// Few, so that they are searched one by one.
    entries: Vec<Entry>,
}

pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) export: Box<dyn Export>,
}

/// An export cannot be offered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportsError {
    /// There is one of this name.
    #[error("there is an export {0:?} already")]
    Taken(String),
    /// A name has at most 4096 bytes, and no NUL (proto.md, "Conventions").
    #[error("an export's name of {length} bytes, or with a NUL")]
    Name {
        /// Its length in bytes.
        length: usize,
    },
    /// Clients take sizes below 2^63, and the protocol wants whole blocks.
    #[error("an export of {size} bytes, in blocks of {minimum}")]
    Size {
        /// Its size in bytes.
        size: u64,
        /// Its minimum block size in bytes.
        minimum: u32,
    },
}

impl Exports {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self {
            entries: Vec::new(),
        }
    }

    /// Offers `export` as `name`.
    ///
    /// # Errors
    ///
    /// If the name is taken or not one, or if the size is 2^63 or more, or no
    /// multiple of the minimum block size.
    pub fn add(&mut self, name: &str, export: impl Export + 'static) -> Result<(), ExportsError> {
        if name.len() > STRING_LENGTH || name.contains('\0') {
            return Err(ExportsError::Name { length: name.len() });
        }
        if self.find(name).is_some() {
            return Err(ExportsError::Taken(name.to_owned()));
        }
        let (size, minimum) = (export.size(), export.block_sizes().minimum());
        if i64::try_from(size).is_err() || !size.is_multiple_of(minimum.into()) {
            return Err(ExportsError::Size { size, minimum });
        }
        self.entries.push(Entry {
            name: name.to_owned(),
            export: Box::new(export),
        });
        Ok(())
    }

    /// The names, in the order in which they were added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| &*entry.name)
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The index of an export.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.entries.iter().position(|entry| entry.name == name)
    }
}

impl std::fmt::Debug for Exports {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(self.names()).finish()
    }
}
