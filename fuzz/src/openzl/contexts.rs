//! Contexts that live as long as their thread: making one for each call costs
//! more than most calls, and reuse is what is to be tried.

use std::cell::RefCell;

use conformance::openzl::{
    Settings, native_parameters, reference_compressor, reference_parameters,
};
use openzl::Graph;
use openzl_ffi::{CompressContext, DecodeParameters, DecompressContext, Input, Output};

struct Reference {
    compress: CompressContext,
    decompress: DecompressContext,
    compressors: Vec<(Graph, openzl_ffi::Compressor)>,
}

thread_local! {
    static COMPRESSOR: RefCell<openzl::Compressor> = RefCell::default();
    static REFERENCE: RefCell<Option<Reference>> = const { RefCell::new(None) };
}

/// The native frame, by a compressor that has seen other inputs.
pub(super) fn native_compress(settings: &Settings, input: &[u8]) -> Result<Vec<u8>, openzl::Error> {
    let parameters = native_parameters(settings)?;
    COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.set_parameters(parameters);
        compressor.compress(input)
    })
}

fn with_reference<T>(
    call: impl FnOnce(&mut Reference) -> Result<T, openzl_ffi::Error>,
) -> Result<T, openzl_ffi::Error> {
    REFERENCE.with_borrow_mut(|slot| {
        let reference = match slot {
            Some(reference) => reference,
            empty => empty.insert(Reference {
                compress: CompressContext::new()?,
                decompress: DecompressContext::new()?,
                compressors: Graph::ALL
                    .into_iter()
                    .map(|graph| Ok((graph, reference_compressor(graph)?)))
                    .collect::<Result<_, openzl_ffi::Error>>()?,
            }),
        };
        call(reference)
    })
}

/// The reference's frame.
pub(super) fn reference_compress(
    settings: &Settings,
    input: &[u8],
) -> Result<Vec<u8>, openzl_ffi::Error> {
    let parameters = reference_parameters(settings);
    with_reference(|reference| {
        let (_, compressor) = reference
            .compressors
            .iter()
            .find(|(graph, _)| *graph == settings.graph)
            .expect("every graph");
        reference
            .compress
            .compress(compressor, &parameters, Input::Serial(input))
    })
}

/// What the reference reads from a frame of one serial output.
pub(super) fn reference_decompress(
    frame: &[u8],
    parameters: &DecodeParameters,
) -> Result<Vec<u8>, openzl_ffi::Error> {
    with_reference(|reference| reference.decompress.decompress(frame, parameters))
}

/// What the reference reads from a frame of any outputs.
pub(super) fn reference_decompress_multi(
    frame: &[u8],
    parameters: &DecodeParameters,
) -> Result<Vec<Output>, openzl_ffi::Error> {
    with_reference(|reference| reference.decompress.decompress_multi(frame, parameters))
}
