//! Sequences, written one after the other.

use core::hint::cold_path;

use mem::{WindowsMut, Words};

use super::TOKEN_MASK;
use super::room::Room;

/// Literals up to here are copied as one vector, whatever their number.
const SHORT_LITERALS: usize = 16;

/// More literals up to here are copied as four vectors.
const LONG_LITERALS: usize = 4 * SHORT_LITERALS;

/// Most that is written of a sequence whose lengths take a byte at most: token,
/// literals, offset, and the match's length.
const SHORT_SEQUENCE: usize = 1 + SHORT_LITERALS + 2 + 1;

/// A block under way, in the front of an output.
///
/// Bytes of the output after [`Self::position`] may be written to and are
/// written again.
pub(super) struct SequenceWriter<'a> {
    output: WindowsMut<'a, SHORT_SEQUENCE>,
    position: usize,
}

/// Where the token of a sequence under way is.
#[derive(Clone, Copy)]
pub(super) struct Token(usize);

impl<'a> SequenceWriter<'a> {
    pub(super) const fn new(output: &'a mut [u8]) -> Self {
        Self {
            output: WindowsMut::new(output),
            position: 0,
        }
    }

    /// How many bytes are written.
    pub(super) const fn position(&self) -> usize {
        self.position
    }

    /// How many bytes of output are left.
    pub(super) const fn left(&self) -> usize {
        self.output.bytes().len() - self.position
    }

    /// Begins a sequence with the literals `source[from..to]`.
    #[inline(always)]
    pub(super) fn literals(&mut self, source: &[u8], from: usize, to: usize) -> Token {
        let length = to - from;
        let token = Token(self.position);
        if length < TOKEN_MASK
            && let Some((_, source)) = source.split_at_checked(from)
            && let Some(source) = source.first_chunk::<SHORT_LITERALS>()
            && let Some((_, target)) = self.output.bytes_mut().split_at_mut_checked(token.0)
            && let Some(target) = target.first_chunk_mut::<{ 1 + SHORT_LITERALS }>()
        {
            target[0] = (length << 4) as u8;
            target[1..].copy_from_slice(source);
            self.position += 1 + length;
            return token;
        }
        self.literals_exactly(&source[from..to]);
        token
    }

    /// Begins a sequence with literals that are many or end the input.
    #[inline(always)]
    fn literals_exactly(&mut self, literals: &[u8]) {
        let length = literals.len();
        let token = self.position;
        self.position += 1;
        if length < TOKEN_MASK {
            self.output.bytes_mut()[token] = (length << 4) as u8;
        } else {
            self.output.bytes_mut()[token] = (TOKEN_MASK << 4) as u8;
            self.length(length - TOKEN_MASK);
        }
        let at = self.position;
        self.output.bytes_mut()[at..at + length].copy_from_slice(literals);
        self.position += length;
    }

    /// Writes a sequence of the literals `source[from..to]` and a match `offset`
    /// bytes back, of `excess` bytes more than the shortest.
    #[inline(always)]
    pub(super) fn sequence(
        &mut self,
        source: Words<'_>,
        (from, to): (usize, usize),
        offset: usize,
        excess: usize,
    ) {
        let length = to - from;
        let bytes = source.bytes();
        if length >= TOKEN_MASK {
            cold_path();
            return self.long_sequence(&bytes[from..], length, offset, excess);
        }
        let (Some(target), Some(source)) = (self.output.at(self.position), source.chunk_at(from))
        else {
            cold_path();
            return self.long_sequence(&bytes[from..], length, offset, excess);
        };
        let source: &[u8; SHORT_LITERALS] = source;
        target[1..=SHORT_LITERALS].copy_from_slice(source);
        let offset_bytes = (offset as u16).to_le_bytes();
        target[1 + length..3 + length].copy_from_slice(&offset_bytes);
        if excess < TOKEN_MASK {
            target[0] = (length << 4 | excess) as u8;
            self.position += 3 + length;
        } else if excess < TOKEN_MASK + 255 {
            target[0] = (length << 4 | TOKEN_MASK) as u8;
            target[3 + length] = (excess - TOKEN_MASK) as u8;
            self.position += 4 + length;
        } else {
            cold_path();
            self.long_sequence(&bytes[from..], length, offset, excess);
        }
    }

