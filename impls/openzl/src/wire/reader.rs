//! A cursor over a frame that names what it was reading when bytes ran out.

use core::ops::Range;

use super::varint::read_varint;
use crate::{Error, Structure};

/// A cursor over a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    frame: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(frame: &'a [u8]) -> Self {
        Self { frame, offset: 0 }
    }

    /// Where the cursor stands, in bytes from the start of the frame.
    pub(crate) const fn offset(&self) -> usize {
        self.offset
    }

    /// Bytes from the cursor to the end of the frame.
    pub(crate) const fn remaining(&self) -> usize {
        self.frame.len() - self.offset
    }

    /// The frame's bytes from `start` to the cursor.
    pub(crate) fn since(&self, start: usize) -> &'a [u8] {
        &self.frame[start..self.offset]
    }

    /// The next byte, left in place.
    pub(crate) fn peek(&self, structure: Structure) -> Result<u8, Error> {
        self.frame
            .get(self.offset)
            .copied()
            .ok_or_else(|| self.truncated(structure))
    }

    pub(crate) fn byte(&mut self, structure: Structure) -> Result<u8, Error> {
        let byte = self.peek(structure)?;
        self.offset += 1;
        Ok(byte)
    }

    pub(crate) fn take(&mut self, count: usize, structure: Structure) -> Result<&'a [u8], Error> {
        let bytes = self.frame[self.offset..]
            .get(..count)
            .ok_or_else(|| self.truncated(structure))?;
        self.offset += count;
        Ok(bytes)
    }

    /// Skips `count` bytes and returns where they stand in the frame.
    pub(crate) fn span(
        &mut self,
        count: usize,
        structure: Structure,
    ) -> Result<Range<usize>, Error> {
        let start = self.offset;
        self.take(count, structure)?;
        Ok(start..self.offset)
    }

    /// The bytes that `count` values of `bits` bits fill.
    pub(crate) fn packed(
        &mut self,
        count: usize,
        bits: u32,
        structure: Structure,
    ) -> Result<&'a [u8], Error> {
        let bytes = count
            .checked_mul(bits as usize)
            .ok_or_else(|| self.truncated(structure))?
            .div_ceil(8);
        self.take(bytes, structure)
    }

    pub(crate) fn varint(&mut self, structure: Structure) -> Result<u64, Error> {
        let rest = &self.frame[self.offset..];
        let (value, size) = read_varint(rest).ok_or_else(|| {
            if rest.len() < 10 {
                self.truncated(structure)
            } else {
                Error::corrupt(self.offset, structure, "an integer of more than ten bytes")
            }
        })?;
        self.offset += size;
        Ok(value)
    }

    pub(crate) fn u32(&mut self, structure: Structure) -> Result<u32, Error> {
        let bytes = self.frame[self.offset..]
            .first_chunk()
            .ok_or_else(|| self.truncated(structure))?;
        self.offset += 4;
        Ok(u32::from_le_bytes(*bytes))
    }

    const fn truncated(&self, structure: Structure) -> Error {
        Error::Truncated {
            offset: self.frame.len(),
            structure,
        }
    }
}
