//! The cases.

use corpora::Kind;
use lz4::frame::BlockSize;

use super::case::{FrameCase, FrameSettings};
use crate::data::Data;

/// Sizes around blocks, and none.
const SIZES: [usize; 9] = [
    0,
    1,
    13,
    1_000,
    (64 << 10) - 1,
    64 << 10,
    (64 << 10) + 1,
    300_000,
    700_000,
];

/// The default in two names, fast levels, and high ones of each search.
const LEVELS: [i32; 9] = [0, 1, -1, -9, -100_000, 2, 3, 9, 12];

/// All cases.
pub(super) fn all() -> Vec<FrameCase> {
    let mut cases = Vec::new();
    every_setting(&mut cases);
    levels(&mut cases);
    kinds(&mut cases);
    cases
}

fn case(kind: Kind, size: usize, settings: FrameSettings) -> FrameCase {
    FrameCase {
        data: Data::Generated(kind, size),
        settings,
    }
}

/// Every combination of settings at every size.
fn every_setting(cases: &mut Vec<FrameCase>) {
    for block_size in BlockSize::ALL {
        for flags in 0..16_u8 {
            let settings = FrameSettings {
                block_size,
                linked: flags & 1 == 0,
                block_checksums: flags & 2 != 0,
                content_checksum: flags & 4 != 0,
                content_size: flags & 8 != 0,
                ..FrameSettings::default()
            };
            for size in SIZES {
                cases.push(case(Kind::Source, size, settings));
            }
        }
    }
}

fn levels(cases: &mut Vec<FrameCase>) {
    for level in LEVELS {
        for linked in [false, true] {
            for size in SIZES {
                let settings = FrameSettings {
                    level,
                    linked,
                    content_checksum: true,
                    ..FrameSettings::default()
                };
                cases.push(case(Kind::Text, size, settings));
            }
        }
    }
}

/// Every kind of data: blocks that shrink, that do not, and both in one frame.
fn kinds(cases: &mut Vec<FrameCase>) {
    for &kind in Kind::ALL {
        for linked in [false, true] {
            let settings = FrameSettings {
                linked,
                block_checksums: true,
                ..FrameSettings::default()
            };
            cases.push(case(kind, 400_000, settings));
        }
    }
    cases.push(FrameCase {
        data: Data::CSources(9 << 20),
        settings: FrameSettings {
            block_size: BlockSize::Mib4,
            content_checksum: true,
            ..FrameSettings::default()
        },
    });
}

/// The cases whose frames are frozen.
pub(super) fn golden() -> Vec<FrameCase> {
    let plain = FrameSettings::default();
    let all = FrameSettings {
        linked: false,
        block_checksums: true,
        content_checksum: true,
        content_size: true,
        ..plain
    };
    vec![
        case(Kind::Text, 0, plain),
        case(Kind::Text, 0, all),
        case(Kind::Text, 500, plain),
        case(Kind::Text, 500, all),
        case(Kind::Random, 300, all),
        case(Kind::Zeros, 200_000, plain),
        case(Kind::Zeros, 200_000, all),
        case(Kind::Source, 70_000, plain),
        case(Kind::Source, 2_000, FrameSettings { level: -9, ..all }),
        case(Kind::Source, 70_000, FrameSettings { level: 9, ..plain }),
    ]
}
