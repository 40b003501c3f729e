//! Reading a block (`LZ4_decompress_safe` and its kin).

use mem::MatchBuffer;

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
    /// What of the block is still to be read.
    rest: &'a [u8],
    output: MatchBuffer<'a>,
    /// Where output begins, after history.
    start: usize,
    dictionary: &'a [u8],
}

/// Why the loop over short sequences stopped.
enum Next {
    /// This token is to be looked at with care.
    Token(u8),
    /// The literals of this token are copied; its match is to be looked at.
    Match(u8),
}

impl<'a> Decoder<'a> {
    fn new(block: &'a [u8], output: &'a mut [u8], start: usize, dictionary: &'a [u8]) -> Self {
        Self {
            block,
            rest: block,
            output: MatchBuffer::new(output, start),
            start,
            dictionary,
        }
    }

    #[cold]
    fn error(&self, problem: Malformed) -> DecodeError {
        DecodeError {
            position: self.block.len() - self.rest.len(),
            problem,
        }
    }

    fn size(&self) -> usize {
        self.output.position() - self.start
    }

    fn run<const PARTIAL: bool, const EXTERNAL: bool>(mut self) -> Result<usize, DecodeError> {
        if self.output.left() == 0 {
            return self.nothing::<PARTIAL>();
        }
        loop {
            let token = match self.short_sequences() {
                Some(Next::Token(token)) => {
                    let mut literals = usize::from(token >> 4);
                    if literals == TOKEN_MASK {
                        literals += self.length::<true>(TOKEN_MASK)?;
                    }
                    if self.literals::<PARTIAL>(literals)? {
                        return Ok(self.size());
                    }
                    token
                }
                Some(Next::Match(token)) => token,
                None => return Err(self.error(Malformed::Empty)),
            };

            let Some((&offset, rest)) = self.rest.split_first_chunk() else {
                return Err(self.error(Malformed::Empty));
            };
            let offset = usize::from(u16::from_le_bytes(offset));
            if offset == 0 {
                return Err(self.error(Malformed::ZeroOffset));
            }
            let history = self.output.position() + self.dictionary.len();
            if offset > history {
                return Err(self.error(Malformed::Offset { offset, history }));
            }
            self.rest = rest;
            let code = usize::from(token) & TOKEN_MASK;
            let mut length = code + MIN_MATCH;
            if code == TOKEN_MASK {
                length += self.length::<false>(LAST_LITERALS - 1)?;
            }
            if self.matched::<PARTIAL, EXTERNAL>(offset, length)? {
                return Ok(self.size());
            }
        }
    }

    /// What there is to say where no output is asked for.
    fn nothing<const PARTIAL: bool>(&self) -> Result<usize, DecodeError> {
        match self.block {
            _ if PARTIAL => Ok(0),
            [0] => Ok(0),
            [] => Err(self.error(Malformed::Empty)),
            [token, rest @ ..] => Err(self.error(Malformed::Literals {
                length: usize::from(token >> 4),
                input_left: rest.len(),
                output_left: 0,
            })),
        }
    }

    /// Reads sequences as long as they are short, match what has been written,
    /// and lie far enough from both ends to be copied without a look at them.
    /// `None`: the block ends where a token has to be.
    #[inline(always)]
    fn short_sequences(&mut self) -> Option<Next> {
        let mut rest = self.rest;
        let next = loop {
            let Some(sequence) = rest.first_chunk::<{ 1 + ROOM_IN }>() else {
                let Some((&token, after)) = rest.split_first() else {
                    break None;
                };
                rest = after;
                break Some(Next::Token(token));
            };
            let token = sequence[0];
            let literals = usize::from(token >> 4);
            if literals == TOKEN_MASK || self.output.left() < ROOM_OUT {
                rest = &rest[1..];
                break Some(Next::Token(token));
            }
            let (bytes, _) = sequence[1..].split_first_chunk().expect("16 of 17");
            self.output.put_short(bytes, literals);
            let offset = [sequence[1 + literals], sequence[2 + literals]];
            let offset = usize::from(u16::from_le_bytes(offset));
            let code = usize::from(token) & TOKEN_MASK;
            if code == TOKEN_MASK || !self.output.repeat_short(offset, code + MIN_MATCH) {
                rest = &rest[1 + literals..];
                break Some(Next::Match(token));
            }
            rest = &rest[3 + literals..];
        };
        self.rest = rest;
        next
    }

    /// Reads the bytes that a length goes on in, of which the last must lie
    /// `margin` bytes or more before the block's end.
    fn length<const BEFORE: bool>(&mut self, margin: usize) -> Result<usize, DecodeError> {
        let mut length = 0;
        loop {
            if BEFORE && length == 0 && self.rest.len() <= margin {
                return Err(self.error(Malformed::UnfinishedLength));
            }
            let Some((&byte, rest)) = self.rest.split_first() else {
                return Err(self.error(Malformed::UnfinishedLength));
            };
            self.rest = rest;
            if rest.len() < margin {
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
        let input_left = self.rest.len();
        let output_left = self.output.left();
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
        let (bytes, rest) = self.rest.split_at(taken);
        self.output.put(bytes);
        self.rest = rest;
        Ok(!more && (!PARTIAL || self.output.left() == 0 || rest.len() <= 2))
    }

    /// Copies a match, the offset of which has been checked; `true`: the output
    /// is full, and that is enough.
    #[inline(always)]
    fn matched<const PARTIAL: bool, const EXTERNAL: bool>(
        &mut self,
        offset: usize,
        mut length: usize,
    ) -> Result<bool, DecodeError> {
        let output_left = self.output.left();
        if length.saturating_add(LAST_LITERALS) > output_left {
            if !PARTIAL {
                return Err(self.error(Malformed::Match {
                    length,
                    output_left,
                }));
            }
            length = length.min(output_left);
        }
        if EXTERNAL && offset > self.output.position() {
            let back = offset - self.output.position();
            let there = &self.dictionary[self.dictionary.len() - back..];
            let taken = length.min(back);
            self.output.put(&there[..taken]);
            length -= taken;
        }
        let copied = length == 0 || self.output.repeat(offset, length);
        debug_assert!(copied, "offset and room have been checked");
        Ok(PARTIAL && self.output.left() == 0)
    }
}
