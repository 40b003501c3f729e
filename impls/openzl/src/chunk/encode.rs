//! Writing a chunk.

use alloc::vec::Vec;

use super::header::write_header;
use crate::codec::EncoderStates;
use crate::graph::engine;
use crate::graph::runtime::RuntimeGraph;
use crate::output::Destination;
use crate::parameters::Parameters;
use crate::{Error, Graph, checksum};

/// The most bytes of a stream that a chunk can tell: the reference's reader
/// refuses `UINT32_MAX` and above.
const MAX_STREAM_BYTES: usize = u32::MAX as usize - 1;

/// Compresses `input` into one chunk at the end of `output`. `header` is
/// scratch.
pub(crate) fn encode(
    parameters: &Parameters,
    input: &[u8],
    states: &mut EncoderStates,
    runtime: &mut RuntimeGraph,
    header: &mut Vec<u8>,
    output: &mut dyn Destination,
) -> Result<(), Error> {
    engine::run(parameters.graph(), parameters, input, states, runtime)?;
    write_header(parameters.format_version(), runtime, input, header);
    let mut stored_bytes = stored_size(runtime, input);
    // `CCTX_flushChunk`: a chunk that is no smaller than its input becomes a
    // store of it.
    if parameters.store_on_expansion()
        && runtime.nodes().len() > 0
        && header.len() + stored_bytes >= input.len()
    {
        engine::run(Graph::Store, parameters, input, states, runtime)?;
        write_header(parameters.format_version(), runtime, input, header);
        stored_bytes = stored_size(runtime, input);
    }

    let start = output.written().len();
    output.reserve(header.len() + stored_bytes + 9);
    output.put(header)?;
    for stream in runtime.stored(input) {
        if stream.len() > MAX_STREAM_BYTES {
            return Err(Error::InputTooLarge {
                size: stream.len() as u64,
                limit: MAX_STREAM_BYTES as u64,
            });
        }
        output.put(stream)?;
    }
    if parameters.content_checksum() {
        output.put(&checksum::low_32(input).to_le_bytes())?;
    }
    if parameters.compressed_checksum() {
        let sum = checksum::low_32(&output.written()[start..]);
        output.put(&sum.to_le_bytes())?;
    }
    Ok(())
}

/// Bytes of the stored streams.
fn stored_size(runtime: &RuntimeGraph, input: &[u8]) -> usize {
    runtime.stored(input).map(<[u8]>::len).sum()
}
