//! Reading the sequences that most of a block is made of.

use core::hint::cold_path;

use mem::{MatchBuffer, RoomForMatch, Windows};

use super::{LAST_LITERALS, MIN_MATCH, TOKEN_MASK};

/// Block that has to be left for a sequence to be read without looking at each
/// end: a token, 14 literals, an offset, and the next token.
const SEQUENCE: usize = 18;

/// A match as far as it has been read.
pub(super) struct Match {
    pub(super) offset: usize,
    /// The token's part of the length.
    pub(super) code: usize,
}

/// Whether there are sequences that [`short_sequences`] may read.
#[inline(always)]
pub(super) fn far_from_ends(rest: &[u8], output: &MatchBuffer<'_>) -> bool {
    rest.len() >= SEQUENCE && output.has_short_sequence()
}

/// Reads the sequences from `at` on for as long as they are short and far from
/// both ends. Returns where it stopped: at a sequence, or at the offset of the
/// match returned, the literals before which are done.
#[inline(always)]
pub(super) fn short_sequences(
    block: &[u8],
    mut at: usize,
    output: &mut MatchBuffer<'_>,
) -> (usize, Option<Match>) {
    let Some(windows) = Windows::<SEQUENCE>::new(block) else {
        return (at, None);
    };
    let Some(first) = windows.at(at) else {
        return (at, None);
    };
    let mut token = usize::from(first[0]);
    while let Some(sequence) = windows.at(at)
        && output.has_short_sequence()
    {
        let literals = token >> 4;
        let code = token & TOKEN_MASK;
        let repeated = if literals < TOKEN_MASK {
            let (bytes, _) = sequence[1..].split_first_chunk().expect("16 of 17");
            let offset = u16::from_le_bytes([sequence[1 + literals], sequence[2 + literals]]);
            // Each sequence waits for its token: the next one is read before
            // anything that this one may be wrong about.
            let next = sequence[3 + literals];
            let room = output.short_literals(bytes, literals);
            repeat(block, at + literals, 1, room, offset, code, next)
        } else {
            cold_path();
            let more = usize::from(sequence[1]);
            let literals = TOKEN_MASK + more;
            let rest = &block[at + 2..];
            if more == 255 {
                break;
            }
            let Some(room) = output.longer_literals(rest, literals) else {
                break;
            };
            let offset = u16::from_le_bytes([rest[literals], rest[literals + 1]]);
            let next = rest[literals + 2];
            repeat(block, at + literals, 2, room, offset, code, next)
        };
        match repeated {
            Ok(then) => (at, token) = then,
            Err((then, found)) => return (then, Some(found)),
        }
    }
    (at, None)
}

/// Repeats the match whose `offset` is `header` bytes after `at`, before the
/// byte `next`. Returns where the next sequence is, and its token, or where the
/// match is that is not repeated.
#[inline(always)]
fn repeat(
    block: &[u8],
    at: usize,
    header: usize,
    room: RoomForMatch<'_, '_>,
    offset: u16,
    code: usize,
    next: u8,
) -> Result<(usize, usize), (usize, Match)> {
    let offset = usize::from(offset);
    let next = usize::from(next);
    if code == TOKEN_MASK {
        cold_path();
        let then = at + header + 3;
        if let Some(after) = block.get(then..then + LAST_LITERALS)
            && next < 255
            && room.repeat_longer(offset, TOKEN_MASK + MIN_MATCH + next)
        {
            return Ok((then, usize::from(after[0])));
        }
    } else if room.repeat(offset, code + MIN_MATCH) {
        return Ok((at + header + 2, next));
    }
    cold_path();
    Err((at + header, Match { offset, code }))
}
