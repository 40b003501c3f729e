//! Blocks that nobody wrote.

use proptest::prelude::*;
use zram::{
    BlockError, Codec, Decoder, Dictionary, Encoded, Encoder, Error, Kept, PageSize, Settings,
};

use crate::pages::{elf, kinds, random, text};

const CODECS: [Codec; 4] = [
    Codec::LZ4,
    Codec::Lz4Turbo,
    Codec::Zstd { level: 1 },
    Codec::Zstd { level: -5 },
];

fn block(settings: &Settings, page: &[u8]) -> Vec<u8> {
    let mut encoder = Encoder::with(settings).unwrap();
    let mut output = vec![0; encoder.room()];
    match encoder.encode(page, &mut output).unwrap() {
        Encoded::Block { size } => output[..size].to_vec(),
        other => panic!("{other:?}"),
    }
}

/// Decodes what may be anything: an error has to be about the block, and
/// success has to write every byte, so that two backgrounds give one page.
fn survives(decoder: &mut Decoder, block: &[u8]) -> bool {
    let mut pages = [[0x00; 4096], [0xFF; 4096]];
    let mut results = pages
        .each_mut()
        .map(|page| decoder.decode(Kept::Block(block), page));
    match &mut results {
        [Ok(()), Ok(())] => {
            assert!(pages[0] == pages[1], "a page partly written");
            true
        }
        [Err(one), Err(other)] => {
            for error in [&*one, &*other] {
                assert!(
                    matches!(
                        error,
                        Error::BlockTooShort {
                            expected: 4096,
                            actual: ..4096
                        } | Error::BlockTooLong { expected: 4096, .. }
                            | Error::Corrupt(_)
                    ),
                    "{error:?}"
                );
            }
            assert_eq!(one.to_string(), other.to_string());
            false
        }
        [one, other] => panic!("{one:?} and then {other:?}"),
    }
}

fn settings() -> Vec<Settings> {
    let mut all: Vec<Settings> = CODECS
        .map(|codec| Settings::new(codec, PageSize::KiB4))
        .into();
    for settings in all.clone() {
        if settings.codec() == Codec::Lz4Turbo {
            continue;
        }
        let dictionary = Dictionary::new(settings.codec(), &text(3000, 77)).unwrap();
        all.push(settings.with_dictionary(dictionary));
    }
    all
}

#[test]
fn every_truncation() {
    for settings in settings() {
        let mut decoder = Decoder::with(&settings).unwrap();
        for page in [text(4096, 5), elf(4096, 5)] {
            let block = block(&settings, &page);
            assert!(survives(&mut decoder, &block));
            for end in 0..block.len() {
                assert!(!survives(&mut decoder, &block[..end]), "{settings:?} {end}");
            }
        }
    }
}

#[test]
fn bytes_after_the_block() {
    for settings in settings() {
        let mut decoder = Decoder::with(&settings).unwrap();
        let mut block = block(&settings, &text(4096, 5));
        for more in [0, 1, 0x28, 0xFF] {
            block.push(more);
            assert!(!survives(&mut decoder, &block), "{settings:?}");
        }
    }
}

#[test]
fn every_bit_flip() {
    for settings in settings() {
        let mut decoder = Decoder::with(&settings).unwrap();
        let mut block = block(&settings, &text(4096, 6));
        let mut refused = 0;
        for bit in 0..block.len() * 8 {
            block[bit / 8] ^= 1 << (bit % 8);
            refused += usize::from(!survives(&mut decoder, &block));
            block[bit / 8] ^= 1 << (bit % 8);
        }
        assert!(refused > 0);
        assert!(
            survives(&mut decoder, &block),
            "{settings:?} after all that"
        );
    }
}