    /// The same, of any length, out of the way.
    #[inline(always)]
    fn long_sequence(&mut self, source: &[u8], length: usize, offset: usize, excess: usize) {
        self.position = long_sequence(
            self.output.bytes_mut(),
            self.position,
            source,
            length,
            offset,
            excess,
        );
    }

    /// Ends a sequence with a match `offset` bytes back, of `excess` bytes more
    /// than the shortest.
    #[inline(always)]
    pub(super) fn matched(&mut self, token: Token, offset: usize, excess: usize) {
        let at = self.position;
        self.output.bytes_mut()[at..at + 2].copy_from_slice(&(offset as u16).to_le_bytes());
        self.position += 2;
        if excess < TOKEN_MASK {
            self.output.bytes_mut()[token.0] |= excess as u8;
        } else {
            self.output.bytes_mut()[token.0] |= TOKEN_MASK as u8;
            self.length(excess - TOKEN_MASK);
        }
    }

    /// Ends the block with the literals from `from` on, or as many of them as
    /// the output is to be filled with, and returns where they end. `None`: they
    /// do not fit.
    #[inline(always)]
    pub(super) fn last_literals<R: Room>(&mut self, source: &[u8], from: usize) -> Option<usize> {
        let mut end = source.len();
        if R::CHECKED {
            let literals = end - from;
            if literals_size(literals) > self.left() {
                if !R::FILL {
                    return None;
                }
                let mut fits = self.left() - 1;
                fits -= (fits + 256 - TOKEN_MASK) / 256;
                end = from + fits;
            }
        }
        self.literals(source, from, end);
        Some(end)
    }

    /// What a length says beyond the token's share of it.
    #[inline(always)]
    fn length(&mut self, rest: usize) {
        let full = rest / 255;
        if full > 0 {
            let (from, to) = (self.position, self.position + full);
            self.output.bytes_mut()[from..to].fill(255);
            self.position += full;
        }
        let at = self.position;
        self.output.bytes_mut()[at] = (rest % 255) as u8;
        self.position += 1;
    }
}

/// Writes a sequence of `length` literals, with which `source` begins, at
/// `position` and returns where it ends.
#[inline(never)]
fn long_sequence(
    output: &mut [u8],
    position: usize,
    source: &[u8],
    length: usize,
    offset: usize,
    excess: usize,
) -> usize {
    if (TOKEN_MASK..=LONG_LITERALS).contains(&length)
        && excess < TOKEN_MASK + 255
        && let Some(literals) = source.first_chunk::<LONG_LITERALS>()
        && let Some((_, target)) = output.split_at_mut_checked(position)
        && let Some(target) = target.first_chunk_mut::<{ 2 + LONG_LITERALS + 2 + 1 }>()
    {
        target[1] = (length - TOKEN_MASK) as u8;
        target[2..2 + LONG_LITERALS].copy_from_slice(literals);
        let end = 2 + length + 2;
        target[2 + length..end].copy_from_slice(&(offset as u16).to_le_bytes());
        if excess < TOKEN_MASK {
            target[0] = (TOKEN_MASK << 4 | excess) as u8;
            return position + end;
        }
        target[0] = (TOKEN_MASK << 4 | TOKEN_MASK) as u8;
        target[end] = (excess - TOKEN_MASK) as u8;
        return position + end + 1;
    }
    let mut writer = SequenceWriter::new(output);
    writer.position = position;
    let token = Token(position);
    writer.literals_exactly(&source[..length]);
    writer.matched(token, offset, excess);
    writer.position
}

/// How many bytes a token, so many literals, and their length take.
#[inline(always)]
pub(super) const fn literals_size(literals: usize) -> usize {
    1 + literals + (literals + 255 - TOKEN_MASK) / 255
}
