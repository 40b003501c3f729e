//! An output that copies from itself, as LZ decoders do.

mod room;

use core::hint::cold_path;

use crate::period;

pub use room::RoomForMatch;

/// The most literals of [`MatchBuffer::short_literals`].
pub const SHORT_LITERALS: usize = 14;

/// The longest match of [`RoomForMatch::repeat`].
pub const SHORT_MATCH: usize = 18;

/// The room that [`MatchBuffer::short_literals`] asks for.
pub const SHORT_SEQUENCE: usize = SHORT_LITERALS + SHORT_MATCH;

/// Bytes of a narrow copy.
const WORD: usize = 8;

/// Bytes of a wide copy.
const WIDE: usize = 16;

/// The most that a copy in steps writes after what it is to write.
const SLOP: usize = 2 * WIDE;

/// The greatest multiple of each offset that is [`WIDE`] or less.
const STRIDE: [usize; WORD] = [WIDE, 16, 16, 15, 16, 15, 12, 14];

/// From here on it pays to call what copies memory.
const LONG_RUN: usize = 128;

/// A buffer filled from the front, with what is already there as history.
///
/// Copies may write a few bytes more than they are asked for, within the
/// buffer and after what is filled; those bytes are written again by what
/// follows, or are of no meaning.
///
/// ```
/// use mem::MatchBuffer;
///
/// let mut memory = [0; 32];
/// let mut buffer = MatchBuffer::new(&mut memory, 0);
/// assert!(buffer.put(b"ab"));
/// assert!(buffer.repeat(2, 5));
/// assert_eq!(buffer.filled(), b"abababa");
/// assert!(!buffer.repeat(8, 5), "there are not 8 bytes of history");
/// ```
#[derive(Debug)]
pub struct MatchBuffer<'a> {
    buffer: &'a mut [u8],
    /// At most the buffer's length.
    position: usize,
}

impl<'a> MatchBuffer<'a> {
    /// A buffer of which the first `position` bytes are history.
    ///
    /// # Panics
    ///
    /// When `position` exceeds the buffer's length.
    #[inline(always)]
    pub const fn new(buffer: &'a mut [u8], position: usize) -> Self {
        assert!(position <= buffer.len(), "history ends after the buffer");
        Self { buffer, position }
    }

    /// How many bytes are filled, history included.
    #[inline(always)]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// How many bytes can still be filled.
    #[inline(always)]
    pub const fn left(&self) -> usize {
        self.buffer.len() - self.position
    }

    /// What is filled, history included.
    pub fn filled(&self) -> &[u8] {
        &self.buffer[..self.position]
    }

    /// Appends `bytes`; `false`, and nothing is appended, when they do not fit.
    #[inline(always)]
    pub fn put(&mut self, bytes: &[u8]) -> bool {
        let Some(target) = self.buffer[self.position..].get_mut(..bytes.len()) else {
            return false;
        };
        target.copy_from_slice(bytes);
        self.position += bytes.len();
        true
    }

    /// Appends the first `length` bytes of `source`, and reads and writes a few
    /// more where there are any. `false`, and nothing is appended, when they do
    /// not fit.
    ///
    /// # Panics
    ///
    /// When `length` exceeds the source's.
    #[inline(always)]
    pub fn put_front(&mut self, source: &[u8], length: usize) -> bool {
        assert!(length <= source.len(), "more than there is");
        if length > LONG_RUN || source.len() - length < SLOP || self.left() < length + SLOP {
            return self.put(&source[..length]);
        }
        let mut done = 0;
        loop {
            self.put_wide(source, done, length);
            done += SLOP;
            if done >= length {
                break;
            }
            cold_path();
        }
        self.position += length;
        true
    }

    /// Whether [`SHORT_SEQUENCE`] bytes are left.
    #[inline(always)]
    pub const fn has_short_sequence(&self) -> bool {
        debug_assert!(self.position <= self.buffer.len());
        // No slice is as long as for this to wrap. The difference does not
        // change from one sequence to the next.
        self.position.cast_signed()
            <= self.buffer.len().cast_signed() - SHORT_SEQUENCE.cast_signed()
    }

