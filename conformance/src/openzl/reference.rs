//! The reference implementation.

use std::cell::RefCell;

use openzl_ffi::{
    CompressContext, Compressor, DecodeParameters, DecompressContext, Error, Graph, Input,
    Parameters,
};

use super::case::{OpenZlCase, Settings};
use super::{OpenZl, OutputLimit};
use crate::implementation::{Implementation, Role, Shape};
use crate::outcome::{Failure, Outcome};

thread_local! {
    static COMPRESS: RefCell<Option<CompressContext>> = const { RefCell::new(None) };
    static DECOMPRESS: RefCell<Option<DecompressContext>> = const { RefCell::new(None) };
}

/// C OpenZL, through `openzl-ffi`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReferenceOpenZl;

/// The reference's form of `settings`.
pub fn parameters(settings: &Settings) -> Parameters {
    Parameters {
        level: Some(settings.level),
        format_version: Some(settings.version),
        content_checksum: settings.content_checksum.into(),
        compressed_checksum: settings.compressed_checksum.into(),
        min_stream_size: Some(settings.min_stream_size),
        store_on_expansion: settings.store_on_expansion.into(),
        comment: settings.comment_bytes(),
        ..Parameters::default()
    }
}

/// The reference's compressor for a native graph.
///
/// # Errors
/// The reference's.
pub fn compressor(graph: openzl::Graph) -> Result<Compressor, Error> {
    Compressor::new(graph.id().map(Graph::from_id))
}

fn outcome<T>(result: Result<T, Error>) -> Outcome<T> {
    result
        .map_err(|error| Failure::from_error(&error).kind(format!("code {}", error.code)))
        .into()
}

/// The context of this thread, made when first needed.
fn with<C, T>(
    slot: &RefCell<Option<C>>,
    new: impl FnOnce() -> Result<C, Error>,
    call: impl FnOnce(&mut C) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut slot = slot.borrow_mut();
    let context = match &mut *slot {
        Some(context) => context,
        empty => empty.insert(new()?),
    };
    call(context)
}

fn limited(limit: OutputLimit) -> DecodeParameters {
    DecodeParameters::limited(usize::try_from(limit.0).unwrap_or(usize::MAX))
}

fn decompress(limit: OutputLimit, frame: &[u8]) -> Result<Vec<u8>, Error> {
    DECOMPRESS.with(|slot| {
        with(slot, DecompressContext::new, |context| {
            context.decompress(frame, &limited(limit))
        })
    })
}

fn decompress_typed(limit: OutputLimit, frame: &[u8]) -> Result<Vec<u8>, Error> {
    openzl_ffi::decompress_typed(frame, &limited(limit)).map(|output| output.data)
}

impl Implementation<OpenZl> for ReferenceOpenZl {
    fn name(&self) -> &'static str {
        "c-openzl"
    }

    fn role(&self) -> Role {
        Role::Reference
    }

    fn version(&self) -> String {
        openzl_ffi::version().to_string()
    }

    fn produce(&self, case: &OpenZlCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        let parameters = parameters(&case.settings);
        outcome(compressor(case.settings.graph).and_then(|compressor| {
            COMPRESS.with(|slot| {
                with(slot, CompressContext::new, |context| {
                    context.compress(&compressor, &parameters, Input::Serial(input))
                })
            })
        }))
    }

    fn consume(&self, limit: &OutputLimit, frame: &[u8]) -> Outcome<Vec<u8>> {
        outcome(decompress(*limit, frame))
    }

    fn consume_shapes(&self) -> Vec<Shape<'_, OpenZl>> {
        type Read = fn(OutputLimit, &[u8]) -> Result<Vec<u8>, Error>;
        let shapes: [(&str, Read); 2] = [("serial", decompress), ("typed", decompress_typed)];
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
