//! What several tests need.

use proptest::prelude::*;

/// Inputs with matches near and far, long and short.
pub(crate) fn inputs(max: usize) -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop_oneof![
        (any::<u8>(), 1_usize..400).prop_map(|(byte, count)| vec![byte; count]),
        prop::collection::vec(0_u8..4, 1..200),
        prop::collection::vec(any::<u8>(), 1..60),
        (0_u8..20, 1_usize..60).prop_map(|(seed, count)| {
            (0..count)
                .map(|i| (i as u8 % 7).wrapping_mul(seed))
                .collect()
        }),
    ];
    (
        prop::collection::vec((pieces, any::<u64>()), 0..60),
        0..=max,
    )
        .prop_map(|(pieces, size)| {
            let mut all: Vec<u8> = Vec::new();
            for (piece, random) in pieces {
                if random % 3 == 0 && all.len() > 8 {
                    let from = (random >> 8) as usize % all.len();
                    let count = ((random >> 40) as usize % 300).min(all.len() - from);
                    all.extend_from_within(from..from + count);
                } else {
                    all.extend_from_slice(&piece);
                }
            }
            let unit = all.clone();
            while !unit.is_empty() && all.len() < size {
                all.extend_from_slice(&unit);
            }
            all.truncate(size);
            all
        })
}
