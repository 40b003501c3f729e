//! Reading a block (`LZ4_decompress_safe` and its kin).

use core::hint::cold_path;

use mem::{MatchBuffer, RoomForMatch, Windows};

use super::{DecodeError, LAST_LITERALS, MATCH_FIND_LIMIT, MIN_MATCH, Malformed, TOKEN_MASK};

/// Block that has to be left for a sequence to be read without looking at each
/// end: a token, 14 literals, an offset, and the next token.
const SEQUENCE: usize = 18;

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
    decode::<false, false>(block, output, 0, &[])
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
    decode::<false, false>(block, buffer, start, &[])
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
    decode::<false, true>(block, output, 0, dictionary)
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
    decode::<false, true>(block, buffer, start, dictionary)
}

/// Decompresses the front of `block` until `output` is full, and returns how
/// much it is (`LZ4_decompress_safe_partial` with a target of the output's
/// length). A block that ends early in its literals gives what it has.
///
/// # Errors
///
/// [`DecodeError`] for a block that is malformed before the output is full.
pub fn decompress_partial(block: &[u8], output: &mut [u8]) -> Result<usize, DecodeError> {
    decode::<true, false>(block, output, 0, &[])
}

/// What of a block is still to be read.
#[derive(Clone, Copy)]
struct Source<'a> {
    rest: &'a [u8],
    /// The block's size.
    size: usize,
}

impl<'a> Source<'a> {
    /// What of `block` is read from `at` on.
    #[inline(always)]
    fn of(block: &'a [u8], at: usize) -> Self {
        Self {
            rest: &block[at..],
            size: block.len(),
        }
    }

    #[cold]
    const fn error(self, problem: Malformed) -> DecodeError {
        DecodeError {
            position: self.size - self.rest.len(),
            problem,
        }
    }
}

/// Reads all sequences. State is passed by value: it stays in registers, and
/// each sequence waits for the one before.
#[inline(always)]
fn decode<const PARTIAL: bool, const EXTERNAL: bool>(
    block: &[u8],
    output: &mut [u8],
    start: usize,
    dictionary: &[u8],
) -> Result<usize, DecodeError> {
    let mut output = MatchBuffer::new(output, start);
    if output.left() == 0 {
        return nothing::<PARTIAL>(Source::of(block, 0));
    }
    let mut at = 0;
    let mut source_left;
    loop {
        let found;
        (at, found) = sequences(block, at, &mut output);
        let source = Source::of(block, at);
        let last;
        (source_left, output, last) =
            sequence::<PARTIAL, EXTERNAL>(source, found, output, dictionary)?;
        if last {
            return Ok(output.position() - start);
        }
        at = block.len() - source_left;
    }
}

/// Reads a sequence, or the rest of one, wherever it is. What is left of the
/// block, and whether that was all.
#[inline(never)]
fn sequence<'a, const PARTIAL: bool, const EXTERNAL: bool>(
    mut source: Source<'_>,
    found: Option<Match>,
    mut output: MatchBuffer<'a>,
    dictionary: &[u8],
) -> Result<(usize, MatchBuffer<'a>, bool), DecodeError> {
    let Match { offset, code } = if let Some(found) = found {
        found
    } else {
        let mut literals;
        let Some((&token, rest)) = source.rest.split_first() else {
            return Err(source.error(Malformed::Empty));
        };
        source.rest = rest;
        literals = usize::from(token >> 4);
        let code = usize::from(token) & TOKEN_MASK;
        if literals == TOKEN_MASK {
            let more;
            (source, more) = length::<true>(source, TOKEN_MASK)?;
            literals += more;
        }
        let run = last_or_more::<PARTIAL>(source, output.left(), literals)?;
        output.put_front(source.rest, run.bytes);
        let rest = &source.rest[run.bytes..];
        source.rest = rest;
        if run.last && (!PARTIAL || output.left() == 0 || rest.len() <= 2) {
            return Ok((0, output, true));
        }
        let Some((&bytes, _)) = rest.split_first_chunk() else {
            return Err(source.error(Malformed::Empty));
        };
        let offset = usize::from(u16::from_le_bytes(bytes));
        Match { offset, code }
    };

    if offset == 0 {
        return Err(source.error(Malformed::ZeroOffset));
    }
    let history = output.position() + dictionary.len();
    if offset > history {
        return Err(source.error(Malformed::Offset { offset, history }));
    }
    source.rest = &source.rest[2..];
    let mut length_left = code + MIN_MATCH;
    if code == TOKEN_MASK {
        let more;
        (source, more) = length::<false>(source, LAST_LITERALS - 1)?;
        length_left += more;
    }
    let output_left = output.left();
    if length_left.saturating_add(LAST_LITERALS) > output_left {
        if !PARTIAL {
            return Err(source.error(Malformed::Match {
                length: length_left,
                output_left,
            }));
        }
        length_left = length_left.min(output_left);
    }
    if EXTERNAL && offset > output.position() {
        let back = offset - output.position();
        let there = &dictionary[dictionary.len() - back..];
        let from_there = length_left.min(back);
        output.put(&there[..from_there]);
        length_left -= from_there;
    }
    let copied = length_left == 0 || output.repeat(offset, length_left);
    debug_assert!(copied, "offset and room have been checked");
    let last = PARTIAL && output.left() == 0;
    Ok((source.rest.len(), output, last))
}

