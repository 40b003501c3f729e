//! Reading a block (`LZ4_decompress_safe` and its kin).

use mem::MatchBuffer;

use super::short_sequences::{Match, far_from_ends, short_sequences};
use super::{DecodeError, LAST_LITERALS, MATCH_FIND_LIMIT, MIN_MATCH, Malformed, TOKEN_MASK};

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

/// Reads all sequences.
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
    loop {
        let found;
        (at, found) = short_sequences(block, at, &mut output);
        let source = Source::of(block, at);
        let read = any_sequences::<PARTIAL, EXTERNAL>(source, found, output, dictionary)?;
        output = read.output;
        if read.last {
            return Ok(output.position() - start);
        }
        at = block.len() - read.input_left;
    }
}

/// What there is after sequences.
struct Read<'a> {
    output: MatchBuffer<'a>,
    input_left: usize,
    /// Whether the last of them was the block's.
    last: bool,
}

/// Reads a sequence wherever it is, or the match `found` at the front of
/// `source`, and those after it for as long as they are close to an end. Is
/// called, and takes the output by value, so that what is kept for it takes no
/// registers from the short sequences.
#[inline(never)]
fn any_sequences<'a, const PARTIAL: bool, const EXTERNAL: bool>(
    mut source: Source<'_>,
    mut found: Option<Match>,
    mut output: MatchBuffer<'a>,
    dictionary: &[u8],
) -> Result<Read<'a>, DecodeError> {
    loop {
        let Match { offset, code } = if let Some(found) = found.take() {
            found
        } else {
            let Some((&token, rest)) = source.rest.split_first() else {
                return Err(source.error(Malformed::Empty));
            };
            source.rest = rest;
            let mut literals = usize::from(token >> 4);
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
                return Ok(Read {
                    output,
                    input_left: rest.len(),
                    last: true,
                });
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
        if last || far_from_ends(source.rest, &output) {
            return Ok(Read {
                output,
                input_left: source.rest.len(),
                last,
            });
        }
    }
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
