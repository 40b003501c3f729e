//! The turbo compressor's blocks, read by liblz4.

use lz4::block::{CompressError, TurboCompressor, bound, decompress};
use proptest::prelude::*;

mod common;
use common::inputs;

/// A block of `input`, held to what is promised of it.
fn block(compressor: &mut TurboCompressor, input: &[u8]) -> Vec<u8> {
    let room = bound(input.len()).unwrap();
    let mut block = vec![0xA5; room];
    let size = compressor.compress(input, &mut block).unwrap();
    assert!(size <= room);
    block.truncate(size);
    block
}

/// Both readers, with room for the input and no more.
fn assert_read(input: &[u8], block: &[u8]) {
    let mut output = vec![0x5A; input.len()];
    assert_eq!(lz4_ffi::decompress(block, &mut output), Ok(input.len()));
    assert!(output == input, "liblz4 reads {} bytes", input.len());
    output.fill(0xA5);
    assert_eq!(decompress(block, &mut output), Ok(input.len()));
    assert!(output == input, "native reads {} bytes", input.len());
}

/// Stretches that compress well, badly and not at all.
fn mixture(size: usize) -> Vec<u8> {
    let mut random = 1_u64;
    let mut bytes = Vec::with_capacity(size);
    while bytes.len() < size {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let count = 1 + (random >> 40) as usize % 90;
        match random >> 61 {
            0 => bytes.extend((0..count as u64).map(|n| (random.rotate_left(n as u32) ^ n) as u8)),
            1 => bytes.extend(std::iter::repeat_n((random >> 32) as u8, count)),
            2 => bytes.extend_from_slice(&(random >> 36).to_le_bytes()),
            _ => {
                let back = 1 + (random >> 33) as usize % bytes.len().clamp(1, 5_000);
                let from = bytes.len().saturating_sub(back);
                let count = count.min(bytes.len() - from);
                bytes.extend_from_within(from..from + count);
            }
        }
    }
    bytes.truncate(size);
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn liblz4_reads_every_block(input in inputs(300_000)) {
        assert_read(&input, &block(&mut TurboCompressor::new(), &input));
    }

    #[test]
    fn noise_is_read_too(input in prop::collection::vec(any::<u8>(), 0..20_000)) {
        assert_read(&input, &block(&mut TurboCompressor::new(), &input));
    }

    #[test]
    fn blocks_do_not_depend_on_the_inputs_before(
        before in prop::collection::vec(inputs(80_000), 1..4),
        input in inputs(80_000),
    ) {
        let mut used = TurboCompressor::new();
        for other in &before {
            block(&mut used, other);
        }
        prop_assert_eq!(block(&mut used, &input), block(&mut TurboCompressor::new(), &input));
    }

    /// The same block into every output that it fits in, and an error for every
    /// other.
    #[test]
    fn an_output_of_the_block_s_size_is_enough(input in inputs(4_000), less in 1_usize..300) {
        let mut compressor = TurboCompressor::new();
        let whole = block(&mut compressor, &input);
        for more in [0, 1, 2, 36, 37, 38, 100] {
            let mut output = vec![0; whole.len() + more];
            prop_assert_eq!(compressor.compress(&input, &mut output), Ok(whole.len()));
            prop_assert_eq!(&output[..whole.len()], &whole);
        }
        for less in [1, less.min(whole.len()), whole.len()] {
            let available = whole.len() - less;
            prop_assert_eq!(
                compressor.compress(&input, &mut vec![0; available]),
                Err(CompressError::OutputTooSmall { available })
            );
        }
    }
}

#[test]
fn every_size_up_to_one_page_and_steps_beyond_64_kib() {
    let all = mixture(140_000);
    let mut compressor = TurboCompressor::new();
    let steps = (4_200..140_000).step_by(331);
    for size in (0..4_200).chain(65_400..65_700).chain(steps) {
        for input in [&all[..size], &all[all.len() - size..], &vec![7; size]] {
            assert_read(input, &block(&mut compressor, input));
        }
    }
}

#[test]
fn matches_are_found_in_every_piece() {
    // Every 64 KiB say the same as those before, which cannot be told; each has
    // matches within.
    let piece = mixture(20_000);
    let mut compressor = TurboCompressor::new();
    let once = block(&mut compressor, &piece.repeat(3)).len();
    let often = block(&mut compressor, &piece.repeat(30)).len();
    assert!(often < 11 * once, "{often} bytes, and {once} for a tenth");
}

#[test]
fn literals_and_matches_of_every_length_around_those_of_a_byte_more() {
    let noise: Vec<u8> = (0..2_000_u32)
        .map(|n| (n.wrapping_mul(n).wrapping_mul(2_654_435_761) >> 23) as u8)
        .collect();
    let mut compressor = TurboCompressor::new();
    for literals in (0..40).chain(265..290).chain([524, 525, 526, 527]) {
        for length in (7..40).chain(265..290).chain([528, 529, 530]) {
            let mut input = noise[..600].to_vec();
            input.extend_from_slice(&noise[1_000..1_000 + literals]);
            input.extend_from_slice(&noise[10..10 + length]);
            input.extend_from_slice(&noise[1_800..1_850]);
            assert_read(&input, &block(&mut compressor, &input));
        }
    }
}

#[test]
fn what_is_repeated_is_small() {
    let page: Vec<u8> = b"touchstone ".iter().copied().cycle().take(4096).collect();
    let block = block(&mut TurboCompressor::new(), &page);
    assert!(block.len() < 60, "{} bytes", block.len());
}
