//! Hostile frames: native and reference accept the same ones, and read the
//! same from them.

use std::cell::RefCell;
use std::mem::MaybeUninit;

use mzstd::{DecodeError, InvalidDataKind};
use openzl::{Decompressor, Error, ErrorKind, Frame, Limits, Unsupported};
use openzl_ffi::DecodeParameters;

use super::contexts::reference_decompress;
use super::repair::{repair, repair_header};
use super::zstd_header::ZstdHeader;
use super::{hostile, looks_like_a_frame};
use crate::compare::assert_same;

/// The most bytes that either side may give for one frame.
const LIMIT: usize = 1 << 20;

/// The most bytes of streams in between. The reference has no such limit; a
/// frame that needs more is not shown to it.
const INTERMEDIATE_LIMIT: u64 = 4 << 20;

/// The most bytes of a zstd block (`ZSTD_BLOCKSIZE_MAX`).
const BLOCK_BYTES: u64 = 128 << 10;

struct Native {
    checked: Decompressor,
    unchecked: Decompressor,
    buffer: Vec<u8>,
    memory: Vec<MaybeUninit<u8>>,
}

impl Default for Native {
    fn default() -> Self {
        let limits = Limits::default()
            .with_output_bytes(LIMIT as u64)
            .with_intermediate_bytes(INTERMEDIATE_LIMIT);
        Self {
            checked: Decompressor::new(limits),
            unchecked: Decompressor::new(limits)
                .with_content_checksum(false)
                .with_compressed_checksum(false),
            buffer: vec![0; LIMIT],
            memory: vec![MaybeUninit::uninit(); LIMIT],
        }
    }
}

thread_local! {
    static NATIVE: RefCell<Native> = RefCell::default();
}

/// Decodes hostile bytes natively and by the reference.
///
/// Bytes that start with a magic number are decoded as they are, and again
/// with their checksums put right; other bytes are the plan of a frame, which
/// is put together and then decoded like the rest. Each frame goes through
/// both sides with checksums verified and with checksums ignored. Both must
/// accept or both reject, and what they accept they must read to the same
/// bytes; and so must another native API shape, by the frame's size.
///
/// # Panics
///
/// When any of that does not hold. Frames that need what the native crate does
/// not have, or more intermediate memory than is allowed here, prove nothing.
pub fn openzl_decode(data: &[u8]) {
    NATIVE.with_borrow_mut(|native| {
        native.judge(data, true);
        let mut frame = if looks_like_a_frame(data) {
            data.to_vec()
        } else {
            let frame = hostile::frame(data);
            native.judge(&frame, true);
            frame
        };
        repair_header(&mut frame);
        if frame.get(4).is_some_and(|flags| flags & 3 != 0) {
            native.judge(&frame, false);
        }
        if repair(&mut frame, &mut native.checked) {
            native.judge(&frame, true);
        }
    });
}

impl Native {
    /// Holds both sides to each other on one frame.
    fn judge(&mut self, frame: &[u8], verified: bool) {
        let native = self.decompress(frame, verified);
        self.a_shape_agrees(frame, verified, &native);
        if proves_nothing(&native) {
            return;
        }
        let parameters = DecodeParameters {
            max_output: LIMIT,
            ..if verified {
                DecodeParameters::default()
            } else {
                DecodeParameters::unchecked()
            }
        };
        let reference = reference_decompress(frame, &parameters);
        match (native, reference) {
            (Ok(native), Ok(reference)) => {
                assert_same(
                    || "what the reference reads and what native reads".to_owned(),
                    &reference,
                    &native,
                );
            }
            (Err(_), Err(_)) => {}
            (Ok(native), Err(error)) => panic!(
                "native reads {} bytes, the reference refuses: {error}",
                native.len()
            ),
            (Err(error), Ok(_)) if is_listed(&error, frame) => {}
            (Err(error), Ok(reference)) => panic!(
                "the reference reads {} bytes, native refuses: {error}",
                reference.len()
            ),
        }
    }

    fn decoder(&mut self, verified: bool) -> &mut Decompressor {
        if verified {
            &mut self.checked
        } else {
            &mut self.unchecked
        }
    }

    fn decompress(&mut self, frame: &[u8], verified: bool) -> Result<Vec<u8>, Error> {
        self.decoder(verified).decompress(frame)
    }

