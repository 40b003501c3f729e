//! The match after literals.

use core::hint::cold_path;

use super::{MatchBuffer, SHORT_MATCH, SLOP, WIDE, WORD};
use crate::period;

/// A buffer that [`SHORT_MATCH`] bytes are left in.
#[derive(Debug)]
pub struct RoomForMatch<'b, 'a>(pub(super) &'b mut MatchBuffer<'a>);

impl RoomForMatch<'_, '_> {
    /// Appends the `length` bytes that begin `offset` bytes back, those that
    /// this appends among them. `false`, and nothing is appended, when `offset`
    /// is 0 or exceeds what is filled, or unless 32 bytes more than `length` are
    /// left.
    #[inline(always)]
    pub fn repeat_longer(self, offset: usize, length: usize) -> bool {
        let buffer = self.0;
        let room = length.saturating_add(SLOP);
        if offset == 0 || offset > buffer.position || buffer.left() < room {
            return false;
        }
        if offset >= WIDE {
            buffer.repeat_in_steps::<WIDE>(offset, length);
        } else {
            cold_path();
            buffer.repeat_near(offset, length);
        }
        buffer.position += length;
        true
    }

    /// Appends the `length` bytes that begin `offset` bytes back, those that
    /// this appends among them. `false`, and nothing is appended, when `offset`
    /// is 0 or exceeds what is filled, or when it is less than 8 and less than 32
    /// bytes are left.
    ///
    /// # Panics
    ///
    /// When `length` exceeds [`SHORT_MATCH`].
    #[inline(always)]
    pub fn repeat(self, offset: usize, length: usize) -> bool {
        let buffer = self.0;
        debug_assert!(buffer.left() >= SHORT_MATCH);
        assert!(length <= SHORT_MATCH, "more than a short match");
        if offset < WORD {
            cold_path();
            return Self(buffer).repeat_close(offset, length);
        }
        if offset > buffer.position {
            cold_path();
            return false;
        }
        // SAFETY: `offset` is at most `position`, so the source begins in the
        // buffer, before the target; of that, `SHORT_MATCH` bytes are in the
        // buffer, which is what this type says. Source and target of each copy
        // are 8 bytes or more apart, and none is longer than that.
        unsafe {
            let target = buffer.buffer.as_mut_ptr().add(buffer.position);
            let source = target.sub(offset).cast_const();
            core::ptr::copy_nonoverlapping(source, target, 8);
            core::ptr::copy_nonoverlapping(source.add(8), target.add(8), 8);
            core::ptr::copy_nonoverlapping(source.add(16), target.add(16), 2);
        }
        buffer.position += length;
        true
    }

    /// As [`Self::repeat`], of less than [`WORD`] bytes back. Does without loops
    /// and loads of what it writes.
    #[inline(always)]
    fn repeat_close(self, offset: usize, length: usize) -> bool {
        let buffer = self.0;
        debug_assert!(offset < WORD);
        if offset == 0 || offset > buffer.position || buffer.left() < SLOP {
            return false;
        }
        let words = period::words(buffer.word_before(offset), offset);
        let target = &mut buffer.buffer[buffer.position..];
        let (target, _) = target.as_chunks_mut();
        for (target, word) in target.iter_mut().zip(words) {
            *target = word.to_le_bytes();
        }
        buffer.position += length;
        true
    }
}
