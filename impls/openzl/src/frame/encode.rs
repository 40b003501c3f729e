//! Writing a frame.

use alloc::vec::Vec;

use super::header::write_header;
use crate::codec::EncoderStates;
use crate::graph::runtime::RuntimeGraph;
use crate::output::Destination;
use crate::parameters::Parameters;
use crate::{Error, chunk, segmenter};

/// The byte that stands where a chunk could start and ends the frame.
pub(super) const END_OF_FRAME: u8 = 0;

/// What a compressor keeps from frame to frame.
#[derive(Debug, Default)]
pub(crate) struct EncodeScratch {
    states: EncoderStates,
    runtime: RuntimeGraph,
    header: Vec<u8>,
}

/// Compresses `input` into one frame at the end of `output`.
pub(crate) fn encode(
    parameters: &Parameters,
    input: &[u8],
    scratch: &mut EncodeScratch,
    output: &mut dyn Destination,
) -> Result<(), Error> {
    write_header(parameters, input.len(), &mut scratch.header);
    let header_size = scratch.header.len();
    // The first chunk reserves for itself; this keeps the header from
    // growing a vector twice.
    output.reserve(header_size + input.len().min(1 << 10) + 32);
    output.put(&scratch.header)?;
    for input in segmenter::chunks(parameters.graph(), input) {
        chunk::encode(
            parameters,
            input,
            &mut scratch.states,
            &mut scratch.runtime,
            &mut scratch.header,
            output,
        )?;
    }
    output.put(&[END_OF_FRAME])
}
