//! The high compressor (`LZ4_compress_HC` and its kin): levels 1 to 12.

mod chain;
mod finder;
mod level;
mod mid;
mod optimal;
mod prepared;
mod run;
mod sequences;
mod stream;
mod table;
mod window;

use level::Strategy;
use optimal::Ways;
use prepared::reachable;
use table::{FIRST_INDEX, Tables};
use window::Window;

use super::fast::Filled;
use super::room::{Ample, Fill, Limited, Room};
use super::{CompressError, bound};

pub use prepared::HighDictionary;
pub use stream::HighStream;

/// Once an index exceeds this, the tables are cleared.
const INDEX_LIMIT: u32 = 1 << 30;

/// Compresses one block after the other, each by itself, smaller and slower than
/// [`FastCompressor`](super::FastCompressor).
///
/// Levels go from 1 to 12; 1 is the same as 2. Less than 1 is liblz4's default,
/// 9; more than 12 is 12. Up to 2 the search is about as simple as the fast
/// one; from 3 to 9 each level tries twice as many matches as the one before; from
/// 10 on the cheapest of many ways through the input is sought.
///
/// The bytes are those of `LZ4_compress_HC` of the same level. Bytes of the
/// output after those of the block may be written to.
///
/// ```
/// use lz4::block::{HighCompressor, bound, decompress};
///
/// let page = [7; 4096];
/// let mut block = vec![0; bound(page.len()).unwrap()];
/// let size = HighCompressor::new().compress(&page, &mut block, 9)?;
/// let mut output = [0; 4096];
/// assert_eq!(decompress(&block[..size], &mut output)?, 4096);
/// assert_eq!(output, page);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub struct HighCompressor {
    tables: Tables,
    ways: Option<Ways>,
    favor_decompression: bool,
    /// The index after the last input's last byte; 1 before the first.
    end: u32,
}

impl core::fmt::Debug for HighCompressor {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("HighCompressor").finish_non_exhaustive()
    }
}

impl Default for HighCompressor {
    fn default() -> Self {
        Self::new()
    }
}

impl HighCompressor {
    /// A compressor: 256 KiB, and 64 KiB more from its first use of level 10 or
    /// more on.
    pub fn new() -> Self {
        Self {
            tables: Tables::new(),
            ways: None,
            favor_decompression: false,
            end: 1,
        }
    }

    /// From level 10 on, whether to prefer matches that are fast to decompress
    /// over a few bytes (`LZ4_favorDecompressionSpeed`).
    pub const fn favor_decompression_speed(&mut self, favor: bool) {
        self.favor_decompression = favor;
    }

    /// Compresses `input` to the front of `output` and returns the block's
    /// size (`LZ4_compress_HC_extStateHC`).
    ///
    /// # Errors
    ///
    /// [`CompressError`]. An output of [`bound`] bytes is never too small.
    pub fn compress(
        &mut self,
        input: &[u8],
        output: &mut [u8],
        level: i32,
    ) -> Result<usize, CompressError> {
        checked_bound(input)?;
        let window = self.begin(input);
        encode_checked(
            &mut self.tables,
            &mut self.ways,
            window,
            Strategy::of(level),
            self.favor_decompression,
            output,
        )
    }

    /// Compresses as much of `input` as goes into `output`
    /// (`LZ4_compress_HC_destSize`).
    ///
    /// Nothing goes into an empty output.
    ///
    /// # Errors
    ///
    /// [`CompressError::InputTooLarge`]
    pub fn fill(
        &mut self,
        input: &[u8],
        output: &mut [u8],
        level: i32,
    ) -> Result<Filled, CompressError> {
        checked_bound(input)?;
        let nothing = Filled {
            read: 0,
            written: 0,
        };
        if output.is_empty() {
            return Ok(nothing);
        }
        let window = self.begin(input);
        let filled = encode::<Fill, false>(
            &mut self.tables,
            &mut self.ways,
            window,
            Strategy::of(level),
            self.favor_decompression,
            output,
        );
        // Filling stops in time; should it not, nothing has gone in.
        Ok(filled.unwrap_or(nothing))
    }

