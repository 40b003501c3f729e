//! What a block may refer to that came before it.

use alloc::vec::Vec;

use super::MAX_OFFSET;
use super::fast::{DICTIONARY_INDEX, index_dictionary};

/// A dictionary made ready for [`FastCompressor`](super::FastCompressor).
///
/// Only the last 64 KiB count: no offset reaches further back. Fewer than 8
/// bytes count as none (`LZ4_loadDict`).
///
/// ```
/// use lz4::block::{Dictionary, FastCompressor, decompress_with_dictionary};
///
/// let words = b"the quick brown fox jumps over the lazy dog";
/// let dictionary = Dictionary::new(words);
/// let mut block = [0; 64];
/// let size = FastCompressor::new()
///     .compress_with_dictionary(&dictionary, b"the lazy dog jumps", &mut block, 1)?;
/// let mut output = [0; 18];
/// decompress_with_dictionary(&block[..size], &mut output, words)?;
/// assert_eq!(&output, b"the lazy dog jumps");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Dictionary {
    bytes: Vec<u8>,
    /// How many of the bytes the fast compressor refers to: all or none.
    used: usize,
    table: super::fast::Long,
}

impl core::fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Dictionary")
            .field("size", &self.used)
            .finish_non_exhaustive()
    }
}

impl Dictionary {
    /// Indexes every third position (`LZ4_loadDict`).
    pub fn new(bytes: &[u8]) -> Self {
        Self::indexed(bytes, false)
    }

    /// Indexes every position that does not take an entry from a later one
    /// (`LZ4_loadDictSlow`): more matches, for a dictionary used often.
    pub fn thorough(bytes: &[u8]) -> Self {
        Self::indexed(bytes, true)
    }

    fn indexed(bytes: &[u8], thorough: bool) -> Self {
        let last = &bytes[bytes.len().saturating_sub(MAX_OFFSET + 1)..];
        let (table, used) = index_dictionary(last, thorough);
        Self {
            bytes: last.to_vec(),
            used,
            table,
        }
    }

    /// The bytes that blocks can refer to.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[self.bytes.len() - self.used..]
    }

    /// The last 64 KiB of what it was made from, fewer than 8 bytes too: the
    /// high compressor refers to those.
    pub(crate) fn given(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) const fn table(&self) -> &super::fast::Long {
        &self.table
    }

    /// The index after the dictionary's last byte.
    pub(super) const fn end_index() -> u32 {
        DICTIONARY_INDEX
    }
}
