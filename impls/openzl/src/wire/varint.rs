//! LEB128 integers (`shared/varint.h`).

use alloc::vec::Vec;

/// The longest encoding of 64 bits.
const MAX_BYTES: usize = 10;

/// Appends `value`, seven bits a byte, low end first.
pub(crate) fn push_varint(output: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        output.push(value as u8 | 0x80);
        value >>= 7;
    }
    output.push(value as u8);
}

/// Reads one integer from the front of `bytes`: its value and its size, or
/// `None` when `bytes` ends inside it or it takes more than ten bytes.
///
/// As in the reference, padding is accepted, and of a tenth byte only the
/// lowest bit counts.
pub(crate) fn read_varint(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut value = 0;
    for (index, &byte) in bytes.iter().take(MAX_BYTES).enumerate() {
        let bits = if index == MAX_BYTES - 1 { 1 } else { 0x7f };
        value |= u64::from(byte & bits) << (7 * index);
        if byte < 0x80 {
            return Some((value, index + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips() {
        for shift in 0..64 {
            for delta in [0, 1, 2] {
                let value = (1_u64 << shift).wrapping_sub(delta);
                let mut bytes = Vec::new();
                push_varint(&mut bytes, value);
                assert_eq!(read_varint(&bytes), Some((value, bytes.len())));
                assert_eq!(read_varint(&bytes[..bytes.len() - 1]), None);
            }
        }
    }

    #[test]
    fn a_tenth_byte_holds_one_bit() {
        let mut bytes = [0xff; 10];
        assert_eq!(read_varint(&bytes), None);
        bytes[9] = 0x7f;
        assert_eq!(read_varint(&bytes), Some((u64::MAX, 10)));
        bytes[9] = 0x7e;
        assert_eq!(read_varint(&bytes), Some((u64::MAX >> 1, 10)));
    }

    #[test]
    fn padding_is_accepted() {
        assert_eq!(read_varint(&[0x85, 0x00]), Some((5, 2)));
    }
}