    /// Compresses `input` with matches in `dictionary` too, of which the last
    /// 64 KiB count (`LZ4_loadDictHC`, then `LZ4_compress_HC_continue`).
    ///
    /// To read the block takes the same dictionary.
    ///
    /// # Errors
    ///
    /// [`CompressError`]. An output of [`bound`] bytes is never too small.
    pub fn compress_with_dictionary(
        &mut self,
        dictionary: &[u8],
        input: &[u8],
        output: &mut [u8],
        level: i32,
    ) -> Result<usize, CompressError> {
        checked_bound(input)?;
        let dictionary = reachable(dictionary);
        let strategy = Strategy::of(level);
        self.tables.clear();
        strategy.load(&mut self.tables, dictionary);
        let first_index = FIRST_INDEX + dictionary.len() as u32;
        self.tables.next = first_index;
        self.end = first_index + input.len() as u32;
        let window = Window {
            dictionary,
            ..Window::alone(input, first_index)
        };
        encode_checked(
            &mut self.tables,
            &mut self.ways,
            window,
            strategy,
            self.favor_decompression,
            output,
        )
    }

    /// Puts `input` so far after the last one that nothing of that is in reach:
    /// the same as clearing the tables, and cheaper. Inputs begin in one place of
    /// the chains, which stays in the cache.
    fn begin<'a>(&mut self, input: &'a [u8]) -> Window<'a> {
        if self.end > INDEX_LIMIT {
            self.tables.clear();
            self.end = 1;
        }
        let first_index = (self.end + FIRST_INDEX - 1).next_multiple_of(FIRST_INDEX);
        self.tables.next = first_index;
        self.end = first_index + input.len() as u32;
        Window::alone(input, first_index)
    }
}

impl Strategy {
    /// Fills cleared `tables` with a dictionary of at most 64 KiB.
    fn load(self, tables: &mut Tables, dictionary: &[u8]) {
        if self == Self::Mid {
            tables.load_halves(dictionary);
        } else {
            tables.load_chains(dictionary);
        }
    }
}

fn checked_bound(input: &[u8]) -> Result<usize, CompressError> {
    bound(input.len()).ok_or(CompressError::InputTooLarge { size: input.len() })
}

/// Compresses the window's input, which is not too long.
fn encode_checked(
    tables: &mut Tables,
    ways: &mut Option<Ways>,
    window: Window<'_>,
    strategy: Strategy,
    favor_decompression: bool,
    output: &mut [u8],
) -> Result<usize, CompressError> {
    let available = output.len();
    let ample = available >= checked_bound(&window.block[window.start..])?;
    let external = !window.dictionary.is_empty() || window.attached.is_some();
    let encode = match (ample, external) {
        (true, false) => encode::<Ample, false>,
        (true, true) => encode::<Ample, true>,
        (false, false) => encode::<Limited, false>,
        (false, true) => encode::<Limited, true>,
    };
    encode(tables, ways, window, strategy, favor_decompression, output)
        .map(|filled| filled.written)
        .ok_or(CompressError::OutputTooSmall { available })
}

/// Compresses the window's input. `None`: it does not fit.
fn encode<R: Room, const EXTERNAL: bool>(
    tables: &mut Tables,
    ways: &mut Option<Ways>,
    window: Window<'_>,
    strategy: Strategy,
    favor_decompression: bool,
    output: &mut [u8],
) -> Option<Filled> {
    match strategy {
        Strategy::Mid => mid::encode::<R, EXTERNAL>(tables, window, output),
        Strategy::Chain { attempts } => {
            chain::encode::<R, EXTERNAL>(tables, window, attempts, output)
        }
        Strategy::Optimal(effort) => optimal::encode::<R, EXTERNAL>(
            tables,
            ways.get_or_insert_with(Ways::new),
            window,
            effort,
            favor_decompression,
            output,
        ),
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::{HighCompressor, INDEX_LIMIT};

    #[test]
    fn indices_start_over_before_they_end() {
        let input: Vec<u8> = (0..20_000_u32).map(|i| (i * i / 7) as u8).collect();
        for level in [2, 9, 12] {
            let mut first = vec![0; 21_000];
            let size = HighCompressor::new()
                .compress(&input, &mut first, level)
                .unwrap();
            for end in [INDEX_LIMIT - 20_000, INDEX_LIMIT, INDEX_LIMIT + 1] {
                let mut compressor = HighCompressor::new();
                compressor.end = end;
                for _ in 0..3 {
                    let mut again = vec![0; 21_000];
                    let other = compressor.compress(&input, &mut again, level).unwrap();
                    assert_eq!(first[..size], again[..other]);
                }
                assert!(compressor.end < INDEX_LIMIT / 2);
            }
        }
    }
}
