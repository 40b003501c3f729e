//! Segments of every kind, one after another.

use crate::kind::Kind;
use crate::rng::Rng;

/// Every kind comes once in each round, in an order drawn anew, with a segment
/// of 100 to 8,000 bytes; so elements start at any alignment.
pub(super) fn generate(len: usize, rng: &mut Rng) -> Vec<u8> {
    let mut round: Vec<Kind> = Vec::new();
    super::fill(len, |out| {
        if round.is_empty() {
            round.extend(Kind::ALL.iter().filter(|kind| **kind != Kind::Mixed));
        }
        let kind = round.swap_remove(rng.index(round.len()));
        let size = 100 + rng.index(7901);
        out.extend_from_slice(&kind.generate(size, rng.next()));
    })
}
