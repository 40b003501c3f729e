//! Frames: hostile ones, which native and liblz4 agree on, and random cases,
//! whose native frame is liblz4's.

use arbitrary::{Result, Unstructured};
use lz4::block::Malformed;
use lz4::frame::{
    BlockSize, DecodeError, Decoder, LEGACY_MAGIC, Limits, MAGIC, Options, Problem, compress,
    decompress,
};
use lz4_ffi::{FrameError, FrameOptions};
use twox_hash::XxHash32;

use crate::compare::{assert_same, sound};
use crate::program;

/// The most bytes that either side may give.
const LIMIT: usize = 1 << 20;

/// Where a frame's flags are.
const FLAGS: usize = 4;

/// A byte that says what the rest is: frames as they are, frames whose first
/// header is given a checksum that fits, or settings and an input's program.
///
/// # Panics
///
/// When native and liblz4 do not read the same from frames, or do not both
/// refuse them, listed differences aside; when the native ways of reading
/// differ; when the native frame of a case is not liblz4's, or is not read back.
pub fn lz4_frame(data: &[u8]) {
    match data.split_first() {
        None => {}
        Some((mode, rest)) if mode % 4 == 0 => hostile(rest),
        Some((mode, rest)) if mode % 4 == 1 => {
            let mut frames = rest.to_vec();
            repair(&mut frames);
            hostile(&frames);
        }
        Some((mode, rest)) => {
            let mut source = Unstructured::new(rest);
            let (options, theirs, piece, input) =
                case(&mut source, mode.wrapping_add(program::draw(rest)))
                    .expect("bytes that run out are zeros");
            identical(&options, &theirs, piece, &input);
        }
    }
}

/// Gives the first header a magic number and a checksum that fits, so that
/// what lies behind it is reached.
fn repair(frames: &mut [u8]) {
    if frames.len() <= FLAGS + 2 {
        return;
    }
    frames[..4].copy_from_slice(&MAGIC.to_le_bytes());
    let flags = frames[FLAGS];
    let size = 2 + if flags & 8 == 0 { 0 } else { 8 } + if flags & 1 == 0 { 0 } else { 4 };
    if let Some(descriptor) = frames.get(FLAGS..FLAGS + size) {
        let checksum = (XxHash32::oneshot(0, descriptor) >> 8) as u8;
        if let Some(stored) = frames.get_mut(FLAGS + size) {
            *stored = checksum;
        }
    }
}

fn hostile(frames: &[u8]) {
    let limits = Limits::DEFAULT.with_output_bytes(LIMIT as u64);
    let ours = decompress(frames, &limits);
    let in_pieces = in_pieces(frames, &limits);
    match (&ours, &in_pieces) {
        (Ok(at_once), Ok(in_pieces)) => {
            assert_same(|| "in pieces".to_owned(), at_once, in_pieces);
        }
        (Err(at_once), Err(in_pieces)) => assert_eq!(at_once, in_pieces, "in pieces"),
        (at_once, in_pieces) => panic!(
            "at once {:?}, in pieces {:?}",
            at_once.as_ref().map(Vec::len),
            in_pieces.as_ref().map(Vec::len)
        ),
    }
    match (ours, reference(frames)) {
        (Ok(ours), Ok(theirs)) => assert_same(|| "frames".to_owned(), &theirs, &ours),
        (Err(_), Err(_)) => {}
        (Err(error), Ok(_)) if lax(error.problem) => {}
        (Err(error), Ok(theirs)) => panic!("liblz4 reads {} bytes; {error}", theirs.len()),
        // The `lz4` command reads these, the library does not.
        (Ok(_), Err(_)) if has_legacy(frames) => {}
        (Ok(ours), Err(error)) => panic!("liblz4 says {error}; native reads {} bytes", ours.len()),
    }
}

