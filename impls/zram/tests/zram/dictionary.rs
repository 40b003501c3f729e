//! Pages that refer to a dictionary.

use core::error::Error as _;

use zram::{Codec, Decoder, Dictionary, Encoded, Encoder, Error, PageSize, Settings};

use crate::pages::{TRAINED, codecs_with_dictionaries, elf, kinds, text};

#[test]
fn round_trips_and_smaller_blocks() {
    for codec in codecs_with_dictionaries() {
        for size in PageSize::ALL {
            let plain = Settings::new(codec, size);
            let dictionary = Dictionary::new(codec, &text(30_000, 1)).unwrap();
            assert_eq!(dictionary.bytes(), text(30_000, 1));
            let settings = plain.clone().with_dictionary(dictionary);
            let mut with = Encoder::with(&settings).unwrap();
            let mut without = Encoder::with(&plain).unwrap();
            let mut decoder = Decoder::with(&settings).unwrap();
            let mut output = vec![0; with.room()];
            let mut back = vec![0; size.bytes()];
            for (kind, page) in kinds(size) {
                let encoded = with.encode(&page, &mut output).unwrap();
                back.fill(0x5A);
                decoder
                    .decode(encoded.kept(&page, &output), &mut back)
                    .unwrap();
                assert!(back == page, "{codec} {size:?} {kind}");
            }
            // The dictionary begins as the page does.
            let page = text(size.bytes(), 1);
            let smaller = with.encode(&page, &mut output).unwrap();
            let plainly = without.encode(&page, &mut output).unwrap();
            if let (Encoded::Block { size: smaller }, Encoded::Block { size: plainly }) =
                (smaller, plainly)
                && size <= PageSize::KiB16
            {
                assert!(
                    smaller * 4 < plainly,
                    "{codec} {size:?}: {smaller} {plainly}"
                );
            }
        }
    }
}

#[test]
fn empty_and_tiny_dictionaries_change_nothing_that_matters() {
    for codec in [Codec::LZ4, Codec::Zstd { level: 3 }] {
        for length in 0..20 {
            let dictionary = Dictionary::new(codec, &text(length, 1)).unwrap();
            let settings = Settings::new(codec, PageSize::KiB4).with_dictionary(dictionary);
            let mut encoder = Encoder::with(&settings).unwrap();
            let mut output = vec![0; encoder.room()];
            let page = elf(4096, 8);
            let encoded = encoder.encode(&page, &mut output).unwrap();
            let mut back = vec![0; 4096];
            Decoder::with(&settings)
                .unwrap()
                .decode(encoded.kept(&page, &output), &mut back)
                .unwrap();
            assert_eq!(back, page);
        }
    }
}

#[test]
fn the_lz4_dictionary_is_its_last_64_kib() {
    let bytes = text(100_000, 3);
    let dictionary = Dictionary::new(Codec::LZ4, &bytes).unwrap();
    assert_eq!(dictionary.bytes(), &bytes[100_000 - 65_536..]);
}

#[test]
fn dictionaries_of_another_codec() {
    let level = |level| Codec::Zstd { level };
    for (made_for, used_for) in [
        (Codec::LZ4, level(1)),
        (level(1), Codec::LZ4),
        (level(1), level(2)),
        (Codec::LZ4, Codec::Lz4High { level: 9 }),
        (Codec::Lz4High { level: 9 }, Codec::LZ4),
    ] {
        let dictionary = Dictionary::new(made_for, &text(1000, 1)).unwrap();
        assert_eq!(dictionary.codec(), made_for);
        let settings = Settings::new(used_for, PageSize::KiB4).with_dictionary(dictionary);
        assert!(matches!(
            Encoder::with(&settings),
            Err(Error::DictionaryOfAnother { codec, dictionary })
                if codec == used_for && dictionary == made_for
        ));
    }
    // To read takes the bytes only.
    let dictionary = Dictionary::new(level(1), &text(1000, 1)).unwrap();
    let other = Settings::new(level(2), PageSize::KiB4).with_dictionary(dictionary);
    assert!(Decoder::with(&other).is_ok());
    let dictionary = Dictionary::new(Codec::LZ4, &text(1000, 1)).unwrap();
    let other = Settings::new(Codec::Lz4High { level: 9 }, PageSize::KiB4);
    assert!(Decoder::with(&other.with_dictionary(dictionary)).is_ok());
    // What a dictionary is indexed by does not depend on the acceleration.
    let dictionary = Dictionary::new(Codec::LZ4, &text(1000, 1)).unwrap();
    let faster = Settings::new(Codec::Lz4 { acceleration: 4 }, PageSize::KiB4);
    assert!(Encoder::with(&faster.with_dictionary(dictionary)).is_ok());
}

#[test]
fn a_codec_without_dictionaries() {
    let error = Dictionary::new(Codec::Lz4Turbo, &text(1000, 1)).unwrap_err();
    assert!(matches!(
        error,
        Error::NoDictionaries {
            codec: Codec::Lz4Turbo
        }
    ));
    assert_eq!(error.to_string(), "lz4turbo does without dictionaries");
    for made_for in [Codec::LZ4, Codec::Zstd { level: 1 }] {
        let dictionary = Dictionary::new(made_for, &text(1000, 1)).unwrap();
        let settings = Settings::new(Codec::Lz4Turbo, PageSize::KiB4).with_dictionary(dictionary);
        assert!(matches!(
            Encoder::with(&settings),
            Err(Error::DictionaryOfAnother { codec: Codec::Lz4Turbo, dictionary })
                if dictionary == made_for
        ));
    }
}

#[test]
fn a_trained_dictionary_is_named_in_its_frames() {
    let codec = Codec::Zstd { level: 3 };
    let plain = Settings::new(codec, PageSize::KiB4);
    let settings = plain
        .clone()
        .with_dictionary(Dictionary::new(codec, TRAINED).unwrap());
    let mut encoder = Encoder::with(&settings).unwrap();
    let mut output = vec![0; encoder.room()];
    let page = text(4096, 6);
    let encoded = encoder.encode(&page, &mut output).unwrap();
    let kept = encoded.kept(&page, &output);
    assert!(matches!(encoded, Encoded::Block { .. }));
    // Single segment, 4 bytes of identifier, those of the dictionary.
    assert_eq!(output[4], 0x63);
    assert_eq!(output[5..9], TRAINED[4..8]);

    let mut back = vec![0; 4096];
    Decoder::with(&settings)
        .unwrap()
        .decode(kept, &mut back)
        .unwrap();
    assert_eq!(back, page);
    let raw = Dictionary::new(codec, &text(1500, 1)).unwrap();
    for other in [plain.clone(), plain.with_dictionary(raw)] {
        assert!(matches!(
            Decoder::with(&other).unwrap().decode(kept, &mut back),
            Err(Error::Corrupt(_))
        ));
    }
}

#[test]
fn a_malformed_zstd_dictionary() {
    let bytes = [0x37, 0xA4, 0x30, 0xEC, 1, 0, 0, 0, 0xFF, 0xFF];
    let error = Dictionary::new(Codec::Zstd { level: 3 }, &bytes).unwrap_err();
    assert!(matches!(error, Error::Dictionary(_)), "{error:?}");
    assert!(error.source().is_some());
    assert!(Dictionary::new(Codec::LZ4, &bytes).is_ok());
}
