//! Little-endian bit packing, as headers use it
//! (`codecs/bitpack/common_bitpack_kernel.c`).

use alloc::vec::Vec;

/// Bits that hold every value below `bound` (`ZL_nextPow2`).
pub(crate) const fn bits_for(bound: u64) -> u32 {
    if bound <= 1 {
        0
    } else {
        64 - (bound - 1).leading_zeros()
    }
}

/// Appends `values`, `bits` each, filled up to a whole byte with zeros.
pub(crate) fn pack(output: &mut Vec<u8>, values: impl Iterator<Item = u32>, bits: u32) {
    let mut pending = 0_u64;
    let mut held = 0;
    for value in values {
        debug_assert!(bits >= 32 || u64::from(value) < 1 << bits);
        pending |= u64::from(value) << held;
        held += bits;
        while held >= 8 {
            output.push(pending as u8);
            pending >>= 8;
            held -= 8;
        }
    }
    if held > 0 {
        output.push(pending as u8);
    }
}

/// The values that `bytes` pack, `bits` each (at most 32); ends with the
/// bytes.
pub(crate) fn unpack(bytes: &[u8], bits: u32) -> impl Iterator<Item = u32> {
    debug_assert!(bits <= 32);
    let mut rest = bytes.iter();
    let mut pending = 0_u64;
    let mut held = 0;
    core::iter::from_fn(move || {
        while held < bits {
            pending |= u64::from(*rest.next()?) << held;
            held += 8;
        }
        let value = pending & ((1 << bits) - 1);
        pending >>= bits;
        held -= bits;
        Some(value as u32)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips() {
        for bits in 0..=32_u32 {
            let values: Vec<u32> = (0..19_u32)
                .map(|index| {
                    (u64::from(index.wrapping_mul(0x9e37_79b9)) & ((1 << bits) - 1)) as u32
                })
                .collect();
            let mut bytes = Vec::new();
            pack(&mut bytes, values.iter().copied(), bits);
            assert_eq!(bytes.len(), (19 * bits as usize).div_ceil(8));
            let read: Vec<u32> = unpack(&bytes, bits).take(19).collect();
            assert_eq!(read, values);
        }
    }

    #[test]
    fn bits_for_a_bound() {
        for (bound, bits) in [
            (0, 0),
            (1, 0),
            (2, 1),
            (3, 2),
            (4, 2),
            (5, 3),
            (64, 6),
            (128, 7),
        ] {
            assert_eq!(bits_for(bound), bits, "{bound}");
        }
    }
}
