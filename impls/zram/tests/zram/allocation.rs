//! That nothing is allocated for a page.

use proptest::prelude::*;
use zram::{Codec, Decoder, Dictionary, Encoder, PageSize, Settings};

use crate::pages::{Random, TRAINED, codecs, codecs_with_dictionaries, kinds, random};

fn allocations(settings: &Settings, pages: &[Vec<u8>]) -> u64 {
    let mut encoder = Encoder::with(settings).unwrap();
    let mut output = vec![0; encoder.room()];
    allocation_counter::measure(|| {
        for page in pages {
            encoder.encode(page, &mut output).unwrap();
        }
    })
    .count_total
}

#[test]
fn encoding_allocates_nothing() {
    for codec in codecs() {
        for size in PageSize::ALL {
            let pages: Vec<_> = kinds(size).into_iter().map(|(_, page)| page).collect();
            let settings = Settings::new(codec, size);
            assert_eq!(allocations(&settings, &pages), 0, "{settings:?}");
        }
    }
}

/// mzstd drops its tables for a dictionary that has none, and allocates them
/// again: so a trained one, as the documentation says.
#[test]
fn encoding_with_a_dictionary_allocates_nothing() {
    for codec in codecs_with_dictionaries() {
        for size in PageSize::ALL {
            let pages: Vec<_> = kinds(size).into_iter().map(|(_, page)| page).collect();
            let dictionary = Dictionary::new(codec, TRAINED).unwrap();
            let settings = Settings::new(codec, size).with_dictionary(dictionary);
            let copies =
                size == PageSize::KiB64 && matches!(codec, Codec::Zstd { level } if level >= 13);
            assert_eq!(
                allocations(&settings, &pages) > 0,
                copies,
                "{codec} {size:?}"
            );
        }
    }
}

/// A page of matches: pieces of a few lengths, over and over in any order.
fn pieces(size: usize, seed: u64, lengths: core::ops::Range<usize>, different: usize) -> Vec<u8> {
    let mut source = Random::new(seed);
    let mut page = Vec::new();
    while page.len() < size {
        let which = source.below(different) as u64;
        let length = lengths.start + (which as usize * 7) % lengths.len();
        page.extend(random(length, which ^ seed << 8));
    }
    page.truncate(size);
    page
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn encoding_pages_of_matches_allocates_nothing(
        codec in prop::sample::select(codecs()),
        size in prop::sample::select(&PageSize::ALL[..3]),
        seed: u64,
        shortest in 2..12_usize,
        more in 1..40_usize,
        different in 2..400_usize,
    ) {
        let pages: Vec<_> = (0..4)
            .map(|n| pieces(size.bytes(), seed ^ n, shortest..shortest + more, different))
            .collect();
        prop_assert_eq!(allocations(&Settings::new(codec, size), &pages), 0);
    }
}

#[test]
fn decoding_allocates_nothing_once_every_kind_has_been_decoded() {
    let size = PageSize::KiB16;
    for codec in codecs() {
        let mut encoder = Encoder::new(codec, size).unwrap();
        let mut decoder = Decoder::new(codec, size).unwrap();
        let mut output = vec![0; encoder.room()];
        let mut back = vec![0; size.bytes()];
        for round in 0..2 {
            for (kind, page) in kinds(size) {
                let encoded = encoder.encode(&page, &mut output).unwrap();
                let kept = encoded.kept(&page, &output);
                let decode = || decoder.decode(kept, &mut back).unwrap();
                let count = allocation_counter::measure(decode).count_total;
                assert!(round == 0 || count == 0, "{codec} {kind}: {count}");
            }
        }
    }
}
