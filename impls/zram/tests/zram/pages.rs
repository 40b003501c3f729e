//! Pages of every kind, always the same.

use zram::{Codec, PageSize};

/// A linear congruential generator: enough for bytes that do not compress.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.next() as usize % end
    }
}

/// What `zstd --train --maxdict=1500` of zstd 1.5.4 made of 400 short texts.
pub(crate) const TRAINED: &[u8] = include_bytes!("trained.dictionary");

const WORDS: [&str; 16] = [
    "page", "store", "the", "of", "memory", "is", "kept", "block", "when", "a", "codec", "word",
    "and", "filled", "table", "length",
];

pub(crate) fn text(size: usize, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut page = Vec::new();
    while page.len() < size {
        page.extend_from_slice(WORDS[random.below(WORDS.len())].as_bytes());
        page.push(if random.below(12) == 0 { b'\n' } else { b' ' });
        if random.below(6) == 0 {
            page.extend_from_slice(random.next().to_string().as_bytes());
        }
    }
    page.truncate(size);
    page
}

/// What a symbol table, relocations and code look like: records of small
/// numbers that grow, among bytes with a skew.
pub(crate) fn elf(size: usize, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut page = Vec::new();
    let mut address = 0x0040_0000_u64 + seed * 4096;
    while page.len() < size {
        match random.below(3) {
            0 => {
                for _ in 0..8 {
                    address += random.below(256) as u64;
                    page.extend_from_slice(&(random.below(4000) as u32).to_le_bytes());
                    page.extend_from_slice(&[0x12, 0, 14, 0]);
                    page.extend_from_slice(&address.to_le_bytes());
                    page.extend_from_slice(&(random.below(512) as u64).to_le_bytes());
                }
            }
            1 => page.extend([0; 40]),
            _ => {
                for _ in 0..60 {
                    let at = random.below(16) * random.below(16);
                    page.push([0x48, 0x89, 0x8B, 0xC3, 0x0F, 0xE8, 0x24, 0xFF][at % 8] ^ at as u8);
                }
            }
        }
    }
    page.truncate(size);
    page
}

pub(crate) fn random(size: usize, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..size).map(|_| random.next() as u8).collect()
}

pub(crate) fn same(size: usize, word: u64) -> Vec<u8> {
    word.to_le_bytes().into_iter().cycle().take(size).collect()
}

/// One of every kind, with its name.
pub(crate) fn kinds(size: PageSize) -> Vec<(String, Vec<u8>)> {
    let size = size.bytes();
    let mut kinds: Vec<(String, Vec<u8>)> = vec![
        ("zeros".into(), vec![0; size]),
        ("same byte".into(), vec![0xAA; size]),
        ("same word".into(), same(size, 0x0102_0304_0506_0708)),
        ("text".into(), text(size, 1)),
        ("elf".into(), elf(size, 2)),
        ("random".into(), random(size, 3)),
        (
            "half random".into(),
            [random(size / 2, 4), text(size / 2, 4)].concat(),
        ),
        (
            "random at the threshold".into(),
            [
                random(size / 8 * 7 - size / 64, 5),
                vec![0; size / 8 + size / 64],
            ]
            .concat(),
        ),
        (
            "period 9".into(),
            b"ninebytes".repeat(size / 9 + 1)[..size].to_vec(),
        ),
    ];
    for at in [
        0,
        1,
        7,
        8,
        15,
        63,
        64,
        511,
        512,
        size / 2,
        size - 512,
        size - 9,
        size - 8,
        size - 1,
    ] {
        let mut page = same(size, 0x1111_1111_2222_2222);
        page[at] ^= 0x40;
        kinds.push((format!("same word but byte {at}"), page));
    }
    kinds
}

/// Settings from one end of each codec to the other.
pub(crate) fn codecs() -> Vec<Codec> {
    let names = [
        "lz4",
        "lz4:8",
        "lz4:65537",
        "lz4turbo",
        "lz4hc:2",
        "lz4hc:3",
        "lz4hc:9",
        "lz4hc:12",
        "zstd:-131072",
        "zstd:-20",
        "zstd:-5",
        "zstd:-1",
        "zstd:0",
        "zstd:1",
        "zstd:3",
        "zstd:5",
        "zstd:9",
        "zstd:13",
        "zstd:16",
        "zstd:19",
        "zstd:22",
    ];
    names.map(|name| name.parse().expect("a codec")).to_vec()
}

/// The codecs that take dictionaries.
pub(crate) fn codecs_with_dictionaries() -> Vec<Codec> {
    let mut codecs = codecs();
    codecs.retain(|&codec| codec != Codec::Lz4Turbo);
    codecs
}
