//! The native implementation.

use std::cell::RefCell;
use std::mem::MaybeUninit;

use openzl::{Compressor, Decompressor, Error, ErrorKind, FormatVersion, Limits, Parameters};

use super::case::{OpenZlCase, Settings};
use super::{OpenZl, OutputLimit};
use crate::implementation::{Implementation, Role, Shape};
use crate::outcome::{Failure, Outcome};
use crate::zstd;

/// Frames up to this size are written and read twice, by a compressor that was
/// used before and by a new one, and must be equal.
const TWICE_BYTES: usize = 64 << 10;

thread_local! {
    static COMPRESSOR: RefCell<Compressor> = RefCell::default();
    static DECOMPRESSOR: RefCell<Decompressor> = RefCell::default();
}

/// The crate `openzl` of this workspace.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeOpenZl;

/// The native form of `settings`.
///
/// # Errors
/// The native crate's, for a format version or comment that it refuses.
pub fn parameters(settings: &Settings) -> Result<Parameters, Error> {
    Parameters::default()
        .with_graph(settings.graph)
        .with_level(settings.level)
        .with_format_version(FormatVersion::try_from(settings.version)?)
        .with_content_checksum(settings.content_checksum)
        .with_compressed_checksum(settings.compressed_checksum)
        .with_min_stream_size(settings.min_stream_size)
        .with_store_on_expansion(settings.store_on_expansion)
        .with_comment(settings.comment_bytes())
}

/// The name under which the suite knows a failure.
#[must_use]
pub fn failure_kind(error: &Error) -> String {
    match error {
        Error::ZstdDecode { source, .. } => zstd::kind(source).to_owned(),
        _ => format!("{:?}", error.kind()),
    }
}

/// Why the native side may reject, with `error`, what the reference accepts,
/// if that is a listed difference.
#[must_use]
pub fn stricter(error: &Error) -> Option<&'static str> {
    stricter_by_kind(&failure_kind(error))
}

pub(super) fn stricter_by_kind(kind: &str) -> Option<&'static str> {
    zstd::stricter(kind)
}

fn outcome<T>(result: Result<T, Error>) -> Outcome<T> {
    match result {
        Ok(done) => Outcome::Done(done),
        Err(error) if error.kind() == ErrorKind::Unsupported => {
            Outcome::Unsupported(error.to_string())
        }
        Err(error) => Outcome::Failed(Failure::from_error(&error).kind(failure_kind(&error))),
    }
}

fn limits(limit: OutputLimit) -> Limits {
    Limits::default()
        .with_output_bytes(limit.0)
        .with_intermediate_bytes(limit.0)
}

fn decompressor(limit: OutputLimit) -> Decompressor {
    Decompressor::new(limits(limit))
}

/// Reads with a decompressor that was used before.
fn reused(limit: OutputLimit, frame: &[u8]) -> Result<Vec<u8>, Error> {
    DECOMPRESSOR.with_borrow_mut(|decompressor| {
        decompressor.set_limits(limits(limit));
        decompressor.decompress(frame)
    })
}

/// A buffer as large as the frame says, within the limit.
fn room(limit: OutputLimit, frame: &[u8]) -> Result<usize, Error> {
    let size = openzl::Frame::parse(frame)?.header().output_bytes();
    Ok(usize::try_from(size.min(limit.0)).unwrap_or(usize::MAX))
}

fn to_slice(limit: OutputLimit, frame: &[u8]) -> Result<Vec<u8>, Error> {
    let mut output = vec![0xa5; room(limit, frame)?];
    let size = decompressor(limit).decompress_to_slice(frame, &mut output)?;
    output.truncate(size);
    Ok(output)
}

fn to_uninit(limit: OutputLimit, frame: &[u8]) -> Result<Vec<u8>, Error> {
    let mut output = vec![MaybeUninit::uninit(); room(limit, frame)?];
    let written = decompressor(limit).decompress_to_uninit(frame, &mut output)?;
    Ok(written.to_vec())
}

fn appended(limit: OutputLimit, frame: &[u8]) -> Result<Vec<u8>, Error> {
    let mut output = b"in front".to_vec();
    let range = decompressor(limit).decompress_into(frame, &mut output)?;
    Ok(output.split_off(range.start))
}

impl Implementation<OpenZl> for NativeOpenZl {
    fn name(&self) -> &'static str {
        "openzl"
    }

    fn role(&self) -> Role {
        Role::Native
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn produce(&self, case: &OpenZlCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        let parameters = match parameters(&case.settings) {
            Ok(parameters) => parameters,
            Err(error) => return outcome(Err(error)),
        };
        let frame = COMPRESSOR.with_borrow_mut(|compressor| {
            compressor.set_parameters(parameters.clone());
            compressor.compress(input)
        });
        if let Ok(frame) = &frame
            && frame.len() <= TWICE_BYTES
            && Compressor::new(parameters).compress(input).ok().as_ref() != Some(frame)
        {
            return Outcome::Failed(Failure::new(
                "a compressor that was used before and a new one write different frames",
            ));
        }
        outcome(frame)
    }

    fn consume(&self, limit: &OutputLimit, frame: &[u8]) -> Outcome<Vec<u8>> {
        let by_a_new_one = outcome(decompressor(*limit).decompress(frame));
        if frame.len() <= TWICE_BYTES && outcome(reused(*limit, frame)) != by_a_new_one {
            return Outcome::Failed(Failure::new(
                "a decompressor that was used before and a new one give different results",
            ));
        }
        by_a_new_one
    }

    fn consume_shapes(&self) -> Vec<Shape<'_, OpenZl>> {
        type Read = fn(OutputLimit, &[u8]) -> Result<Vec<u8>, Error>;
        let shapes: [(&str, Read); 5] = [
            ("new vector", |limit, frame| {
                decompressor(limit).decompress(frame)
            }),
            ("new vector, used before", reused),
            ("appended to a vector", appended),
            ("into a slice", to_slice),
            ("into uninitialized memory", to_uninit),
        ];
        shapes
            .into_iter()
            .map(|(name, read)| {
                Shape::new(name, move |limit: &OutputLimit, frame: &[u8]| {
                    outcome(read(*limit, frame))
                })
            })
            .collect()
    }
}
