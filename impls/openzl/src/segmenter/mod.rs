//! Segmenters: how an input is cut into chunks.

use crate::graph::Graph;

/// Bytes of a chunk where the caller sets none
/// (`ZL_DEFAULT_SEGMENTER_CHUNK_BYTE_SIZE`).
const DEFAULT_CHUNK_BYTES: usize = 16 << 20;

/// The chunks of `input` under `graph`: at least one, even of nothing
/// (`compress/segmenters/segmenter_serial.c`).
pub(crate) fn chunks(graph: Graph, input: &[u8]) -> impl Iterator<Item = &[u8]> {
    let size = match graph {
        Graph::SegmentSerial => DEFAULT_CHUNK_BYTES,
        Graph::Default | Graph::Store | Graph::Zstd | Graph::CompressGeneric => usize::MAX,
    };
    let mut rest = Some(input);
    core::iter::from_fn(move || {
        let input = rest?;
        let (chunk, tail) = input.split_at(input.len().min(size));
        rest = (!tail.is_empty()).then_some(tail);
        Some(chunk)
    })
}
