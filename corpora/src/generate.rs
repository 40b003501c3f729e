//! From a kind to its bytes.
//!
//! Integer arithmetic throughout, and of floats only conversion and division
//! (which IEEE 754 fixes to the bit): no library function whose result differs
//! between platforms.

mod floats;
mod mixed;
mod numbers;
mod records;
mod source;
pub(crate) mod strings;
mod text;
mod words;

use crate::kind::Kind;
use crate::rng::Rng;

/// The bytes of a kind. The stream numbers are part of the corpora: they never
/// change, and a new kind takes a new one.
pub(crate) fn bytes(kind: Kind, len: usize, seed: u64) -> Vec<u8> {
    match kind {
        Kind::Text => text::generate(len, &mut Rng::new(seed, 1)),
        Kind::Source => source::generate(len, &mut Rng::new(seed, 2)),
        Kind::Records => records::generate(len, &mut Rng::new(seed, 3)),
        Kind::Strings => strings::generate(len, &mut Rng::new(seed, 4)),
        Kind::Random => random(len, &mut Rng::new(seed, 5)),
        Kind::Mixed => mixed::generate(len, &mut Rng::new(seed, 6)),
        Kind::Zeros => vec![0; len],
        Kind::Floats(width) => {
            floats::generate(width, len, &mut Rng::new(seed, 0x10 + width as u64))
        }
        Kind::Numbers(width, shape) => {
            let stream = 0x100 + 0x10 * shape as u64 + width as u64;
            numbers::generate(width, shape, len, &mut Rng::new(seed, stream))
        }
    }
}

fn random(len: usize, rng: &mut Rng) -> Vec<u8> {
    fill(len, |out| out.extend_from_slice(&rng.next().to_le_bytes()))
}

/// Calls `step` until it has made `len` bytes, and cuts what is too many.
fn fill(len: usize, mut step: impl FnMut(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = Vec::with_capacity(len + 64);
    while out.len() < len {
        step(&mut out);
    }
    out.truncate(len);
    out
}
