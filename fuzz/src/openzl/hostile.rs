//! Frames put together from a plan, sound but for what the plan bends.
//!
//! Mutating a frame's bytes seldom changes a size without breaking the frame
//! at once. A plan says what a frame holds, and sizes, counts and packed
//! fields follow from it, so that a mutation of the plan bends one thing.
//! Nothing here comes from an implementation on trial, except that a plan may
//! take a sound zstd stream from the native compressor before damaging it.
//! Checksums are left zero, for `repair` to fill in.

use std::cell::RefCell;

use arbitrary::{Arbitrary, Result, Unstructured};
use openzl::{Compressor, Frame, Graph, Parameters};

use super::zstd_header::ZstdHeader;
use crate::program;

const MAGIC_BASE: u32 = 0xd7b1_a5c0;
const ZSTD: u8 = 22;
const COMMENT: u8 = 4;

/// The most chunks, codecs and streams of a plan.
const MAX_CHUNKS: u8 = 5;
const MAX_CODECS: u8 = 5;
const MAX_STREAMS: u8 = 5;

/// The frame that `data` is the plan of. Every string of bytes is a plan.
pub(super) fn frame(data: &[u8]) -> Vec<u8> {
    Plan::arbitrary_take_rest(Unstructured::new(data))
        .expect("bytes that run out are zeros")
        .frame
}

struct Plan {
    frame: Vec<u8>,
}

impl<'a> Arbitrary<'a> for Plan {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Self> {
        let [version, flags, chunks, size, token]: [u8; 5] = source.arbitrary()?;
        let version = 27 - u32::from(version) % 7;
        let comment = if flags & COMMENT != 0 && version >= 22 {
            let length = usize::from(source.arbitrary::<u8>()?);
            Some(take(source, length)?)
        } else {
            None
        };
        let count = match chunks {
            0xff => 0,
            _ => 1 + chunks % MAX_CHUNKS,
        };
        let chunks = (0..count)
            .map(|_| Chunk::arbitrary(source))
            .collect::<Result<Vec<_>>>()?;

        let mut frame = (MAGIC_BASE + version).to_le_bytes().to_vec();
        frame.push(flags);
        // One serial output, but for rare plans.
        frame.push(if token < 0xf0 { 1 } else { token << 4 | token });
        let told: u64 = chunks.iter().map(|chunk| chunk.told).sum();
        varint(&mut frame, bent(told + 1, size));
        if let Some(comment) = comment {
            varint(&mut frame, comment.len() as u64);
            frame.extend_from_slice(comment);
        }
        if flags & 2 != 0 {
            frame.push(0);
        }
        for chunk in &chunks {
            chunk.write(version, &mut frame);
            if flags & 1 != 0 {
                frame.extend_from_slice(&[0; 4]);
            }
            if flags & 2 != 0 {
                frame.extend_from_slice(&[0; 4]);
            }
        }
        frame.push(0);
        Ok(Self { frame })
    }
}

/// `value`, for most of the values of `how`; otherwise close to it, or far.
fn bent(value: u64, how: u8) -> u64 {
    match how {
        0xff => value.wrapping_add(1),
        0xfe => value.wrapping_sub(1),
        0xfd => 0,
        0xfc => value << 32 | value,
        0xfb => u64::MAX,
        0xfa => value.wrapping_mul(2),
        _ => value,
    }
}

/// At most `length` bytes.
fn take<'a>(source: &mut Unstructured<'a>, length: usize) -> Result<&'a [u8]> {
    source.bytes(length.min(source.len()))
}

/// A codec as a chunk header lists it.
struct Codec {
    custom: bool,
    id: u8,
    header_size: u64,
    variable: u64,
    regenerated: u64,
}

impl Codec {
    const ZSTD: Self = Self {
        custom: false,
        id: ZSTD,
        header_size: 0,
        variable: 0,
        regenerated: 1,
    };
}

struct Chunk {
    codecs: Vec<Codec>,
    distances: Vec<u8>,
    headers: Vec<u8>,
    streams: Vec<Vec<u8>>,
    /// What the chunk gives, if it gives anything.
    told: u64,
}

