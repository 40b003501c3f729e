//! Random cases: the native block of high compression is the reference's.

use std::cell::RefCell;

use arbitrary::{Result, Unstructured};
use lz4::block::{
    HighCompressor, HighStream, bound, decompress, decompress_after, decompress_with_dictionary,
};

use crate::compare::{assert_same, sound};
use crate::program;

thread_local! {
    static COMPRESSOR: RefCell<HighCompressor> = RefCell::default();
    static REFERENCE: RefCell<lz4_ffi::HighContext> = RefCell::default();
}

/// What is done with an input.
#[derive(Clone, Copy, Debug)]
enum Call {
    /// Compressed with room for whatever it becomes.
    Ample,
    /// Compressed into so many 255ths of that room.
    Limited(u8),
    /// The same room, filled with what goes in.
    Fill(u8),
    /// Its first 255ths are a dictionary for the rest.
    Dictionary(u8),
    /// Cut in pieces of so many 255ths, each after the last.
    Stream(u8),
}

/// Four bytes of settings, then the input's program.
///
/// # Panics
///
/// When the native block is not liblz4's, or is not read back.
pub fn lz4_hc_identical(data: &[u8]) {
    let (call, level, input) = read(&mut Unstructured::new(data), program::draw(data))
        .expect("bytes that run out are zeros");
    let say = || format!("{call:?}, level {level}, {} bytes", input.len());
    let room = bound(input.len()).expect("a small input");
    match call {
        Call::Ample => whole(&input, room, level, &say),
        Call::Limited(share) => whole(&input, part(room, share), level, &say),
        Call::Fill(share) => fill(&input, part(room, share), level, &say),
        Call::Dictionary(share) => {
            let (words, rest) = input.split_at(part(input.len(), share));
            with_dictionary(words, rest, level, &say);
        }
        Call::Stream(share) => stream(&input, part(input.len(), share).max(1), level, &say),
    }
}

fn read(source: &mut Unstructured<'_>, draw: u8) -> Result<(Call, i32, Vec<u8>)> {
    let [call, level, share, size]: [u8; 4] = source.arbitrary()?;
    let call = match call % 8 {
        0..=2 => Call::Ample,
        3 => Call::Limited(share),
        4 => Call::Fill(share),
        5 | 6 => Call::Dictionary(share),
        _ => Call::Stream(share),
    };
    let level = i32::from(level % 14);
    // The slow levels get the small inputs.
    let (limit, scale) = match (size, level) {
        (250.., ..=9) if draw.is_multiple_of(128) => (140_000, 9),
        (230.., _) if draw.is_multiple_of(64) => (16_384, 5),
        _ => (1_024, 1),
    };
    Ok((call, level, program::run(source, limit, scale)?))
}

fn part(whole: usize, share: u8) -> usize {
    whole * usize::from(share) / 255
}

type Say<'a> = &'a dyn Fn() -> String;

fn whole(input: &[u8], room: usize, level: i32, say: Say<'_>) {
    let mut ours = vec![0; room];
    let mut theirs = vec![0; room];
    let native =
        COMPRESSOR.with_borrow_mut(|compressor| compressor.compress(input, &mut ours, level));
    let reference =
        REFERENCE.with_borrow_mut(|context| context.compress(input, &mut theirs, level));
    let (size, reference) = match (native, reference) {
        (Ok(ours), Some(theirs)) => (ours, theirs),
        (Err(_), None) => return,
        (native, reference) => panic!("{}: {native:?} and {reference:?}", say()),
    };
    assert_same(say, &theirs[..reference], &ours[..size]);
    let mut output = vec![0; input.len()];
    let read = sound(decompress(&ours[..size], &mut output), say);
    assert_same(say, input, &output[..read]);
}

fn fill(input: &[u8], room: usize, level: i32, say: Say<'_>) {
    let mut ours = vec![0; room];
    let mut theirs = vec![0; room];
    let native = COMPRESSOR.with_borrow_mut(|compressor| compressor.fill(input, &mut ours, level));
    let native = sound(native, say);
    let reference = REFERENCE.with_borrow_mut(|context| context.fill(input, &mut theirs, level));
    let Some(reference) = reference else {
        assert_eq!(native.written, 0, "{}", say());
        return;
    };
    assert_eq!(native.read, reference.read, "{}", say());
    assert_same(say, &theirs[..reference.written], &ours[..native.written]);
    let mut output = vec![0; native.read];
    let read = sound(decompress(&ours[..native.written], &mut output), say);
    assert_same(say, &input[..native.read], &output[..read]);
}

fn with_dictionary(words: &[u8], input: &[u8], level: i32, say: Say<'_>) {
    let room = bound(input.len()).expect("a small input");
    let mut ours = vec![0; room];
    let mut theirs = vec![0; room];
    // Elsewhere in memory, for C goes by addresses.
    let input = &input.to_vec()[..];
    let reference = lz4_ffi::compress_high_with_dictionary(words, input, &mut theirs, level);
    let native = COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.compress_with_dictionary(words, input, &mut ours, level)
    });
    let size = sound(native, say);
    assert_same(say, &theirs[..reference.unwrap_or(0)], &ours[..size]);
    let mut output = vec![0; input.len()];
    let read = decompress_with_dictionary(&ours[..size], &mut output, words);
    assert_same(say, input, &output[..sound(read, say)]);
}

fn stream(input: &[u8], piece: usize, level: i32, say: Say<'_>) {
    let mut native = HighStream::new(level);
    let mut reference = lz4_ffi::HighStream::new(level);
    for start in (0..input.len()).step_by(piece) {
        let end = (start + piece).min(input.len());
        let room = bound(end - start).expect("a small input");
        let mut ours = vec![0; room];
        let mut theirs = vec![0; room];
        let size = sound(native.compress(&input[..end], start, &mut ours), say);
        let expected = reference.compress(&input[start..end], &mut theirs);
        assert_same(say, &theirs[..expected.unwrap_or(0)], &ours[..size]);
        let mut back = input[..end].to_vec();
        back[start..].fill(0);
        sound(decompress_after(&ours[..size], &mut back, start), say);
        assert_same(say, &input[..end], &back);
    }
}
