//! Runs of one byte.

use crate::block::word::u64_at;

/// How many bytes at the front of `bytes` are `byte` (`LZ4HC_countPattern`).
pub(super) fn run_forward(bytes: &[u8], byte: u8) -> usize {
    let repeated = u64::from_ne_bytes([byte; 8]);
    let mut at = 0;
    while at + 8 <= bytes.len() {
        let difference = u64_at(bytes, at) ^ repeated;
        if difference != 0 {
            return at + (difference.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let rest = bytes[at..].iter().take_while(|&&other| other == byte);
    at + rest.count()
}

/// How many bytes at the end of `bytes` are `byte`
/// (`LZ4HC_reverseCountPattern`).
pub(super) fn run_backward(bytes: &[u8], byte: u8) -> usize {
    let repeated = u64::from_ne_bytes([byte; 8]);
    let mut end = bytes.len();
    while end >= 8 {
        let difference = u64_at(bytes, end - 8) ^ repeated;
        if difference != 0 {
            return bytes.len() - end + (difference.leading_zeros() / 8) as usize;
        }
        end -= 8;
    }
    let rest = bytes[..end]
        .iter()
        .rev()
        .take_while(|&&other| other == byte);
    bytes.len() - end + rest.count()
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::{run_backward, run_forward};

    #[test]
    fn runs_end_where_another_byte_is() {
        for length in 0..40 {
            let mut bytes = vec![7; length];
            assert_eq!(run_forward(&bytes, 7), length);
            assert_eq!(run_backward(&bytes, 7), length);
            for other in 0..length {
                bytes[other] = 8;
                assert_eq!(run_forward(&bytes, 7), other);
                assert_eq!(run_backward(&bytes, 7), length - other - 1);
                bytes[other] = 7;
            }
        }
    }
}
