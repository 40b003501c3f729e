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
    shift: u32,
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
        periods[offset].shift = 8 * (WORD % offset) as u32;
        offset += 1;
    }
    periods
};

/// The `N` words that a run of `offset` bytes, the lowest of `first`, begins
/// with.
///
/// # Panics
///
/// When `offset` is 8 or more.
#[inline(always)]
pub(crate) fn words<const N: usize>(first: u64, offset: usize) -> [u64; N] {
    let Period {
        mask,
        factor,
        shift,
    } = PERIODS[offset];
    let mut from = first;
    core::array::from_fn(|_| {
        let word = (from & mask).wrapping_mul(factor);
        // A word holds the bytes that are repeated and what is left of it
        // after whole repetitions.
        from = word >> shift;
        word
    })
}

/// The first 16 bytes of such a run.
#[inline(always)]
pub(crate) fn wide(first: u64, offset: usize) -> [u8; 16] {
    let [low, high] = words(first, offset);
    (u128::from(low) | u128::from(high) << 64).to_le_bytes()
}