#[test]
fn blocks_of_other_page_sizes() {
    for codec in CODECS {
        for written in PageSize::ALL {
            for (kind, page) in kinds(written) {
                let mut encoder = Encoder::new(codec, written).unwrap();
                let mut output = vec![0; encoder.room()];
                let encoded = encoder.encode(&page, &mut output).unwrap();
                let kept = encoded.kept(&page, &output);
                for read in PageSize::ALL {
                    let mut decoder = Decoder::new(codec, read).unwrap();
                    let mut back = vec![0; read.bytes()];
                    let result = decoder.decode(kept, &mut back);
                    let case = format!("{codec} {kind} {written:?} {read:?}");
                    match (kept, result) {
                        (Kept::Same(_), Ok(())) => {}
                        (_, Ok(())) => assert!(read == written && back == page, "{case}"),
                        (Kept::Raw(_), Err(Error::RawLength { expected, actual })) => {
                            assert_eq!((expected, actual), (read.bytes(), written.bytes()));
                        }
                        (Kept::Block(_), Err(Error::BlockTooShort { expected, actual })) => {
                            assert_eq!(
                                (expected, actual),
                                (read.bytes(), written.bytes()),
                                "{case}"
                            );
                        }
                        (Kept::Block(_), Err(Error::BlockTooLong { expected, .. })) => {
                            assert_eq!(expected, read.bytes());
                            assert!(read < written, "{case}");
                        }
                        // A match into what would be the last literals.
                        (
                            Kept::Block(_),
                            Err(Error::Corrupt(BlockError::Lz4(lz4::block::DecodeError {
                                problem:
                                    lz4::block::Malformed::Match { .. }
                                    | lz4::block::Malformed::Literals { .. },
                                ..
                            }))),
                        ) => assert!(read < written, "{case}"),
                        (kept, result) => panic!("{case}: {kept:?} {result:?}"),
                    }
                }
            }
        }
    }
}

#[test]
fn a_frame_of_a_larger_window_is_refused_before_it_is_allocated() {
    // Magic, a descriptor without single segment, a window of 2^41 bytes less
    // some, and a raw last block of 1 byte.
    let block = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0xF0, 0x09, 0x00, 0x00, 0x41];
    let mut decoder = Decoder::new(Codec::Zstd { level: 1 }, PageSize::KiB4).unwrap();
    let mut page = vec![0; 4096];
    let mut result = Ok(());
    let allocated = allocation_counter::measure(|| {
        result = decoder.decode(Kept::Block(&block), &mut page);
    });
    assert!(
        matches!(result, Err(Error::BlockTooLong { .. })),
        "{result:?}"
    );
    assert!(allocated.bytes_total < 1 << 10, "{allocated:?}");
}

#[test]
fn sources_tell_what_the_codec_found() {
    use core::error::Error as _;
    for (codec, block, message) in [
        (Codec::LZ4, &[0x00, 0x01, 0x00][..], "byte"),
        (
            Codec::Zstd { level: 3 },
            &[0x28, 0xB5, 0x2F, 0xFE, 0, 0],
            "magic",
        ),
    ] {
        let mut decoder = Decoder::new(codec, PageSize::KiB4).unwrap();
        let error = decoder
            .decode(Kept::Block(block), &mut [0; 4096])
            .unwrap_err();
        assert!(matches!(error, Error::Corrupt(_)), "{error:?}");
        let source = error.source().expect("a source").to_string();
        assert!(source.contains(message), "{source}");
    }
}

proptest! {
    #[test]
    fn any_bytes(
        block in prop::collection::vec(any::<u8>(), 0..600),
        settings in prop::sample::select(settings()),
    ) {
        survives(&mut Decoder::with(&settings).unwrap(), &block);
    }

    #[test]
    fn blocks_with_bytes_changed(
        seed: u64,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        settings in prop::sample::select(settings()),
    ) {
        let page = [text(2048, seed), random(512, seed), elf(1536, seed % 1000)].concat();
        let mut block = block(&settings, &page);
        for (at, byte) in changes {
            let at = at.index(block.len());
            block[at] = byte;
        }
        survives(&mut Decoder::with(&settings).unwrap(), &block);
    }
}
