//! The chunk header: its codecs, field by field, and its streams' sizes.
//!
//! Each field is an array over the codecs, in a lane of its own. In order:
//! codec count + 1, stored stream count, kinds (a bit each), identifiers
//! (standard ones packed, custom ones as varints), sizes of codec headers,
//! numbers of variable streams, numbers of regenerated streams, dictionaries
//! (where the frame has a bundle of them), distances, stored stream sizes. A
//! number that is mostly one value takes a bit for
//! "another value" and then a varint for each such. The codec headers
//! themselves follow the chunk header
//! (`writeChunkHeaderV8_internal`, `decodeChunkHeader_internal`).

use alloc::vec::Vec;

use super::lane::{Lane, push_sparse};
use crate::codec::CodecId;
use crate::frame::Observer;
use crate::graph::runtime::{Node, RuntimeGraph};
use crate::wire::{Reader, bits_for, pack, push_varint, unpack};
use crate::{Error, FormatVersion, Structure};

/// Codecs of one chunk, at most (`ZL_runtimeNodeLimit`).
const MAX_CODECS: u64 = 20_000;
/// Streams of one chunk, at most (`ZL_runtimeStreamLimit`).
pub(super) const MAX_STREAMS: usize = 110_000;
/// Bits of a dictionary's place in a bundle, at most.
const MAX_DICTIONARY_BITS: u32 = 16;

/// The bits of a standard codec's identifier.
fn codec_id_bits(version: FormatVersion) -> u32 {
    if version < FormatVersion::WIDE_CODEC_IDS {
        6
    } else {
        7
    }
}

/// Writes the header of the chunk that `runtime` made of `input`, and the
/// codec headers after it, in place of what is in `output`.
pub(super) fn write_header(
    version: FormatVersion,
    runtime: &RuntimeGraph,
    input: &[u8],
    output: &mut Vec<u8>,
) {
    let nodes = runtime.nodes();
    let stored = runtime.stored(input);
    let codec_count = nodes.len();
    let stream_count = stored.clone().count();
    output.clear();
    push_varint(output, codec_count as u64 + 1);
    push_varint(output, stream_count as u64);
    pack(output, nodes.clone().map(|_| CodecKind::STANDARD_BIT), 1);
    let ids = nodes.clone().map(|node| u32::from(node.codec.get()));
    pack(output, ids, codec_id_bits(version));
    push_sparse(
        output,
        nodes.clone().map(|node| node.header.len() as u32),
        0,
    );
    push_sparse(output, nodes.clone().map(|node| node.variable_outputs), 0);
    push_sparse(
        output,
        nodes.clone().map(|node| node.input_count() as u32),
        1,
    );
    let regenerated: usize = nodes.clone().map(|node| node.input_count()).sum();
    let distance_bits = bits_for((regenerated + stream_count) as u64);
    let distances = nodes.clone().flat_map(Node::distances);
    pack(
        output,
        distances.map(|distance| distance - 1),
        distance_bits,
    );
    for stream in stored {
        push_varint(output, stream.len() as u64);
    }
    for node in runtime.nodes() {
        output.extend_from_slice(node.header);
    }
}

/// Which codec a chunk names.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum CodecKind {
    Standard(CodecId),
    Custom(u32),
}

impl CodecKind {
    const STANDARD_BIT: u32 = 0;
}

/// One codec of a chunk header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CodecEntry {
    pub(crate) kind: CodecKind,
    pub(crate) header_size: u32,
    pub(crate) variable_streams: u32,
    pub(crate) regenerated: u32,
    /// The dictionary it uses, by its place in the frame's bundle.
    pub(crate) dictionary: Option<u32>,
}

/// A chunk header as it was read. Reused from chunk to chunk.
#[derive(Debug, Default)]
pub(crate) struct ChunkHeader {
    pub(crate) codecs: Vec<CodecEntry>,
    /// For each stream regenerated, codec by codec, the stored distance: one
    /// less than the distance between slots.
    pub(crate) distances: Vec<u32>,
    pub(crate) stream_sizes: Vec<u32>,
}

/// Reads a chunk header at the cursor into `header`; the frame has a bundle of
/// dictionaries or not.
pub(crate) fn read_header(
    reader: &mut Reader<'_>,
    version: FormatVersion,
    bundle: bool,
    header: &mut ChunkHeader,
    observer: &mut impl Observer,
) -> Result<(), Error> {
    let codec_count = read_codec_count(reader, observer)?;
    let stream_count = read_stream_count(reader, observer)?;
    read_kinds(reader, codec_count, header, observer)?;
    read_ids(reader, version, header, observer)?;
    for lane in Lane::ALL {
        lane.read(reader, &mut header.codecs, observer)?;
    }
    if bundle {
        read_dictionaries(reader, header, observer)?;
    }
    read_distances(reader, stream_count, header, observer)?;
    read_stream_sizes(reader, stream_count, header, observer)
}

fn read_codec_count(reader: &mut Reader<'_>, observer: &mut impl Observer) -> Result<usize, Error> {
    let start = reader.offset();
    let count = reader.varint(Structure::CodecCount)?;
    let corrupt = |problem| Error::corrupt(start, Structure::CodecCount, problem);
    let count = count
        .checked_sub(1)
        .ok_or(corrupt("0 marks the end of the frame"))?;
    if count >= MAX_CODECS {
        return Err(corrupt("more codecs than the format allows"));
    }
    observer.field(
        start..reader.offset(),
        format_args!("codec_count"),
        format_args!("{count}"),
    );
    Ok(count as usize)
}