    /// Another API shape, which the frame's size chooses, gives what
    /// [`Decompressor::decompress`] gave: the same bytes, or an error of the
    /// same kind.
    fn a_shape_agrees(&mut self, frame: &[u8], verified: bool, expected: &Result<Vec<u8>, Error>) {
        let Self {
            checked,
            unchecked,
            buffer,
            memory,
        } = self;
        let decoder = if verified { checked } else { unchecked };
        match (frame.len() % 4, expected) {
            (0, _) => {
                let mut vector = b"in front".to_vec();
                let appended = decoder.decompress_into(frame, &mut vector);
                assert_eq!(&vector[..8], b"in front");
                if appended.is_err() {
                    assert_eq!(vector.len(), 8, "an error left bytes behind");
                }
                agree("a vector", expected, appended.map(|range| &vector[range]));
            }
            (1, _) => {
                let uninit = decoder.decompress_to_uninit(frame, memory);
                agree(
                    "uninitialized memory",
                    expected,
                    uninit.map(|bytes| &*bytes),
                );
            }
            (2, Ok(bytes)) => {
                let exact = decoder
                    .decompress_to_slice(frame, &mut buffer[..bytes.len()])
                    .map(|size| &buffer[..size]);
                agree("a slice that just suffices", expected, exact);
            }
            _ => {
                let slice = decoder
                    .decompress_to_slice(frame, buffer)
                    .map(|size| &buffer[..size]);
                agree("a slice", expected, slice);
            }
        }
    }
}

fn agree(shape: &str, expected: &Result<Vec<u8>, Error>, got: Result<&[u8], Error>) {
    match (expected, got) {
        (Ok(expected), Ok(got)) => {
            assert_same(|| format!("a new vector and {shape}"), expected, got);
        }
        (Err(expected), Err(got)) => assert_eq!(
            expected.kind(),
            got.kind(),
            "a new vector: {expected}; {shape}: {got}"
        ),
        (Ok(_), Err(error)) => panic!("only {shape} refuses: {error}"),
        (Err(error), Ok(_)) => panic!("only {shape} accepts; a new vector: {error}"),
    }
}

/// Whether the native answer leaves the frame undecided.
fn proves_nothing(native: &Result<Vec<u8>, Error>) -> bool {
    match native {
        // The reference reads older formats than the native crate; what is
        // newer it must refuse as well.
        Err(Error::Version { version }) => *version < 21,
        // Seen in the frame header, before anything else is read.
        Err(Error::Unsupported {
            what: Unsupported::UnknownSize,
            ..
        }) => false,
        Err(error) if error.kind() == ErrorKind::Unsupported => true,
        // A limit on the output is the reference's limit, too.
        Err(Error::Limit { what, .. }) => !what.contains("output"),
        _ => false,
    }
}

/// Whether native is stricter than the reference here, and known to be: the
/// suite lists these differences. libzstd, decoding at once, leaves out three
/// checks of RFC 8878 that `mzstd` makes:
///
/// * that each of four Huffman streams is consumed exactly (section 4.2.2; its
///   fast loop only);
/// * that a raw or run block, or what a compressed block gives, is no larger
///   than the smaller of the window and 128 KiB (section 3.1.1.2.4);
/// * that a match reaches back no farther than the window (section 3.1.1.4).
///
/// The last two take a frame that tells more content than that; without one
/// they stay differences. And `mzstd` takes windows of up to 2 GiB, libzstd all
/// below 4 GiB, since it looks at the exponent alone.
fn is_listed(error: &Error, frame: &[u8]) -> bool {
    let Error::ZstdDecode { source, .. } = error else {
        return false;
    };
    let kind = match source {
        DecodeError::InvalidData { kind } => kind,
        DecodeError::WindowLimitExceeded { window_size, .. } => return *window_size < 4 << 30,
        _ => return false,
    };
    match kind {
        InvalidDataKind::HuffmanStream => true,
        InvalidDataKind::BlockSize => {
            has_stream(frame, |zstd| zstd.content > zstd.window.min(BLOCK_BYTES))
        }
        InvalidDataKind::Offset => has_stream(frame, |zstd| zstd.content > zstd.window),
        _ => false,
    }
}

/// Whether the frame stores a zstd stream like that, or has codecs behind
/// codecs, whose streams cannot be seen.
fn has_stream(frame: &[u8], like: impl Fn(ZstdHeader) -> bool) -> bool {
    let seen = Frame::parse(frame).expect("a frame that got as far as its streams");
    seen.chunks().iter().any(|chunk| {
        chunk.codecs.len() > 1
            || chunk.streams.iter().any(|stream| {
                let bytes = &frame[stream.range.clone()];
                bytes.get(1..).and_then(ZstdHeader::read).is_some_and(&like)
            })
    })
}
