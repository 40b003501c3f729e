//! Blocks that refer to the blocks before them.

use super::search::encode;
use super::table::Long;
use super::window::{Apart, History, Window};
use super::{DICTIONARY_INDEX, checked_bound, clamped, size};
use crate::block::room::Limited;
use crate::block::{CompressError, Dictionary};

/// Indices up to here are given out before the table is moved down
/// (`LZ4_renormDictT`).
const INDEX_LIMIT: u64 = 1 << 31;

/// History shorter than this is none, unless it lies right before the input.
const MIN_HISTORY: usize = 4;

/// Compresses a stream block by block, each with matches in those before it
/// (`LZ4_compress_fast_continue`).
///
/// The stream keeps no bytes: with every block the caller gives what came
/// before it, of which the last 64 KiB count. A history that is not what was
/// compressed costs size, not correctness: a reader needs the same history.
///
/// The bytes are those of liblz4 where history lies as it did there, right
/// before the input or elsewhere.
pub struct FastStream {
    table: Long,
    /// The next block's first index.
    index: u32,
    /// How much of what came before is in the table.
    history: usize,
}

impl core::fmt::Debug for FastStream {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("FastStream")
            .field("index", &self.index)
            .field("history", &self.history)
            .finish_non_exhaustive()
    }
}

impl Default for FastStream {
    fn default() -> Self {
        Self::new()
    }
}

impl FastStream {
    /// A stream without history: 16 KiB.
    pub fn new() -> Self {
        Self {
            table: Long::new(),
            index: 0,
            history: 0,
        }
    }

    /// A stream after `dictionary` (`LZ4_loadDict`): the history that the next
    /// block is given is the dictionary's bytes.
    pub fn with_dictionary(dictionary: &Dictionary) -> Self {
        Self {
            table: dictionary.table().clone(),
            index: DICTIONARY_INDEX,
            history: dictionary.bytes().len(),
        }
    }

    /// Starts anew, without history.
    pub fn reset(&mut self) {
        self.table.clear();
        self.index = 0;
        self.history = 0;
    }

    /// Compresses `window[start..]`, with `window[..start]` for history, to the
    /// front of `output`, and returns the block's size.
    ///
    /// # Errors
    ///
    /// [`CompressError`]. The stream counts the input as compressed all the same:
    /// who stores it as it is goes on, who does not resets the stream. An output
    /// of [`bound`](crate::block::bound) bytes is never too small.
    ///
    /// # Panics
    ///
    /// When `start` exceeds the window.
    pub fn compress(
        &mut self,
        window: &[u8],
        start: usize,
        output: &mut [u8],
        acceleration: u32,
    ) -> Result<usize, CompressError> {
        let input = &window[start..];
        checked_bound(input)?;
        self.make_room(input.len());
        let known = self.history.min(start);
        let block = &window[start - known..];
        let available = output.len();
        let written = encode::<_, Limited, History>(
            &mut self.table,
            Window {
                block,
                start: known,
                start_index: self.index,
                dictionary: &[],
            },
            clamped(acceleration),
            output,
        );
        self.index += input.len() as u32;
        self.history = known + input.len();
        size(written, available)
    }

    /// Compresses `input`, with a `history` that lies elsewhere, to the front of
    /// `output`, and returns the block's size.
    ///
    /// # Errors
    ///
    /// As [`compress`](Self::compress).
    pub fn compress_apart(
        &mut self,
        history: &[u8],
        input: &[u8],
        output: &mut [u8],
        acceleration: u32,
    ) -> Result<usize, CompressError> {
        checked_bound(input)?;
        self.make_room(input.len());
        let known = self.history.min(history.len());
        if known < MIN_HISTORY {
            self.history = 0;
            return self.compress(input, 0, output, acceleration);
        }
        let dictionary = &history[history.len() - known..];
        let available = output.len();
        let written = encode::<_, Limited, Apart>(
            &mut self.table,
            Window {
                block: input,
                start: 0,
                start_index: self.index,
                dictionary,
            },
            clamped(acceleration),
            output,
        );
        self.index += input.len() as u32;
        self.history = input.len();
        size(written, available)
    }

    /// Keeps the next block's indices below the limit.
    fn make_room(&mut self, size: usize) {
        if u64::from(self.index) + size as u64 > INDEX_LIMIT {
            self.table.rebase(self.index - DICTIONARY_INDEX);
            self.index = DICTIONARY_INDEX;
            self.history = self.history.min(DICTIONARY_INDEX as usize);
        }
    }
}
