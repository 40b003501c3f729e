//! Words of a run that repeats fewer bytes than a word has.

/// Bytes of a word.
const WORD: usize = 8;

/// What makes words of the first bytes of a run.
#[derive(Clone, Copy)]
struct Period {
    /// Those bytes of a word that the run repeats.
    mask: u64,
    /// Repeats them over a word.
    factor: u64,
    /// Bits of a word before where the next word continues.
    shift: usize,
}

/// By the number of bytes repeated; there is no run of 0.
const PERIODS: [Period; WORD] = {
    let none = Period {
        mask: 0,
        factor: 0,
        shift: 0,
    };
    let mut periods = [none; WORD];
    let mut offset = 1;
    while offset < WORD {
        let mut at = 0;
        while at < WORD {
            periods[offset].factor |= 1 << (8 * at);
            at += offset;
        }
        periods[offset].mask = (1 << (8 * offset)) - 1;
        periods[offset].shift = 8 * (WORD % offset);
        offset += 1;
    }
    periods
};

/// The first three words of a run of `offset` bytes, the lowest of `first`.
///
/// # Panics
///
/// When `offset` is 8 or more.
#[inline(always)]
pub(crate) const fn words(first: u64, offset: usize) -> [u64; 3] {
    let Period {
        mask,
        factor,
        shift,
    } = PERIODS[offset];
    // A word holds the bytes that are repeated once more after those that come
    // before where the next word continues.
    let first = (first & mask).wrapping_mul(factor);
    let second = ((first >> shift) & mask).wrapping_mul(factor);
    let third = ((second >> shift) & mask).wrapping_mul(factor);
    [first, second, third]
}

/// The first 16 bytes of such a run.
#[inline(always)]
pub(crate) fn wide(first: u64, offset: usize) -> [u8; 16] {
    let [low, high, _] = words(first, offset);
    (u128::from(low) | u128::from(high) << 64).to_le_bytes()
}
