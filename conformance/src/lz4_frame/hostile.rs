//! Malformed frames.

use corpora::Kind;
use lz4::frame::{BlockSize, Options, compress};

use super::{Lz4Frame, OutputLimit};
use crate::hostile::{Bounds, Expectation, HostileFrame, HostileSet};
use crate::mutate;

/// What readers of hostile frames may give.
const LIMIT: OutputLimit = OutputLimit(8 << 20);

/// A frame to start from, and its name.
struct Sample {
    name: &'static str,
    make: fn() -> Vec<u8>,
}

fn frame(kind: Kind, size: usize, options: &Options) -> Vec<u8> {
    compress(&kind.generate(size, 3), options)
}

const CHECKED: Options = Options::DEFAULT
    .with_block_checksums(true)
    .with_content_checksum(true);

const SAMPLES: [Sample; 6] = [
    Sample {
        name: "empty",
        make: || frame(Kind::Text, 0, &Options::DEFAULT),
    },
    Sample {
        name: "plain",
        make: || frame(Kind::Text, 700, &Options::DEFAULT),
    },
    Sample {
        name: "checked",
        make: || frame(Kind::Text, 700, &CHECKED.with_content_size(700)),
    },
    Sample {
        name: "stored",
        make: || frame(Kind::Random, 200, &CHECKED),
    },
    Sample {
        name: "linked",
        make: || frame(Kind::Zeros, 200_000, &Options::DEFAULT),
    },
    Sample {
        name: "independent",
        make: || frame(Kind::Zeros, 200_000, &CHECKED.with_linked_blocks(false)),
    },
];

/// All sets.
pub(super) fn sets() -> Vec<HostileSet<Lz4Frame>> {
    let mut sets = Vec::new();
    for Sample { name, make } in SAMPLES {
        sets.extend(mutate::damaged(
            name,
            &LIMIT,
            Expectation::Rejection,
            6,
            make,
        ));
    }
    sets.push(HostileSet::new("several", LIMIT, several));
    sets.push(
        HostileSet::new("bombs", OutputLimit(1 << 62), bombs).within(Bounds {
            memory: 9 << 20,
            ..Bounds::default()
        }),
    );
    sets
}

/// Frames one after the other, and what is none.
fn several() -> Vec<HostileFrame> {
    let one = frame(Kind::Text, 300, &CHECKED);
    let skippable = |size: u32, data: &[u8]| {
        [
            &0x184D_2A57_u32.to_le_bytes()[..],
            &size.to_le_bytes(),
            data,
        ]
        .concat()
    };
    let accepted = [
        ("twice", [&one[..], &one].concat()),
        ("a skippable frame", skippable(3, b"abc")),
        ("an empty skippable frame", skippable(0, b"")),
        (
            "a skippable frame between",
            [&one[..], &skippable(3, b"abc"), &one].concat(),
        ),
    ];
    let rejected = [
        ("a byte after it", [&one[..], b"x"].concat()),
        ("a skippable frame cut short", skippable(9, b"abc")),
        (
            "a skippable frame without size",
            skippable(0, b"")[..6].to_vec(),
        ),
        ("text", b"this is no frame of any kind".to_vec()),
    ];
    let frames = |expectation| {
        move |(label, bytes): (&str, Vec<u8>)| {
            HostileFrame::new(label, bytes).expecting(expectation)
        }
    };
    accepted
        .into_iter()
        .map(frames(Expectation::Acceptance))
        .chain(rejected.into_iter().map(frames(Expectation::Rejection)))
        .collect()
}

/// Frames that claim far more than they hold.
fn bombs() -> Vec<HostileFrame> {
    let large = Options::DEFAULT.with_block_size(BlockSize::Mib4);
    // Of one block of 4 MiB, so that the header keeps its size.
    let whole = frame(Kind::Zeros, 4 << 20, &large);
    let header = &whole[..7];
    let block = |size: u32, data: &[u8]| [header, &size.to_le_bytes()[..], data].concat();
    let mut claims = frame(Kind::Text, 50, &Options::DEFAULT.with_content_size(50));
    // The content size, and a header checksum that fits: any of 256.
    claims[6..14].copy_from_slice(&(1_u64 << 60).to_le_bytes());
    let mut bombs: Vec<_> = (0..=255)
        .map(|checksum| {
            let mut bytes = claims.clone();
            bytes[14] = checksum;
            HostileFrame::new(format!("2^60 bytes, checksum {checksum}"), bytes)
        })
        .collect();
    bombs.push(HostileFrame::new("4 MiB to come", block(4 << 20, b"abc")));
    bombs.push(HostileFrame::new(
        "4 MiB stored to come",
        block(1 << 31 | 4 << 20, b"abc"),
    ));
    bombs.push(HostileFrame::new(
        "4 GiB to come",
        block(0x7fff_ffff, b"abc"),
    ));
    bombs
        .into_iter()
        .map(|bomb| bomb.expecting(Expectation::Rejection))
        .collect()
}
