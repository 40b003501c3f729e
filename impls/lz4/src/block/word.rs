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

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::{common, common_prefix, common_suffix};

    #[test]
    fn what_agrees_is_counted_up_to_the_first_difference() {
        for length in 0..40 {
            let bytes = vec![1; length];
            assert_eq!(common_prefix(&bytes, &[1; 50]), length);
            assert_eq!(common_suffix(&bytes, &[1; 50], 30), length.min(30));
            assert_eq!(common_suffix(&[1; 30], &bytes, 50), length.min(30));
            for at in 0..length {
                let mut other = vec![1; length];
                other[at] = 2;
                assert_eq!(common_prefix(&bytes, &other), at);
                let after = length - 1 - at;
                assert_eq!(common_suffix(&other, &bytes, 50), after);
                assert_eq!(common_suffix(&other, &bytes, 3), after.min(3));
            }
            let mut all = vec![1; 50];
            assert_eq!(common(&all, 50 - length, 5, 50), length);
            all[20] = 2;
            let expected = if length == 0 { 0 } else { length.min(15) };
            assert_eq!(common(&all, 50 - length.min(29), 5, 50), expected);
        }
    }
}