    /// Appends the first `count` of `bytes`, and leaves room for a short match.
    ///
    /// # Panics
    ///
    /// When less than [`SHORT_SEQUENCE`] bytes are left, or `count` exceeds
    /// [`SHORT_LITERALS`].
    #[inline(always)]
    pub fn short_literals<'b>(
        &'b mut self,
        bytes: &[u8; 16],
        count: usize,
    ) -> RoomForMatch<'b, 'a> {
        assert!(self.has_short_sequence(), "no room for a short sequence");
        assert!(count <= SHORT_LITERALS, "more than a few literals");
        // SAFETY: `position` is at most the buffer's length, and 32 bytes are
        // left after it, of which this writes 16.
        unsafe {
            let target = self.buffer.as_mut_ptr().add(self.position);
            target.cast::<[u8; 16]>().write_unaligned(*bytes);
        }
        self.position += count;
        RoomForMatch(self)
    }

    /// Copies [`SLOP`] bytes of `source`, `done` after its start, to as much
    /// after the position. Both are to have as much after `length`.
    #[inline(always)]
    fn put_wide(&mut self, source: &[u8], done: usize, length: usize) {
        debug_assert!(done <= length && length <= source.len() && length <= self.left());
        debug_assert!(source.len() - length >= SLOP && self.left() - length >= SLOP);
        // SAFETY: `done <= length`, and `SLOP` bytes more than `length` are
        // both in the source and in the buffer after `position`; the buffer
        // is borrowed mutably, so the two do not overlap.
        unsafe {
            let target = self.buffer.as_mut_ptr().add(self.position + done);
            let source = source.as_ptr().add(done);
            core::ptr::copy_nonoverlapping(source, target, SLOP);
        }
    }

    /// Appends the first `length` bytes of `source`, and leaves room for a short
    /// match. `None`, and nothing is appended, unless 32 bytes more than
    /// `length` are both in the source and left.
    #[inline(always)]
    pub fn longer_literals<'b>(
        &'b mut self,
        source: &[u8],
        length: usize,
    ) -> Option<RoomForMatch<'b, 'a>> {
        let room = length.saturating_add(SLOP);
        if source.len() < room || self.left() < room {
            return None;
        }
        self.put_wide(source, 0, length);
        if length > SLOP {
            self.put_wide(source, SLOP, length);
            if length > 2 * SLOP {
                cold_path();
                let rest = 2 * SLOP..length;
                self.buffer[self.position..][rest.clone()].copy_from_slice(&source[rest]);
            }
        }
        self.position += length;
        Some(RoomForMatch(self))
    }

    /// Appends the `length` bytes that begin `offset` bytes back, those that
    /// this appends among them. `false`, and nothing is appended, when `offset`
    /// is 0 or exceeds what is filled, or when they do not fit.
    #[inline(always)]
    pub fn repeat(&mut self, offset: usize, length: usize) -> bool {
        debug_assert!(self.position <= self.buffer.len());
        if offset == 0 || offset > self.position || length > self.left() {
            return false;
        }
        if length <= LONG_RUN && self.left() - length >= SLOP {
            if offset >= WIDE {
                self.repeat_in_steps::<WIDE>(offset, length);
            } else {
                self.repeat_near(offset, length);
            }
        } else {
            repeat_exactly(self.buffer, self.position, offset, length);
        }
        self.position += length;
        true
    }

    /// Copies pairs of `HALF` bytes, until `length` or a bit more. Asks for an
    /// `offset` of `HALF` or more, and for [`SLOP`] bytes of room after `length`.
    #[inline(always)]
    fn repeat_in_steps<const HALF: usize>(&mut self, offset: usize, length: usize) {
        self.repeat_pair::<HALF>(offset, 0, length);
        if length <= 2 * HALF {
            // Most end here.
            return;
        }
        let mut done = 2 * HALF;
        while done < length {
            self.repeat_pair::<HALF>(offset, done, length);
            done += 2 * HALF;
        }
    }

    /// Copies twice `HALF` bytes, `done` after the position.
    #[inline(always)]
    fn repeat_pair<const HALF: usize>(&mut self, offset: usize, done: usize, length: usize) {
        debug_assert!(2 * HALF <= SLOP && offset >= HALF && offset <= self.position + done);
        debug_assert!(done <= length && self.left() - length >= SLOP);
        // SAFETY: `done <= length`, and `SLOP` bytes more than `length` are left,
        // so both targets are in the buffer; each source begins `offset` bytes
        // before its target, which is not before the buffer's front, and
        // `offset` is at least as long as the copy.
        unsafe {
            let target = self.buffer.as_mut_ptr().add(self.position + done);
            let source = target.sub(offset).cast_const();
            core::ptr::copy_nonoverlapping(source, target, HALF);
            core::ptr::copy_nonoverlapping(source.add(HALF), target.add(HALF), HALF);
        }
    }

    /// Copies from less than [`WIDE`] bytes back, until `length` or a bit more.
    /// Asks for [`SLOP`] bytes of room after `length`.
    #[inline(always)]
    fn repeat_near(&mut self, offset: usize, length: usize) {
        debug_assert!(offset != 0 && self.left() - length >= SLOP);
        if offset >= WORD {
            self.repeat_in_steps::<WORD>(offset, length);
            return;
        }
        let bytes = period::wide(self.word_before(offset), offset);
        let mut done = 0;
        while done < length {
            self.buffer[self.position + done..][..WIDE].copy_from_slice(&bytes);
            done += STRIDE[offset];
        }
    }

    /// The word that begins `offset` bytes back.
    #[inline(always)]
    fn word_before(&self, offset: usize) -> u64 {
        let from = self.position - offset;
        let word = self.buffer[from..].first_chunk().expect("room for a word");
        u64::from_le_bytes(*word)
    }
}

/// For what is long or ends with the buffer. Takes no [`MatchBuffer`], so that
/// one can stay in registers around it.
fn repeat_exactly(buffer: &mut [u8], position: usize, offset: usize, length: usize) {
    let from = position - offset;
    if offset == 1 {
        let byte = buffer[from];
        buffer[position..][..length].fill(byte);
        return;
    }
    if offset < WORD && length >= WIDE && WIDE.is_multiple_of(offset) {
        let word = buffer[from..].first_chunk().expect("room for a word");
        let bytes = period::wide(u64::from_le_bytes(*word), offset);
        let (chunks, rest) = buffer[position..][..length].as_chunks_mut();
        chunks.fill(bytes);
        rest.copy_from_slice(&bytes[..rest.len()]);
        return;
    }
    // What has been copied doubles what can be copied at once.
    let mut done = 0;
    while done < length {
        let step = (offset + done).min(length - done);
        buffer.copy_within(from..from + step, position + done);
        done += step;
    }
}