fn read_stream_count(
    reader: &mut Reader<'_>,
    observer: &mut impl Observer,
) -> Result<usize, Error> {
    let start = reader.offset();
    let count = reader.varint(Structure::StreamCount)?;
    if count >= MAX_STREAMS as u64 {
        return Err(Error::corrupt(
            start,
            Structure::StreamCount,
            "more streams than the format allows",
        ));
    }
    observer.field(
        start..reader.offset(),
        format_args!("stream_count"),
        format_args!("{count}"),
    );
    Ok(count as usize)
}

fn read_kinds(
    reader: &mut Reader<'_>,
    count: usize,
    header: &mut ChunkHeader,
    observer: &mut impl Observer,
) -> Result<(), Error> {
    let start = reader.offset();
    let kinds = reader.packed(count, 1, Structure::CodecKinds)?;
    header.codecs.clear();
    header
        .codecs
        .extend(unpack(kinds, 1).take(count).map(|bit| CodecEntry {
            kind: if bit == CodecKind::STANDARD_BIT {
                CodecKind::Standard(CodecId::new(0))
            } else {
                CodecKind::Custom(0)
            },
            header_size: 0,
            variable_streams: 0,
            regenerated: 1,
            dictionary: None,
        }));
    if count > 0 {
        let custom = header
            .codecs
            .iter()
            .filter(|codec| matches!(codec.kind, CodecKind::Custom(_)))
            .count();
        observer.field(
            start..reader.offset(),
            format_args!("codec_kinds"),
            format_args!("{} standard, {custom} custom", count - custom),
        );
    }
    Ok(())
}

fn read_ids(
    reader: &mut Reader<'_>,
    version: FormatVersion,
    header: &mut ChunkHeader,
    observer: &mut impl Observer,
) -> Result<(), Error> {
    let bits = codec_id_bits(version);
    let standard = header
        .codecs
        .iter()
        .filter(|codec| matches!(codec.kind, CodecKind::Standard(_)))
        .count();
    let start = reader.offset();
    let mut packed = unpack(reader.packed(standard, bits, Structure::CodecIds)?, bits);
    let end = reader.offset();
    for (index, codec) in header.codecs.iter_mut().enumerate() {
        match &mut codec.kind {
            CodecKind::Standard(id) => {
                *id = CodecId::new(packed.next().unwrap_or(0) as u8);
                observer.field(
                    start..end,
                    format_args!("codec[{index}].id"),
                    format_args!("{} ({id})", id.get()),
                );
            }
            CodecKind::Custom(id) => {
                let start = reader.offset();
                let value = reader.varint(Structure::CodecIds)?;
                *id = u32::try_from(value)
                    .map_err(|_| Error::corrupt(start, Structure::CodecIds, "more than 32 bits"))?;
                observer.field(
                    start..reader.offset(),
                    format_args!("codec[{index}].id"),
                    format_args!("custom {id}"),
                );
            }
        }
    }
    Ok(())
}

/// Reads which codecs use a dictionary, a bit each, and which one, packed in
/// as many bits as a byte in between tells (`decompressDictIdxs`).
fn read_dictionaries(
    reader: &mut Reader<'_>,
    header: &mut ChunkHeader,
    observer: &mut impl Observer,
) -> Result<(), Error> {
    let start = reader.offset();
    let count = header.codecs.len();
    let flags = reader.packed(count, 1, Structure::DictionaryIndices)?;
    let users = unpack(flags, 1)
        .take(count)
        .filter(|&flag| flag != 0)
        .count();
    if users > 0 {
        let at = reader.offset();
        let bits = u32::from(reader.byte(Structure::DictionaryIndices)?);
        if bits > MAX_DICTIONARY_BITS {
            return Err(Error::corrupt(
                at,
                Structure::DictionaryIndices,
                "more than 16 bits each",
            ));
        }
        let packed = reader.packed(users, bits, Structure::DictionaryIndices)?;
        let mut indices = unpack(packed, bits);
        for (codec, flag) in header.codecs.iter_mut().zip(unpack(flags, 1)) {
            if flag != 0 {
                codec.dictionary = indices.next();
            }
        }
    }
    if count > 0 {
        observer.field(
            start..reader.offset(),
            format_args!("dictionaries"),
            format_args!("{users} of {count} codecs use one"),
        );
    }
    Ok(())
}

fn read_distances(
    reader: &mut Reader<'_>,
    stream_count: usize,
    header: &mut ChunkHeader,
    observer: &mut impl Observer,
) -> Result<(), Error> {
    let count: usize = header
        .codecs
        .iter()
        .map(|codec| codec.regenerated as usize)
        .sum();
    let bits = bits_for((count + stream_count) as u64);
    let start = reader.offset();
    let packed = reader.packed(count, bits, Structure::Distances)?;
    header.distances.clear();
    header.distances.extend(unpack(packed, bits).take(count));
    for (index, distance) in header.distances.iter().enumerate() {
        observer.field(
            start..reader.offset(),
            format_args!("distance[{index}]"),
            format_args!("{}", u64::from(*distance) + 1),
        );
    }
    Ok(())
}

fn read_stream_sizes(
    reader: &mut Reader<'_>,
    count: usize,
    header: &mut ChunkHeader,
    observer: &mut impl Observer,
) -> Result<(), Error> {
    header.stream_sizes.clear();
    for index in 0..count {
        let start = reader.offset();
        let size = reader.varint(Structure::StreamSizes)?;
        let size = u32::try_from(size)
            .ok()
            .filter(|&size| size != u32::MAX)
            .ok_or(Error::corrupt(
                start,
                Structure::StreamSizes,
                "4 GiB or more",
            ))?;
        header.stream_sizes.push(size);
        observer.field(
            start..reader.offset(),
            format_args!("stream[{index}].size"),
            format_args!("{size}"),
        );
    }
    Ok(())
}
