//! Reading a block (`LZ4_decompress_safe` and its kin).

use super::word::u64_at;
use super::{DecodeError, LAST_LITERALS, MATCH_FIND_LIMIT, MIN_MATCH, Malformed, TOKEN_MASK};

/// Block that has to be left for a sequence to be read without looking at each
/// end: 14 literals copied as 16, and an offset.
const ROOM_IN: usize = 17;

/// Output that has to be left for it: the literals, and 18 bytes of match.
const ROOM_OUT: usize = 14 + 18;

/// Literals that end closer to the block's end than this are the last.
const INPUT_MARGIN: usize = 2 + 1 + LAST_LITERALS;

/// Decompresses `block` to the front of `output` and returns how much it is
/// (`LZ4_decompress_safe`).
///
/// The output may be longer than the data. Bytes of it after the data may be
/// written to. Blocks that liblz4 accepts are accepted, all but those with an
/// offset of 0.
///
/// # Errors
///
/// [`DecodeError`] for a block that is malformed or does not fit.
pub fn decompress(block: &[u8], output: &mut [u8]) -> Result<usize, DecodeError> {
    Decoder::new(block, output, 0, &[]).run::<false, false>()
}

/// Decompresses `block` to `buffer[start..]`, with `buffer[..start]` for
/// history, and returns how much it is (`LZ4_decompress_safe_usingDict` with a
/// dictionary that ends where the output begins).
///
/// # Errors
///
/// As [`decompress`].
///
/// # Panics
///
/// When `start` exceeds the buffer.
pub fn decompress_after(
    block: &[u8],
    buffer: &mut [u8],
    start: usize,
) -> Result<usize, DecodeError> {
    Decoder::new(block, buffer, start, &[]).run::<false, false>()
}

/// Decompresses `block`, which was written with `dictionary`, to the front of
/// `output`, and returns how much it is (`LZ4_decompress_safe_usingDict`).
///
/// # Errors
///
/// As [`decompress`].
pub fn decompress_with_dictionary(
    block: &[u8],
    output: &mut [u8],
    dictionary: &[u8],
) -> Result<usize, DecodeError> {
    Decoder::new(block, output, 0, dictionary).run::<false, true>()
}

/// As [`decompress_after`], with `dictionary` before `buffer[..start]`.
pub(crate) fn decompress_continued(
    block: &[u8],
    buffer: &mut [u8],
    start: usize,
    dictionary: &[u8],
) -> Result<usize, DecodeError> {
    if dictionary.is_empty() {
        return decompress_after(block, buffer, start);
    }
    Decoder::new(block, buffer, start, dictionary).run::<false, true>()
}

/// Decompresses the front of `block` until `output` is full, and returns how
/// much it is (`LZ4_decompress_safe_partial` with a target of the output's
/// length). A block that ends early in its literals gives what it has.
///
/// # Errors
///
/// [`DecodeError`] for a block that is malformed before the output is full.
pub fn decompress_partial(block: &[u8], output: &mut [u8]) -> Result<usize, DecodeError> {
    Decoder::new(block, output, 0, &[]).run::<true, false>()
}

/// A block being read.
struct Decoder<'a> {
    block: &'a [u8],
    /// Position in the block.
    at: usize,
    /// History, then output.
    output: &'a mut [u8],
    /// Where output begins.
    start: usize,
    /// Position in `output`.
    end: usize,
    dictionary: &'a [u8],
}

impl<'a> Decoder<'a> {
    fn new(block: &'a [u8], output: &'a mut [u8], start: usize, dictionary: &'a [u8]) -> Self {
        assert!(start <= output.len(), "output begins after its end");
        Self {
            block,
            at: 0,
            output,
            start,
            end: start,
            dictionary,
        }
    }

    fn error(&self, problem: Malformed) -> DecodeError {
        DecodeError {
            position: self.at,
            problem,
        }
    }

