//! What a frame is made of, without decompressing it.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::Observer;
use super::encode::END_OF_FRAME;
use super::header::FrameHeader;
use crate::chunk::{ChunkHeader, CodecKind, lay_out};
use crate::codec::{CodecId, zstd};
use crate::limits::Limits;
use crate::wire::Reader;
use crate::{Error, Structure};

/// Which codec a chunk names.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
pub enum CodecName {
    /// A codec of the library.
    Standard(CodecId),
    /// A codec of the application's, by its number.
    Custom(u32),
}

impl fmt::Display for CodecName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Standard(id) => id.fmt(f),
            Self::Custom(id) => write!(f, "custom codec {id}"),
        }
    }
}

/// One codec of a chunk, in the order in which a decoder runs them.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Codec {
    /// Which codec.
    pub name: CodecName,
    /// Where its own header lies in the frame; often empty.
    pub header: Range<usize>,
    /// How many streams it reads beyond those that it always does.
    pub variable_streams: u32,
    /// The dictionary that it uses, by its place in the frame's bundle.
    pub dictionary: Option<u32>,
    /// For each stream that it regenerates, how many slots behind the ones it
    /// reads that stream stands, at least 1.
    pub distances: Vec<u64>,
}

/// A stream that a chunk stores.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredStream {
    /// Where it lies in the frame.
    pub range: Range<usize>,
}

/// One chunk of a frame.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Chunk {
    /// Where the chunk lies in the frame.
    pub range: Range<usize>,
    /// Bytes of its header, before codec headers and streams.
    pub header_size: usize,
    /// Its codecs.
    pub codecs: Vec<Codec>,
    /// Its stored streams.
    pub streams: Vec<StoredStream>,
    /// The low 32 bits of the XXH3 of its content.
    pub content_checksum: Option<u32>,
    /// The low 32 bits of the XXH3 of its bytes up to this checksum.
    pub compressed_checksum: Option<u32>,
}

/// A frame's header and chunks.
///
/// ```
/// let frame = openzl::compress(&[7; 1000])?;
/// let seen = openzl::Frame::parse(&frame)?;
/// assert_eq!(seen.header().output_bytes(), 1000);
/// assert_eq!(seen.chunks()[0].codecs[0].name.to_string(), "zstd");
/// # Ok::<(), openzl::Error>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Frame {
    header: FrameHeader,
    chunks: Vec<Chunk>,
    size: usize,
}

impl Frame {
    /// Reads what `frame` is made of. Nothing is decompressed, codecs need
    /// not be known, and no checksum but the header's is verified.
    ///
    /// # Errors
    ///
    /// [`Error::Foreign`], [`Error::Version`], [`Error::Truncated`],
    /// [`Error::Corrupt`], [`Error::Checksum`] for the header's,
    /// [`Error::Trailing`], and [`Error::Limit`] for a frame of more than 1,048,576 parts.
    pub fn parse(frame: &[u8]) -> Result<Self, Error> {
        Self::parse_within(frame, &Limits::DEFAULT)
    }

    /// [`parse`](Self::parse) with a bound on chunks, codecs and streams of
    /// the caller's, [`Limits::parts`].
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    pub fn parse_within(frame: &[u8], limits: &Limits) -> Result<Self, Error> {
        walk(frame, limits, &mut ())
    }

    /// The frame's header.
    #[must_use]
    pub const fn header(&self) -> &FrameHeader {
        &self.header
    }

    /// The frame's chunks.
    #[must_use]
    pub fn chunks(&self) -> &[Chunk] {
        &self.chunks
    }

    /// Bytes of the frame.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }
}

/// Reads `frame` to its end and tells `observer` each field.
pub(super) fn walk(
    frame: &[u8],
    limits: &Limits,
    observer: &mut impl Observer,
) -> Result<Frame, Error> {
    let mut reader = Reader::new(frame);
    let header = FrameHeader::read(&mut reader, observer)?;
    let mut chunks = Vec::new();
    let mut parts = 0;
    while reader.peek(Structure::ChunkMarker)? != END_OF_FRAME {
        observer.chunk(Some(chunks.len()));
        let chunk = read_chunk(frame, &mut reader, &header, observer)?;
        parts += 1 + chunk.codecs.len() + chunk.streams.len();
        check_parts(parts.max(observer.kept()), limits)?;
        chunks.push(chunk);
    }
    let size = reader.offset() + 1;
    reader.byte(Structure::ChunkMarker)?;
    observer.chunk(None);
    observer.field(
        size - 1..size,
        format_args!("end_of_frame"),
        format_args!("0"),
    );
    if reader.remaining() > 0 {
        return Err(Error::Trailing {
            offset: size,
            trailing: reader.remaining(),
        });
    }
    Ok(Frame {
        header,
        chunks,
        size,
    })
}

/// Holds what is kept of a frame to the limit. A chunk adds no more than the
/// format's own bounds before this is asked.
pub(super) fn check_parts(parts: usize, limits: &Limits) -> Result<(), Error> {
    if parts > limits.parts() {
        return Err(Error::Limit {
            what: "parts told of it",
            needed: parts as u64,
            limit: limits.parts() as u64,
        });
    }
    Ok(())
}

fn read_chunk(
    frame: &[u8],
    reader: &mut Reader<'_>,
    header: &FrameHeader,
    observer: &mut impl Observer,
) -> Result<Chunk, Error> {
    let start = reader.offset();
    let mut chunk = ChunkHeader::default();
    let layout = lay_out(reader, header, &mut chunk, observer)?;
    let codecs = codecs(&chunk, layout.codec_headers.start);
    let streams = streams(&chunk, layout.codec_headers.end);
    if let ([codec], [stream]) = (&codecs[..], &streams[..])
        && codec.name == CodecName::Standard(CodecId::ZSTD)
    {
        observe_zstd(frame, stream, observer);
    }
    Ok(Chunk {
        range: start..reader.offset(),
        header_size: layout.codec_headers.start - start,
        codecs,
        streams,
        content_checksum: layout.content_checksum.map(|(_, sum)| sum),
        compressed_checksum: layout.compressed_checksum.map(|(_, sum)| sum),
    })
}

fn codecs(chunk: &ChunkHeader, mut start: usize) -> Vec<Codec> {
    let mut distances = chunk.distances.iter();
    chunk
        .codecs
        .iter()
        .map(|entry| {
            let header = start..start + entry.header_size as usize;
            start = header.end;
            Codec {
                name: match entry.kind {
                    CodecKind::Standard(id) => CodecName::Standard(id),
                    CodecKind::Custom(id) => CodecName::Custom(id),
                },
                header,
                variable_streams: entry.variable_streams,
                dictionary: entry.dictionary,
                distances: distances
                    .by_ref()
                    .take(entry.regenerated as usize)
                    .map(|&distance| u64::from(distance) + 1)
                    .collect(),
            }
        })
        .collect()
}

fn streams(chunk: &ChunkHeader, mut start: usize) -> Vec<StoredStream> {
    chunk
        .stream_sizes
        .iter()
        .map(|&size| {
            let range = start..start + size as usize;
            start = range.end;
            StoredStream { range }
        })
        .collect()
}

/// Tells what the single `zstd` stream of a chunk starts with.
fn observe_zstd(frame: &[u8], stream: &StoredStream, observer: &mut impl Observer) {
    let mut start = stream.range.start;
    zstd::describe(&frame[stream.range.clone()], |size, name, value| {
        let end = start + size;
        observer.field(start..end, format_args!("stream[0].zstd.{name}"), value);
        start = end;
    });
}
