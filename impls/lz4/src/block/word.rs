//! Words at any alignment, and how far two places agree.

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
    let length = a_end - a;
    common_prefix(&bytes[a..a_end], &bytes[b..b + length])
}

/// How many bytes `a` and `b` have in common at their fronts.
#[inline(always)]
pub(super) fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    // Most end within the first word.
    if let (Some(first), Some(other)) = (a.first_chunk(), b.first_chunk()) {
        let difference = u64::from_le_bytes(*first) ^ u64::from_le_bytes(*other);
        if difference != 0 {
            return (difference.trailing_zeros() / 8) as usize;
        }
        return 8 + common_after_word(&a[8..], &b[8..]);
    }
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

fn common_after_word(a: &[u8], b: &[u8]) -> usize {
    let mut same = 0;
    for (a, b) in a.as_chunks::<32>().0.iter().zip(b.as_chunks::<32>().0) {
        if a != b {
            break;
        }
        same += 32;
    }
    for (a, b) in a[same..].as_chunks().0.iter().zip(b[same..].as_chunks().0) {
        let difference = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if difference != 0 {
            return same + (difference.trailing_zeros() / 8) as usize;
        }
        same += 8;
    }
    let rest = a[same..].iter().zip(&b[same..]);
    same + rest.take_while(|(a, b)| a == b).count()
}
