//! The fast compressor (`LZ4_compress_fast` and its kin).

mod search;
mod stream;
mod table;
mod window;

use mem::Words;
use search::encode;
pub(super) use table::Long;
use table::{Short, Table};
use window::{Alone, Apart, History, Window};

use super::room::{Ample, Fill, Limited};
use super::{CompressError, Dictionary, MATCH_FIND_LIMIT, MAX_ACCELERATION, MAX_INPUT, bound};

pub use stream::FastStream;

/// Inputs below this size have all their positions in 16 bits (`LZ4_64Klimit`).
const SHORT_INPUT: usize = (64 << 10) + MATCH_FIND_LIMIT - 1;

/// Up to here it pays to leave a short table uncleared: above, entries of inputs
/// before cost more in mispredicted branches than clearing does.
const REUSING_INPUT: usize = 1 << 10;

/// The index after a dictionary: a window's length from 0, so that an empty
/// entry is out of reach.
pub(super) const DICTIONARY_INDEX: u32 = 64 << 10;

/// As much is hashed of a dictionary at once; a shorter one is none (`HASH_UNIT`).
const MIN_DICTIONARY: usize = 8;

/// Compresses one block after the other, each by itself.
///
/// `acceleration` trades size for speed: 1 is liblz4's default, each step up is
/// some 3 % faster; 0 counts as 1, and more than
/// [`MAX_ACCELERATION`] as that. Where OpenZL, zstd or
/// the `lz4` command say level `-n`, acceleration is `n` or `n + 1`: see there.
///
/// The bytes are those of `LZ4_compress_fast` with the same acceleration. Bytes
/// of the output after those of the block may be written to.
///
/// ```
/// use lz4::block::{FastCompressor, bound, decompress};
///
/// let page = [7; 4096];
/// let mut block = vec![0; bound(page.len()).unwrap()];
/// let size = FastCompressor::new().compress(&page, &mut block, 1)?;
/// let mut output = [0; 4096];
/// assert_eq!(decompress(&block[..size], &mut output)?, 4096);
/// assert_eq!(output, page);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub struct FastCompressor {
    short: Short,
    /// The first index that no entry of `short` has reached: entries below are
    /// of inputs before, and count as empty. That this gives the bytes of a
    /// cleared table is because a short table's hash is of no more bytes than
    /// are compared.
    short_index: u32,
    long: Option<Long>,
}

impl core::fmt::Debug for FastCompressor {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("FastCompressor").finish_non_exhaustive()
    }
}

impl Default for FastCompressor {
    fn default() -> Self {
        Self::new()
    }
}

/// How much a call that fills its output took in and gave out, in bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Filled {
    /// Bytes of input that the block holds.
    pub read: usize,
    /// Bytes of output that the block takes.
    pub written: usize,
}

impl FastCompressor {
    /// A compressor: 16 KiB, and 16 KiB more from its first input of 64 KiB or
    /// dictionary on.
    pub fn new() -> Self {
        Self {
            short: Short::new(),
            short_index: 0,
            long: None,
        }
    }

    /// Compresses `input` to the front of `output` and returns the block's
    /// size (`LZ4_compress_fast`).
    ///
    /// # Errors
    ///
    /// [`CompressError`]. An output of [`bound`] bytes is never too small.
    pub fn compress(
        &mut self,
        input: &[u8],
        output: &mut [u8],
        acceleration: u32,
    ) -> Result<usize, CompressError> {
        let ample = output.len() >= checked_bound(input)?;
        let available = output.len();
        let acceleration = clamped(acceleration);
        let window = alone(input);
        let written = if input.len() <= REUSING_INPUT && ample {
            let window = Window {
                start_index: self.short_index_for(input.len()),
                ..window
            };
            encode::<_, Ample, History>(&mut self.short, window, acceleration, output)
        } else if input.len() < SHORT_INPUT {
            self.clear_short();
            if ample {
                encode::<_, Ample, Alone>(&mut self.short, window, acceleration, output)
            } else {
                encode::<_, Limited, Alone>(&mut self.short, window, acceleration, output)
            }
        } else {
            let long = self.long.get_or_insert_with(Long::new);
            long.clear();
            if ample {
                encode::<_, Ample, Alone>(long, window, acceleration, output)
            } else {
                encode::<_, Limited, Alone>(long, window, acceleration, output)
            }
        };
        size(written, available)
    }