impl<'a> Arbitrary<'a> for Chunk {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Self> {
        let (kind, detail): (u8, u8) = source.arbitrary()?;
        Ok(match kind % 8 {
            0 => {
                let content = take(source, detail.into())?;
                Self::of(Vec::new(), vec![content.to_vec()], content.len() as u64)
            }
            1..=3 => {
                let (stream, told) = damaged_zstd(source, detail)?;
                Self::of(vec![Codec::ZSTD], vec![stream], told)
            }
            4 | 5 => {
                let (stream, told) = zstd_by_hand(source, detail)?;
                Self::of(vec![Codec::ZSTD], vec![stream], told)
            }
            6 => {
                // A stream within a stream: the inner one is regenerated.
                let (inner, told) = zstd_by_hand(source, detail)?;
                let stream = compressed(&inner, 1);
                Self::of(vec![Codec::ZSTD, Codec::ZSTD], vec![stream], told)
            }
            _ => Self::of_any_graph(source, detail)?,
        })
    }
}

impl Chunk {
    fn of(codecs: Vec<Codec>, streams: Vec<Vec<u8>>, told: u64) -> Self {
        Self {
            distances: vec![0; codecs.len()],
            codecs,
            headers: Vec::new(),
            streams,
            told,
        }
    }

    /// Codecs, distances and streams as they come.
    fn of_any_graph(source: &mut Unstructured<'_>, detail: u8) -> Result<Self> {
        let mut chunk = Self::of(Vec::new(), Vec::new(), 0);
        for _ in 0..detail % (MAX_CODECS + 1) {
            let (odd, distance): (u8, u8) = source.arbitrary()?;
            let mut codec = Codec::ZSTD;
            match odd {
                0xff => codec.id = source.arbitrary()?,
                0xfe => codec.custom = true,
                0xfd => codec.variable = bent(1, source.arbitrary()?),
                0xfc => codec.regenerated = bent(2, source.arbitrary()?),
                0xfb => {
                    codec.header_size = source.arbitrary::<u8>()?.into();
                    let size = codec.header_size as usize;
                    chunk.headers.extend_from_slice(take(source, size)?);
                }
                _ => {}
            }
            for _ in 0..codec.regenerated.min(4) {
                chunk.distances.push(distance);
            }
            chunk.codecs.push(codec);
        }
        for _ in 0..detail / 32 % (MAX_STREAMS + 1) {
            let (kind, detail): (u8, u8) = source.arbitrary()?;
            let (stream, told) = match kind % 4 {
                0 => {
                    let content = take(source, detail.into())?;
                    (content.to_vec(), content.len() as u64)
                }
                1 => damaged_zstd(source, detail)?,
                2 => zstd_by_hand(source, detail)?,
                _ => {
                    let (inner, told) = zstd_by_hand(source, detail)?;
                    (compressed(&inner, 1), told)
                }
            };
            chunk.streams.push(stream);
            // The last stream is mostly what the output comes from.
            chunk.told = told;
        }
        Ok(chunk)
    }

    fn write(&self, version: u32, frame: &mut Vec<u8>) {
        varint(frame, self.codecs.len() as u64 + 1);
        varint(frame, self.streams.len() as u64);
        let (custom, standard): (Vec<&Codec>, Vec<&Codec>) =
            self.codecs.iter().partition(|codec| codec.custom);
        pack(
            frame,
            1,
            self.codecs.iter().map(|codec| codec.custom.into()),
        );
        let id_bits = if version < 24 { 6 } else { 7 };
        pack(frame, id_bits, standard.iter().map(|codec| codec.id));
        for codec in custom {
            varint(frame, codec.id.into());
        }
        self.mostly(frame, 0, |codec| codec.header_size);
        self.mostly(frame, 0, |codec| codec.variable);
        self.mostly(frame, 1, |codec| codec.regenerated);
        let slots = self.distances.len() + self.streams.len();
        let distance_bits = slots.next_power_of_two().trailing_zeros();
        pack(frame, distance_bits, self.distances.iter().copied());
        for stream in &self.streams {
            varint(frame, stream.len() as u64);
        }
        frame.extend_from_slice(&self.headers);
        for stream in &self.streams {
            frame.extend_from_slice(stream);
        }
    }

