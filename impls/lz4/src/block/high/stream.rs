//! Blocks that refer to the blocks before them.

use super::level::Strategy;
use super::optimal::Ways;
use super::prepared::{HighDictionary, reachable};
use super::table::{FIRST_INDEX, Tables};
use super::window::Window;
use super::{checked_bound, encode_checked};
use crate::block::CompressError;

/// Once an index exceeds this, the tables are filled anew.
const INDEX_LIMIT: u32 = 1 << 31;

/// An attached dictionary is out of reach so many bytes after it.
const ATTACHED_REACH: usize = 64 << 10;

/// Inputs longer than this are worth a copy of the attached dictionary's table.
const COPY_SIZE: usize = 4 << 10;

/// Compresses a stream block by block, each with matches in those before it
/// (`LZ4_compress_HC_continue`).
///
/// The stream keeps no bytes: with every block the caller gives what came
/// before it, of which the last 64 KiB count. A history that is not what was
/// compressed costs size, not correctness: a reader needs the same history.
///
/// The bytes are those of liblz4 where history lies as it did there: right
/// before the input ([`compress`](Self::compress)), elsewhere
/// ([`compress_apart`](Self::compress_apart)), or some here and some there
/// ([`compress_after`](Self::compress_after)).
pub struct HighStream {
    tables: Tables,
    ways: Option<Ways>,
    level: i32,
    favor_decompression: bool,
    /// The next block's first index.
    index: u32,
    /// How much of what came before lies right before the next block, if that
    /// goes on where the last one ended.
    prefix: usize,
    /// How much lies before that, elsewhere.
    external: usize,
}

impl core::fmt::Debug for HighStream {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("HighStream")
            .field("level", &self.level)
            .field("index", &self.index)
            .field("prefix", &self.prefix)
            .field("external", &self.external)
            .finish_non_exhaustive()
    }
}

impl HighStream {
    /// A stream without history: 256 KiB, and 64 KiB more from level 10 on. A
    /// level below 1 counts as 9, one above 12 as 12.
    pub fn new(level: i32) -> Self {
        Self {
            tables: Tables::new(),
            ways: None,
            level,
            favor_decompression: false,
            index: FIRST_INDEX,
            prefix: 0,
            external: 0,
        }
    }

    /// A stream after `dictionary` (`LZ4_loadDictHC`): the history that the next
    /// block is given is the dictionary's bytes, of which the last 64 KiB count.
    pub fn with_dictionary(dictionary: &[u8], level: i32) -> Self {
        let mut stream = Self::new(level);
        stream.load(dictionary);
        stream
    }

    /// From level 10 on, whether to prefer matches that are fast to decompress
    /// over a few bytes (`LZ4_favorDecompressionSpeed`).
    pub const fn favor_decompression_speed(&mut self, favor: bool) {
        self.favor_decompression = favor;
    }

    /// Starts anew, without history.
    pub fn reset(&mut self) {
        self.tables.clear();
        self.tables.next = FIRST_INDEX;
        self.index = FIRST_INDEX;
        self.prefix = 0;
        self.external = 0;
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
    ) -> Result<usize, CompressError> {
        self.compress_after(&[], window, start, output)
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
    ) -> Result<usize, CompressError> {
        checked_bound(input)?;
        self.make_room(history);
        self.set_apart(history);
        self.compress_after(history, input, 0, output)
    }

    /// Compresses `window[start..]`, with `window[..start]` for history and
    /// `earlier` for what came before that: the blocks since the last one that
    /// was compressed apart, and the history that it was given.
    ///
    /// # Errors
    ///
    /// As [`compress`](Self::compress).
    ///
    /// # Panics
    ///
    /// When `start` exceeds the window.
    pub fn compress_after(
        &mut self,
        earlier: &[u8],
        window: &[u8],
        start: usize,
        output: &mut [u8],
    ) -> Result<usize, CompressError> {
        let input = &window[start..];
        checked_bound(input)?;
        self.make_room(&window[..start]);
        let window = self.window(earlier, window, start);
        self.encode(window, output)
    }

