//! What a compressor is told.

use alloc::vec::Vec;

use crate::{Error, FormatVersion, Graph};

/// The longest comment of a frame header
/// (`ZL_MAX_HEADER_COMMENT_SIZE_LIMIT`).
const MAX_COMMENT_BYTES: usize = 10_000;

/// Parameters of compression (`ZL_CParam`, with the reference's defaults).
///
/// ```
/// use openzl::{Compressor, FormatVersion, Graph, Parameters};
///
/// let parameters = Parameters::default()
///     .with_graph(Graph::Zstd)
///     .with_level(3)
///     .with_format_version(FormatVersion::try_from(24)?)
///     .with_comment(b"written by an example")?;
/// let frame = Compressor::new(parameters).compress(b"some bytes, some bytes")?;
/// let seen = openzl::Frame::parse(&frame)?;
/// assert_eq!(seen.header().comment(), b"written by an example");
/// # Ok::<(), openzl::Error>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Parameters {
    graph: Graph,
    level: i32,
    format_version: FormatVersion,
    content_checksum: bool,
    compressed_checksum: bool,
    min_stream_size: i32,
    store_on_expansion: bool,
    comment: Vec<u8>,
}

impl Parameters {
    /// The level that 0 stands for (`ZL_COMPRESSIONLEVEL_DEFAULT`).
    pub const DEFAULT_LEVEL: i32 = 6;
    /// The stream size that 0 stands for (`ZL_MINSTREAMSIZE_DEFAULT`).
    pub const DEFAULT_MIN_STREAM_SIZE: i32 = 10;

    /// Sets the graph.
    #[must_use]
    pub const fn with_graph(mut self, graph: Graph) -> Self {
        self.graph = graph;
        self
    }

    /// Sets the level: higher is smaller and slower, negative is faster
    /// still, 0 is [`DEFAULT_LEVEL`](Self::DEFAULT_LEVEL). Every value is
    /// taken; codecs clamp it to their own range, `zstd` to -131,072..=22.
    #[must_use]
    pub const fn with_level(mut self, level: i32) -> Self {
        self.level = level;
        self
    }

    /// Sets the format version to write.
    #[must_use]
    pub const fn with_format_version(mut self, version: FormatVersion) -> Self {
        self.format_version = version;
        self
    }

    /// Sets whether chunks carry a checksum of their content.
    #[must_use]
    pub const fn with_content_checksum(mut self, enabled: bool) -> Self {
        self.content_checksum = enabled;
        self
    }

    /// Sets whether chunks and the frame header carry a checksum of their
    /// bytes.
    #[must_use]
    pub const fn with_compressed_checksum(mut self, enabled: bool) -> Self {
        self.compressed_checksum = enabled;
        self
    }

    /// Sets how many bytes a stream needs to be compressed rather than
    /// stored: 0 is
    /// [`DEFAULT_MIN_STREAM_SIZE`](Self::DEFAULT_MIN_STREAM_SIZE), a negative
    /// value compresses every stream.
    #[must_use]
    pub const fn with_min_stream_size(mut self, bytes: i32) -> Self {
        self.min_stream_size = bytes;
        self
    }

    /// Sets whether a chunk that would not shrink is stored instead.
    #[must_use]
    pub const fn with_store_on_expansion(mut self, enabled: bool) -> Self {
        self.store_on_expansion = enabled;
        self
    }

    /// Sets a comment for the frame header; an empty one is none. Format 21
    /// has no place for it and leaves it out, as the reference does.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] for more than 10,000 bytes.
    pub fn with_comment(mut self, comment: impl Into<Vec<u8>>) -> Result<Self, Error> {
        let comment = comment.into();
        if comment.len() > MAX_COMMENT_BYTES {
            return Err(Error::Parameter {
                parameter: "comment",
                problem: "longer than 10,000 bytes",
            });
        }
        self.comment = comment;
        Ok(self)
    }

    /// The graph.
    #[must_use]
    pub const fn graph(&self) -> Graph {
        self.graph
    }

    /// The level as it was set.
    #[must_use]
    pub const fn level(&self) -> i32 {
        self.level
    }

    /// The format version.
    #[must_use]
    pub const fn format_version(&self) -> FormatVersion {
        self.format_version
    }

    /// Whether chunks carry a checksum of their content.
    #[must_use]
    pub const fn content_checksum(&self) -> bool {
        self.content_checksum
    }

    /// Whether chunks and the frame header carry a checksum of their bytes.
    #[must_use]
    pub const fn compressed_checksum(&self) -> bool {
        self.compressed_checksum
    }

    /// The smallest stream to compress, as it was set.
    #[must_use]
    pub const fn min_stream_size(&self) -> i32 {
        self.min_stream_size
    }

    /// Whether a chunk that would not shrink is stored instead.
    #[must_use]
    pub const fn store_on_expansion(&self) -> bool {
        self.store_on_expansion
    }

    /// The comment, empty for none.
    #[must_use]
    pub fn comment(&self) -> &[u8] {
        &self.comment
    }

    pub(crate) const fn effective_level(&self) -> i32 {
        if self.level == 0 {
            Self::DEFAULT_LEVEL
        } else {
            self.level
        }
    }

    /// Whether a stream of `size` bytes is too small to compress.
    pub(crate) fn stores(&self, size: usize) -> bool {
        let least = if self.min_stream_size == 0 {
            Self::DEFAULT_MIN_STREAM_SIZE
        } else {
            self.min_stream_size
        };
        i32::try_from(size).unwrap_or(i32::MAX) < least
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            graph: Graph::Default,
            level: Self::DEFAULT_LEVEL,
            format_version: FormatVersion::MAX,
            content_checksum: true,
            compressed_checksum: true,
            min_stream_size: Self::DEFAULT_MIN_STREAM_SIZE,
            store_on_expansion: true,
            comment: Vec::new(),
        }
    }
}