    /// Writes a number of each codec that is mostly `usual`.
    fn mostly(&self, frame: &mut Vec<u8>, usual: u64, number: fn(&Codec) -> u64) {
        let numbers = self.codecs.iter().map(number);
        pack(
            frame,
            1,
            numbers.clone().map(|number| (number != usual).into()),
        );
        for number in numbers.filter(|&number| number != usual) {
            varint(frame, number.wrapping_sub(usual + 1));
        }
    }
}

thread_local! {
    static COMPRESSOR: RefCell<Compressor> = RefCell::default();
}

/// A stream of the codec `zstd`, sound, from the native compressor.
fn compressed(content: &[u8], level: i32) -> Vec<u8> {
    let parameters = Parameters::default()
        .with_graph(Graph::Zstd)
        .with_level(level)
        .with_min_stream_size(-1)
        .with_store_on_expansion(false)
        .with_content_checksum(false)
        .with_compressed_checksum(false);
    let frame = COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.set_parameters(parameters);
        compressor.compress(content).expect("a small content")
    });
    let seen = Frame::parse(&frame).expect("a frame just written");
    frame[seen.chunks()[0].streams[0].range.clone()].to_vec()
}

/// A sound stream with a few edits.
fn damaged_zstd(source: &mut Unstructured<'_>, detail: u8) -> Result<(Vec<u8>, u64)> {
    const LEVELS: [i32; 8] = [1, 3, 6, -5, 2, 9, 13, 16];
    // Large streams take the consent of all bytes that follow, so that what a
    // fuzzer makes of one is mostly small (as in `case`).
    let rest = source.peek_bytes(source.len()).unwrap_or_default();
    let draw = rest.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(byte));
    let (limit, scale) = match detail >> 3 & 7 {
        7 if draw.is_multiple_of(64) => (200_000, 9),
        6.. if draw.is_multiple_of(8) => (16 << 10, 4),
        _ => (1 << 10, 2),
    };
    // The slow levels write streams of more forms, and only small ones.
    let level = match LEVELS[usize::from(detail & 7)] {
        7.. if limit > 1 << 10 => 3,
        level => level,
    };
    let edits = usize::from(detail >> 6);
    let edits: Vec<(u16, u8)> = (0..edits)
        .map(|_| source.arbitrary())
        .collect::<Result<_>>()?;
    let length = usize::from(source.arbitrary::<u8>()?);
    let content = program::run(&mut Unstructured::new(take(source, length)?), limit, scale)?;
    let mut stream = compressed(&content, level);
    for (at, change) in edits {
        let at = usize::from(at & 0x3fff) % stream.len();
        stream[at] = stream[at].wrapping_add(change);
    }
    Ok((stream, content.len() as u64))
}

