//! Stores and pages for tests.

use zram::store::{Options, Store};
use zram::{Codec, PageSize, Settings};

pub(crate) const PAGE: usize = 4096;

/// Options of a small store with LZ4, and zstd as a heavier codec.
pub(crate) fn options() -> Options {
    let settings = |codec| Settings::new(codec, PageSize::KiB4);
    Options::new(settings(Codec::LZ4), 1024 * PAGE as u64)
        .with_heavier(settings(Codec::Lz4High { level: 9 }))
        .with_heavier(settings(Codec::Zstd { level: 9 }))
}

pub(crate) fn store() -> Store {
    Store::new(options()).expect("options that go together")
}

/// A page that compresses, another one for every seed.
pub(crate) fn text(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut page = Vec::new();
    while page.len() < PAGE {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let word = ["gold ", "silver ", "touch", "stone ", "assay ", "streak "][state as usize % 6];
        page.extend_from_slice(word.as_bytes());
        if state.is_multiple_of(7) {
            page.extend_from_slice(&state.to_le_bytes());
        }
    }
    page.truncate(PAGE);
    page
}

/// A page that does not compress.
pub(crate) fn noise(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let words = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d).to_le_bytes()
    });
    words.take(PAGE / 8).flatten().collect()
}

/// Reads a page.
#[track_caller]
pub(crate) fn get(store: &Store, number: u64) -> Vec<u8> {
    let mut page = vec![0xa5; PAGE];
    store.get(number, &mut page).expect("a page that is there");
    page
}

/// A file without a name.
pub(crate) fn file() -> std::fs::File {
    tempfile::tempfile().expect("room for a file")
}
