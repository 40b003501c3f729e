//! The nodes and streams of one chunk as they came to be, and the order in
//! which the chunk lists them.
//!
//! Four rules make frames equal to the reference's, byte for byte:
//!
//! 1. A stream takes the next slot when it is created: first the inputs, then
//!    each node's outputs, in the order of the node's definition
//!    (`compress/rtgraphs.c`).
//! 2. Codecs are listed in reverse of the order in which they ran, and their
//!    headers likewise (`CCTX_getFinalGraph`).
//! 3. Stored streams, the ones that no node consumed, are listed from the
//!    last slot to the first (`RTGM_listBuffersToStore`).
//! 4. A codec tells each stream that its decoder regenerates by the distance
//!    from its first output slot down to that stream's slot
//!    (`RTGM_getInputDistance`).

use alloc::vec::Vec;
use core::ops::Range;

use crate::codec::CodecId;
use crate::stream::StreamType;

/// The slot of a stream.
pub(crate) type Slot = usize;

/// Where a stream's bytes are.
#[derive(Clone, Debug)]
enum Content {
    /// A part of the chunk's input.
    Input(Range<usize>),
    /// A part of one of the graph's buffers.
    Buffer(usize, Range<usize>),
}

#[derive(Clone, Debug)]
struct StreamRecord {
    kind: StreamType,
    content: Content,
    consumed: bool,
}

#[derive(Clone, Debug)]
struct NodeRecord {
    codec: CodecId,
    header: Range<usize>,
    /// Where the slots it consumed are in `consumed`.
    inputs: Range<usize>,
    first_output: Slot,
    variable_outputs: u32,
}

/// A node, as a chunk lists it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'g> {
    pub(crate) codec: CodecId,
    pub(crate) header: &'g [u8],
    pub(crate) variable_outputs: u32,
    inputs: &'g [Slot],
    first_output: Slot,
}

impl<'g> Node<'g> {
    /// How many streams the node consumed.
    pub(crate) fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// The distances to the streams that the decoder regenerates, each at
    /// least 1.
    pub(crate) fn distances(self) -> impl Iterator<Item = u32> + use<'g> {
        let first_output = self.first_output;
        self.inputs
            .iter()
            .map(move |&slot| (first_output - slot) as u32)
    }
}

/// The graph of one chunk, with the buffers of its streams. Reused from chunk
/// to chunk.
#[derive(Debug, Default)]
pub(crate) struct RuntimeGraph {
    streams: Vec<StreamRecord>,
    nodes: Vec<NodeRecord>,
    consumed: Vec<Slot>,
    headers: Vec<u8>,
    buffers: Vec<Vec<u8>>,
    buffers_used: usize,
}

impl RuntimeGraph {
    /// Forgets everything but the buffers, and takes a serial input of
    /// `length` bytes into slot 0.
    pub(crate) fn restart(&mut self, length: usize) -> Slot {
        self.streams.clear();
        self.nodes.clear();
        self.consumed.clear();
        self.headers.clear();
        self.buffers_used = 0;
        self.streams.push(StreamRecord {
            kind: StreamType::Serial,
            content: Content::Input(0..length),
            consumed: false,
        });
        0
    }

    pub(crate) fn kind(&self, slot: Slot) -> StreamType {
        self.streams[slot].kind
    }

    pub(crate) fn size(&self, slot: Slot) -> usize {
        match &self.streams[slot].content {
            Content::Input(range) | Content::Buffer(_, range) => range.len(),
        }
    }

    fn bytes<'a>(&'a self, stream: &StreamRecord, input: &'a [u8]) -> &'a [u8] {
        match &stream.content {
            Content::Input(range) => &input[range.clone()],
            Content::Buffer(index, range) => &self.buffers[*index][range.clone()],
        }
    }

    /// Runs a codec that consumes the stream in `slot` and creates one serial
    /// stream: `encode` writes it into the buffer that it is given and tells
    /// where it lies there.
    pub(crate) fn pipe<E>(
        &mut self,
        codec: CodecId,
        slot: Slot,
        input: &[u8],
        encode: impl FnOnce(&[u8], &mut Vec<u8>) -> Result<Range<usize>, E>,
    ) -> Result<Slot, E> {
        let index = self.buffers_used;
        if index == self.buffers.len() {
            self.buffers.push(Vec::new());
        }
        let mut buffer = core::mem::take(&mut self.buffers[index]);
        let result = encode(self.bytes(&self.streams[slot], input), &mut buffer);
        self.buffers[index] = buffer;
        let range = result?;
        self.buffers_used += 1;
        self.streams[slot].consumed = true;
        let first_output = self.streams.len();
        let inputs = self.consumed.len()..self.consumed.len() + 1;
        self.consumed.push(slot);
        let header = self.headers.len()..self.headers.len();
        self.nodes.push(NodeRecord {
            codec,
            header,
            inputs,
            first_output,
            variable_outputs: 0,
        });
        self.streams.push(StreamRecord {
            kind: StreamType::Serial,
            content: Content::Buffer(index, range),
            consumed: false,
        });
        Ok(first_output)
    }

    /// The nodes in the order of a chunk.
    pub(crate) fn nodes(&self) -> impl ExactSizeIterator<Item = Node<'_>> + Clone {
        self.nodes.iter().rev().map(|node| Node {
            codec: node.codec,
            header: &self.headers[node.header.clone()],
            variable_outputs: node.variable_outputs,
            inputs: &self.consumed[node.inputs.clone()],
            first_output: node.first_output,
        })
    }

    /// The stored streams in the order of a chunk.
    pub(crate) fn stored<'a>(&'a self, input: &'a [u8]) -> impl Iterator<Item = &'a [u8]> + Clone {
        self.streams
            .iter()
            .rev()
            .filter(|stream| !stream.consumed)
            .map(move |stream| self.bytes(stream, input))
    }
}