    /// Compresses `window[start..]`, with `window[..start]` for history, which is
    /// all that was compressed since the stream's start, and an attached
    /// `dictionary` before that (`LZ4_attach_HC_dictionary`, after
    /// `LZ4_resetStreamHC_fast`).
    ///
    /// # Errors
    ///
    /// As [`compress`](Self::compress).
    ///
    /// # Panics
    ///
    /// When `start` exceeds the window.
    pub fn compress_attached(
        &mut self,
        dictionary: &HighDictionary,
        window: &[u8],
        start: usize,
        output: &mut [u8],
    ) -> Result<usize, CompressError> {
        let input = &window[start..];
        checked_bound(input)?;
        let fresh = self.prefix + self.external == 0;
        if fresh && input.len() > COPY_SIZE && dictionary.suits(Strategy::of(self.level)) {
            self.tables.copy_from(dictionary.tables());
            self.favor_decompression = false;
            self.index = FIRST_INDEX + dictionary.bytes().len() as u32;
            self.prefix = dictionary.bytes().len();
            return self.compress_apart(dictionary.bytes(), input, output);
        }
        if self.external > 0 {
            return self.compress_after(dictionary.bytes(), window, start, output);
        }
        self.make_room(&window[..start]);
        let mut window = self.window(&[], window, start);
        if window.start == self.prefix && self.prefix < ATTACHED_REACH {
            window.attached = Some(dictionary);
        }
        self.encode(window, output)
    }

    /// The input with as much of its history as is known and in reach.
    fn window<'a>(&self, earlier: &'a [u8], window: &'a [u8], start: usize) -> Window<'a> {
        let known = self.prefix.min(start);
        let dictionary = if known == self.prefix {
            &earlier[earlier.len() - self.external.min(earlier.len())..]
        } else {
            &[]
        };
        Window {
            block: &window[start - known..],
            start: known,
            first_index: self.index - known as u32,
            dictionary,
            attached: None,
        }
    }

    fn encode(&mut self, window: Window<'_>, output: &mut [u8]) -> Result<usize, CompressError> {
        let size = window.block.len() - window.start;
        self.tables.next = self.tables.next.max(window.first_index);
        let result = encode_checked(
            &mut self.tables,
            &mut self.ways,
            window,
            Strategy::of(self.level),
            self.favor_decompression,
            output,
        );
        self.index += size as u32;
        self.prefix = window.block.len();
        self.external = window.dictionary.len();
        result
    }

    /// Makes what lay right before the next block lie elsewhere
    /// (`LZ4HC_setExternalDict`).
    fn set_apart(&mut self, history: &[u8]) {
        let known = self.prefix.min(history.len());
        let history = &history[history.len() - known..];
        let strategy = Strategy::of(self.level);
        if strategy != Strategy::Mid {
            self.tables.finish_chains(history, self.index);
        }
        self.external = known;
        self.prefix = 0;
        self.tables.next = self.index;
    }

    /// Keeps indices below 32 bits, by forgetting what lies too far back.
    fn make_room(&mut self, history: &[u8]) {
        if self.index > INDEX_LIMIT {
            let known = self.prefix.min(history.len());
            self.load(&history[history.len() - known..]);
            // So does liblz4.
            self.favor_decompression = false;
        }
    }

    fn load(&mut self, dictionary: &[u8]) {
        let bytes = reachable(dictionary);
        self.reset();
        Strategy::of(self.level).load(&mut self.tables, bytes);
        self.index = FIRST_INDEX + bytes.len() as u32;
        self.prefix = bytes.len();
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::{HighStream, INDEX_LIMIT};
    use crate::block::decompress_with_dictionary;

    #[test]
    fn indices_start_over_before_they_end() {
        let all: Vec<u8> = (0..30_000_u32).map(|i| (i * i / 7) as u8).collect();
        let (history, input) = all.split_at(10_000);
        for level in [2, 9, 12] {
            let mut expected = vec![0; 21_000];
            let size = HighStream::with_dictionary(history, level)
                .compress(&all, 10_000, &mut expected)
                .unwrap();
            for index in [INDEX_LIMIT - 10_000, INDEX_LIMIT - 9_999] {
                let mut stream = HighStream::new(level);
                stream.index = index;
                let mut block = vec![0; 21_000];
                stream.compress(history, 0, &mut block).unwrap();
                let before = stream.index;
                let other = stream.compress(&all, 10_000, &mut block).unwrap();
                let mut output = vec![0; 20_000];
                assert_eq!(
                    decompress_with_dictionary(&block[..other], &mut output, history),
                    Ok(20_000)
                );
                assert_eq!(output, input);
                assert_eq!(stream.index < before, before > INDEX_LIMIT);
                if before > INDEX_LIMIT {
                    assert_eq!(block[..other], expected[..size]);
                }
            }
        }
    }
}
