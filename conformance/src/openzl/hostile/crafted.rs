//! Frames made by hand to be wrong in one way each, or right in a rare one.

use corpora::Kind;

use super::build::{Chunk, FrameBuilder, Step, frame, varint};
use crate::hostile::{Expectation, HostileFrame};

/// A zstd stream of the codec for `content`: element width and a raw block.
fn raw_zstd(content: &[u8]) -> Vec<u8> {
    let size = u8::try_from(content.len()).expect("a short content");
    let mut stream = vec![1, 0x20, size];
    let block = 1 | u32::from(size) << 3;
    stream.extend_from_slice(&block.to_le_bytes()[..3]);
    stream.extend_from_slice(content);
    stream
}

fn expecting(
    expectation: Expectation,
    frames: impl IntoIterator<Item = (&'static str, Vec<u8>)>,
) -> Vec<HostileFrame> {
    frames
        .into_iter()
        .map(|(label, bytes)| HostileFrame::new(label, bytes).expecting(expectation))
        .collect()
}

/// Frames that no reader may take.
pub(super) fn rejected() -> Vec<HostileFrame> {
    let sound = || frame(27, 0, 5).chunk(&Chunk::store(b"hello"));
    let twice = [sound().end(), sound().end()].concat();
    let mut later = sound().end();
    later[0] += 1;
    let mut foreign = sound().end();
    foreign[3] = 0;
    let mut two_of_a_stream = Chunk::codec(22, &raw_zstd(b"hello"));
    two_of_a_stream.steps.push(Step::of(22));
    two_of_a_stream.distances = vec![1, 0];
    let mut reads_output = Chunk::codec(22, &raw_zstd(b"hello"));
    reads_output.streams.clear();
    let mut missing_stream = Chunk::codec(22, &raw_zstd(b"hello"));
    missing_stream.steps.push(Step::of(22));
    missing_stream.distances.push(0);
    let mut two_regenerated = Chunk::codec(22, &raw_zstd(b"hello"));
    two_regenerated.steps[0].regenerated = 2;
    two_regenerated.distances.push(1);
    let mut variable = Chunk::codec(22, &raw_zstd(b"hello"));
    variable.steps[0].variable = 1;
    variable.streams.push(b"more".to_vec());
    let mut custom = Chunk::codec(22, &raw_zstd(b"hello"));
    custom.steps[0].custom = true;
    expecting(
        Expectation::Rejection,
        [
            ("nothing", Vec::new()),
            ("a header without an end", sound().bytes),
            ("a byte after the end", sound().append(&[0, 0]).bytes),
            ("two frames", twice),
            ("no chunk", frame(27, 0, 0).end()),
            (
                "no chunk after a comment",
                FrameBuilder::raw(27, &[4, 1, 1, 3, b'a', b'b', b'c']).end(),
            ),
            (
                "no chunk, five bytes told",
                frame(27, 0, 5).append(&[0, 0, 0]).bytes,
            ),
            ("a later version", later),
            ("a foreign magic number", foreign),
            (
                "content short of the header's size",
                frame(27, 0, 6).chunk(&Chunk::store(b"hello")).end(),
            ),
            (
                "content beyond the header's size",
                frame(27, 0, 4).chunk(&Chunk::store(b"hello")).end(),
            ),
            (
                "two chunks beyond the header's size",
                sound().chunk(&Chunk::store(b"!")).end(),
            ),
            (
                "a chunk without streams",
                frame(27, 0, 0).chunk(&Chunk::default()).end(),
            ),
            (
                "a stream regenerated twice",
                frame(27, 0, 5).chunk(&two_of_a_stream).end(),
            ),
            (
                "a codec that reads the output",
                frame(27, 0, 5).chunk(&reads_output).end(),
            ),
            (
                "a codec without a stream",
                frame(27, 0, 5).chunk(&missing_stream).end(),
            ),
            (
                "zstd regenerating two streams",
                frame(27, 0, 5).chunk(&two_regenerated).end(),
            ),
            (
                "zstd with a variable stream",
                frame(27, 0, 5).chunk(&variable).end(),
            ),
            ("a custom codec", frame(27, 0, 5).chunk(&custom).end()),
            (
                "no outputs",
                FrameBuilder::raw(27, &[0, 0, 6, 1, 0, 0, 0, 0]).end(),
            ),
            (
                "an unknown size",
                FrameBuilder::raw(27, &[0, 1, 0, 1, 1, 0]).end(),
            ),
            (
                "an empty comment",
                FrameBuilder::raw(27, &[4, 1, 1, 0, 1, 1, 0]).end(),
            ),
            (
                "a dictionary",
                FrameBuilder::raw(27, &[8, 2, 7, 7, 1, 6, 1, 1, 5])
                    .append(b"hello")
                    .end(),
            ),
            (
                "a dictionary of no bytes",
                FrameBuilder::raw(27, &[8, 0, 1, 6, 1, 1, 5])
                    .append(b"hello")
                    .end(),
            ),
            (
                "a dictionary of zeros",
                FrameBuilder::raw(27, &[8, 1, 0, 1, 6, 1, 1, 5])
                    .append(b"hello")
                    .end(),
            ),
            (
                "a wrong header checksum",
                FrameBuilder::raw(27, &[2, 1, 6, 0, 1, 1, 5])
                    .append(b"hello")
                    .append(&[0; 4])
                    .end(),
            ),
            (
                "zstd with elements of two bytes",
                frame(27, 0, 4)
                    .chunk(&Chunk::codec(22, &[2, 0x20, 4, 0x21, 0, 0, 1, 2, 3, 4]))
                    .end(),
            ),
            (
                "zstd without a size",
                frame(27, 0, 5)
                    .chunk(&Chunk::codec(
                        22,
                        &[1, 0, 0x58, 0x29, 0, 0, b'h', b'e', b'l', b'l', b'o'],
                    ))
                    .end(),
            ),
            (
                "an empty zstd stream",
                frame(27, 0, 5).chunk(&Chunk::codec(22, &[])).end(),
            ),
            (
                "zstd with its magic number",
                frame(27, 0, 5)
                    .chunk(&Chunk::codec(
                        22,
                        &[&[1, 0x28, 0xb5, 0x2f, 0xfd][..], &raw_zstd(b"hello")[1..]].concat(),
                    ))
                    .end(),
            ),
        ],
    )
}

/// Frames that are right in a rare way.
pub(super) fn accepted() -> Vec<HostileFrame> {
    let hello = raw_zstd(b"hello");
    let mut chained = Chunk::codec(22, &raw_zstd(&hello));
    chained.steps.push(Step::of(22));
    chained.distances = vec![0, 0];
    let mut unused_first = Chunk::store(b"unused");
    unused_first.streams.push(b"hello".to_vec());
    let two_zstd_frames = [&hello[..], &[0x20, 0, 1, 0, 0]].concat();
    let padded_sizes =
        FrameBuilder::raw(27, &[0, 1, 0x86, 0x00, 0x81, 0x00, 0x81, 0x00, 0x85, 0x00]);
    expecting(
        Expectation::Acceptance,
        [
            ("zstd within zstd", frame(27, 0, 5).chunk(&chained).end()),
            (
                "a stream that nothing reads",
                frame(27, 0, 5).chunk(&unused_first).end(),
            ),
            (
                "a zstd frame of nothing after the first",
                frame(27, 0, 5)
                    .chunk(&Chunk::codec(22, &two_zstd_frames))
                    .end(),
            ),
            ("padded integers", padded_sizes.append(b"hello").end()),
            (
                "an empty chunk among others",
                frame(27, 0, 5)
                    .chunk(&Chunk::store(b""))
                    .chunk(&Chunk::store(b"hello"))
                    .chunk(&Chunk::store(b""))
                    .end(),
            ),
            (
                "a comment flag before comments",
                FrameBuilder::raw(21, &[4, 1, 6, 1, 1, 5])
                    .append(b"hello")
                    .end(),
            ),
            (
                "a dictionary flag before dictionaries",
                FrameBuilder::raw(24, &[8, 1, 6, 1, 1, 5])
                    .append(b"hello")
                    .end(),
            ),
            (
                "unknown flags",
                FrameBuilder::raw(27, &[0xf0, 1, 6, 1, 1, 5])
                    .append(b"hello")
                    .end(),
            ),
        ],
    )
}

/// A zstd stream with very many frames of nothing behind its content: time
/// must follow its size.
pub(super) fn many_zstd_frames() -> Vec<HostileFrame> {
    let mut stream = raw_zstd(b"hello");
    stream.extend([0x20, 0, 1, 0, 0].repeat(400_000));
    let bytes = frame(27, 0, 5).chunk(&Chunk::codec(22, &stream)).end();
    expecting(
        Expectation::Acceptance,
        [("2 MB of empty zstd frames", bytes)],
    )
}

/// Chunks that each regenerate a large stream on the way to a small one:
/// memory must not add up over them.
pub(super) fn many_intermediates() -> Vec<HostileFrame> {
    let mut inner = raw_zstd(b"hello");
    inner.extend([0x20, 0, 1, 0, 0].repeat(40_000));
    let outer = mzstd::Compressor::default()
        .compress(&inner)
        .expect("a small input");
    let stream = [&[1], &outer[4..]].concat();
    let mut chunk = Chunk::codec(22, &stream);
    chunk.steps.push(Step::of(22));
    chunk.distances = vec![0, 0];
    let mut many = frame(27, 0, 5 * 100);
    for _ in 0..100 {
        many = many.chunk(&chunk);
    }
    expecting(
        Expectation::Acceptance,
        [("100 chunks with 200 KB in between", many.end())],
    )
}

/// Every number of a codec in every format, over a stream that only zstd
/// reads.
pub(super) fn codec_ids() -> Vec<HostileFrame> {
    let stream = raw_zstd(b"hello");
    let mut frames = Vec::new();
    for version in 21..=27 {
        for id in 0..if version < 24 { 64 } else { 128 } {
            frames.push(HostileFrame::new(
                format!("codec {id} in format {version}"),
                frame(version, 0, 5).chunk(&Chunk::codec(id, &stream)).end(),
            ));
        }
    }
    frames
}

/// Small graphs of zstd codecs: every distance, with zero to three stored
/// streams.
pub(super) fn graphs() -> Vec<HostileFrame> {
    let inner = raw_zstd(b"hello");
    let outer = raw_zstd(&inner);
    let mut frames = Vec::new();
    for stored in 0..4 {
        for first in 0..4 {
            for second in 0..4 {
                for streams in [[&inner, &outer, &inner], [&outer, &inner, &outer]] {
                    let mut chunk = Chunk {
                        steps: vec![Step::of(22), Step::of(22)],
                        distances: vec![first, second],
                        ..Chunk::default()
                    };
                    chunk.streams = streams[..stored]
                        .iter()
                        .map(|&stream| stream.clone())
                        .collect();
                    chunk.distance_bits =
                        Some((2 + stored as u64).next_power_of_two().trailing_zeros());
                    frames.push(HostileFrame::new(
                        format!("distances {first} {second}, {stored} stored"),
                        frame(27, 0, 5).chunk(&chunk).end(),
                    ));
                }
            }
        }
    }
    for (variable, regenerated) in [
        (0, 0),
        (1 << 32, 1),
        (0, (1 << 32) + 1),
        (0, 1 << 32),
        (u64::MAX, 1),
        (0, 3000),
    ] {
        let mut chunk = Chunk::codec(22, &inner);
        chunk.steps[0].variable = variable;
        chunk.steps[0].regenerated = regenerated;
        frames.push(HostileFrame::new(
            format!("{variable} variable streams, {regenerated} regenerated"),
            frame(27, 0, 5).chunk(&chunk).end(),
        ));
    }
    for header_size in [1, 5, 1_000_000, u64::from(u32::MAX), 1 << 40] {
        let mut chunk = Chunk::codec(22, &inner);
        chunk.steps[0].header_size = header_size;
        chunk.headers = vec![7; usize::try_from(header_size.min(5)).unwrap_or(5)];
        frames.push(HostileFrame::new(
            format!("a codec header of {header_size} bytes"),
            frame(27, 0, 5).chunk(&chunk).end(),
        ));
    }
    frames
}

/// Frame headers of every number and type of output, and of every flag.
pub(super) fn headers() -> Vec<HostileFrame> {
    let mut frames = Vec::new();
    for version in [21, 22, 25, 27] {
        for flags in 0..=255 {
            for rest in [
                &b"\x01\x06\x01\x01\x05hello\x00"[..],
                b"\x01\x06\x01\x02\x01\x03hello\x00",
            ] {
                let mut header = vec![flags];
                header.extend_from_slice(rest);
                frames.push(HostileFrame::new(
                    format!("flags {flags:#04x} in format {version}"),
                    FrameBuilder::raw(version, &header).bytes,
                ));
            }
        }
    }
    for token in 0..=255 {
        let header = [0, token, 6, 6, 6, 1, 1, 5];
        frames.push(HostileFrame::new(
            format!("output token {token:#04x}"),
            FrameBuilder::raw(27, &header).append(b"hello").end(),
        ));
    }
    for length in 0..12 {
        let mut size = vec![0xff; length];
        size.push(1);
        frames.push(HostileFrame::new(
            format!("a size of {} bytes", length + 1),
            FrameBuilder::raw(27, &[0, 1])
                .append(&size)
                .append(&[1, 1, 5])
                .append(b"hello")
                .end(),
        ));
    }
    frames
}

/// zstd frame headers of every descriptor, with windows small and large.
pub(super) fn zstd_headers() -> Vec<HostileFrame> {
    let mut frames = Vec::new();
    for descriptor in 0..=255_u8 {
        for window in [0x00, 0x58, 0xa8, 0xa9, 0xaf, 0xb0, 0xff] {
            let mut stream = vec![1, descriptor];
            if descriptor & 0x20 == 0 {
                stream.push(window);
            }
            stream.extend(vec![0; [0, 1, 2, 4][usize::from(descriptor & 3)]]);
            let content = match descriptor >> 6 {
                0 if descriptor & 0x20 == 0 => 0,
                0 => 1,
                code => 1 << code,
            };
            let mut size = 300_u64.wrapping_sub(if content == 2 { 256 } else { 0 });
            if content == 1 {
                size = 200;
            }
            stream.extend_from_slice(&size.to_le_bytes()[..content]);
            let told = if content == 1 { 200 } else { 300 };
            let block: u32 = 1 | 1 << 1 | told << 3;
            stream.extend_from_slice(&block.to_le_bytes()[..3]);
            stream.push(b'z');
            frames.push(HostileFrame::new(
                format!("descriptor {descriptor:#04x}, window {window:#04x}"),
                frame(27, 0, u64::from(told))
                    .chunk(&Chunk::codec(22, &stream))
                    .end(),
            ));
        }
    }
    frames
}

/// Frames that claim far more than they hold.
pub(super) fn bombs() -> Vec<HostileFrame> {
    let size = |bytes: u64| {
        let mut header = vec![0, 1];
        varint(&mut header, bytes);
        header
    };
    let text = Kind::Text.generate(11, 1);
    let mut frames = Vec::new();
    for power in [30, 36, 40, 50, 60, 63] {
        let claimed = FrameBuilder::raw(27, &size(1 << power));
        frames.push((
            "a stored chunk under a huge claim",
            claimed.clone().chunk(&Chunk::store(&text)).end(),
        ));
        let mut stream = vec![1, 0xe0];
        stream.extend_from_slice(&((1_u64 << power) - 1).to_le_bytes());
        stream.extend_from_slice(&[0x29, 0, 0]);
        stream.extend_from_slice(b"hello");
        frames.push((
            "a zstd frame that claims as much as its header",
            claimed.clone().chunk(&Chunk::codec(22, &stream)).end(),
        ));
        let mut chunk = vec![1, 1];
        varint(&mut chunk, 1 << power.min(31));
        frames.push((
            "a stream size under a huge claim",
            claimed.append(&chunk).append(&text).end(),
        ));
    }
    // Frames of unknown size behind one of five bytes, each block of 128 KiB
    // in four bytes.
    let mut stream = raw_zstd(b"hello");
    stream.extend_from_slice(&[0x00, 0x58]);
    for _ in 0..20_000 {
        stream.extend_from_slice(&[0x02, 0x00, 0x10, b'z']);
    }
    stream.extend_from_slice(&[0x03, 0x00, 0x10, b'z']);
    frames.push((
        "a zstd frame of gigabytes behind the content",
        frame(27, 0, 5).chunk(&Chunk::codec(22, &stream)).end(),
    ));
    for count in [19_999, 20_000, 1 << 32, u64::MAX] {
        let mut chunk = Vec::new();
        varint(&mut chunk, count);
        chunk.extend_from_slice(&[1; 60]);
        frames.push(("many codecs", frame(27, 0, 5).append(&chunk).end()));
        let mut chunk = vec![1];
        varint(&mut chunk, count);
        chunk.extend_from_slice(&[1; 60]);
        frames.push(("many streams", frame(27, 0, 5).append(&chunk).end()));
    }
    expecting(Expectation::Rejection, frames)
}
