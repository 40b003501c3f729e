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
pub(super) fn common(bytes: &[u8], mut a: usize, mut b: usize, a_end: usize) -> usize {
    let start = a;
    while a + 8 <= a_end {
        let difference = u64_at(bytes, a) ^ u64_at(bytes, b);
        if difference != 0 {
            return a - start + (difference.trailing_zeros() / 8) as usize;
        }
        a += 8;
        b += 8;
    }
    while a < a_end && bytes[a] == bytes[b] {
        a += 1;
        b += 1;
    }
    a - start
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
    let mut count = 0;
    while let (Some((_, a)), Some((_, b))) = (
        a[..a.len() - count].split_last_chunk::<8>(),
        b[..b.len() - count].split_last_chunk::<8>(),
    ) {
        let difference = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if difference != 0 {
            return (count + (difference.leading_zeros() / 8) as usize).min(most);
        }
        count += 8;
        if count >= most {
            return most;
        }
    }
    while count < most
        && count < b.len()
        && count < a.len()
        && a[a.len() - 1 - count] == b[b.len() - 1 - count]
    {
        count += 1;
    }
    count
}