    fn run<const PARTIAL: bool, const EXTERNAL: bool>(mut self) -> Result<usize, DecodeError> {
        if self.output.len() == self.start {
            return match self.block {
                _ if PARTIAL => Ok(0),
                [0] => Ok(0),
                [] => Err(self.error(Malformed::Empty)),
                _ => Err(self.error(Malformed::Literals {
                    length: usize::from(self.block[0] >> 4),
                    input_left: self.block.len() - 1,
                    output_left: 0,
                })),
            };
        }
        loop {
            let Some(&token) = self.block.get(self.at) else {
                return Err(self.error(Malformed::Empty));
            };
            self.at += 1;
            let mut literals = usize::from(token >> 4);
            let roomy = literals < TOKEN_MASK
                && self.block.len() - self.at >= ROOM_IN
                && self.output.len() - self.end >= ROOM_OUT;
            if roomy {
                let source: [u8; 16] = self.block[self.at..self.at + 16].try_into().expect("16");
                self.output[self.end..self.end + 16].copy_from_slice(&source);
                self.at += literals;
                self.end += literals;
            } else {
                if literals == TOKEN_MASK {
                    literals += self.length::<true>(TOKEN_MASK)?;
                }
                if self.literals::<PARTIAL>(literals)? {
                    return Ok(self.end - self.start);
                }
            }

            let offset = usize::from(u16::from_le_bytes([
                self.block[self.at],
                self.block[self.at + 1],
            ]));
            let code = usize::from(token) & TOKEN_MASK;
            let history = self.end;
            if roomy && code < TOKEN_MASK && offset >= 8 && offset <= history {
                let from = self.end - offset;
                for step in [0, 8] {
                    let word = u64_at(self.output, from + step);
                    self.output[self.end + step..self.end + step + 8]
                        .copy_from_slice(&word.to_le_bytes());
                }
                let tail: [u8; 2] = self.output[from + 16..from + 18].try_into().expect("2");
                self.output[self.end + 16..self.end + 18].copy_from_slice(&tail);
                self.at += 2;
                self.end += code + MIN_MATCH;
                continue;
            }

            if offset == 0 {
                return Err(self.error(Malformed::ZeroOffset));
            }
            let history = history.saturating_add(self.dictionary.len());
            if offset > history {
                return Err(self.error(Malformed::Offset { offset, history }));
            }
            self.at += 2;
            let mut length = code + MIN_MATCH;
            if code == TOKEN_MASK {
                length += self.length::<false>(LAST_LITERALS - 1)?;
            }
            if self.matched::<PARTIAL, EXTERNAL>(offset, length)? {
                return Ok(self.end - self.start);
            }
        }
    }

    /// Reads the bytes that a length goes on in, of which the last must lie
    /// `margin` bytes or more before the block's end.
    fn length<const BEFORE: bool>(&mut self, margin: usize) -> Result<usize, DecodeError> {
        let limit = self.block.len().saturating_sub(margin);
        if BEFORE && self.at >= limit {
            return Err(self.error(Malformed::UnfinishedLength));
        }
        let mut length = 0;
        loop {
            let Some(&byte) = self.block.get(self.at) else {
                return Err(self.error(Malformed::UnfinishedLength));
            };
            self.at += 1;
            if self.at > limit {
                return Err(self.error(Malformed::UnfinishedLength));
            }
            length += usize::from(byte);
            if byte != 255 {
                return Ok(length);
            }
        }
    }

    /// Copies literals; `true`: they were the last.
    fn literals<const PARTIAL: bool>(&mut self, length: usize) -> Result<bool, DecodeError> {
        let input_left = self.block.len() - self.at;
        let output_left = self.output.len() - self.end;
        let more = length.saturating_add(MATCH_FIND_LIMIT) <= output_left
            && length.saturating_add(INPUT_MARGIN) <= input_left;
        let mut taken = length;
        if !more {
            if PARTIAL {
                taken = length.min(input_left).min(output_left);
            } else if length != input_left || length > output_left {
                return Err(self.error(Malformed::Literals {
                    length,
                    input_left,
                    output_left,
                }));
            }
        }
        self.output[self.end..self.end + taken]
            .copy_from_slice(&self.block[self.at..self.at + taken]);
        self.at += taken;
        self.end += taken;
        Ok(!more && (!PARTIAL || self.end == self.output.len() || self.block.len() - self.at <= 2))
    }

    /// Copies a match, the offset of which has been checked; `true`: the output
    /// is full, and that is enough.
    fn matched<const PARTIAL: bool, const EXTERNAL: bool>(
        &mut self,
        offset: usize,
        mut length: usize,
    ) -> Result<bool, DecodeError> {
        let output_left = self.output.len() - self.end;
        if length.saturating_add(LAST_LITERALS) > output_left {
            if !PARTIAL {
                return Err(self.error(Malformed::Match {
                    length,
                    output_left,
                }));
            }
            length = length.min(output_left);
        }
        if EXTERNAL && offset > self.end {
            let back = offset - self.end;
            let there = &self.dictionary[self.dictionary.len() - back..];
            let taken = length.min(back);
            self.output[self.end..self.end + taken].copy_from_slice(&there[..taken]);
            self.end += taken;
            length -= taken;
        }
        if length > 0 {
            self.copy_match(offset, length);
        }
        Ok(PARTIAL && self.end == self.output.len())
    }

    /// Copies `length` bytes from `offset` bytes back, over each other where
    /// they overlap.
    fn copy_match(&mut self, offset: usize, length: usize) {
        let from = self.end - offset;
        // What has been copied doubles what can be copied at once.
        let mut done = 0;
        while done < length {
            let step = (offset + done).min(length - done);
            self.output.copy_within(from..from + step, self.end + done);
            done += step;
        }
        self.end += length;
    }
}
