//! Blocks that nobody wrote: native and liblz4 agree on what to refuse.

use lz4::block::{
    DecodeError, FastCompressor, Malformed, bound, decompress, decompress_partial,
    decompress_with_dictionary,
};
use proptest::prelude::*;

/// Whether a block that `native` refused was refused for what liblz4 is lax in.
fn lax(error: DecodeError) -> bool {
    error.problem == Malformed::ZeroOffset
}

fn same(block: &[u8], room: usize, dictionary: &[u8]) -> Result<(), TestCaseError> {
    let mut ours = vec![0; room];
    let mut theirs = vec![0; room];
    match (
        decompress(block, &mut ours),
        lz4_ffi::decompress(block, &mut theirs),
    ) {
        (Ok(ours_size), Ok(theirs_size)) => {
            prop_assert_eq!(ours_size, theirs_size);
            prop_assert_eq!(&ours[..ours_size], &theirs[..theirs_size]);
        }
        (Err(error), Ok(_)) => prop_assert!(lax(error), "{}", error),
        (Err(_), Err(_)) => {}
        (Ok(size), Err(code)) => prop_assert!(false, "C refuses {} bytes: {}", size, code),
    }
    match (
        decompress_partial(block, &mut ours),
        lz4_ffi::decompress_partial(block, &mut theirs),
    ) {
        (Ok(ours_size), Ok(theirs_size)) => {
            prop_assert_eq!(ours_size, theirs_size);
            prop_assert_eq!(&ours[..ours_size], &theirs[..theirs_size]);
        }
        (Err(error), Ok(_)) => prop_assert!(lax(error), "partial: {}", error),
        (Err(_), Err(_)) => {}
        (Ok(size), Err(code)) => prop_assert!(false, "partial: C refuses {}: {}", size, code),
    }
    match (
        decompress_with_dictionary(block, &mut ours, dictionary),
        lz4_ffi::decompress_with_dictionary(block, &mut theirs, dictionary),
    ) {
        (Ok(ours_size), Ok(theirs_size)) => {
            prop_assert_eq!(ours_size, theirs_size);
            prop_assert_eq!(&ours[..ours_size], &theirs[..theirs_size]);
        }
        (Err(error), Ok(_)) => prop_assert!(lax(error), "dictionary: {}", error),
        (Err(_), Err(_)) => {}
        (Ok(size), Err(code)) => prop_assert!(false, "dictionary: C refuses {}: {}", size, code),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn random_blocks(
        block in prop::collection::vec(prop_oneof![any::<u8>(), 0_u8..32, Just(255)], 0..80),
        room in 0_usize..200,
    ) {
        same(&block, room, b"a dictionary of some forty bytes and more")?;
    }

    #[test]
    fn mutated_blocks(
        seed in prop::collection::vec((0_u8..4, 1_usize..40), 0..40),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in 0_usize..30,
        more in 0_usize..100,
    ) {
        let input: Vec<u8> = seed.iter().flat_map(|&(byte, count)| vec![byte; count]).collect();
        let mut block = vec![0; bound(input.len()).unwrap()];
        let size = FastCompressor::new().compress(&input, &mut block, 1).unwrap();
        block.truncate(size.saturating_sub(cut.saturating_sub(20)));
        for (index, byte) in flips {
            if !block.is_empty() {
                let at = index.index(block.len());
                block[at] = byte;
            }
        }
        let room = (input.len() + more).saturating_sub(50);
        same(&block, room, b"a dictionary of some forty bytes and more")?;
    }
}
