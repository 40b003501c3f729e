//! Reading frames.

use alloc::vec::Vec;
use core::ops::Range;

use super::parse::Parser;
use super::{DecodeError, Limits};

/// Decompresses all frames in `input`, which follow each other, and returns
/// their content (`LZ4F_decompress`, and what the `lz4` command does with more
/// than one frame).
///
/// Skippable frames have no content. Legacy frames are read. Checksums and the
/// content size are verified.
///
/// What liblz4 refuses is refused. It accepts what this does not: blocks with an
/// offset of 0; content in a frame whose header announces 0 bytes; frames with
/// a dictionary id where there is no dictionary. `LZ4F_decompress` does not read
/// legacy frames; the `lz4` command does.
///
/// # Errors
///
/// [`DecodeError`] for input that is empty, malformed or ends early, that is
/// followed by something else, or that exceeds the limits.
pub fn decompress(input: &[u8], limits: &Limits) -> Result<Vec<u8>, DecodeError> {
    let mut output = Vec::new();
    decompress_into(input, limits, &mut output)?;
    Ok(output)
}

/// Appends to `output` what [`decompress`] returns.
///
/// # Errors
///
/// As [`decompress`], and nothing is appended then.
pub fn decompress_into(
    input: &[u8],
    limits: &Limits,
    output: &mut Vec<u8>,
) -> Result<(), DecodeError> {
    read_all(Parser::new(limits), input, output)
}

/// Decompresses as [`decompress`], with the dictionary that the frames were
/// written with (`LZ4F_decompress_usingDict`).
///
/// Frames that name a dictionary have to name `id`, if that is given.
///
/// # Errors
///
/// As [`decompress`].
pub fn decompress_with_dictionary(
    input: &[u8],
    dictionary: &[u8],
    id: Option<u32>,
    limits: &Limits,
) -> Result<Vec<u8>, DecodeError> {
    let mut parser = Parser::new(limits);
    parser.set_dictionary(dictionary, id);
    let mut output = Vec::new();
    read_all(parser, input, &mut output)?;
    Ok(output)
}

fn read_all(mut parser: Parser, mut input: &[u8], output: &mut Vec<u8>) -> Result<(), DecodeError> {
    let begin = output.len();
    let result = loop {
        match parser.block(&mut input, output) {
            Ok(Some(_)) => {}
            Ok(None) => break parser.end(),
            Err(error) => break Err(error),
        }
    };
    if result.is_err() {
        output.truncate(begin);
    }
    result
}

/// Decompresses frames that come piece by piece, one block at a time.
///
/// It reads what [`decompress`] reads, whatever the pieces are. It holds a block,
/// if that comes in pieces; what it becomes; and up to 128 KiB before that. Both
/// the former are as long as blocks can be, at most
/// ([`Limits::with_block_bytes`]). A block's own checksum is verified before its
/// content is given out; the content's, if there is one, cannot be.
///
/// ```
/// use lz4::frame::{Decoder, Limits, Options, compress};
///
/// let frame = compress(b"content", &Options::DEFAULT);
/// let mut decoder = Decoder::new(&Limits::DEFAULT);
/// let mut content = Vec::new();
/// for mut piece in frame.chunks(3) {
///     while let Some(block) = decoder.decode(&mut piece)? {
///         content.extend_from_slice(block);
///     }
/// }
/// decoder.finish()?;
/// assert_eq!(content, b"content");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub struct Decoder {
    parser: Parser,
    /// History, then the content given out last.
    window: Vec<u8>,
    given: Range<usize>,
}

impl core::fmt::Debug for Decoder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Decoder")
            .field("position", &self.position())
            .finish_non_exhaustive()
    }
}

impl Decoder {
    /// A decoder before the first frame.
    pub fn new(limits: &Limits) -> Self {
        Self {
            parser: Parser::new(limits),
            window: Vec::new(),
            given: 0..0,
        }
    }

    /// A decoder with the dictionary that the frames were written with, of which
    /// the last 64 KiB count. Frames that name a dictionary have to name `id`,
    /// if that is given.
    pub fn with_dictionary(limits: &Limits, dictionary: &[u8], id: Option<u32>) -> Self {
        let mut decoder = Self::new(limits);
        decoder.parser.set_dictionary(dictionary, id);
        decoder
    }

    /// Takes from the front of `input` until a block ends that has content, and
    /// returns that. `None`: all of `input` is taken, and there is no more
    /// content without the next piece.
    ///
    /// # Errors
    ///
    /// [`DecodeError`]; every call returns the same from then on.
    pub fn decode(&mut self, input: &mut &[u8]) -> Result<Option<&[u8]>, DecodeError> {
        self.given = 0..0;
        self.parser.forget(&mut self.window);
        let Some(begin) = self.parser.block(input, &mut self.window)? else {
            return Ok(None);
        };
        self.given = begin..self.window.len();
        Ok(Some(self.content()))
    }

    #[cfg(test)]
    pub(super) const fn window_capacity(&self) -> usize {
        self.window.capacity()
    }

    /// What the last call to [`decode`](Self::decode) returned, or nothing.
    pub fn content(&self) -> &[u8] {
        &self.window[self.given.clone()]
    }

    /// How many bytes of input are taken.
    pub const fn position(&self) -> u64 {
        self.parser.position()
    }

    /// Whether the input may end here: after a frame, or after a block of a
    /// legacy frame.
    pub fn is_finished(&self) -> bool {
        self.parser.may_end()
    }

    /// Says that the input ends here.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] with [`Problem::Truncated`](super::Problem::Truncated)
    /// where it may not, and what [`decode`](Self::decode) stopped with.
    pub fn finish(&self) -> Result<(), DecodeError> {
        self.parser.end()
    }
}
