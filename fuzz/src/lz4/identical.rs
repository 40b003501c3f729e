//! Random cases: the native block is the reference's.

use std::cell::RefCell;

use arbitrary::{Result, Unstructured};
use lz4::block::{
    Dictionary, FastCompressor, FastStream, bound, decompress, decompress_after,
    decompress_with_dictionary,
};

use crate::compare::{assert_same, sound};
use crate::program;

thread_local! {
    static COMPRESSOR: RefCell<FastCompressor> = RefCell::default();
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
    /// As that, with every position indexed.
    Thorough(u8),
    /// Cut in pieces of so many 255ths, each after the last.
    Stream(u8),
}

/// How large inputs are: few of them as large as what tables of 32-bit
/// positions are for.
fn size_class(size: u8, draw: u8) -> (usize, u32) {
    match size {
        250.. if draw.is_multiple_of(128) => (140_000, 10),
        220.. if draw.is_multiple_of(64) => (70_000, 7),
        _ => (2_048, 1),
    }
}

/// Four bytes of settings, then the input's program.
///
/// # Panics
///
/// When the native block is not liblz4's, or is not read back.
pub fn lz4_identical(data: &[u8]) {
    let (call, acceleration, input) = read(&mut Unstructured::new(data), program::draw(data))
        .expect("bytes that run out are zeros");
    let say = || {
        format!(
            "{call:?}, acceleration {acceleration}, {} bytes",
            input.len()
        )
    };
    match call {
        Call::Ample => whole(&input, bound_of(&input), acceleration, &say),
        Call::Limited(share) => {
            whole(&input, part(bound_of(&input), share), acceleration, &say);
        }
        Call::Fill(share) => fill(&input, part(bound_of(&input), share), acceleration, &say),
        Call::Dictionary(share) => {
            let (words, rest) = input.split_at(part(input.len(), share));
            with_dictionary(words, rest, acceleration, false, &say);
        }
        Call::Thorough(share) => {
            let (words, rest) = input.split_at(part(input.len(), share));
            with_dictionary(words, rest, acceleration, true, &say);
        }
        Call::Stream(share) => stream(&input, part(input.len(), share).max(1), acceleration, &say),
    }
}

fn read(source: &mut Unstructured<'_>, draw: u8) -> Result<(Call, u32, Vec<u8>)> {
    let [call, acceleration, share, size]: [u8; 4] = source.arbitrary()?;
    let call = match call % 8 {
        0..=2 => Call::Ample,
        3 => Call::Limited(share),
        4 => Call::Fill(share),
        5 => Call::Dictionary(share),
        6 => Call::Thorough(share),
        _ => Call::Stream(share),
    };
    let acceleration = match acceleration {
        0..128 => 1,
        128..250 => u32::from(acceleration) - 127,
        _ => u32::from(acceleration) * 1_000,
    };
    let (limit, scale) = size_class(size, draw);
    Ok((call, acceleration, program::run(source, limit, scale)?))
}

fn bound_of(input: &[u8]) -> usize {
    bound(input.len()).expect("a small input")
}

fn part(whole: usize, share: u8) -> usize {
    whole * usize::from(share) / 255
}

type Say<'a> = &'a dyn Fn() -> String;

fn whole(input: &[u8], room: usize, acceleration: u32, say: Say<'_>) {
    let mut ours = vec![0; room];
    let mut theirs = vec![0; room];
    let native = COMPRESSOR
        .with_borrow_mut(|compressor| compressor.compress(input, &mut ours, acceleration));
    let reference = lz4_ffi::compress(input, &mut theirs, acceleration.cast_signed());
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

fn fill(input: &[u8], room: usize, acceleration: u32, say: Say<'_>) {
    let mut ours = vec![0; room];
    let mut theirs = vec![0; room];
    let native =
        COMPRESSOR.with_borrow_mut(|compressor| compressor.fill(input, &mut ours, acceleration));
    let native = sound(native, say);
    let Some(reference) = lz4_ffi::compress_fill(input, &mut theirs, acceleration.cast_signed())
    else {
        assert_eq!(native.written, 0, "{}", say());
        return;
    };
    assert_eq!(native.read, reference.read, "{}", say());
    assert_same(say, &theirs[..reference.written], &ours[..native.written]);
    let mut output = vec![0; native.read];
    let read = sound(decompress(&ours[..native.written], &mut output), say);
    assert_same(say, &input[..native.read], &output[..read]);
}

fn with_dictionary(words: &[u8], input: &[u8], acceleration: u32, thorough: bool, say: Say<'_>) {
    let room = bound_of(input);
    let mut ours = vec![0; room];
    let mut theirs = vec![0; room];
    // Elsewhere in memory, for C goes by addresses.
    let input = &input.to_vec()[..];
    let mut stream = lz4_ffi::FastStream::new();
    let dictionary = if thorough {
        stream.load_dictionary_slow(words);
        Dictionary::thorough(words)
    } else {
        stream.load_dictionary(words);
        Dictionary::new(words)
    };
    let reference = stream.compress(input, &mut theirs, acceleration.cast_signed());
    let native = COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.compress_with_dictionary(&dictionary, input, &mut ours, acceleration)
    });
    let size = sound(native, say);
    assert_same(say, &theirs[..reference.unwrap_or(0)], &ours[..size]);
    let mut output = vec![0; input.len()];
    let read = decompress_with_dictionary(&ours[..size], &mut output, words);
    assert_same(say, input, &output[..sound(read, say)]);
}

fn stream(input: &[u8], piece: usize, acceleration: u32, say: Say<'_>) {
    let mut native = FastStream::new();
    let mut reference = lz4_ffi::FastStream::new();
    for start in (0..input.len()).step_by(piece) {
        let end = (start + piece).min(input.len());
        let room = bound_of(&input[start..end]);
        let mut ours = vec![0; room];
        let mut theirs = vec![0; room];
        let size = sound(
            native.compress(&input[..end], start, &mut ours, acceleration),
            say,
        );
        let expected =
            reference.compress(&input[start..end], &mut theirs, acceleration.cast_signed());
        assert_same(say, &theirs[..expected.unwrap_or(0)], &ours[..size]);
        let mut back = input[..end].to_vec();
        back[start..].fill(0);
        sound(decompress_after(&ours[..size], &mut back, start), say);
        assert_same(say, &input[..end], &back);
    }
}
