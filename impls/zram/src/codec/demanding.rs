//! Pages that need all the memory a compressor ever needs.
//!
//! mzstd allocates what a block needs when one first needs it: tables of
//! literals and of sequences, once for each of two blocks in turn; codes for as
//! many sequences as a block had; prices for matches as long as it had. To
//! allocate nothing for a page, an encoder begins with these.

use alloc::vec;

/// The shortest matches that a level may look for, in bytes.
const SHORT_MATCHES: [usize; 6] = [3, 4, 5, 6, 7, 8];

/// Different pieces that a page is made of: with fewer, matches grow together.
const PIECES: u32 = 128;

/// Calls `compress` with each page in turn.
pub(super) fn pages<E>(
    page_size: usize,
    mut compress: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut page = vec![0; page_size];
    let mut random = Random(1);
    for length in SHORT_MATCHES {
        // One match after the other, all of them short.
        for piece in page.chunks_mut(length) {
            let mut bytes = Random(random.below(PIECES));
            piece.fill_with(|| bytes.below(40) as u8);
        }
        compress(&page)?;
    }
    // Matches as long as a page, between literals.
    for _ in 0..2 {
        let (first, rest) = page.split_at_mut(page_size / 8);
        first.fill_with(|| (random.below(12) * random.below(12)) as u8);
        for copy in rest.chunks_exact_mut(first.len()) {
            copy.copy_from_slice(first);
        }
        compress(&page)?;
    }
    // Literals alone: few different ones, then all.
    for different in [6, 256] {
        page.fill_with(|| random.below(different) as u8);
        compress(&page)?;
    }
    Ok(())
}

/// A linear congruential generator: what matters is only that pieces differ.
struct Random(u32);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) % end
    }
}
