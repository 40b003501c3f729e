//! Reading a chunk.

use alloc::vec::Vec;
use core::ops::Range;

use super::header::{ChunkHeader, read_header};
use super::map::{DecodingMap, Source, Step};
use crate::codec::{Decoder, DecoderStates, zstd};
use crate::frame::{FrameHeader, Observer};
use crate::output::{Destination, Room, VecDestination};
use crate::wire::Reader;
use crate::{Error, Structure, checksum};

/// Where the parts of a chunk lie in its frame, and its checksums.
#[derive(Clone, Debug)]
pub(crate) struct ChunkLayout {
    pub(crate) codec_headers: Range<usize>,
    pub(crate) content_checksum: Option<(usize, u32)>,
    pub(crate) compressed_checksum: Option<(usize, u32)>,
}

/// Reads the chunk at the cursor up to its end: its header into `header`, and
/// where its other parts lie.
pub(crate) fn lay_out(
    reader: &mut Reader<'_>,
    frame: &FrameHeader,
    header: &mut ChunkHeader,
    observer: &mut impl Observer,
) -> Result<ChunkLayout, Error> {
    let bundle = !frame.bundle_id().is_empty();
    read_header(reader, frame.version(), bundle, header, observer)?;
    let start = reader.offset();
    for (index, codec) in header.codecs.iter().enumerate() {
        let range = reader.span(codec.header_size as usize, Structure::CodecHeaders)?;
        if !range.is_empty() {
            let size = range.len();
            observer.field(
                range,
                format_args!("codec[{index}].header"),
                format_args!("{size} bytes"),
            );
        }
    }
    let codec_headers = start..reader.offset();
    for (index, &size) in header.stream_sizes.iter().enumerate() {
        let range = reader.span(size as usize, Structure::Streams)?;
        observer.field(
            range,
            format_args!("stream[{index}]"),
            format_args!("{size} bytes"),
        );
    }
    let mut footer =
        |present: bool, structure, path: &str| -> Result<Option<(usize, u32)>, Error> {
            if !present {
                return Ok(None);
            }
            let start = reader.offset();
            let sum = reader.u32(structure)?;
            observer.field(
                start..reader.offset(),
                format_args!("{path}"),
                format_args!("{sum:#010x}"),
            );
            Ok(Some((start, sum)))
        };
    let content_checksum = footer(
        frame.has_content_checksum(),
        Structure::ContentChecksum,
        "content_checksum",
    )?;
    let compressed_checksum = footer(
        frame.has_compressed_checksum(),
        Structure::CompressedChecksum,
        "compressed_checksum",
    )?;
    Ok(ChunkLayout {
        codec_headers,
        content_checksum,
        compressed_checksum,
    })
}

/// Decodes chunks, keeping its buffers from one to the next.
#[derive(Debug, Default)]
pub(crate) struct ChunkDecoder {
    header: ChunkHeader,
    map: DecodingMap,
    states: DecoderStates,
    /// The streams regenerated and not yet read, by slot.
    regenerated: Vec<Vec<u8>>,
    /// Buffers of streams that have been read, for those to come.
    spare: Vec<Vec<u8>>,
}

/// Which checksums to verify.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verify {
    pub(crate) content: bool,
    pub(crate) compressed: bool,
}

/// What a chunk may still use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Bytes of output that the frame still owes.
    pub(crate) output: u64,
    /// Bytes of streams on the way to it.
    pub(crate) intermediate: u64,
}

impl ChunkDecoder {
    /// Decodes the chunk at the cursor to the end of `output`.
    pub(crate) fn decode(
        &mut self,
        frame: &[u8],
        reader: &mut Reader<'_>,
        frame_header: &FrameHeader,
        verify: Verify,
        budget: Budget,
        output: &mut dyn Destination,
    ) -> Result<(), Error> {
        let start = reader.offset();
        let layout = lay_out(reader, frame_header, &mut self.header, &mut ())?;
        self.map
            .lay_out(&self.header, start, layout.codec_headers.end, 1)?;
        if let (true, Some((offset, stored))) = (verify.compressed, layout.compressed_checksum) {
            let computed = checksum::low_32(&frame[start..offset]);
            check(offset, Structure::CompressedChecksum, stored, computed)?;
        }
        let written = output.written().len();
        self.run(frame, start, budget, output)?;
        if let (true, Some((offset, stored))) = (verify.content, layout.content_checksum) {
            let computed = checksum::low_32(&output.written()[written..]);
            check(offset, Structure::ContentChecksum, stored, computed)?;
        }
        Ok(())
    }

    /// Runs the codecs in order. Each reads streams that are stored or that
    /// an earlier one regenerated, so one pass does.
    fn run(
        &mut self,
        frame: &[u8],
        offset: usize,
        budget: Budget,
        output: &mut dyn Destination,
    ) -> Result<(), Error> {
        let Self {
            map,
            states,
            regenerated,
            spare,
            ..
        } = self;
        let last = map.slots.len() - 1;
        let mut used = 0;
        recycle(spare, regenerated);
        regenerated.clear();
        if !map.steps.is_empty() {
            regenerated.resize_with(map.slots.len(), Vec::new);
        }
        for step in &map.steps {
            let target = map.targets[step.regenerates.start];
            if target == last {
                let room = Room::Output(budget.output);
                run_step(step, map, frame, offset, regenerated, states, room, output)?;
            } else {
                let mut buffer = spare.pop().unwrap_or_default();
                let room = Room::Intermediate {
                    used,
                    limit: budget.intermediate,
                };
                let mut into = VecDestination::new(&mut buffer);
                let size = run_step(
                    step,
                    map,
                    frame,
                    offset,
                    regenerated,
                    states,
                    room,
                    &mut into,
                )?;
                used += size as u64;
                regenerated[target] = buffer;
            }
            let read = &mut regenerated[step.reads.clone()];
            used -= read.iter().map(|stream| stream.len() as u64).sum::<u64>();
            recycle(spare, read);
        }
        if let Source::Stored(range) = &map.slots[last] {
            Room::Output(budget.output).claim(range.len() as u64, range.start)?;
            output.put(&frame[range.clone()])?;
        }
        Ok(())
    }
}

/// Empties `streams` and keeps the memory of those that have some.
fn recycle(spare: &mut Vec<Vec<u8>>, streams: &mut [Vec<u8>]) {
    for stream in streams {
        let mut buffer = core::mem::take(stream);
        if buffer.capacity() > 0 {
            buffer.clear();
            spare.push(buffer);
        }
    }
}

/// Runs one codec into `output` and returns how many bytes it gave.
#[expect(
    clippy::too_many_arguments,
    reason = "the parts of a decoder, borrowed apart"
)]
fn run_step(
    step: &Step,
    map: &DecodingMap,
    frame: &[u8],
    offset: usize,
    regenerated: &[Vec<u8>],
    states: &mut DecoderStates,
    room: Room,
    output: &mut dyn Destination,
) -> Result<usize, Error> {
    match step.decoder {
        Decoder::Zstd => {
            let slot = step.reads.start;
            let (stream, at) = match &map.slots[slot] {
                Source::Stored(range) => (&frame[range.clone()], range.start),
                Source::Codec(_) => (&regenerated[slot][..], offset),
            };
            zstd::decode(&mut states.zstd, stream, at, room, output)
        }
    }
}

fn check(offset: usize, structure: Structure, stored: u32, computed: u32) -> Result<(), Error> {
    if stored == computed {
        Ok(())
    } else {
        Err(Error::Checksum {
            offset,
            structure,
            stored,
            computed,
        })
    }
}
