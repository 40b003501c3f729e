//! A compressor of our own for memory pages: faster than liblz4's fastest
//! default, for blocks that are a little larger.
//!
//! What it does differently:
//!
//! - Matches are of seven bytes and more; right after a match that came right
//!   after a match, of eight and more. Short matches are most of the sequences
//!   of a page and save the least.
//! - Positions are looked up several at a time, all before any is decided on,
//!   so that the processor waits for memory, and guesses a branch, once for
//!   them all.
//! - What a sequence writes does not depend on how long its parts are, up to a
//!   size that most do not reach.

mod search;
mod table;
mod write;

use mem::Words;

use self::search::{At, Front, Progress, UNSEARCHED, last_sequences, sequences};
use self::table::Table;
use self::write::last_literals;
use super::{CompressError, MIN_INPUT, bound};

/// Compresses one block after the other, each by itself, for speed.
///
/// No reference writes these bytes; every LZ4 decoder reads them. They depend
/// on the input alone. Made for memory pages of 4 to 64 KiB; longer inputs are
/// taken in pieces of 64 KiB, with no match from one into another.
///
/// ```
/// use lz4::block::{TurboCompressor, bound, decompress};
///
/// let page: Vec<u8> = b"one page of memory, ".iter().copied().cycle().take(4096).collect();
/// let mut block = vec![0; bound(page.len()).unwrap()];
/// let size = TurboCompressor::new().compress(&page, &mut block)?;
/// assert!(size < 60);
/// let mut output = [0; 4096];
/// assert_eq!(decompress(&block[..size], &mut output)?, 4096);
/// assert_eq!(output[..], page);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub struct TurboCompressor {
    table: Table,
}

impl core::fmt::Debug for TurboCompressor {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("TurboCompressor").finish_non_exhaustive()
    }
}

impl Default for TurboCompressor {
    fn default() -> Self {
        Self::new()
    }
}

impl TurboCompressor {
    /// A compressor: 8 KiB.
    pub fn new() -> Self {
        Self {
            table: Table::new(),
        }
    }

    /// Compresses `input` to the front of `output` and returns the block's
    /// size. Bytes of the output after those of the block may be written to.
    ///
    /// # Errors
    ///
    /// [`CompressError`]. An output of [`bound`] bytes is never too small, and
    /// neither is one of the block's size.
    pub fn compress(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, CompressError> {
        if bound(input.len()).is_none() {
            return Err(CompressError::InputTooLarge { size: input.len() });
        }
        let available = output.len();
        self.block(input, output)
            .ok_or(CompressError::OutputTooSmall { available })
    }

    /// `None`: it does not fit.
    fn block(&mut self, input: &[u8], output: &mut [u8]) -> Option<usize> {
        let mut progress = Progress {
            written: 0,
            anchor: 0,
            position: 1,
        };
        if input.len() >= MIN_INPUT
            && let Some(words) = Words::new(input)
        {
            let table = &mut self.table;
            table.clear();
            let mut base = 0;
            if input.len() < UNSEARCHED {
                // All of it is left to `last_sequences`.
            } else if Front::serves(input.len()) {
                progress = sequences(table, input, Front, progress, output)?;
            } else {
                let searched = input.len() - UNSEARCHED;
                progress = sequences(table, input, At(base), progress, output)?;
                while progress.position <= searched {
                    table.clear();
                    base = progress.position - 1;
                    progress = sequences(table, input, At(base), progress, output)?;
                }
            }
            progress = last_sequences(table, words, base, progress, output)?;
        }
        last_literals(output, progress.written, &input[progress.anchor..])
    }
}
