//! The sequences of a block that may not fit.

use core::marker::PhantomData;

use super::Filled;
use super::window::Window;
use crate::block::encode::SequenceWriter;
use crate::block::room::Room;
use crate::block::{LAST_LITERALS, MATCH_FIND_LIMIT, MIN_MATCH, TOKEN_MASK};

/// The last position at which a match may begin in the input from `start` on,
/// unless that is shorter than `shortest`.
pub(super) const fn last_position(block: &[u8], start: usize, shortest: usize) -> Option<usize> {
    if block.len() - start < shortest {
        return None;
    }
    Some(block.len() - MATCH_FIND_LIMIT)
}

/// A match that is or may become a sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    /// Where in the block it begins.
    pub(super) at: usize,
    pub(super) length: usize,
    /// How far back, in bytes.
    pub(super) offset: usize,
}

impl Match {
    /// Where in the block it ends.
    pub(super) const fn end(&self) -> usize {
        self.at + self.length
    }

    /// Takes `count` bytes off its front.
    pub(super) const fn skip(&mut self, count: usize) {
        self.at += count;
        self.length -= count;
    }
}

/// No further sequence fits.
#[derive(Clone, Copy)]
pub(super) struct Full;

/// Sequences written, one after the other, as far as they fit.
pub(super) struct Sequences<'a, R> {
    writer: SequenceWriter<'a>,
    block: &'a [u8],
    start: usize,
    /// Where the literals of the next sequence begin.
    anchor: usize,
    room: PhantomData<R>,
}

impl<'a, R: Room> Sequences<'a, R> {
    /// What is kept free while filling, so that the last literals fit.
    const SPARE: usize = if R::FILL { LAST_LITERALS } else { 0 };

    pub(super) const fn new(window: &Window<'a>, output: &'a mut [u8]) -> Self {
        Self {
            writer: SequenceWriter::new(output),
            block: window.block,
            start: window.start,
            anchor: window.start,
            room: PhantomData,
        }
    }

    /// Where the literals of the next sequence begin.
    #[inline(always)]
    pub(super) const fn anchor(&self) -> usize {
        self.anchor
    }

    /// Writes a match with the literals before it (`LZ4HC_encodeSequence`).
    ///
    /// When it does not fit and the output is to be filled, as much of it is
    /// written as does.
    #[inline(always)]
    pub(super) fn put(&mut self, found: Match) -> Result<(), Full> {
        let literals = found.at - self.anchor;
        let excess = found.length - MIN_MATCH;
        if R::CHECKED {
            // Generous by a byte here and there, as in C.
            let with_literals = 1 + literals / 255 + literals + (2 + 1 + LAST_LITERALS);
            let with_match = sequence_front(literals) + 2 + excess / 255 + (1 + LAST_LITERALS);
            if with_literals.max(with_match) + Self::SPARE > self.writer.left() {
                if R::FILL {
                    self.put_part(found);
                }
                return Err(Full);
            }
        }
        self.write(found);
        Ok(())
    }

    #[inline(always)]
    fn write(&mut self, found: Match) {
        let token = self.writer.literals(self.block, self.anchor, found.at);
        self.writer
            .matched(token, found.offset, found.length - MIN_MATCH);
        self.anchor = found.end();
    }

    /// Writes the front of a match, if any of it fits.
    #[cold]
    fn put_part(&mut self, mut found: Match) {
        let front = sequence_front(found.at - self.anchor);
        let left = self.writer.left();
        let Some(for_length) = left.checked_sub(Self::SPARE + 3 + front) else {
            return;
        };
        let longest = MIN_MATCH + TOKEN_MASK - 1 + for_length * 255;
        found.length = found.length.min(longest);
        // What is left could be literals, and matches have to end so far from
        // the end.
        if left - (front + 2) - 1 + found.length >= MATCH_FIND_LIMIT {
            self.write(found);
        }
    }

    /// Ends the block with literals.
    pub(super) fn finish(mut self, sequences: Result<(), Full>) -> Option<Filled> {
        if !R::FILL && sequences.is_err() {
            return None;
        }
        let end = self.writer.last_literals::<R>(self.block, self.anchor)?;
        Some(Filled {
            read: end - self.start,
            written: self.writer.position(),
        })
    }
}

/// Bytes that a token, its count of literals and the literals take.
const fn sequence_front(literals: usize) -> usize {
    1 + (literals + 255 - TOKEN_MASK) / 255 + literals
}
