//! What can go wrong, and where.

use core::fmt;

/// A structure of the frame, named in an [`Error`].
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
#[non_exhaustive]
pub enum Structure {
    /// The four bytes that name the format and its version.
    Magic,
    /// The frame's property flags.
    FrameFlags,
    /// The identifier of a dictionary bundle.
    BundleId,
    /// The number of outputs and their types.
    Outputs,
    /// The outputs' sizes.
    OutputSizes,
    /// The comment in the frame header.
    Comment,
    /// The checksum of the frame header.
    HeaderChecksum,
    /// The byte that opens a chunk or ends the frame.
    ChunkMarker,
    /// The number of codecs in a chunk.
    CodecCount,
    /// The number of stored streams in a chunk.
    StreamCount,
    /// Which codecs are standard and which custom.
    CodecKinds,
    /// The codecs' identifiers.
    CodecIds,
    /// The sizes of the codecs' own headers.
    CodecHeaderSizes,
    /// How many variable streams each codec reads.
    VariableStreams,
    /// How many streams each codec regenerates.
    RegeneratedStreams,
    /// Which dictionary each codec uses.
    DictionaryIndices,
    /// Which stream each codec regenerates.
    Distances,
    /// The sizes of the stored streams.
    StreamSizes,
    /// The codecs' own headers.
    CodecHeaders,
    /// The stored streams.
    Streams,
    /// The graph that the codecs form.
    Graph,
    /// The checksum of a chunk's content.
    ContentChecksum,
    /// The checksum of a chunk's compressed bytes.
    CompressedChecksum,
    /// A stream of the `zstd` codec.
    ZstdStream,
    /// The bytes after the end of the frame.
    FrameEnd,
}

impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Magic => "the magic number",
            Self::FrameFlags => "the frame's flags",
            Self::BundleId => "the dictionary bundle's identifier",
            Self::Outputs => "the number and types of outputs",
            Self::OutputSizes => "the outputs' sizes",
            Self::Comment => "the comment",
            Self::HeaderChecksum => "the frame header's checksum",
            Self::ChunkMarker => "the chunk marker",
            Self::CodecCount => "the number of codecs",
            Self::StreamCount => "the number of stored streams",
            Self::CodecKinds => "the codecs' kinds",
            Self::CodecIds => "the codecs' identifiers",
            Self::CodecHeaderSizes => "the codec headers' sizes",
            Self::VariableStreams => "the numbers of variable streams",
            Self::RegeneratedStreams => "the numbers of regenerated streams",
            Self::DictionaryIndices => "the dictionary indices",
            Self::Distances => "the distances to regenerated streams",
            Self::StreamSizes => "the stored streams' sizes",
            Self::CodecHeaders => "the codec headers",
            Self::Streams => "the stored streams",
            Self::Graph => "the graph of codecs",
            Self::ContentChecksum => "the content checksum",
            Self::CompressedChecksum => "the compressed checksum",
            Self::ZstdStream => "a zstd stream",
            Self::FrameEnd => "the end of the frame",
        })
    }
}

