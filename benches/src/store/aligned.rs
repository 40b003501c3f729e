//! Memory as direct input and output asks for it.

use std::fmt;

use super::PAGE;
use crate::pages::calls::UNTOUCHED;

/// Pages that start where a page of memory starts, as `O_DIRECT` asks for.
pub(super) struct Aligned {
    bytes: Vec<u8>,
    start: usize,
}

impl fmt::Debug for Aligned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Aligned").field(&self.bytes.len()).finish()
    }
}

impl Aligned {
    /// So many bytes that nobody has written yet.
    pub(super) fn new(length: usize) -> Self {
        let bytes = vec![UNTOUCHED; length + PAGE];
        let start = bytes.as_ptr().align_offset(PAGE).min(PAGE);
        Self { bytes, start }
    }

    /// The bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..self.start + self.bytes.len() - PAGE]
    }

    /// The bytes, to be written.
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        let length = self.bytes.len() - PAGE;
        &mut self.bytes[self.start..self.start + length]
    }

    /// A copy of bytes.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut aligned = Self::new(bytes.len());
        aligned.bytes_mut().copy_from_slice(bytes);
        aligned
    }
}

#[cfg(test)]
mod tests {
    use super::{Aligned, PAGE};

    #[test]
    fn pages_start_where_pages_of_memory_do() {
        let aligned = Aligned::of(&[7; 3 * PAGE]);
        assert_eq!(aligned.bytes().as_ptr().align_offset(PAGE), 0);
        assert_eq!(aligned.bytes(), [7; 3 * PAGE]);
    }
}
