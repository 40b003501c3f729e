//! Pages that are one 8-byte word over and over: kept as the word.
//!
//! zram tells them by `page_same_filled` (drivers/block/zram/zram_drv.c), which
//! compares the last word with the first before all others: most pages that
//! begin alike end differently.

use fearless_simd::{Level, dispatch, prelude::*};
use fearless_simd_macros::simd;

/// Bytes in a word.
const WORD: usize = 8;

/// The widest vector there is, in bytes.
const WIDEST: usize = 64;

/// Vectors compared between two branches: as many loads as are under way
/// while one comparison waits.
const UNROLLED: usize = 16;

/// Finds same-filled pages with the widest vectors of this processor.
///
/// ```
/// use zram::same::SameFilled;
///
/// let same_filled = SameFilled::new();
/// let mut page = [0; 4096];
/// assert_eq!(same_filled.word(&page), Some(0));
/// page[2000] = 1;
/// assert_eq!(same_filled.word(&page), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SameFilled {
    level: Level,
}

impl Default for SameFilled {
    fn default() -> Self {
        Self::new()
    }
}

impl SameFilled {
    /// Looks at the processor, or, without the feature `std`, takes what the
    /// target is sure to have.
    pub fn new() -> Self {
        Self::at(Level::try_detect().unwrap_or(Level::baseline()))
    }

    const fn at(level: Level) -> Self {
        Self { level }
    }

    /// As [`same_filled`].
    #[inline]
    pub fn word(&self, page: &[u8]) -> Option<u64> {
        let (first, rest) = ends_alike(page)?;
        if rest.len() < WIDEST * UNROLLED {
            return all_words(rest, first).then(|| u64::from_le_bytes(first));
        }
        let repeated = repeated(first);
        let level = self.level;
        dispatch!(level, simd => all_vectors(simd, page, &repeated))
            .then(|| u64::from_le_bytes(first))
    }
}

/// The word that `page` is filled with, its first byte lowest; or `None` if
/// words differ, or if there is no whole number of words, or none.
///
/// This is the portable definition; [`SameFilled`] is it with wide vectors.
///
/// ```
/// use zram::same::same_filled;
///
/// assert_eq!(same_filled(&[1, 0, 0, 0, 0, 0, 0, 0].repeat(512)), Some(1));
/// assert_eq!(same_filled(&[]), None);
/// ```
pub fn same_filled(page: &[u8]) -> Option<u64> {
    let (first, rest) = ends_alike(page)?;
    all_words(rest, first).then(|| u64::from_le_bytes(first))
}

/// Fills `page` with a word, its lowest byte first. A page that is no whole
/// number of words ends within one.
///
/// ```
/// use zram::same::{fill, same_filled};
///
/// let mut page = [0; 4096];
/// fill(&mut page, 0xDEAD_BEEF);
/// assert_eq!(same_filled(&page), Some(0xDEAD_BEEF));
/// ```
pub fn fill(page: &mut [u8], word: u64) {
    let bytes = word.to_le_bytes();
    if bytes == [bytes[0]; WORD] {
        page.fill(bytes[0]);
        return;
    }
    let repeated = repeated(bytes);
    let mut chunks = page.chunks_exact_mut(WIDEST);
    for chunk in &mut chunks {
        chunk.copy_from_slice(&repeated);
    }
    let rest = chunks.into_remainder();
    rest.copy_from_slice(&repeated[..rest.len()]);
}

/// The first word, and the page: when the last word is the same.
fn ends_alike(page: &[u8]) -> Option<([u8; WORD], &[u8])> {
    let (words, []) = page.as_chunks::<WORD>() else {
        return None;
    };
    let (first, last) = (words.first()?, words.last()?);
    (first == last).then_some((*first, page))
}

fn repeated(word: [u8; WORD]) -> [u8; WIDEST] {
    let mut repeated = [0; WIDEST];
    for target in repeated.as_chunks_mut().0 {
        *target = word;
    }
    repeated
}