/// A zstd frame of blocks that the plan spells out.
fn zstd_by_hand(source: &mut Unstructured<'_>, detail: u8) -> Result<(Vec<u8>, u64)> {
    let mut blocks = Vec::new();
    let mut told = 0_u64;
    let count = 1 + detail % 8;
    for index in 1..=count {
        let (kind, size): (u8, u16) = source.arbitrary()?;
        let last = u32::from(index == count);
        let header = |kind: u32, size: usize| (last | kind << 1 | (size as u32) << 3).to_le_bytes();
        match kind % 4 {
            0 => {
                let content = take(source, usize::from(size) % 300)?;
                blocks.extend_from_slice(&header(0, content.len())[..3]);
                blocks.extend_from_slice(content);
                told += content.len() as u64;
            }
            1 => {
                // Mostly short, now and then around the most that is allowed.
                let size = match kind {
                    0..240 => usize::from(size) % 4096,
                    _ => (usize::from(size) << 1) % ((128 << 10) + 8),
                };
                blocks.extend_from_slice(&header(1, size)[..3]);
                blocks.push(kind);
                told += size as u64;
            }
            2 => {
                // A compressed block gives what the plan claims, or fails.
                let content = take(source, usize::from(size & 0xff))?;
                blocks.extend_from_slice(&header(2, content.len())[..3]);
                blocks.extend_from_slice(content);
                told += u64::from(size >> 8);
            }
            _ => {
                // The block of a sound stream, between other blocks.
                let program = take(source, usize::from(size & 0x3f))?;
                let scale = u32::from(size >> 14);
                let content = program::run(&mut Unstructured::new(program), 4096, scale)?;
                let stream = compressed(&content, 3);
                let header = ZstdHeader::read(&stream[1..]).expect("a sound stream");
                let mut body = stream[1 + header.size..].to_vec();
                if let Some(first) = body.first_mut() {
                    *first = *first & !1 | last as u8;
                }
                blocks.extend_from_slice(&body);
                told += content.len() as u64;
            }
        }
    }
    // The widest content size, under a window or none, told as it is or bent.
    let (descriptor, window, how): (u8, u8, u8) = source.arbitrary()?;
    let single_segment = descriptor & 0x20 != 0;
    let mut stream = vec![1, descriptor & 0x3f | 0xc0];
    if !single_segment {
        stream.push(window);
    }
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    stream.resize(stream.len() + dictionary, 0);
    stream.extend_from_slice(&bent(told, how).to_le_bytes());
    stream.extend_from_slice(&blocks);
    if descriptor & 4 != 0 {
        let sum: u32 = source.arbitrary()?;
        stream.extend_from_slice(&sum.to_le_bytes());
    }
    Ok((stream, told))
}

/// Appends a LEB128 integer.
fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Appends the low `bits` bits of each value, and fills up the last byte.
fn pack(bytes: &mut Vec<u8>, bits: u32, values: impl Iterator<Item = u8>) {
    let (mut pending, mut held) = (0_u32, 0);
    for value in values {
        pending |= (u32::from(value) & ((1 << bits) - 1)) << held;
        held += bits;
        while held >= 8 {
            bytes.push(pending as u8);
            pending >>= 8;
            held -= 8;
        }
    }
    if held > 0 {
        bytes.push(pending as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openzl::repair::repair;
    use openzl::Decompressor;

    /// What the plan's frame holds once its checksums are right.
    fn read(plan: &[u8]) -> Result<Vec<u8>, openzl::Error> {
        let mut frame = frame(plan);
        let mut decompressor = Decompressor::default();
        repair(&mut frame, &mut decompressor);
        decompressor.decompress(&frame)
    }

    #[test]
    fn a_plan_without_bends_is_a_sound_frame() {
        // Every version, with and without checksums and a comment.
        for version in 0..7 {
            for flags in 0..4 {
                let stored = [version, flags, 0, 0, 0, 0, 5, b'h', b'e', b'l', b'l', b'o'];
                assert_eq!(read(&stored).expect("sound"), b"hello");
            }
        }
        let commented = [0, 6, 0, 0, 0, 2, b'h', b'i', 0, 1, b'!'];
        assert_eq!(read(&commented).expect("sound"), b"!");
    }

    #[test]
    fn zstd_streams_of_every_kind_are_sound() {
        // A compressed run.
        assert_eq!(
            read(&[0, 0, 0, 0, 0, 1, 0, 3, 1, b'z', 9]).expect("sound"),
            [b'z'; 40]
        );
        // Blocks by hand: raw, run, the block of a sound stream.
        let by_hand = [
            0, 3, 0, 0, 0, 4, 2, 0, 3, 0, b'a', b'b', b'c', 1, 7, 0, 3, 3, 0, 1, b'z', 30, 0x20, 0,
            0,
        ];
        let expected = [&b"abc"[..], &[1; 7], &[b'z'; 31]].concat();
        assert_eq!(read(&by_hand).expect("sound"), expected);
        // The same within another stream.
        let mut nested = by_hand;
        nested[5] = 6;
        assert_eq!(read(&nested).expect("sound"), expected);
    }

    #[test]
    fn every_string_of_bytes_is_a_plan() {
        for byte in 0..=255 {
            for length in [0, 1, 7, 60, 300] {
                assert!(frame(&vec![byte; length]).len() > 6);
            }
        }
    }
}
