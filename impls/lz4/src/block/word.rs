//! Words at any alignment, and how far two places agree.

/// Two bytes at `at`, little-endian.
#[inline(always)]
pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(bytes[at..at + 2].try_into().expect("2 bytes"))
}

/// Four bytes at `at`, little-endian.
#[inline(always)]
pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"))
}

/// Eight bytes at `at`, little-endian.
#[inline(always)]
pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"))
}

/// How many bytes from `a` on equal those from `b` on, up to `a_end`.
///
/// `b` lies before `a` in `bytes`, and the stretches may overlap.
#[inline(always)]
pub(super) fn common(bytes: &[u8], a: usize, b: usize, a_end: usize) -> usize {
    let a = &bytes[a..a_end];
    let b = &bytes[b..][..a.len()];
    let (a_words, a_rest) = a.as_chunks::<8>();
    let (b_words, b_rest) = b.as_chunks::<8>();
    for (nth, (a, b)) in a_words.iter().zip(b_words).enumerate() {
        let difference = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if difference != 0 {
            return nth * 8 + (difference.trailing_zeros() / 8) as usize;
        }
    }
    a.len() - a_rest.len()
        + a_rest
            .iter()
            .zip(b_rest)
            .take_while(|(a, b)| a == b)
            .count()
}

/// How many bytes `a` and `b` have in common at their fronts.
pub(super) fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let words = a
        .chunks_exact(8)
        .zip(b.chunks_exact(8))
        .take_while(|(a, b)| a == b)
        .count()
        * 8;
    let rest = a[words..]
        .iter()
        .zip(&b[words..])
        .take_while(|(a, b)| a == b)
        .count();
    words + rest
}

/// How many bytes `a` and `b` have in common at their ends, up to `most`.
#[inline(always)]
pub(super) fn common_suffix(a: &[u8], b: &[u8], most: usize) -> usize {
    if let (Some(a), Some(b)) = (a.last_chunk::<8>(), b.last_chunk::<8>()) {
        let difference = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        let count = (difference.leading_zeros() / 8) as usize;
        if count < 8 || most <= 8 {
            return count.min(most);
        }
    }
    long_common_suffix(a, b, most)
}

/// The same, for what agrees in eight bytes, and for short slices.
#[inline(never)]
fn long_common_suffix(a: &[u8], b: &[u8], most: usize) -> usize {
    let (_, a_words) = a.as_rchunks::<8>();
    let (_, b_words) = b.as_rchunks::<8>();
    for (nth, (a, b)) in a_words.iter().rev().zip(b_words.iter().rev()).enumerate() {
        let difference = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        let count = nth * 8 + (difference.leading_zeros() / 8) as usize;
        if difference != 0 || count >= most {
            return count.min(most);
        }
    }
    let words = a_words.len().min(b_words.len()) * 8;
    let rest = a[..a.len() - words]
        .iter()
        .rev()
        .zip(b[..b.len() - words].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    (words + rest).min(most)
}
