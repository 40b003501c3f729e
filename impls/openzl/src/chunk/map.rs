//! The decoding map: which codec reads and regenerates which stream.
//!
//! Streams stand in one row of slots. Codecs take the streams that they read
//! from the front of the row, one codec after the other; what a codec
//! regenerates lies a distance behind what it reads. Slots that nobody
//! regenerates hold the stored streams, in order; the last slots are the
//! outputs, the first output last (`fillStoredStreams`).

use alloc::vec::Vec;
use core::ops::Range;

use super::header::{ChunkHeader, CodecKind, MAX_STREAMS};
use crate::codec::Decoder;
use crate::{Error, Structure, Unsupported};

/// Where the stream in a slot comes from.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Source {
    /// A codec of the chunk, by its index.
    Codec(usize),
    /// The frame itself.
    Stored(Range<usize>),
}

/// One codec of the map.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) decoder: Decoder,
    /// The slots it reads, the first stream in the last of them.
    pub(crate) reads: Range<usize>,
    /// Where the slots that it regenerates stand in [`DecodingMap::targets`].
    pub(crate) regenerates: Range<usize>,
}

/// The map of one chunk. Reused from chunk to chunk.
#[derive(Debug, Default)]
pub(crate) struct DecodingMap {
    pub(crate) steps: Vec<Step>,
    pub(crate) targets: Vec<usize>,
    pub(crate) slots: Vec<Source>,
}

fn corrupt(offset: usize, problem: &'static str) -> Error {
    Error::corrupt(offset, Structure::Graph, problem)
}

impl DecodingMap {
    /// Lays out the streams of the chunk at `offset`, whose stored streams
    /// start at `streams`. `outputs` is how many streams the frame gives.
    pub(crate) fn lay_out(
        &mut self,
        header: &ChunkHeader,
        offset: usize,
        streams: usize,
        outputs: usize,
    ) -> Result<(), Error> {
        let total = header.distances.len() + header.stream_sizes.len();
        if total > MAX_STREAMS {
            return Err(corrupt(offset, "more streams than the format allows"));
        }
        self.slots.clear();
        // Overwritten below: every slot is either regenerated or stored.
        self.slots.resize(total, Source::Stored(0..0));
        self.lay_out_codecs(header, offset, outputs)?;
        self.lay_out_stored(header, offset, streams)?;
        if total < outputs {
            return Err(corrupt(offset, "fewer streams than outputs"));
        }
        Ok(())
    }

    /// Places the codecs.
    fn lay_out_codecs(
        &mut self,
        header: &ChunkHeader,
        offset: usize,
        outputs: usize,
    ) -> Result<(), Error> {
        let total = self.slots.len();
        let mut distances = header.distances.iter();
        let mut next_slot = 0;
        self.steps.clear();
        self.targets.clear();
        for (index, entry) in header.codecs.iter().enumerate() {
            let decoder = supported(entry.kind, offset)?;
            let signature = decoder.signature();
            if entry.regenerated as usize != signature.regenerates {
                return Err(corrupt(
                    offset,
                    "a codec regenerates another number of streams",
                ));
            }
            if entry.variable_streams != 0 && !signature.reads_variable {
                return Err(corrupt(offset, "a codec reads no variable streams"));
            }
            let reads =
                next_slot..next_slot + signature.reads.len() + entry.variable_streams as usize;
            next_slot = reads.end;
            if next_slot > total.saturating_sub(outputs) {
                return Err(corrupt(
                    offset,
                    "a codec reads an output or past the streams",
                ));
            }
            let first_target = self.targets.len();
            for &distance in distances.by_ref().take(signature.regenerates) {
                let slot = next_slot + distance as usize;
                let source = self
                    .slots
                    .get_mut(slot)
                    .ok_or(corrupt(offset, "a codec regenerates past the streams"))?;
                if matches!(source, Source::Codec(_)) {
                    return Err(corrupt(offset, "a stream is regenerated twice"));
                }
                *source = Source::Codec(index);
                self.targets.push(slot);
            }
            self.steps.push(Step {
                decoder,
                reads,
                regenerates: first_target..self.targets.len(),
            });
        }
        Ok(())
    }

    /// Places the stored streams, which start at `start` in the frame.
    fn lay_out_stored(
        &mut self,
        header: &ChunkHeader,
        offset: usize,
        start: usize,
    ) -> Result<(), Error> {
        let mut sizes = header.stream_sizes.iter();
        let mut next = start;
        for slot in &mut self.slots {
            if let Source::Stored(range) = slot {
                let size = sizes
                    .next()
                    .ok_or(corrupt(offset, "fewer stored streams than the codecs need"))?;
                *range = next..next + *size as usize;
                next = range.end;
            }
        }
        if sizes.next().is_some() {
            return Err(corrupt(offset, "more stored streams than the codecs need"));
        }
        Ok(())
    }
}

fn supported(kind: CodecKind, offset: usize) -> Result<Decoder, Error> {
    let what = match kind {
        CodecKind::Standard(id) => match (id.decoder(), id.name()) {
            (Some(decoder), _) => return Ok(decoder),
            (None, Some(_)) => Unsupported::Codec(id),
            (None, None) => {
                return Err(Error::corrupt(
                    offset,
                    Structure::CodecIds,
                    "no codec has this number",
                ));
            }
        },
        CodecKind::Custom(id) => Unsupported::CustomCodec(id),
    };
    Err(Error::Unsupported { offset, what })
}
