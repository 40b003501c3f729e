//! Which compressor writes the blocks of a frame.

use alloc::boxed::Box;
use alloc::sync::Arc;

use crate::block::{
    Dictionary, FastCompressor, FastStream, HighCompressor, HighDictionary, HighStream,
};

/// The lowest level of high compression (`LZ4HC_CLEVEL_MIN`).
const HIGH: i32 = 2;

/// The level that dictionaries are prepared for, whichever they are used at
/// (`LZ4F_createCDict`).
const DICTIONARY_LEVEL: i32 = 9;

/// Compresses the blocks of one frame, in their order.
pub(super) trait Blocks: Send + Sync {
    /// Compresses `window[start..]`, with `window[..start]` for history if
    /// blocks are linked, to the front of `output`, and returns the block's
    /// size. `None`: it does not fit.
    fn compress(&mut self, window: &[u8], start: usize, output: &mut [u8]) -> Option<usize>;
}

/// The compressor for a level (`LZ4F_selectCompression`).
pub(super) fn by_level(
    level: i32,
    linked: bool,
    dictionary: Option<&Arc<Dictionary>>,
) -> Box<dyn Blocks> {
    if level >= HIGH {
        let dictionary =
            dictionary.map(|words| HighDictionary::new(words.given(), DICTIONARY_LEVEL));
        if linked || dictionary.is_some() {
            return Box::new(HighBlocks {
                stream: HighStream::new(level),
                dictionary,
                linked,
            });
        }
        return Box::new(HighIndependent {
            compressor: HighCompressor::new(),
            level,
        });
    }
    let dictionary = dictionary.cloned();
    let acceleration = acceleration(level);
    if linked {
        return Box::new(FastLinked {
            stream: dictionary
                .as_deref()
                .map_or_else(FastStream::new, FastStream::with_dictionary),
            dictionary,
            acceleration,
        });
    }
    Box::new(FastIndependent {
        compressor: FastCompressor::new(),
        dictionary,
        acceleration,
    })
}

/// The acceleration of a fast level. (C's sum overflows at the lowest two.)
fn acceleration(level: i32) -> u32 {
    if level < 0 {
        level.unsigned_abs() + 1
    } else {
        1
    }
}

/// `LZ4F_compressBlock`
struct FastIndependent {
    compressor: FastCompressor,
    dictionary: Option<Arc<Dictionary>>,
    acceleration: u32,
}

impl Blocks for FastIndependent {
    fn compress(&mut self, window: &[u8], start: usize, output: &mut [u8]) -> Option<usize> {
        let input = &window[start..];
        match &self.dictionary {
            Some(dictionary) => self.compressor.compress_with_dictionary(
                dictionary,
                input,
                output,
                self.acceleration,
            ),
            None => self.compressor.compress(input, output, self.acceleration),
        }
        .ok()
    }
}

/// `LZ4F_compressBlock_continue`
struct FastLinked {
    stream: FastStream,
    /// The first block's history.
    dictionary: Option<Arc<Dictionary>>,
    acceleration: u32,
}

impl Blocks for FastLinked {
    /// A block that does not fit leaves its positions in the table, for the next
    /// one to refer to: the reader has its bytes all the same.
    fn compress(&mut self, window: &[u8], start: usize, output: &mut [u8]) -> Option<usize> {
        match self.dictionary.take() {
            Some(dictionary) => self.stream.compress_apart(
                dictionary.bytes(),
                &window[start..],
                output,
                self.acceleration,
            ),
            None => self
                .stream
                .compress(window, start, output, self.acceleration),
        }
        .ok()
    }
}

/// `LZ4F_compressBlockHC` without a dictionary
struct HighIndependent {
    compressor: HighCompressor,
    level: i32,
}

impl Blocks for HighIndependent {
    fn compress(&mut self, window: &[u8], start: usize, output: &mut [u8]) -> Option<usize> {
        let input = &window[start..];
        self.compressor.compress(input, output, self.level).ok()
    }
}

/// `LZ4F_compressBlockHC_continue`, and `LZ4F_compressBlockHC` with a dictionary
struct HighBlocks {
    stream: HighStream,
    dictionary: Option<HighDictionary>,
    linked: bool,
}

impl Blocks for HighBlocks {
    /// Of a block that does not fit the same is true as of a fast one.
    fn compress(&mut self, window: &[u8], start: usize, output: &mut [u8]) -> Option<usize> {
        let (window, start) = if self.linked {
            (window, start)
        } else {
            self.stream.reset();
            (&window[start..], 0)
        };
        match &self.dictionary {
            Some(dictionary) => self
                .stream
                .compress_attached(dictionary, window, start, output),
            None => self.stream.compress(window, start, output),
        }
        .ok()
    }
}
