//! Frames are the reference's, byte for byte.

use std::mem::MaybeUninit;

use conformance::openzl::{Settings, native_parameters};
use openzl::{Compressor, Decompressor, ErrorKind, Limits};
use openzl_ffi::DecodeParameters;

use super::case::Case;
use super::contexts::{native_compress, reference_compress, reference_decompress};
use crate::compare::{assert_same, sound};

/// Compresses a case natively and by the reference. The frames must be equal
/// in every byte, whatever the API shape (every other case tries one
/// besides, which its bytes choose) and whether the compressor is new; both sides must read
/// them back to the input; and what one side refuses to compress, so must the
/// other.
///
/// # Panics
///
/// When any of that does not hold.
pub fn openzl_identical(data: &[u8]) {
    let Case { settings, input } = Case::from_bytes(data);
    let native = native_compress(&settings, &input);
    let reference = reference_compress(&settings, &input);
    let (frame, expected) = match (native, reference) {
        (Ok(frame), Ok(expected)) => (frame, expected),
        (Err(_), Err(_)) => return,
        (Ok(_), Err(error)) => {
            panic!("{settings:?}: the reference refuses what native compresses: {error}")
        }
        (Err(error), Ok(_)) => {
            panic!("{settings:?}: native refuses what the reference compresses: {error}")
        }
    };
    assert_same(
        || {
            format!(
                "{settings:?}, {} bytes: frame of the reference and native frame",
                input.len()
            )
        },
        &expected,
        &frame,
    );
    if let Some(shape) = chosen_shape(data) {
        let mut compressor = Compressor::new(native_parameters(&settings).expect("used before"));
        shape_agrees(shape, &mut compressor, &settings, &input, &frame);
    }
    let read = Decompressor::new(Limits::default().with_output_bytes(input.len() as u64))
        .decompress(&frame)
        .unwrap_or_else(|error| panic!("{settings:?}: native cannot read its frame: {error}"));
    assert_same(
        || format!("{settings:?}: input and native reading"),
        &input,
        &read,
    );
    let read = reference_decompress(&frame, &DecodeParameters::limited(input.len()))
        .unwrap_or_else(|error| panic!("{settings:?}: the reference cannot read: {error}"));
    assert_same(
        || format!("{settings:?}: input and the reference's reading"),
        &input,
        &read,
    );
}

/// A way to call the compressor.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Shape {
    New,
    Appended,
    Slice,
    ExactSlice,
    Uninit,
}

/// Every way.
pub(super) const SHAPES: [Shape; 5] = [
    Shape::New,
    Shape::Appended,
    Shape::Slice,
    Shape::ExactSlice,
    Shape::Uninit,
];

/// A shape, or none, by the sum of all bytes: any mutation may change it.
pub(super) fn chosen_shape(data: &[u8]) -> Option<Shape> {
    let sum: usize = data.iter().map(|&byte| usize::from(byte)).sum();
    SHAPES.get(sum % (2 * SHAPES.len())).copied()
}

/// Compresses `input` in one shape, which must give `frame`.
pub(super) fn shape_agrees(
    shape: Shape,
    compressor: &mut Compressor,
    settings: &Settings,
    input: &[u8],
    frame: &[u8],
) {
    const REST: u8 = 0xa5;
    let bound = Compressor::bound(input.len()) + settings.comment;
    let what = || format!("{settings:?}: {shape:?} fails");
    let got = match shape {
        Shape::New => sound(compressor.compress(input), what),
        Shape::Appended => {
            let mut output = b"in front".to_vec();
            let range = sound(compressor.compress_into(input, &mut output), what);
            assert!(output.starts_with(b"in front") && range == (8..output.len()));
            output.split_off(8)
        }
        Shape::Slice => {
            // Without store-on-expansion nothing bounds a frame.
            let room = bound.max(frame.len() + 3);
            let mut output = vec![REST; room];
            let size = sound(compressor.compress_to_slice(input, &mut output), what);
            let rest = output.split_off(size);
            assert!(
                rest == vec![REST; rest.len()],
                "{settings:?}: bytes behind the frame were changed"
            );
            output
        }
        Shape::ExactSlice => {
            let mut output = vec![0; frame.len()];
            let size = sound(compressor.compress_to_slice(input, &mut output), what);
            assert_eq!(size, frame.len(), "{settings:?}: {shape:?}");
            let error = compressor
                .compress_to_slice(input, &mut output[1..])
                .expect_err("a slice that is one byte short");
            assert_eq!(error.kind(), ErrorKind::OutputTooSmall, "{settings:?}");
            // A failure must not stick to the compressor.
            sound(compressor.compress(input), what)
        }
        Shape::Uninit => {
            let mut output = vec![MaybeUninit::uninit(); bound.max(frame.len())];
            sound(compressor.compress_to_uninit(input, &mut output), what).to_vec()
        }
    };
    assert_same(
        || format!("{settings:?}: reused and {shape:?}"),
        frame,
        &got,
    );
    assert!(
        !settings.store_on_expansion || frame.len() <= bound,
        "{settings:?}: a frame of {} bytes beyond the bound {bound}",
        frame.len()
    );
}
