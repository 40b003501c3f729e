//! A Huffman code for literals (RFC 8878, section 4.2.1).

use alloc::vec;
use alloc::vec::Vec;

use super::fse;
use super::normalized::Normalized;

/// Bits of a code, at most.
const LONGEST: usize = 11;

/// log2 of the slots for weights, as many as the format allows.
const WEIGHT_LOG: u32 = 6;

/// The description of a code for all bytes; `None` if it does not fit in what
/// the format has for one.
pub(super) fn description(counts: &[u32; 256]) -> Option<Vec<u8>> {
    let lengths = lengths(counts);
    let longest = *lengths.iter().max()?;
    let weights: Vec<u8> = lengths.iter().map(|length| longest + 1 - length).collect();
    // The last weight follows from all others.
    let told = weights.split_last()?.1;
    let mut met = vec![0; usize::from(longest) + 1];
    for weight in told {
        met[usize::from(*weight)] += 1;
    }
    let normalized = Normalized::new(&met, WEIGHT_LOG);
    let mut bytes = vec![0];
    bytes.extend(fse::description(&normalized));
    bytes.extend(fse::interleaved(told, &normalized));
    let size = bytes.len() - 1;
    // From 128 on, the first byte means something else.
    bytes[0] = u8::try_from(size).ok().filter(|size| *size < 128)?;
    Some(bytes)
}

/// Code lengths of 1 to [`LONGEST`] bits, best for these counts, each of which
/// counts as one at least: package merge (Larmore and Hirschberg 1990).
fn lengths(counts: &[u32; 256]) -> [u8; 256] {
    let mut leaves: Vec<(u64, usize)> = counts
        .iter()
        .enumerate()
        .map(|(symbol, count)| (u64::from(*count).max(1), symbol))
        .collect();
    leaves.sort_unstable();
    // For every level its items by weight: a leaf, or a package of two items of
    // the level before.
    let mut levels: Vec<Vec<bool>> = Vec::new();
    let mut packages: Vec<u64> = Vec::new();
    for _ in 0..LONGEST {
        let mut items: Vec<(u64, bool)> =
            leaves.iter().map(|(weight, _)| (*weight, false)).collect();
        items.extend(packages.iter().map(|weight| (*weight, true)));
        items.sort_unstable();
        packages = items
            .chunks_exact(2)
            .map(|pair| pair[0].0 + pair[1].0)
            .collect();
        levels.push(items.into_iter().map(|(_, package)| package).collect());
    }
    let mut lengths = [0; 256];
    let mut taken = 2 * leaves.len() - 2;
    for level in levels.iter().rev() {
        let packages = level[..taken].iter().filter(|package| **package).count();
        for (_, symbol) in &leaves[..taken - packages] {
            lengths[*symbol] += 1;
        }
        taken = 2 * packages;
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(counts: &[u32; 256]) -> [u8; 256] {
        let lengths = lengths(counts);
        let space: u32 = lengths
            .iter()
            .map(|length| 1 << (LONGEST as u8 - length))
            .sum();
        assert_eq!(space, 1 << LONGEST, "a full code");
        lengths
    }

    #[test]
    fn lengths_follow_counts() {
        assert_eq!(codes(&[0; 256]), [8; 256]);
        let mut counts = [1; 256];
        counts[b'e' as usize] = 1 << 30;
        let lengths = codes(&counts);
        assert_eq!(lengths[b'e' as usize], 1);
        let grown: [u32; 256] = core::array::from_fn(|n| 1 << (n / 9).min(31));
        let lengths = codes(&grown);
        assert!(lengths.windows(2).all(|pair| pair[0] >= pair[1]));
        assert_eq!(lengths[0] as usize, LONGEST);
    }

    #[test]
    fn what_is_described_is_short() {
        for counts in [
            [0; 256],
            core::array::from_fn(|n| n as u32),
            core::array::from_fn(|n| (n as u32).wrapping_mul(2_654_435_761) >> (n % 31)),
        ] {
            let bytes = description(&counts).unwrap();
            assert_eq!(usize::from(bytes[0]) + 1, bytes.len());
        }
    }

    #[test]
    fn skews_of_every_kind_are_described() {
        // Of so many symbols, each is met `step` thousandths as often as the one
        // before; all others never.
        for symbols in [1, 2, 3, 5, 12, 40, 128, 200, 255, 256] {
            for step in [300, 500, 618, 700, 900, 970, 990, 999, 1000] {
                for backward in [false, true] {
                    let mut counts = [0; 256];
                    let mut count = u64::from(u32::MAX);
                    for symbol in 0..symbols {
                        counts[if backward { 255 - symbol } else { symbol }] = count as u32;
                        count = count * step / 1000;
                    }
                    codes(&counts);
                    let bytes = description(&counts).expect("room");
                    assert_eq!(usize::from(bytes[0]) + 1, bytes.len());
                }
            }
        }
    }
}
