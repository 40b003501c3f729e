//! Seeds of `store_model`.

use conformance::zram_store::{Content, StoreLayout};
use zram::store::{Selection, Store};
use zram::{Codec, PageSize};

use crate::{Result, Seed};

const PAGE: usize = PageSize::KiB4.bytes();

/// Bytes that somebody else writes to.
#[derive(Clone, Default)]
struct Output(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl std::io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("one thread").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A snapshot that the target's store can be restored from.
fn snapshot(pages: &[(u64, Content)], priority: usize) -> Result<Vec<u8>> {
    let layout = StoreLayout {
        codecs: [
            Codec::LZ4,
            Codec::Lz4High { level: 2 },
            Codec::Lz4High { level: 9 },
        ],
        pages: 280,
        ..StoreLayout::PLAIN
    };
    let store = Store::new(layout.options())?;
    for (number, content) in pages {
        store.put(*number, &content.bytes(PAGE))?;
    }
    if priority > 0 {
        store.recompress(priority, &Selection::all())?;
    }
    let output = Output::default();
    store.save(output.clone())?;
    let bytes = std::mem::take(&mut *output.0.lock().expect("one thread"));
    Ok(bytes)
}

/// Plans as `fuzz/src/store.rs` reads them, for stores with and without checks,
/// and snapshots.
pub(crate) fn seeds() -> Result<Vec<Seed>> {
    // Text is content 4, 12, 20, …; noise 2, zeros 0; page 1 is page 1.
    let plans: [(&str, &[u8]); 12] = [
        (
            "zeros-over-a-page",
            &[0, 1, 4, 0, 1, 0, 8, 1, 0, 1, 2, 0, 1, 0, 8, 1],
        ),
        (
            "a-sector-of-a-page",
            &[0, 1, 4, 17, 1, 0x10, 8, 1, 17, 1, 0x31, 8, 1],
        ),
        ("discard-pages", &[0, 1, 4, 0, 2, 2, 17, 0, 0x34, 31, 8, 1]),
        (
            "parts",
            &[11, 1, 2, 7, 0, 4, 11, 1, 0xE, 7, 1, 0, 9, 12, 15, 1, 0x34],
        ),
        (
            "recompress",
            &[0, 1, 4, 0, 2, 12, 23, 0, 55, 0, 0, 1, 20, 55, 0, 8, 2],
        ),
        (
            "write-back",
            &[
                0, 1, 2, 0, 2, 2, 25, 4, 8, 1, 11, 1, 0x10, 4, 25, 0, 17, 1, 0x34,
            ],
        ),
        (
            "budget",
            &[
                0, 1, 2, 0, 2, 2, 0, 3, 2, 0x7B, 25, 0, 0x3B, 25, 0x18, 27, 25, 0,
            ],
        ),
        ("idle", &[0, 1, 4, 22, 0, 2, 4, 23, 1, 22, 8, 1, 25, 1]),
        (
            "compact",
            &[0, 1, 4, 0, 2, 12, 0, 3, 20, 0, 4, 28, 17, 1, 0x34, 28, 8, 4],
        ),
        (
            "limit",
            &[0, 1, 2, 30, 1, 0, 2, 2, 0, 1, 10, 17, 1, 0x10, 62, 0, 2, 2],
        ),
        (
            "restart",
            &[0, 1, 4, 0, 210, 2, 0, 240, 0, 25, 8, 31, 8, 1, 28, 31],
        ),
        (
            "equal-pages",
            &[
                0, 1, 4, 0, 2, 4, 0, 3, 3, 1, 23, 0, 17, 1, 0x10, 0, 2, 12, 28, 8, 3,
            ],
        ),
    ];
    let mut seeds = Vec::new();
    for (name, plan) in plans {
        for (checks, mode) in [("plain", 0), ("checksums", 1), ("sharing", 2)] {
            seeds.push((format!("{checks}-{name}"), [&[mode], plan].concat()));
        }
    }
    let pages = [
        (1, Content::Word(7)),
        (2, Content::Text(0)),
        (270, Content::Text(7)),
    ];
    for (name, snapshot) in [
        ("empty", snapshot(&[], 0)?),
        (
            "words",
            snapshot(&[(0, Content::Word(0)), (279, Content::Word(1))], 0)?,
        ),
        ("lz4", snapshot(&pages, 0)?),
        ("lz4hc", snapshot(&pages, 2)?),
    ] {
        for (kind, mode) in [("snapshot", 6), ("repaired", 7)] {
            seeds.push((format!("{kind}-{name}"), [&[mode], &snapshot[..]].concat()));
        }
    }
    Ok(seeds)
}