/// What is known of a match before its length is.
struct Match {
    offset: usize,
    /// The token's part of the length.
    code: usize,
}

/// Reads the sequences from `at` on for as long as they are short and far from
/// both ends. Returns where it stopped: at a sequence, or at the offset of the
/// match returned, the literals before which are done.
#[inline(always)]
fn sequences(block: &[u8], mut at: usize, output: &mut MatchBuffer<'_>) -> (usize, Option<Match>) {
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
            // The next token is read before what depends on this one.
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

/// What there is to say where no output is asked for.
fn nothing<const PARTIAL: bool>(source: Source<'_>) -> Result<usize, DecodeError> {
    match source.rest {
        _ if PARTIAL => Ok(0),
        [0] => Ok(0),
        [] => Err(source.error(Malformed::Empty)),
        [token, rest @ ..] => Err(source.error(Malformed::Literals {
            length: usize::from(token >> 4),
            input_left: rest.len(),
            output_left: 0,
        })),
    }
}

/// Reads the bytes that a length goes on in, of which the last must lie
/// `margin` bytes or more before the block's end, and returns their sum.
#[inline(always)]
fn length<const BEFORE: bool>(
    mut source: Source<'_>,
    margin: usize,
) -> Result<(Source<'_>, usize), DecodeError> {
    if BEFORE && source.rest.len() <= margin {
        return Err(source.error(Malformed::UnfinishedLength));
    }
    let mut length = 0;
    while let Some(bytes) = source.rest.first_chunk()
        && source.rest.len() >= size_of_val(bytes) + margin
    {
        // Long runs have many bytes of 255: they are counted at once.
        let full = (!u64::from_le_bytes(*bytes)).trailing_zeros() as usize / 8;
        source.rest = &source.rest[full..];
        length += 255 * full;
        if full < size_of_val(bytes) {
            break;
        }
    }
    loop {
        let Some((&byte, rest)) = source.rest.split_first() else {
            return Err(source.error(Malformed::UnfinishedLength));
        };
        source.rest = rest;
        if rest.len() < margin {
            return Err(source.error(Malformed::UnfinishedLength));
        }
        length += usize::from(byte);
        if byte != 255 {
            return Ok((source, length));
        }
    }
}

/// Literals to be copied.
struct Literals {
    bytes: usize,
    /// Whether they lie so close to an end that no match follows.
    last: bool,
}

/// How many of `length` literals there are to copy, and whether they end the
/// block, as they must where they come close to either end.
#[inline(always)]
fn last_or_more<const PARTIAL: bool>(
    source: Source<'_>,
    output_left: usize,
    length: usize,
) -> Result<Literals, DecodeError> {
    let input_left = source.rest.len();
    let more = length.saturating_add(MATCH_FIND_LIMIT) <= output_left
        && length.saturating_add(INPUT_MARGIN) <= input_left;
    if !more && !PARTIAL && (length != input_left || length > output_left) {
        return Err(source.error(Malformed::Literals {
            length,
            input_left,
            output_left,
        }));
    }
    Ok(Literals {
        bytes: length.min(input_left).min(output_left),
        last: !more,
    })
}
