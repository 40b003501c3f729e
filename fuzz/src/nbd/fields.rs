//! Fields of messages.

/// Bytes that are read field by field.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl<'a> Fields<'a> {
    pub(super) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    /// A number of that many bytes, the highest first.
    pub(super) fn number(&mut self, length: usize) -> Option<u64> {
        let bytes = self.take(length)?;
        let add = |number, &byte| number << 8 | u64::from(byte);
        Some(bytes.iter().fold(0, add))
    }

    /// The number that has to be there.
    pub(super) fn must(&mut self, length: usize) -> u64 {
        self.number(length).expect("a field that is whole")
    }

    /// A string behind its length of four bytes.
    pub(super) fn string(&mut self) -> Option<&'a [u8]> {
        let length = self.number(4)?;
        if length > 4096 {
            return None;
        }
        self.take(length as usize)
    }
}
