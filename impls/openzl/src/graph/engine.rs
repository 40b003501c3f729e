//! Running a graph on a chunk.

use super::Graph;
use super::runtime::{RuntimeGraph, Slot};
use crate::codec::{CodecId, EncoderStates, zstd};
use crate::parameters::Parameters;
use crate::{Error, selector};

/// What a stream goes through next.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Successor {
    /// Nothing: the chunk stores it.
    Store,
    /// The `zstd` codec, whose stream is stored.
    Zstd,
}

impl Successor {
    /// The head of `graph` for the stream in `slot`.
    fn head(graph: Graph, runtime: &RuntimeGraph, slot: Slot) -> Result<Self, Error> {
        match graph {
            Graph::Store => Ok(Self::Store),
            Graph::Zstd => Ok(Self::Zstd),
            Graph::Default | Graph::CompressGeneric | Graph::SegmentSerial => {
                selector::compress_generic(runtime.kind(slot))
            }
        }
    }
}

/// Runs `graph` on `input` and leaves what came of it in `runtime`.
pub(crate) fn run(
    graph: Graph,
    parameters: &Parameters,
    input: &[u8],
    states: &mut EncoderStates,
    runtime: &mut RuntimeGraph,
) -> Result<(), Error> {
    let slot = runtime.restart(input.len());
    // A stream this small is stored, whatever graph it was meant for
    // (`CCTX_runSuccessor_internal`).
    if parameters.stores(runtime.size(slot)) {
        return Ok(());
    }
    match Successor::head(graph, runtime, slot)? {
        Successor::Store => {}
        Successor::Zstd => {
            let level = parameters.effective_level();
            runtime.pipe(CodecId::ZSTD, slot, input, |bytes, buffer| {
                zstd::encode(&mut states.zstd, level, bytes, buffer)
            })?;
        }
    }
    Ok(())
}
