//! Malformed pages.

use corpora::Kind;
use zram::{Codec, Encoder, Kept, PageSize};

use super::case::Layout;
use super::dictionary::Origin;
use super::{Zram, frame, native};
use crate::hostile::{Expectation, HostileFrame, HostileSet};
use crate::mutate;

/// How blocks that are damaged are written.
const LAYOUTS: [(&str, Layout); 6] = [
    ("lz4", plain(Codec::LZ4)),
    ("lz4turbo", plain(Codec::Lz4Turbo)),
    ("lz4hc", plain(Codec::Lz4High { level: 9 })),
    ("zstd", plain(Codec::Zstd { level: 3 })),
    ("lz4-content", after(Codec::LZ4, Origin::Content)),
    (
        "zstd-trained",
        after(Codec::Zstd { level: 3 }, Origin::Trained),
    ),
];

/// Kinds of pages that become blocks.
const KINDS: [Kind; 3] = [Kind::Text, Kind::Source, Kind::Strings];

const fn plain(codec: Codec) -> Layout {
    Layout::plain(codec, PageSize::KiB4)
}

const fn after(codec: Codec, origin: Origin) -> Layout {
    Layout {
        dictionary: Some(origin),
        ..plain(codec)
    }
}

/// The block of a page.
fn block(layout: Layout, kind: Kind) -> Vec<u8> {
    let page = kind.generate(PageSize::KiB4.bytes(), 8);
    // Also one that would not be worth it.
    let settings = native::settings(layout)
        .expect("a layout")
        .with_threshold(page.len());
    let mut encoder = Encoder::with(&settings).expect("a codec");
    let mut output = vec![0; encoder.room()];
    let made = encoder.encode(&page, &mut output).expect("a page");
    match made.kept(&page, &output) {
        Kept::Block(block) => block.to_vec(),
        kept => unreachable!("{} pages become blocks, not {kept:?}", kind.name()),
    }
}

/// A page that is kept as `block`.
fn wrapped(label: String, block: &[u8]) -> HostileFrame {
    let mut pages = Vec::new();
    frame::put(&mut pages, Kept::Block(block));
    HostileFrame::new(label, pages)
}

/// All sets.
pub(super) fn sets() -> Vec<HostileSet<Zram>> {
    let mut sets = Vec::new();
    for (name, layout) in LAYOUTS {
        for kind in KINDS {
            let what = kind.name();
            sets.push(HostileSet::new(
                format!("truncated/{name}/{what}"),
                layout,
                move || {
                    let block = block(layout, kind);
                    (0..block.len()).map(move |at| {
                        wrapped(format!("cut at {at}"), &block[..at])
                            .expecting(Expectation::Rejection)
                    })
                },
            ));
            sets.push(HostileSet::new(
                format!("bit-flips/{name}/{what}"),
                layout,
                move || {
                    let block = block(layout, kind);
                    (0..block.len() * 8).map(move |at| {
                        let mut bytes = block.clone();
                        bytes[at / 8] ^= 1 << (at % 8);
                        wrapped(format!("bit {} of byte {}", at % 8, at / 8), &bytes)
                    })
                },
            ));
            for seed in 0..4 {
                sets.push(HostileSet::new(
                    format!("mutated/{name}/{what}/{seed}"),
                    layout,
                    move || {
                        mutate::mutants(&block(layout, kind), seed)
                            .into_iter()
                            .map(|mutant| wrapped(mutant.label, &mutant.bytes))
                    },
                ));
            }
        }
    }
    sets
}
