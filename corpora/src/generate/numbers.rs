//! Columns of little-endian integers.

use crate::kind::{IntWidth, Shape};
use crate::rng::Rng;

pub(super) fn generate(width: IntWidth, shape: Shape, len: usize, rng: &mut Rng) -> Vec<u8> {
    match shape {
        Shape::Sorted => sorted(width, len, rng),
        Shape::TimeSeries => time_series(width, len, rng),
        Shape::Noisy => noisy(width, len, rng),
        Shape::SmallRange => small_range(width, len, rng),
        Shape::Constant => {
            let value = rng.next();
            column(width, len, || value)
        }
        Shape::FewDistinct => few_distinct(width, len, rng),
    }
}

/// Numbers from `next`, cut to the width, until there are `len` bytes.
fn column(width: IntWidth, len: usize, mut next: impl FnMut() -> u64) -> Vec<u8> {
    super::fill(len, |out| {
        out.extend_from_slice(&next().to_le_bytes()[..width.bytes()]);
    })
}

fn sorted(width: IntWidth, len: usize, rng: &mut Rng) -> Vec<u8> {
    let count = len.div_ceil(width.bytes()) as u128;
    let (start, widest_gap) = match width {
        IntWidth::U8 | IntWidth::U16 => (0, u128::from(width.max())),
        IntWidth::U32 => (rng.below(1 << 24), 1000),
        IntWidth::U64 => (rng.below(1 << 40), 1 << 20),
    };
    let span = (u128::from(width.max() - start)).min(count * widest_gap);
    // Each number is drawn from its own share of the span, so they ascend
    // whatever is drawn.
    let mut at = 0;
    column(width, len, || {
        let low = (at * span / count) as u64;
        let high = ((at + 1) * span / count) as u64;
        at += 1;
        start + low + rng.below(high - low + 1)
    })
}

fn time_series(width: IntWidth, len: usize, rng: &mut Rng) -> Vec<u8> {
    let step = match width {
        IntWidth::U8 => 2,
        IntWidth::U16 => 40,
        IntWidth::U32 => 1000,
        IntWidth::U64 => 1_000_000,
    };
    let mut value = width.max() / 2;
    column(width, len, || {
        // Reflected at the ends, so that there is never a jump.
        let next = i128::from(value) + i128::from(rng.around_zero(step));
        let top = i128::from(width.max());
        let next = if next > top { 2 * top - next } else { next };
        value = next.unsigned_abs() as u64;
        value
    })
}

fn noisy(width: IntWidth, len: usize, rng: &mut Rng) -> Vec<u8> {
    let bits = 8 * width.bytes() as u32;
    let mut phase: u32 = 0;
    column(width, len, || {
        phase = phase.wrapping_add(1 << 20);
        // A triangle wave of half the range, so that the noise still fits.
        let folded = u64::from(if phase >> 31 == 0 { phase } else { !phase });
        let wave = if bits <= 32 {
            folded >> (32 - bits)
        } else {
            folded << (bits - 32)
        };
        wave + rng.below(1 << (bits / 2))
    })
}

fn small_range(width: IntWidth, len: usize, rng: &mut Rng) -> Vec<u8> {
    let (base, range) = match width {
        IntWidth::U8 => (32, 20),
        IntWidth::U16 => (5000, 200),
        IntWidth::U32 => (1_000_000, 1000),
        IntWidth::U64 => (1 << 40, 1000),
    };
    column(width, len, || base + rng.below(range))
}

fn few_distinct(width: IntWidth, len: usize, rng: &mut Rng) -> Vec<u8> {
    let values: [u64; 8] = std::array::from_fn(|_| rng.next());
    column(width, len, || values[rng.index(8).min(rng.index(8))])
}