fn all_words(page: &[u8], word: [u8; WORD]) -> bool {
    let word = u64::from_ne_bytes(word);
    let differs = |words: &[[u8; WORD]]| {
        words
            .iter()
            .fold(0, |all, bytes| all | (u64::from_ne_bytes(*bytes) ^ word))
            != 0
    };
    // Without a branch for each word, so that it can become vectors.
    let mut blocks = page.as_chunks::<WORD>().0.chunks_exact(WIDEST / WORD);
    blocks.all(|block| !differs(block)) && !differs(blocks.remainder())
}

/// Whether the page is `repeated` over and over. A remainder of less than one
/// step is compared as words.
#[simd]
fn all_vectors<S: Simd>(simd: S, page: &[u8], repeated: &[u8; WIDEST]) -> bool {
    let word = S::u8s::from_slice(simd, &repeated[..S::u8s::LEN]);
    let zero = S::u8s::splat(simd, 0);
    let mut steps = page.chunks_exact(S::u8s::LEN * UNROLLED);
    for step in &mut steps {
        let mut differs = zero;
        for vector in step.chunks_exact(S::u8s::LEN) {
            differs |= S::u8s::from_slice(simd, vector) ^ word;
        }
        if !differs.simd_eq(zero).all_true() {
            return false;
        }
    }
    let [first, ..] = repeated.as_chunks().0 else {
        return false;
    };
    all_words(steps.remainder(), *first)
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::{Level, SameFilled, fill, same_filled};
    use crate::PageSize;

    /// The plain definition.
    fn plain(page: &[u8]) -> Option<u64> {
        let words: Vec<&[u8]> = page.chunks(8).collect();
        let whole = !page.is_empty() && words.iter().all(|word| word.len() == 8);
        let first = words.first()?;
        (whole && words.iter().all(|word| word == first))
            .then(|| u64::from_le_bytes((*first).try_into().expect("eight bytes")))
    }

    /// Every level that this host has.
    fn levels() -> Vec<Level> {
        let best = Level::new();
        let mut levels = vec![Level::baseline(), best];
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            levels.extend(best.as_sse2().map(Level::Sse2));
            levels.extend(best.as_sse4_2().map(Level::Sse4_2));
            levels.extend(best.as_avx2().map(Level::Avx2));
            levels.extend(best.as_avx512().map(Level::Avx512));
        }
        #[cfg(target_arch = "aarch64")]
        levels.extend(best.as_neon().map(Level::Neon));
        levels
    }

    fn check(page: &[u8]) {
        let expected = plain(page);
        assert_eq!(same_filled(page), expected, "portable");
        for level in levels() {
            assert_eq!(SameFilled::at(level).word(page), expected, "{level:?}");
        }
    }

    #[test]
    fn a_difference_at_every_byte_is_seen() {
        for word in [0, u64::MAX, 0x0123_4567_89AB_CDEF] {
            let mut page = vec![0; 4096];
            fill(&mut page, word);
            check(&page);
            for at in 0..page.len() {
                page[at] ^= 1 << (at % 8);
                assert_eq!(plain(&page), None);
                check(&page);
                page[at] ^= 1 << (at % 8);
            }
        }
    }

    #[test]
    fn every_page_size_fills_and_is_found() {
        for size in PageSize::ALL {
            let mut page = vec![0; size.bytes()];
            fill(&mut page, 0x8000_0000_0000_0001);
            assert_eq!(plain(&page), Some(0x8000_0000_0000_0001));
            check(&page);
        }
    }

    #[test]
    fn lengths_that_are_no_page() {
        for length in 0..1200 {
            let mut page = vec![0xFF; length];
            fill(&mut page, 0x1122_3344_5566_7788);
            let expected: Vec<u8> = 0x1122_3344_5566_7788_u64
                .to_le_bytes()
                .into_iter()
                .cycle()
                .take(length)
                .collect();
            assert_eq!(page, expected);
            check(&page);
        }
    }

    proptest! {
        #[test]
        fn planted_differences(
            words in 1..2000_usize,
            word: u64,
            planted in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
            skew in 0..16_usize,
        ) {
            let mut bytes = vec![0; skew + words * 8];
            let page = &mut bytes[skew..];
            fill(page, word);
            for (at, change) in planted {
                let at = at.index(page.len());
                page[at] ^= change;
            }
            check(page);
        }

        #[test]
        fn any_bytes(page in prop::collection::vec(0..2_u8, 0..600)) {
            check(&page);
        }
    }
}
