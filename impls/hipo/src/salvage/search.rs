//! The next magic number of a file, block by block.

use std::ops::Range;

use crate::error::Error;
use crate::source::{ReadAt, read_up_to};
use crate::wire::{HEADER_BYTES, MAGIC};

/// Bytes that are read at once.
const BLOCK: usize = 256 << 10;

/// Where in a header its magic number is.
const OFFSET: u64 = 28;

/// Searches for headers; keeps the block that was read last.
#[derive(Debug, Default)]
pub(super) struct Search {
    block: Vec<u8>,
    /// Where the block is from.
    start: u64,
}

impl Search {
    /// The first place within a range where a header can begin, by its magic
    /// number in either order of bytes, with all of the header within `size`.
    /// It may be anywhere: what was put into a file or cut out of it need not
    /// have been whole words.
    pub(super) fn next(
        &mut self,
        source: &dyn ReadAt,
        size: u64,
        range: Range<u64>,
    ) -> Result<Option<u64>, Error> {
        let last = size.saturating_sub(HEADER_BYTES as u64 - 1);
        let end = range.end.min(last) + OFFSET;
        let mut at = range.start + OFFSET;
        while at < end {
            let rest = self.bytes_at(source, at)?;
            let starts = rest.len().saturating_sub(3).min((end - at) as usize);
            if starts == 0 {
                break;
            }
            let found = rest[..starts + 3]
                .array_windows()
                .position(|bytes: &[u8; 4]| {
                    let word = u32::from_le_bytes(*bytes);
                    word == MAGIC || word == MAGIC.swap_bytes()
                });
            match found {
                Some(found) => return Ok(Some(at + found as u64 - OFFSET)),
                None => at += starts as u64,
            }
        }
        Ok(None)
    }

    /// Bytes from `at` on: four or more, as long as there are.
    fn bytes_at(&mut self, source: &dyn ReadAt, at: u64) -> Result<&[u8], Error> {
        let within = at
            .checked_sub(self.start)
            .filter(|within| within + 4 <= self.block.len() as u64);
        if let Some(within) = within {
            return Ok(&self.block[within as usize..]);
        }
        self.block.resize(BLOCK, 0);
        self.start = at;
        let read = read_up_to(source, at, &mut self.block);
        self.block.truncate(*read.as_ref().unwrap_or(&0));
        match read {
            Ok(_) => Ok(&self.block),
            Err(error) => Err(Error::from(error).at(at)),
        }
    }
}
