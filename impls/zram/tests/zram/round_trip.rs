//! Every codec, page size and kind of page, there and back.

use proptest::prelude::*;
use zram::{Codec, Decoder, Encoded, Encoder, PageSize, Settings};

use crate::pages::{codecs, kinds};

#[test]
fn every_codec_page_size_and_kind() {
    for codec in codecs() {
        for size in PageSize::ALL {
            let mut encoder = Encoder::new(codec, size).unwrap();
            let mut decoder = Decoder::new(codec, size).unwrap();
            let mut output = vec![0; encoder.room()];
            let mut back = vec![0; size.bytes()];
            for (kind, page) in kinds(size) {
                let encoded = encoder.encode(&page, &mut output).unwrap();
                back.fill(0x5A);
                decoder
                    .decode(encoded.kept(&page, &output), &mut back)
                    .unwrap_or_else(|error| panic!("{codec} {size:?} {kind}: {error}"));
                assert!(back == page, "{codec} {size:?} {kind}");
                let expected = match kind.as_str() {
                    "zeros" | "same byte" | "same word" => "same",
                    "random" => "raw",
                    _ => "block",
                };
                let is = match encoded {
                    Encoded::Same(_) => "same",
                    Encoded::Block { size } => {
                        assert!(size < encoder.threshold());
                        "block"
                    }
                    Encoded::Raw => "raw",
                };
                // The extremes hardly look for matches.
                let careless = matches!(
                    codec,
                    Codec::Lz4 { acceleration: 2.. } | Codec::Zstd { level: ..-1 }
                );
                // Turbo is slow to look again after what cannot be compressed.
                let hurried = codec == Codec::Lz4Turbo && kind.contains("random");
                if expected != "block" || !(careless || hurried) {
                    assert_eq!(is, expected, "{codec} {size:?} {kind}");
                }
            }
        }
    }
}

#[test]
fn blocks_do_not_depend_on_the_pages_before() {
    for codec in codecs() {
        let mut used = Encoder::new(codec, PageSize::KiB4).unwrap();
        let mut output = vec![0; used.room()];
        let mut again = output.clone();
        for (kind, page) in kinds(PageSize::KiB4) {
            let one = used.encode(&page, &mut output).unwrap();
            let mut fresh = Encoder::new(codec, PageSize::KiB4).unwrap();
            let other = fresh.encode(&page, &mut again).unwrap();
            assert_eq!(
                one.kept(&page, &output),
                other.kept(&page, &again),
                "{codec} {kind}"
            );
        }
    }
}

#[test]
fn lz4_blocks_are_those_of_the_block_compressor() {
    let mut encoder = Encoder::new(Codec::LZ4, PageSize::KiB16).unwrap();
    let mut output = vec![0; encoder.room()];
    let mut expected = vec![0; lz4::block::bound(16 << 10).unwrap()];
    for (kind, page) in kinds(PageSize::KiB16) {
        let encoded = encoder.encode(&page, &mut output).unwrap();
        let size = lz4::block::FastCompressor::new()
            .compress(&page, &mut expected, 1)
            .unwrap();
        if let Encoded::Block { size: actual } = encoded {
            assert_eq!(output[..actual], expected[..size], "{kind}");
        }
    }
}

#[test]
fn turbo_blocks_are_lz4_blocks() {
    for size in PageSize::ALL {
        let mut encoder = Encoder::new(Codec::Lz4Turbo, size).unwrap();
        let mut output = vec![0; encoder.room()];
        let mut decoder = Decoder::new(Codec::LZ4, size).unwrap();
        let mut back = vec![0; size.bytes()];
        for (kind, page) in kinds(size) {
            let encoded = encoder.encode(&page, &mut output).unwrap();
            let kept = encoded.kept(&page, &output);
            decoder.decode(kept, &mut back).unwrap();
            assert!(back == page, "{size:?} {kind}");
        }
    }
}

#[test]
fn zstd_frames_have_one_segment_their_size_and_no_checksum() {
    for codec in codecs() {
        if !matches!(codec, Codec::Zstd { .. }) {
            continue;
        }
        for size in PageSize::ALL {
            let mut encoder = Encoder::new(codec, size).unwrap();
            let mut output = vec![0; encoder.room()];
            for (kind, page) in kinds(size) {
                let encoded = encoder.encode(&page, &mut output).unwrap();
                if !matches!(encoded, Encoded::Block { .. }) {
                    continue;
                }
                assert_eq!(output[..4], [0x28, 0xB5, 0x2F, 0xFD], "{codec} {kind}");
                // Content size in 2 bytes, less 256, or in 4; single segment.
                let declared = match output[4] {
                    0x60 => 256 + usize::from(u16::from_le_bytes([output[5], output[6]])),
                    0xA0 => u32::from_le_bytes(output[5..9].try_into().unwrap()) as usize,
                    other => panic!("{codec} {size:?} {kind}: descriptor {other:#x}"),
                };
                assert_eq!(declared, size.bytes());
            }
        }
    }
}

#[test]
fn the_threshold_parts_blocks_from_raw_pages() {
    let page = crate::pages::text(4096, 9);
    for codec in codecs() {
        let everything = Settings::new(codec, PageSize::KiB4).with_threshold(usize::MAX);
        let mut encoder = Encoder::with(&everything).unwrap();
        assert_eq!(encoder.threshold(), 4096);
        let mut output = vec![0; encoder.room()];
        let Encoded::Block { size } = encoder.encode(&page, &mut output).unwrap() else {
            continue;
        };
        for (threshold, expected) in [
            (0, Encoded::Raw),
            (size, Encoded::Raw),
            (size + 1, Encoded::Block { size }),
        ] {
            let settings = everything.clone().with_threshold(threshold);
            let mut encoder = Encoder::with(&settings).unwrap();
            assert_eq!(
                encoder.encode(&page, &mut output).unwrap(),
                expected,
                "{codec}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_mixtures(
        seed: u64,
        pieces in prop::collection::vec((0..4_u8, 1..900_usize), 1..20),
        codec in prop::sample::select(codecs()),
    ) {
        let mut page = Vec::new();
        for (at, (kind, length)) in pieces.into_iter().enumerate() {
            let seed = seed.wrapping_add(at as u64);
            page.extend(match kind {
                0 => crate::pages::text(length, seed),
                1 => crate::pages::elf(length, seed % 1000),
                2 => crate::pages::random(length, seed),
                _ => crate::pages::same(length, seed),
            });
        }
        page.resize(4096, 0);
        let mut encoder = Encoder::new(codec, PageSize::KiB4).unwrap();
        let mut output = vec![0; encoder.room()];
        let encoded = encoder.encode(&page, &mut output).unwrap();
        let mut back = vec![1; 4096];
        Decoder::new(codec, PageSize::KiB4)
            .unwrap()
            .decode(encoded.kept(&page, &output), &mut back)
            .unwrap();
        prop_assert!(back == page);
    }
}