    /// Clears the short table for an input that gets all indices.
    fn clear_short(&mut self) {
        self.short.clear();
        self.short_index = u32::MAX;
    }

    /// The first of `size` indices that no entry of the short table has.
    fn short_index_for(&mut self, size: usize) -> u32 {
        let size = size as u32;
        if self.short_index > u32::from(u16::MAX) - size {
            self.short.clear();
            self.short_index = 0;
        }
        let first = self.short_index;
        self.short_index += size;
        first
    }

    /// Compresses as much of `input` as goes into `output`
    /// (`LZ4_compress_destSize`, which has an acceleration of 1).
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
        acceleration: u32,
    ) -> Result<Filled, CompressError> {
        if output.len() >= checked_bound(input)? {
            let written = self.compress(input, output, acceleration)?;
            return Ok(Filled {
                read: input.len(),
                written,
            });
        }
        if output.is_empty() {
            return Ok(Filled {
                read: 0,
                written: 0,
            });
        }
        let acceleration = clamped(acceleration);
        let window = alone(input);
        let written = if input.len() < SHORT_INPUT {
            self.clear_short();
            encode::<_, Fill, Alone>(&mut self.short, window, acceleration, output)
        } else {
            let long = self.long.get_or_insert_with(Long::new);
            long.clear();
            encode::<_, Fill, Alone>(long, window, acceleration, output)
        };
        // Filling stops in time; should it not, nothing has gone in.
        Ok(written.unwrap_or(Filled {
            read: 0,
            written: 0,
        }))
    }

    /// Compresses `input` with matches in `dictionary` too (`LZ4_loadDict` or
    /// `LZ4_attach_dictionary`, then `LZ4_compress_fast_continue`).
    ///
    /// To read the block takes the same dictionary.
    ///
    /// # Errors
    ///
    /// [`CompressError`]. An output of [`bound`] bytes is never too small.
    pub fn compress_with_dictionary(
        &mut self,
        dictionary: &Dictionary,
        input: &[u8],
        output: &mut [u8],
        acceleration: u32,
    ) -> Result<usize, CompressError> {
        checked_bound(input)?;
        let available = output.len();
        let long = self.long.get_or_insert_with(Long::new);
        long.copy_from(dictionary.table());
        let window = Window {
            block: input,
            start: 0,
            start_index: Dictionary::end_index(),
            dictionary: dictionary.bytes(),
        };
        size(
            encode::<_, Limited, Apart>(long, window, clamped(acceleration), output),
            available,
        )
    }
}

fn checked_bound(input: &[u8]) -> Result<usize, CompressError> {
    bound(input.len()).ok_or(CompressError::InputTooLarge { size: input.len() })
}

fn clamped(acceleration: u32) -> u32 {
    acceleration.clamp(1, MAX_ACCELERATION)
}

const fn alone(input: &[u8]) -> Window<'_> {
    Window {
        block: input,
        start: 0,
        start_index: 0,
        dictionary: &[],
    }
}

fn size(written: Option<Filled>, available: usize) -> Result<usize, CompressError> {
    written
        .map(|filled| filled.written)
        .ok_or(CompressError::OutputTooSmall { available })
}

/// Indexes a dictionary of at most 64 KiB; also tells how much of it counts.
pub(super) fn index_dictionary(bytes: &[u8], thorough: bool) -> (Long, usize) {
    let mut table = Long::new();
    let Some(words) = Words::new(bytes) else {
        return (table, 0);
    };
    let first = DICTIONARY_INDEX - bytes.len() as u32;
    let last = bytes.len() - MIN_DICTIONARY;
    for at in (0..=last).step_by(3) {
        table.put(Long::hash(words.u64_at(at)), first + at as u32);
    }
    if thorough {
        for at in 0..=last {
            let hash = Long::hash(words.u64_at(at));
            if table.get(hash) == 0 {
                table.put(hash, first + at as u32);
            }
        }
    }
    (table, bytes.len())
}

const _: () = assert!(MAX_INPUT < u32::MAX as usize - DICTIONARY_INDEX as usize);