/// A failure to compress, decompress or inspect.
///
/// Offsets are in bytes from the start of the frame.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The frame ends before it should.
    #[error("the frame ends at byte {offset}, inside {structure}")]
    Truncated {
        /// Where the bytes run out.
        offset: usize,
        /// What they should have held.
        structure: Structure,
    },
    /// The bytes are no OpenZL frame.
    #[error("not an OpenZL frame: it starts with {magic:#010x}")]
    Foreign {
        /// The four bytes read in place of the magic number, little-endian.
        magic: u32,
    },
    /// The frame's format version is none this crate knows.
    #[error(
        "format version {version} is not supported: this library knows {min} to {max}",
        min = crate::FormatVersion::MIN,
        max = crate::FormatVersion::MAX
    )]
    Version {
        /// The version asked for or found.
        version: u32,
    },
    /// A field holds what it must not.
    #[error("{structure} at byte {offset}: {problem}")]
    Corrupt {
        /// Where the field starts, or the chunk that it is part of.
        offset: usize,
        /// The field.
        structure: Structure,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A checksum does not match what it covers.
    #[error("{structure} at byte {offset} is {stored:#x}, the bytes it covers give {computed:#x}")]
    Checksum {
        /// Where the checksum is stored.
        offset: usize,
        /// Which checksum.
        structure: Structure,
        /// The stored value.
        stored: u32,
        /// The value of the bytes it covers.
        computed: u32,
    },
    /// The frame ends before its bytes do.
    #[error("the frame ends at byte {offset}, and {trailing} bytes follow it")]
    Trailing {
        /// Where the frame ends.
        offset: usize,
        /// How many bytes follow.
        trailing: usize,
    },
    /// The frame is valid as far as it was read, and needs something that
    /// this library does not do.
    #[error("{what} (at byte {offset}) is not supported")]
    Unsupported {
        /// Where the need was found: in a chunk, at its start; in the frame
        /// header, at the field or at the header's end.
        offset: usize,
        /// What is needed.
        what: Unsupported,
    },
    /// A bound of [`Limits`](crate::Limits) is exceeded.
    #[error("the frame needs {needed} {what}, and the limit is {limit}")]
    Limit {
        /// What is bounded.
        what: &'static str,
        /// How much the frame needs.
        needed: u64,
        /// How much the caller allows.
        limit: u64,
    },
    /// The caller's buffer is too small.
    #[error("the output takes {needed} bytes, and the buffer holds {available}")]
    OutputTooSmall {
        /// Bytes needed, as far as known.
        needed: u64,
        /// Bytes there are.
        available: u64,
    },
    /// Zstandard refuses a stream.
    #[error("the zstd stream at byte {offset}: {source}")]
    ZstdDecode {
        /// Where the stream starts, or the chunk where the stream is not one
        /// that the frame stores.
        offset: usize,
        /// The decoder's reason.
        source: mzstd::DecodeError,
    },
    /// Zstandard cannot compress the input.
    #[error("zstd: {0}")]
    ZstdEncode(#[from] mzstd::EncodeError),
    /// A parameter is out of range or cannot be had.
    #[error("{parameter}: {problem}")]
    Parameter {
        /// The parameter.
        parameter: &'static str,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The input is larger than the format can tell.
    #[error("a stream of {size} bytes: the format holds at most {limit}")]
    InputTooLarge {
        /// Bytes of the stream.
        size: u64,
        /// The most that the format can tell.
        limit: u64,
    },
}

/// What a frame needs that this library does not do.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Unsupported {
    /// A standard codec.
    Codec(crate::CodecId),
    /// A custom codec.
    CustomCodec(u32),
    /// An output that is not serial, or several of them.
    TypedOutput,
    /// An output whose size the header does not tell.
    UnknownSize,
    /// A dictionary bundle.
    Dictionary,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Codec(id) => write!(f, "the codec {id}"),
            Self::CustomCodec(id) => write!(f, "the custom codec {id}"),
            Self::TypedOutput => f.write_str("a typed or multiple output"),
            Self::UnknownSize => f.write_str("an output of unknown size"),
            Self::Dictionary => f.write_str("a dictionary bundle"),
        }
    }
}

/// The class of an [`Error`], for callers that decide on it.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes are no OpenZL frame.
    Foreign,
    /// The frame is cut short.
    Truncated,
    /// The frame is malformed, or bytes follow it.
    Corrupt,
    /// A checksum does not match.
    Checksum,
    /// The frame may be valid, and this library cannot tell.
    Unsupported,
    /// A limit of the caller's is exceeded.
    Limit,
    /// The caller's buffer is too small.
    OutputTooSmall,
    /// A parameter or an input is out of range.
    Parameter,
}

impl Error {
    /// The class of this error.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Foreign { .. } => ErrorKind::Foreign,
            Self::Truncated { .. } => ErrorKind::Truncated,
            Self::Corrupt { .. } | Self::Trailing { .. } | Self::ZstdDecode { .. } => {
                ErrorKind::Corrupt
            }
            Self::Checksum { .. } => ErrorKind::Checksum,
            Self::Unsupported { .. } | Self::Version { .. } => ErrorKind::Unsupported,
            Self::Limit { .. } => ErrorKind::Limit,
            Self::OutputTooSmall { .. } => ErrorKind::OutputTooSmall,
            Self::ZstdEncode(_) | Self::Parameter { .. } | Self::InputTooLarge { .. } => {
                ErrorKind::Parameter
            }
        }
    }

    pub(crate) const fn corrupt(
        offset: usize,
        structure: Structure,
        problem: &'static str,
    ) -> Self {
        Self::Corrupt {
            offset,
            structure,
            problem,
        }
    }
}
