//! The fast compressor beside liblz4's.

use lz4::block::{
    Dictionary, FastCompressor, FastStream, bound, decompress, decompress_after,
    decompress_partial, decompress_with_dictionary,
};
use proptest::prelude::*;

mod common;
use common::inputs;

fn native(input: &[u8], room: usize, acceleration: u32) -> Option<Vec<u8>> {
    let mut output = vec![0; room];
    let size = FastCompressor::new()
        .compress(input, &mut output, acceleration)
        .ok()?;
    output.truncate(size);
    Some(output)
}

fn reference(input: &[u8], room: usize, acceleration: u32) -> Option<Vec<u8>> {
    let mut output = vec![0; room];
    let size = lz4_ffi::compress(input, &mut output, acceleration as i32)?;
    output.truncate(size);
    Some(output)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn blocks_are_those_of_c(input in inputs(150_000), acceleration in 0_u32..70) {
        let room = bound(input.len()).unwrap();
        let block = native(&input, room, acceleration).unwrap();
        prop_assert_eq!(Some(block.clone()), reference(&input, room, acceleration));
        let mut output = vec![0; input.len()];
        prop_assert_eq!(decompress(&block, &mut output), Ok(input.len()));
        prop_assert_eq!(&output, &input);
    }

    #[test]
    fn too_little_room_is_refused_where_c_does(input in inputs(3_000), less in 0_usize..40) {
        let whole = native(&input, bound(input.len()).unwrap(), 1).unwrap();
        for room in [whole.len().saturating_sub(less), whole.len() + less / 8, less] {
            prop_assert_eq!(native(&input, room, 1), reference(&input, room, 1));
        }
    }

    #[test]
    fn filling_takes_what_c_takes(input in inputs(100_000), share in 0_usize..1200) {
        let room = (bound(input.len()).unwrap() * share / 1000).max(1);
        let mut output = vec![0; room];
        let filled = FastCompressor::new().fill(&input, &mut output, 1).unwrap();
        let mut theirs = vec![0; room];
        let c = lz4_ffi::compress_fill(&input, &mut theirs, 1).unwrap();
        prop_assert_eq!((filled.read, filled.written), (c.read, c.written));
        prop_assert_eq!(&output[..filled.written], &theirs[..c.written]);
        let mut back = vec![0; filled.read];
        prop_assert_eq!(decompress(&output[..filled.written], &mut back), Ok(filled.read));
        prop_assert_eq!(&back, &input[..filled.read]);
    }

    #[test]
    fn dictionaries_serve_as_in_c(
        all in inputs(90_000),
        cut in 0_usize..1000,
        thorough in any::<bool>(),
    ) {
        let (words, input) = all.split_at(all.len() * cut / 1000);
        let room = bound(input.len()).unwrap();
        let dictionary =
            if thorough { Dictionary::thorough(words) } else { Dictionary::new(words) };
        let mut block = vec![0; room];
        let size = FastCompressor::new()
            .compress_with_dictionary(&dictionary, input, &mut block, 1)
            .unwrap();
        block.truncate(size);

        let input_elsewhere = input.to_vec();
        let mut stream = lz4_ffi::FastStream::new();
        if thorough {
            stream.load_dictionary_slow(words);
        } else {
            stream.load_dictionary(words);
        }
        let mut theirs = vec![0; room];
        let size = stream.compress(&input_elsewhere, &mut theirs, 1).unwrap();
        prop_assert_eq!(&block, &theirs[..size]);

        // Attached, C looks into two tables; the block is the same.
        let mut holder = lz4_ffi::FastStream::new();
        if thorough {
            holder.load_dictionary_slow(words);
        } else {
            holder.load_dictionary(words);
        }
        let mut attached = lz4_ffi::FastStream::new();
        attached.attach(&holder);
        let size = attached.compress(&input_elsewhere, &mut theirs, 1).unwrap();
        prop_assert_eq!(&block, &theirs[..size]);

        let mut output = vec![0; input.len()];
        prop_assert_eq!(
            decompress_with_dictionary(&block, &mut output, words),
            Ok(input.len())
        );
        prop_assert_eq!(&output, input);
    }

    #[test]
    fn streams_are_those_of_c(
        all in inputs(200_000),
        cuts in prop::collection::vec(0_usize..1000, 0..8),
        apart in any::<bool>(),
    ) {
        let mut cuts: Vec<_> = cuts.into_iter().map(|cut| all.len() * cut / 1000).collect();
        cuts.push(all.len());
        cuts.sort_unstable();
        let mut stream = FastStream::new();
        // C tells prefix from dictionary by address: every other block apart.
        let copies: Vec<Vec<u8>> = cuts
            .iter()
            .scan(0, |start, &end| {
                let piece = all[*start..end].to_vec();
                *start = end;
                Some(piece)
            })
            .collect();
        let mut theirs = lz4_ffi::FastStream::new();
        let mut start = 0;
        let mut history: &[u8] = &[];
        for (&end, copy) in cuts.iter().zip(&copies) {
            let room = bound(end - start).unwrap();
            let mut block = vec![0; room];
            let mut expected = vec![0; room];
            let (size, c) = if apart {
                (
                    stream.compress_apart(history, copy, &mut block, 1).unwrap(),
                    theirs.compress(copy, &mut expected, 1).unwrap(),
                )
            } else {
                (
                    stream.compress(&all[..end], start, &mut block, 1).unwrap(),
                    theirs.compress(&all[start..end], &mut expected, 1).unwrap(),
                )
            };
            prop_assert_eq!(&block[..size], &expected[..c]);
            let mut back = all[..end].to_vec();
            back[start..].fill(0);
            if apart {
                let mut output = vec![0; copy.len()];
                prop_assert_eq!(
                    decompress_with_dictionary(&block[..size], &mut output, history),
                    Ok(copy.len())
                );
                prop_assert_eq!(&output, copy);
            } else {
                prop_assert_eq!(decompress_after(&block[..size], &mut back, start), Ok(end - start));
                prop_assert_eq!(&back, &all[..end]);
            }
            start = end;
            history = copy;
        }
    }

    #[test]
    fn every_front_of_the_output_can_be_had(input in inputs(3_000), share in 0_usize..1000) {
        let block = native(&input, bound(input.len()).unwrap(), 1).unwrap();
        let wanted = input.len() * share / 1000;
        let mut output = vec![0; wanted];
        let mut theirs = vec![0; wanted];
        prop_assert_eq!(decompress_partial(&block, &mut output), Ok(wanted));
        prop_assert_eq!(lz4_ffi::decompress_partial(&block, &mut theirs), Ok(wanted));
        prop_assert_eq!(&output, &input[..wanted]);
    }
}

#[test]
fn every_small_size_and_every_size_around_the_table_s_limit() {
    let text: Vec<u8> = (0..70_000_u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 29) as u8 + (i % 5) as u8)
        .collect();
    for size in (0..300).chain(65_500..65_600) {
        let input = &text[..size];
        let room = bound(size).unwrap();
        let block = native(input, room, 1).unwrap();
        assert_eq!(
            Some(&block),
            reference(input, room, 1).as_ref(),
            "size {size}"
        );
        let mut output = vec![0; size];
        assert_eq!(decompress(&block, &mut output), Ok(size), "size {size}");
        assert_eq!(output, input);
    }
}

#[test]
fn the_reference_is_the_pinned_one() {
    assert_eq!(lz4_ffi::version(), "1.10.0");
    for size in [0, 1, 255, 4096, lz4::block::MAX_INPUT] {
        assert_eq!(bound(size), lz4_ffi::bound(size));
    }
    assert_eq!(bound(lz4::block::MAX_INPUT + 1), None);
    assert_eq!(lz4_ffi::bound(lz4::block::MAX_INPUT + 1), None);
}
