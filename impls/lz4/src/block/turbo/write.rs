//! Sequences, written at a position of an output that may be too small.

use crate::block::TOKEN_MASK;

/// Literals below this number are copied as that many.
const FEW: usize = 32;

/// Matches below this excess over the shortest have one byte of length after
/// the token, or none.
const ONE_BYTE: usize = TOKEN_MASK + 255;

/// Bytes that a sequence of few literals may write: a token, a byte of length,
/// the literals, an offset, and a byte of length.
const ROOM: usize = 1 + 1 + FEW + 2 + 1;

/// Writes `literals` bytes from `source[from..]`, and a match `offset` bytes
/// back with `excess` bytes more than the shortest, at `output[at..]`, and
/// returns where that ends. `None`: it does not fit.
#[inline(always)]
pub(super) fn sequence(
    output: &mut [u8],
    at: usize,
    source: &[u8],
    from: usize,
    literals: usize,
    offset: u16,
    excess: usize,
) -> Option<usize> {
    if literals < FEW
        && excess < ONE_BYTE
        && let Some(target) = output.get_mut(at..).and_then(|rest| rest.first_chunk_mut())
        && let Some(bytes) = source.get(from..).and_then(<[u8]>::first_chunk)
    {
        return Some(at + few(target, bytes, literals, offset, excess));
    }
    let token = at;
    let at = exact_literals(output, at, &source[from..from + literals])?;
    exact_match(output, token, at, offset, excess)
}

/// Writes everything wherever it may have to be, without a branch, and returns
/// how much of it counts.
#[inline(always)]
fn few(
    target: &mut [u8; ROOM],
    bytes: &[u8; FEW],
    literals: usize,
    offset: u16,
    excess: usize,
) -> usize {
    target[0] = (literals.min(TOKEN_MASK) << 4 | excess.min(TOKEN_MASK)) as u8;
    target[1] = literals.wrapping_sub(TOKEN_MASK) as u8;
    let at = 1 + usize::from(literals >= TOKEN_MASK);
    target[at..at + FEW].copy_from_slice(bytes);
    let at = at + literals;
    target[at..at + 2].copy_from_slice(&offset.to_le_bytes());
    target[at + 2] = excess.wrapping_sub(TOKEN_MASK) as u8;
    at + 2 + usize::from(excess >= TOKEN_MASK)
}

/// Writes the sequence that ends a block.
pub(super) fn last_literals(output: &mut [u8], at: usize, literals: &[u8]) -> Option<usize> {
    exact_literals(output, at, literals)
}

/// Writes a token and literals.
#[inline(never)]
fn exact_literals(output: &mut [u8], mut at: usize, literals: &[u8]) -> Option<usize> {
    let length = literals.len();
    *output.get_mut(at)? = (length.min(TOKEN_MASK) << 4) as u8;
    at += 1;
    if length >= TOKEN_MASK {
        at = rest_of_length(output, at, length - TOKEN_MASK)?;
    }
    output.get_mut(at..at + length)?.copy_from_slice(literals);
    Some(at + length)
}

/// Writes a match after the literals, and its part of the token.
#[inline(never)]
fn exact_match(
    output: &mut [u8],
    token: usize,
    at: usize,
    offset: u16,
    excess: usize,
) -> Option<usize> {
    output
        .get_mut(at..at + 2)?
        .copy_from_slice(&offset.to_le_bytes());
    output[token] |= excess.min(TOKEN_MASK) as u8;
    if excess < TOKEN_MASK {
        return Some(at + 2);
    }
    rest_of_length(output, at + 2, excess - TOKEN_MASK)
}

fn rest_of_length(output: &mut [u8], at: usize, rest: usize) -> Option<usize> {
    let full = rest / 255;
    let bytes = output.get_mut(at..=at + full)?;
    let (last, full) = bytes.split_last_mut()?;
    full.fill(255);
    *last = (rest % 255) as u8;
    Some(at + bytes.len())
}