/// What liblz4 is lax in, as `docs/lz4.md` lists it, and the limits that it
/// does not have.
const fn lax(problem: Problem) -> bool {
    matches!(
        problem,
        Problem::Block(Malformed::ZeroOffset)
            | Problem::ContentSize { declared: 0, .. }
            | Problem::DictionaryMissing { .. }
            | Problem::OutputLimit { .. }
    )
}

fn has_legacy(frames: &[u8]) -> bool {
    frames
        .windows(4)
        .any(|window| window == LEGACY_MAGIC.to_le_bytes())
}

fn in_pieces(frames: &[u8], limits: &Limits) -> Result<Vec<u8>, DecodeError> {
    let mut decoder = Decoder::new(limits);
    let mut content = Vec::new();
    let size = 1 + frames.len() % 13;
    for mut piece in frames.chunks(size) {
        while let Some(block) = decoder.decode(&mut piece)? {
            content.extend_from_slice(block);
        }
    }
    decoder.finish()?;
    Ok(content)
}

fn reference(frames: &[u8]) -> Result<Vec<u8>, FrameError> {
    let mut content = Vec::new();
    let mut rest = frames;
    loop {
        let (more, size) = lz4_ffi::decompress_frame(rest, &[], LIMIT - content.len())?;
        content.extend(more);
        rest = &rest[size..];
        if rest.is_empty() {
            return Ok(content);
        }
    }
}

fn case(
    source: &mut Unstructured<'_>,
    draw: u8,
) -> Result<(Options, FrameOptions, usize, Vec<u8>)> {
    let [flags, level, piece, size]: [u8; 4] = source.arbitrary()?;
    let level = match level {
        0..128 => i32::from(level % 2),
        128..200 => 127 - i32::from(level),
        200..250 => 2 + i32::from(level) % 11,
        _ => -1_000 * i32::from(level),
    };
    let (limit, scale) = match size {
        // The slowest levels take seconds for what repeats.
        220.. if level >= 9 && draw.is_multiple_of(64) => (16_384, 5),
        250.. if level < 9 && draw.is_multiple_of(128) => (300_000, 10),
        220.. if level < 9 && draw.is_multiple_of(64) => (140_000, 8),
        _ => (2_048, 1),
    };
    let input = program::run(source, limit, scale)?;
    let block_size = BlockSize::ALL[usize::from(flags & 3)];
    let [linked, blocks, content, announced] = [4, 8, 16, 32].map(|flag| flags & flag == 0);
    let content_size = if announced { input.len() as u64 } else { 0 };
    let options = Options::DEFAULT
        .with_block_size(block_size)
        .with_linked_blocks(linked)
        .with_block_checksums(blocks)
        .with_content_checksum(content)
        .with_content_size(content_size)
        .with_level(level);
    let theirs = FrameOptions {
        block_size_id: block_size.code().into(),
        independent: !linked,
        content_checksum: content,
        block_checksum: blocks,
        content_size,
        dictionary_id: 0,
        level,
    };
    Ok((options, theirs, usize::from(piece) + 1, input))
}

fn identical(options: &Options, theirs: &FrameOptions, piece: usize, input: &[u8]) {
    let say = || format!("{theirs:?}, {} bytes", input.len());
    let ours = compress(input, options);
    let reference = sound(lz4_ffi::compress_frame(input, theirs), say);
    assert_same(say, &reference, &ours);
    let content = sound(decompress(&ours, &Limits::DEFAULT), say);
    assert_same(say, input, &content);

    // Piece by piece the frame is another one, of the same content.
    let mut encoder = lz4::frame::Encoder::new(options);
    let mut frame = Vec::new();
    for piece in input.chunks(piece * 97) {
        sound(encoder.write(piece, &mut frame), say);
    }
    sound(encoder.finish(&mut frame), say);
    let (content, size) = sound(lz4_ffi::decompress_frame(&frame, &[], input.len()), say);
    assert_eq!(size, frame.len(), "{}", say());
    assert_same(say, input, &content);
}
