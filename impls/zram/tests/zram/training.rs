//! Dictionaries learned from pages.

use zram::training::{Training, train};
use zram::{Codec, Decoder, Dictionary, Encoded, Encoder, Error, PageSize, Settings};

use crate::pages::{random, text};

/// Records of one kind, as a heap has them: what they have in common is more
/// than what each has of its own.
fn records(page: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let noise = random(4096, page + 1);
    for own in noise.chunks(9) {
        bytes.extend_from_slice(b"{\"user_identifier\": \"");
        bytes.extend(own.iter().map(|byte| b'a' + byte % 26));
        bytes.extend_from_slice(b"\", \"account_enabled\": true, \"last_seen\": 1");
        bytes.extend(own.iter().map(|byte| b'0' + byte % 10));
        bytes.extend_from_slice(b", \"groups\": [\"wheel\", \"audio\", \"video\"]},\n");
    }
    bytes.truncate(4096);
    bytes
}

fn learned(codec: Codec, size: usize) -> Training {
    let pages: Vec<_> = (0..200).map(records).collect();
    train(&pages, &Settings::new(codec, PageSize::KiB4), size).unwrap()
}

#[test]
fn pages_like_those_learned_from_become_smaller() {
    for name in [
        "lz4", "lz4:4", "lz4hc:9", "lz4hc:12", "zstd:-5", "zstd:1", "zstd:9",
    ] {
        let codec: Codec = name.parse().unwrap();
        let training = learned(codec, 2000);
        assert!(training.bytes().len() <= 2000);
        assert_eq!(training.pages(), 25);
        assert!(
            training.stored_with() * 100 < training.stored_without() * 97,
            "{codec}: {} {}",
            training.stored_with(),
            training.stored_without()
        );
        // And so it is for pages that training has not seen at all.
        let plain = Settings::new(codec, PageSize::KiB4);
        let dictionary = Dictionary::new(codec, training.bytes()).unwrap();
        let settings = plain.clone().with_dictionary(dictionary);
        let mut with = Encoder::with(&settings).unwrap();
        let mut without = Encoder::with(&plain).unwrap();
        let mut decoder = Decoder::with(&settings).unwrap();
        let mut output = vec![0; with.room()];
        let mut back = vec![0; 4096];
        for page in (1000..1020).map(records) {
            let Encoded::Block { size: plainly } = without.encode(&page, &mut output).unwrap()
            else {
                panic!("records compress");
            };
            let encoded = with.encode(&page, &mut output).unwrap();
            let Encoded::Block { size } = encoded else {
                panic!("records compress");
            };
            assert!(size < plainly, "{codec}: {size} {plainly}");
            decoder
                .decode(encoded.kept(&page, &output), &mut back)
                .unwrap();
            assert_eq!(back, page);
        }
    }
}

#[test]
fn zstd_has_statistics_too() {
    for level in [9, 13] {
        let codec = Codec::Zstd { level };
        let pages: Vec<_> = (0..400).map(|page| text(4096, page)).collect();
        let settings = Settings::new(codec, PageSize::KiB4);
        let training = train(&pages, &settings, 4096).unwrap();
        let bytes = training.bytes();
        assert_eq!(bytes[..8], [0x37, 0xA4, 0x30, 0xEC, 0, 0, 0, 0], "{codec}");
        // It is what is kept only where that is less than with content alone:
        // the content is the end of it.
        let kept = |bytes: &[u8]| -> usize {
            let dictionary = Dictionary::new(codec, bytes).unwrap();
            let settings = settings.clone().with_dictionary(dictionary);
            let mut encoder = Encoder::with(&settings).unwrap();
            let mut output = vec![0; encoder.room()];
            (1000..1040)
                .map(
                    |page| match encoder.encode(&text(4096, page), &mut output) {
                        Ok(Encoded::Block { size }) => size,
                        other => panic!("{other:?}"),
                    },
                )
                .sum()
        };
        assert!(kept(bytes) < kept(&bytes[300..]), "{codec}");
    }
}

#[test]
fn the_same_pages_teach_the_same() {
    let codec = Codec::Zstd { level: 1 };
    assert_eq!(learned(codec, 3000), learned(codec, 3000));
}

#[test]
fn sizes_are_kept() {
    for codec in [Codec::LZ4, Codec::Zstd { level: 1 }] {
        for size in [0, 1, 7, 8, 9, 100, 300, 65_536, 1 << 20] {
            let training = learned(codec, size);
            assert!(training.bytes().len() <= size, "{codec} {size}");
            assert!(Dictionary::new(codec, training.bytes()).is_ok());
        }
    }
}

#[test]
fn pages_that_have_nothing_in_common() {
    let noise: Vec<_> = (0..40).map(|seed| random(4096, seed)).collect();
    for codec in [Codec::LZ4, Codec::Zstd { level: 1 }] {
        let plain = Settings::new(codec, PageSize::KiB4);
        let training = train(&noise, &plain, 4096).unwrap();
        assert!(training.stored_with() >= training.stored_without());
        assert!(Dictionary::new(codec, training.bytes()).is_ok());
    }
}

#[test]
fn what_cannot_be_learned_from() {
    let plain = Settings::new(Codec::LZ4, PageSize::KiB4);
    let mut pages = vec![vec![0; 4096]; 100];
    pages.extend((0..15).map(|seed| text(4096, seed)));
    assert!(matches!(
        train(&pages, &plain, 1000),
        Err(Error::TooFewPages {
            pages: 15,
            needed: 16
        })
    ));
    assert!(matches!(
        train(&[vec![1; 4095]], &plain, 1000),
        Err(Error::PageLength {
            expected: 4096,
            actual: 4095
        })
    ));
    pages.push(text(4096, 99));
    let turbo = Settings::new(Codec::Lz4Turbo, PageSize::KiB4);
    assert!(matches!(
        train(&pages, &turbo, 1000),
        Err(Error::NoDictionaries { .. })
    ));
    let wrong = Settings::new(Codec::Lz4High { level: 13 }, PageSize::KiB4);
    assert!(matches!(
        train(&pages, &wrong, 1000),
        Err(Error::CodecOutOfRange { .. })
    ));
    assert!(train(&pages, &plain, 1000).is_ok());
}

/// zstd takes bytes that begin with this for its own dictionary format.
const MAGIC: [u8; 4] = [0x37, 0xA4, 0x30, 0xEC];

#[test]
fn what_pages_have_in_common_may_begin_like_a_dictionary() {
    // All that these share is what begins so.
    let shared = [&MAGIC[..], &random(60, 1)].concat();
    let pages: Vec<_> = (0..64)
        .map(|page| {
            let mut bytes = random(4096, 100 + page);
            bytes[1024..1088].copy_from_slice(&shared);
            bytes
        })
        .collect();
    for codec in [Codec::LZ4, Codec::Zstd { level: 1 }] {
        let settings = Settings::new(codec, PageSize::KiB4).with_threshold(4096);
        for size in [8, 63, 64, 65] {
            let training = train(&pages, &settings, size).unwrap();
            assert!(training.bytes().len() <= size);
            assert!(Dictionary::new(codec, training.bytes()).is_ok());
        }
    }
}
