//! Malformed blocks.

use corpora::Kind;
use lz4::block::{FastCompressor, bound};

use super::Lz4;
use super::case::Expected;
use crate::hostile::{Bounds, Expectation, HostileFrame, HostileSet};
use crate::mutate;

/// A block to start from: its name, the data, and its size.
const SAMPLES: [(&str, Kind, usize); 6] = [
    ("literals", Kind::Random, 40),
    ("text", Kind::Text, 700),
    ("source", Kind::Source, 3_000),
    ("records", Kind::Records, 2_000),
    ("zeros", Kind::Zeros, 3_000),
    ("long-zeros", Kind::Zeros, 300_000),
];

/// How much more or less room than the data's size readers are given.
const ROOMS: [(&str, isize); 6] = [
    ("exact", 0),
    ("one-less", -1),
    ("one-more", 1),
    ("twelve-more", 12),
    ("much-more", 1_000),
    ("little", -600),
];

fn sample(kind: Kind, size: usize) -> Vec<u8> {
    let input = kind.generate(size, 5);
    let mut block = vec![0; bound(size).expect("small")];
    let written = FastCompressor::new()
        .compress(&input, &mut block, 1)
        .expect("there is room");
    block.truncate(written);
    block
}

fn expected(size: usize) -> Expected {
    Expected {
        size,
        dictionary: None,
    }
}

/// All sets.
pub(super) fn sets() -> Vec<HostileSet<Lz4>> {
    let mut sets = Vec::new();
    for (name, kind, size) in SAMPLES {
        for (room, more) in ROOMS {
            let expected = expected(size.saturating_add_signed(more));
            let make = move || sample(kind, size);
            sets.push(HostileSet::new(
                format!("whole/{name}/{room}"),
                expected.clone(),
                move || {
                    let expectation = if more < 0 {
                        Expectation::Rejection
                    } else {
                        Expectation::Acceptance
                    };
                    [HostileFrame::new("not changed", make()).expecting(expectation)]
                },
            ));
            let name = format!("{name}/{room}");
            sets.extend(mutate::damaged(
                &name,
                &expected,
                Expectation::Agreement,
                4,
                make,
            ));
        }
    }
    sets.push(HostileSet::new("crafted", expected(64), crafted));
    sets.push(HostileSet::new("no-room", expected(0), no_room));
    sets.push(
        HostileSet::new("bombs", expected(1_000), bombs).within(Bounds {
            memory: 64 << 10,
            ..Bounds::default()
        }),
    );
    sets
}

/// Blocks by hand, for 64 bytes of output.
fn crafted() -> Vec<HostileFrame> {
    let rejected = [
        ("nothing", vec![]),
        ("literals and no more", vec![0x10]),
        ("fewer literals than told", vec![0x50, 1, 2, 3]),
        ("a length without end", vec![0xf0, 255, 255]),
        (
            "a match before the first byte",
            [&[0x14, 7, 2, 0, 0x80][..], &[9; 8]].concat(),
        ),
        (
            "an offset of 0",
            [&[0x14, 7, 0, 0, 0x80][..], &[9; 8]].concat(),
        ),
        ("a match and no end", vec![0x14, 7, 1, 0]),
        (
            "a match into the last five bytes",
            [&[0x1f, 7, 1, 0, 41, 0x40][..], &[9; 4]].concat(),
        ),
        (
            "bytes after the last literals",
            [&[0x50][..], &[9; 6]].concat(),
        ),
    ];
    let accepted = [
        ("an empty block", vec![0]),
        ("one literal", vec![0x10, 1]),
        (
            "a run of one byte",
            [&[0x1f, 7, 1, 0, 20, 0x80][..], &[9; 8]].concat(),
        ),
    ];
    let frames = |expectation| {
        move |(label, bytes): (&str, Vec<u8>)| {
            HostileFrame::new(label, bytes).expecting(expectation)
        }
    };
    rejected
        .into_iter()
        // liblz4 takes offset 0: a listed difference.
        .map(|(label, bytes)| {
            let expectation = if label == "an offset of 0" {
                Expectation::Agreement
            } else {
                Expectation::Rejection
            };
            frames(expectation)((label, bytes))
        })
        .chain(accepted.into_iter().map(frames(Expectation::Acceptance)))
        .collect()
}

/// Blocks for no output: one is sound.
fn no_room() -> Vec<HostileFrame> {
    let reject = Expectation::Rejection;
    vec![
        HostileFrame::new("nothing", vec![]).expecting(reject),
        HostileFrame::new("an empty block", vec![0]).expecting(Expectation::Acceptance),
        HostileFrame::new("a literal", vec![0x10, 1]).expecting(reject),
        HostileFrame::new("two tokens", vec![0, 0]).expecting(reject),
    ]
}

/// Blocks that claim far more than there is room for.
fn bombs() -> Vec<HostileFrame> {
    let long =
        |first: &[u8], count: usize, end: &[u8]| [first, &vec![255; count][..], end].concat();
    vec![
        HostileFrame::new(
            "a match of 16 MiB",
            long(&[0x1f, 7, 1, 0], 65_793, &[0; 10]),
        ),
        HostileFrame::new("literals of 16 MiB", long(&[0xf0], 65_793, &[0; 20])),
        HostileFrame::new("lengths only", vec![255; 100_000]),
    ]
    .into_iter()
    .map(|frame| frame.expecting(Expectation::Rejection))
    .collect()
}
