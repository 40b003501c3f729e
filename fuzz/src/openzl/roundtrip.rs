//! The native crate by itself: fast, and with promises that no reference can
//! vouch for.

use std::mem::MaybeUninit;

use conformance::openzl::native_parameters;
use openzl::{Compressor, Decompressor, ErrorKind, Frame, Limits};

use super::case::Case;
use super::identical::{SHAPES, chosen_shape, shape_agrees};
use crate::compare::{assert_same, sound};

/// Inputs up to this size go through every API shape; larger ones through one
/// or none.
const ALL_SHAPES_BYTES: usize = 256;

/// Frames up to this size are tried cut short at every length.
const TRUNCATED_BYTES: usize = 256;

/// Levels above this are lowered: the targets that know the reference try
/// them.
const MAX_LEVEL: i32 = 9;

/// Compresses a case and reads it back through every API shape, within limits
/// that just suffice and limits that do not; inspects the frame; and cuts
/// small frames short at every length, each of which must be an error.
///
/// # Panics
///
/// When any of that does not hold.
pub fn openzl_roundtrip(data: &[u8]) {
    let Case {
        mut settings,
        input,
    } = Case::from_bytes(data);
    if settings.level > MAX_LEVEL {
        settings.level %= MAX_LEVEL + 1;
    }
    let Ok(parameters) = native_parameters(&settings) else {
        assert!(settings.comment > 10_000, "{settings:?} is refused");
        return;
    };
    let mut compressor = Compressor::new(parameters);
    let frame = compressor
        .compress(&input)
        .unwrap_or_else(|error| panic!("{settings:?}: {error}"));
    let chosen = chosen_shape(data);
    let shapes = if input.len() <= ALL_SHAPES_BYTES {
        &SHAPES[..]
    } else {
        chosen.as_slice()
    };
    for &shape in shapes {
        shape_agrees(shape, &mut compressor, &settings, &input, &frame);
    }
    let comment = match settings.version {
        21 => Vec::new(),
        _ => settings.comment_bytes(),
    };
    inspected(&frame, settings.version, &comment, input.len());
    read_back(&frame, &input);
    if frame.len() <= TRUNCATED_BYTES {
        let mut decompressor = Decompressor::default();
        for length in 0..frame.len() {
            let cut = &frame[..length];
            assert!(
                decompressor.decompress(cut).is_err() && Frame::parse(cut).is_err(),
                "{settings:?}: {length} of {} bytes are accepted",
                frame.len()
            );
        }
    }
}

fn inspected(frame: &[u8], version: u32, comment: &[u8], size: usize) {
    let seen = Frame::parse(frame).unwrap_or_else(|error| panic!("not parsed: {error}"));
    assert_eq!(seen.size(), frame.len());
    assert_eq!(seen.header().version().get(), version);
    assert_eq!(seen.header().output_bytes(), size as u64);
    assert_same(
        || "the comment".to_owned(),
        comment,
        seen.header().comment(),
    );
    let told = openzl::dissect(frame);
    assert!(told.error.is_none(), "{:?}", told.error);
}

fn read_back(frame: &[u8], input: &[u8]) {
    const REST: u8 = 0x5a;
    let size = input.len();
    let mut decompressor = Decompressor::new(Limits::default().with_output_bytes(size as u64));
    let what = || format!("a frame of {size} bytes is not read back");

    let read = sound(decompressor.decompress(frame), what);
    assert_same(|| "a new vector".to_owned(), input, &read);

    let mut output = b"in front".to_vec();
    let range = sound(decompressor.decompress_into(frame, &mut output), what);
    assert_eq!(range, 8..output.len());
    assert_same(|| "behind a prefix".to_owned(), input, &output[range]);

    let mut output = vec![REST; size + 40];
    let written = sound(decompressor.decompress_to_slice(frame, &mut output), what);
    assert_same(|| "a slice".to_owned(), input, &output[..written]);
    assert!(
        output[written..] == [REST; 40],
        "bytes behind the output were changed"
    );

    let mut output = vec![MaybeUninit::uninit(); size];
    let written = sound(decompressor.decompress_to_uninit(frame, &mut output), what);
    assert_same(|| "uninitialized memory".to_owned(), input, written);

    if let Some(less) = size.checked_sub(1) {
        let mut output = vec![0; less];
        let error = decompressor
            .decompress_to_slice(frame, &mut output)
            .expect_err("a slice that is one byte short");
        assert_eq!(error.kind(), ErrorKind::OutputTooSmall, "{error}");
        let error = Decompressor::new(Limits::default().with_output_bytes(less as u64))
            .decompress(frame)
            .expect_err("a limit that is one byte short");
        assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
    }
}
