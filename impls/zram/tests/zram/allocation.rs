//! That nothing is allocated for a page.

use zram::{Decoder, Dictionary, Encoder, PageSize, Settings};

use crate::pages::{codecs, kinds, text};

fn allocations(settings: &Settings) -> u64 {
    let pages = kinds(settings.page_size());
    let mut encoder = Encoder::with(settings).unwrap();
    let mut output = vec![0; encoder.room()];
    allocation_counter::measure(|| {
        for (_, page) in &pages {
            encoder.encode(page, &mut output).unwrap();
        }
    })
    .count_total
}

#[test]
fn encoding_allocates_nothing() {
    for codec in codecs() {
        for size in PageSize::ALL {
            let settings = Settings::new(codec, size);
            assert_eq!(allocations(&settings), 0, "{codec} {size:?}");
            let dictionary = Dictionary::new(codec, &text(20_000, 1)).unwrap();
            let settings = settings.with_dictionary(dictionary);
            assert_eq!(
                allocations(&settings),
                0,
                "{codec} {size:?} with a dictionary"
            );
        }
    }
}

#[test]
fn decoding_allocates_nothing_once_it_has_decoded() {
    for codec in codecs() {
        let size = PageSize::KiB16;
        let mut encoder = Encoder::new(codec, size).unwrap();
        let mut decoder = Decoder::new(codec, size).unwrap();
        let mut output = vec![0; encoder.room()];
        let mut back = vec![0; size.bytes()];
        for (kind, page) in kinds(size)
            .into_iter()
            .chain(kinds(size))
            .enumerate()
            .map(|(n, (kind, page))| (format!("{n} {kind}"), page))
        {
            let encoded = encoder.encode(&page, &mut output).unwrap();
            let kept = encoded.kept(&page, &output);
            let count = allocation_counter::measure(|| decoder.decode(kept, &mut back).unwrap())
                .count_total;
            let first =
                kind.split(' ').next().unwrap().parse::<usize>().unwrap() < kinds(size).len();
            assert!(first || count == 0, "{codec} {kind}: {count}");
        }
    }
}
