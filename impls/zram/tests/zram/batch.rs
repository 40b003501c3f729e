//! Many pages at once are the same pages.

use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use zram::batch::Batch;
use zram::{Codec, Decoder, Encoder, Error, Kept, PageSize, Settings};

use crate::pages::{kinds, text};

fn many(count: usize) -> Vec<Vec<u8>> {
    let kinds = kinds(PageSize::KiB4);
    (0..count)
        .map(|n| {
            let mut page = kinds[n % kinds.len()].1.clone();
            page[n % 4096] ^= (n / kinds.len()) as u8;
            page
        })
        .collect()
}

#[test]
fn results_are_those_of_one_encoder_in_order() {
    for codec in [Codec::LZ4, Codec::Zstd { level: 1 }] {
        for threads in [1, 2, 5] {
            for count in [0, 1, 63, 64, 65, 1000] {
                let settings = Settings::new(codec, PageSize::KiB4);
                let pool = ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .unwrap();
                let batch = Batch::in_pool(&settings, Arc::new(pool)).unwrap();
                let pages = many(count);
                let encoded = batch.encode_all(&pages);
                assert_eq!(encoded.len(), count);
                assert_eq!(encoded.is_empty(), count == 0);
                assert!(encoded.get(count).is_none());

                let mut encoder = Encoder::with(&settings).unwrap();
                let mut output = vec![0; encoder.room()];
                let mut stored = 0;
                for (index, (page, kept)) in pages.iter().zip(encoded.iter()).enumerate() {
                    let expected = encoder.encode(page, &mut output).unwrap();
                    let kept = kept.unwrap();
                    assert_eq!(kept, expected.kept(page, &output));
                    assert_eq!(encoded.get(index).unwrap().unwrap(), kept);
                    stored += kept.size();
                }
                assert_eq!(encoded.stored(), stored);

                let kept: Vec<Kept<'_>> = encoded.iter().map(Result::unwrap).collect();
                assert_eq!(kept.len(), count);
                let mut back = vec![0x5A; count * 4096];
                let results = batch.decode_all(&kept, &mut back).unwrap();
                assert_eq!(results.len(), count);
                assert!(results.iter().all(Result::is_ok));
                assert!(back == pages.concat());
            }
        }
    }
}

#[test]
fn a_page_with_an_error_does_not_disturb_the_others() {
    let mut pages = many(200);
    for bad in [0, 77, 199] {
        pages[bad] = text(100 + bad, 1);
    }
    let batch = Batch::new(&Settings::new(Codec::LZ4, PageSize::KiB4)).unwrap();
    let encoded = batch.encode_all(&pages);
    for (index, (kept, page)) in encoded.iter().zip(&pages).enumerate() {
        if [0, 77, 199].contains(&index) {
            assert!(matches!(
                kept,
                Err(Error::PageLength { expected: 4096, actual }) if *actual == 100 + index
            ));
        } else {
            let mut back = vec![0; 4096];
            Decoder::new(Codec::LZ4, PageSize::KiB4)
                .unwrap()
                .decode(kept.unwrap(), &mut back)
                .unwrap();
            assert_eq!(&back, page);
        }
    }

    let kept: Vec<Kept<'_>> = encoded
        .iter()
        .map(|kept| kept.unwrap_or(Kept::Block(&[0xF0])))
        .collect();
    let mut back = vec![0; 200 * 4096];
    let results = batch.decode_all(&kept, &mut back).unwrap();
    for (index, (result, page)) in results.iter().zip(back.chunks(4096)).enumerate() {
        if [0, 77, 199].contains(&index) {
            assert!(matches!(result, Err(Error::Corrupt(_))), "{result:?}");
        } else {
            assert!(result.is_ok());
            assert_eq!(page, pages[index]);
        }
    }
}

#[test]
fn memory_of_other_pages_is_used_again() {
    let batch = Batch::new(&Settings::new(Codec::LZ4, PageSize::KiB4)).unwrap();
    let mut encoded = batch.encode_all(&many(300));
    let pages = many(700);
    for count in [700, 3, 64, 0, 128] {
        let pages = &pages[700 - count..];
        batch.encode_all_into(pages, &mut encoded);
        let expected = batch.encode_all(pages);
        assert_eq!(encoded.len(), count);
        assert_eq!(encoded.stored(), expected.stored());
        for (one, other) in encoded.iter().zip(expected.iter()) {
            assert_eq!(one.unwrap(), other.unwrap());
        }
    }
}

#[test]
fn room_of_another_length() {
    let batch = Batch::new(&Settings::new(Codec::LZ4, PageSize::KiB4)).unwrap();
    let kept = [Kept::Same(1); 3];
    for length in [0, 4096, 3 * 4096 - 1, 3 * 4096 + 1] {
        let mut back = vec![9; length];
        assert!(matches!(
            batch.decode_all(&kept, &mut back),
            Err(Error::PagesLength { expected: 12_288, actual }) if actual == length
        ));
        assert!(back.iter().all(|byte| *byte == 9));
    }
}

#[test]
fn called_from_a_larger_pool_than_it_was_made_in() {
    let batch = ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap()
        .install(|| Batch::new(&Settings::new(Codec::LZ4, PageSize::KiB4)).unwrap());
    let pages = many(500);
    let encoded = ThreadPoolBuilder::new()
        .num_threads(4)
        .build()
        .unwrap()
        .install(|| batch.encode_all(&pages));
    assert_eq!(encoded.iter().flatten().count(), 500);
}

#[test]
fn bad_settings_are_refused_at_once() {
    let settings = Settings::new(Codec::Zstd { level: 99 }, PageSize::KiB4);
    assert!(matches!(
        Batch::new(&settings),
        Err(Error::CodecOutOfRange { .. })
    ));
}
