//! Sequences, written one after the other.

use super::TOKEN_MASK;
use super::room::Room;

/// Literals up to here are copied as one vector, whatever their number.
const SHORT_LITERALS: usize = 16;

/// A block under way, in the front of an output.
///
/// Bytes of the output after [`Self::position`] may be written to and are
/// written again.
pub(super) struct SequenceWriter<'a> {
    output: &'a mut [u8],
    position: usize,
}

/// Where the token of a sequence under way is.
#[derive(Clone, Copy)]
pub(super) struct Token(usize);

impl<'a> SequenceWriter<'a> {
    pub(super) const fn new(output: &'a mut [u8]) -> Self {
        Self {
            output,
            position: 0,
        }
    }

    /// How many bytes are written.
    pub(super) const fn position(&self) -> usize {
        self.position
    }

    /// How many bytes of output are left.
    pub(super) const fn left(&self) -> usize {
        self.output.len() - self.position
    }

    /// Begins a sequence with the literals `source[from..to]`.
    #[inline(always)]
    pub(super) fn literals(&mut self, source: &[u8], from: usize, to: usize) -> Token {
        let length = to - from;
        let token = Token(self.position);
        if length < TOKEN_MASK
            && let Some((_, source)) = source.split_at_checked(from)
            && let Some(source) = source.first_chunk::<SHORT_LITERALS>()
            && let Some((_, target)) = self.output.split_at_mut_checked(token.0)
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
            self.output[token] = (length << 4) as u8;
        } else {
            self.output[token] = (TOKEN_MASK << 4) as u8;
            self.length(length - TOKEN_MASK);
        }
        let at = self.position;
        self.output[at..at + length].copy_from_slice(literals);
        self.position += length;
    }

    /// Begins a sequence without literals.
    #[inline(always)]
    pub(super) fn no_literals(&mut self) -> Token {
        let token = Token(self.position);
        self.output[token.0] = 0;
        self.position += 1;
        token
    }

    /// Ends a sequence with a match `offset` bytes back, of `excess` bytes more
    /// than the shortest.
    #[inline(always)]
    pub(super) fn matched(&mut self, token: Token, offset: usize, excess: usize) {
        let at = self.position;
        self.output[at..at + 2].copy_from_slice(&(offset as u16).to_le_bytes());
        self.position += 2;
        if excess < TOKEN_MASK {
            self.output[token.0] |= excess as u8;
        } else {
            self.output[token.0] |= TOKEN_MASK as u8;
            self.length(excess - TOKEN_MASK);
        }
    }

    /// Ends the block with the literals from `from` on, or as many of them as
    /// the output is to be filled with, and returns where they end. `None`: they
    /// do not fit.
    pub(super) fn last_literals<R: Room>(&mut self, source: &[u8], from: usize) -> Option<usize> {
        let mut end = source.len();
        if R::CHECKED {
            let literals = end - from;
            if 1 + literals + (literals + 255 - TOKEN_MASK) / 255 > self.left() {
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

    /// Takes back a sequence of which the match has not been written.
    pub(super) const fn take_back(&mut self, token: Token) {
        self.position = token.0;
    }

    /// What a length says beyond the token's share of it.
    #[inline(always)]
    fn length(&mut self, rest: usize) {
        let full = rest / 255;
        if full > 0 {
            self.output[self.position..self.position + full].fill(255);
            self.position += full;
        }
        self.output[self.position] = (rest % 255) as u8;
        self.position += 1;
    }
}
