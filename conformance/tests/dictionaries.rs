//! Dictionaries learned from pages of many kinds, which libzstd reads as mzstd
//! does.

use corpora::Kind;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use zram::training::train;
use zram::{Codec, Decoder, Dictionary, Encoded, Encoder, PageSize, Settings};
use zstd_safe::{CCtx, CParameter, DCtx};

const MAGIC: [u8; 4] = [0x37, 0xA4, 0x30, 0xEC];

/// Bytes of which each is `ratio` times as frequent as the next, among bytes
/// that all of them share.
fn skewed(size: usize, ratio: f64, seed: u64) -> Vec<u8> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut bytes = Vec::new();
    while bytes.len() < size {
        bytes.extend(b"what is shared: ");
        for _ in 0..random.random_range(8..200) {
            let mut rank = 0;
            while rank < 255 && random.random_bool(1.0 / ratio) {
                rank += 1;
            }
            bytes.push(rank);
        }
    }
    bytes.truncate(size);
    bytes
}

/// What training makes of `memory`; and that both libraries read it, and each
/// what the other keeps by it. Says whether it has tables.
fn has_tables(memory: &[u8], page_size: PageSize, level: i32, size: usize, name: &str) -> bool {
    let pages: Vec<_> = memory.chunks_exact(page_size.bytes()).collect();
    let codec = Codec::Zstd { level };
    let plain = Settings::new(codec, page_size).with_threshold(page_size.bytes());
    let training = match train(&pages, &plain, size) {
        Ok(training) => training,
        Err(zram::Error::TooFewPages { .. }) => return false,
        Err(error) => panic!("{name}: {error:?}"),
    };
    let bytes = training.bytes();
    assert!(bytes.len() <= size, "{name}");
    let settings = plain.with_dictionary(Dictionary::new(codec, bytes).expect(name));
    let mut encoder = Encoder::with(&settings).expect(name);
    let mut decoder = Decoder::with(&settings).expect(name);
    let (mut compressor, mut decompressor) = (CCtx::create(), DCtx::create());
    compressor
        .set_parameter(CParameter::CompressionLevel(level))
        .expect(name);
    compressor.load_dictionary(bytes).expect(name);
    decompressor.load_dictionary(bytes).expect(name);
    let mut output = vec![
        0;
        encoder
            .room()
            .max(zstd_safe::compress_bound(page_size.bytes()))
    ];
    let mut back = vec![0; page_size.bytes()];
    for page in pages.iter().rev().take(5) {
        let room = encoder.room();
        if let Encoded::Block { size } = encoder.encode(page, &mut output[..room]).expect(name) {
            let read = decompressor.decompress(&mut back[..], &output[..size]);
            assert_eq!(read, Ok(page.len()), "{name}");
            assert!(back == *page, "{name}");
        }
        let size = compressor.compress2(&mut output[..], page).expect(name);
        let kept = Encoded::Block { size }.kept(page, &output);
        decoder.decode(kept, &mut back).expect(name);
        assert!(back == *page, "{name}");
    }
    bytes.starts_with(&MAGIC)
}

#[test]
fn libzstd_reads_what_training_makes() {
    let mut with_tables = 0;
    for size in [0, 7, 250, 400, 3000] {
        for kind in [Kind::Text, Kind::Source, Kind::Records, Kind::Mixed] {
            let page_size = PageSize::KiB4;
            let memory = kind.generate(40 * page_size.bytes(), 5);
            let name = format!("{kind:?} {size}");
            with_tables += u32::from(has_tables(&memory, page_size, 3, size, &name));
        }
    }
    for (ratio, level) in [
        (1.02, 1),
        (1.2, 3),
        (1.6, -5),
        (2.0, 1),
        (3.0, 9),
        (20.0, 3),
    ] {
        for (page_size, size) in [(PageSize::KiB4, 2000), (PageSize::KiB64, 70_000)] {
            let memory = skewed(24 * page_size.bytes(), ratio, 3);
            let name = format!("skewed by {ratio} {page_size:?} {level}");
            with_tables += u32::from(has_tables(&memory, page_size, level, size, &name));
        }
    }
    assert!(with_tables >= 4, "{with_tables}");
}
