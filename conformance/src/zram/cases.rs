//! The cases.

use corpora::{Image, Kind};
use zram::{Codec, PageSize};

use super::case::{Layout, PagesCase};
use super::dictionary::Origin;
use crate::data::Data;

/// Codecs that every kind of page goes through.
const CODECS: [Codec; 11] = [
    Codec::LZ4,
    Codec::Lz4 { acceleration: 8 },
    Codec::Lz4Turbo,
    Codec::Lz4High { level: 2 },
    Codec::Lz4High { level: 9 },
    Codec::Lz4High { level: 12 },
    Codec::Zstd { level: -20 },
    Codec::Zstd { level: -5 },
    Codec::Zstd { level: 1 },
    Codec::Zstd { level: 3 },
    Codec::Zstd { level: 9 },
];

/// How much of a real file is cut into pages.
const REAL_BYTES: usize = 1 << 20;

/// All cases.
pub(super) fn all() -> Vec<PagesCase> {
    let mut cases = Vec::new();
    every_kind(&mut cases);
    every_level(&mut cases);
    dictionaries(&mut cases);
    large(&mut cases);
    real_files(&mut cases);
    images(&mut cases);
    cases
}

fn generated(kind: Kind) -> impl FnOnce(usize) -> Data {
    move |size| Data::Generated(kind, size)
}

/// Every kind of page of every size, and none.
fn every_kind(cases: &mut Vec<PagesCase>) {
    for codec in CODECS {
        let sizes: &[PageSize] = match codec {
            // An encoder of zstd takes long to make.
            Codec::Zstd { .. } => &[PageSize::KiB4, PageSize::KiB64],
            _ => &PageSize::ALL,
        };
        for &page_size in sizes {
            let layout = Layout::plain(codec, page_size);
            for &kind in Kind::ALL {
                cases.push(PagesCase::new(generated(kind), 3, layout));
            }
            cases.push(PagesCase::new(generated(Kind::Zeros), 0, layout));
        }
    }
}

/// Every level of LZ4's high compression and of zstd up to 19.
fn every_level(cases: &mut Vec<PagesCase>) {
    let high = (1..=12).map(|level| Codec::Lz4High { level });
    let zstd = (-8..=19).map(|level| Codec::Zstd { level });
    for codec in high.chain(zstd) {
        let layout = Layout::plain(codec, PageSize::KiB4);
        for kind in [Kind::Strings, Kind::Records] {
            cases.push(PagesCase::new(generated(kind), 2, layout));
        }
    }
}

/// Pages that refer to a dictionary.
fn dictionaries(cases: &mut Vec<PagesCase>) {
    let lz4 = [
        Codec::LZ4,
        Codec::Lz4 { acceleration: 8 },
        Codec::Lz4High { level: 2 },
        Codec::Lz4High { level: 9 },
        Codec::Lz4High { level: 12 },
    ]
    .map(|codec| (codec, &[Origin::Content, Origin::Tiny][..]));
    let zstd = [-5, 1, 3, 5, 9, 13, 19].map(|level| {
        let origins = &[Origin::Content, Origin::Trained, Origin::Tiny][..];
        (Codec::Zstd { level }, origins)
    });
    for (codec, origins) in lz4.into_iter().chain(zstd) {
        for &origin in origins {
            for page_size in [PageSize::KiB4, PageSize::KiB64] {
                let layout = Layout {
                    dictionary: Some(origin),
                    ..Layout::plain(codec, page_size)
                };
                for kind in [Kind::Text, Kind::Source, Kind::Records, Kind::Random] {
                    cases.push(PagesCase::new(generated(kind), 3, layout));
                }
            }
        }
    }
}

/// Many pages of many kinds, one after the other.
fn large(cases: &mut Vec<PagesCase>) {
    for codec in CODECS {
        let layout = Layout::plain(codec, PageSize::KiB4);
        cases.push(PagesCase::new(generated(Kind::Mixed), 200, layout));
        cases.push(PagesCase::new(Data::CSources, 100, layout));
    }
}

/// The real files that are on this machine.
fn real_files(cases: &mut Vec<PagesCase>) {
    for file in corpora::available(&corpora::default_root()) {
        let size = usize::try_from(file.size).map_or(REAL_BYTES, |size| size.min(REAL_BYTES));
        for codec in [Codec::LZ4, Codec::Lz4Turbo, Codec::Zstd { level: 1 }] {
            for page_size in [PageSize::KiB4, PageSize::KiB64] {
                let layout = Layout::plain(codec, page_size);
                let id = file.id.clone();
                let pages = size / page_size.bytes();
                cases.push(PagesCase::new(|size| Data::Real(id, size), pages, layout));
            }
        }
    }
}

/// Pages of the programs whose memory is on this machine.
fn images(cases: &mut Vec<PagesCase>) {
    for image in Image::ALL
        .into_iter()
        .filter(|image| image.path().is_some())
    {
        for codec in CODECS {
            for page_size in [PageSize::KiB4, PageSize::KiB64] {
                let layout = Layout::plain(codec, page_size);
                let pages = REAL_BYTES / page_size.bytes();
                cases.push(PagesCase::new(
                    |size| Data::Image(image, size),
                    pages,
                    layout,
                ));
            }
        }
    }
}

/// The cases whose frames are frozen.
pub(super) fn golden() -> Vec<PagesCase> {
    let mut cases = Vec::new();
    for codec in [
        Codec::LZ4,
        Codec::Lz4High { level: 9 },
        Codec::Zstd { level: 1 },
        Codec::Zstd { level: -5 },
    ] {
        let layout = Layout::plain(codec, PageSize::KiB4);
        for kind in [Kind::Source, Kind::Zeros] {
            cases.push(PagesCase::new(generated(kind), 1, layout));
        }
    }
    cases
}
