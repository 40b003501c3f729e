//! What a decoder may spend on a frame it does not trust.

/// Bounds on what decompression and inspection may use, whatever a frame
/// claims.
///
/// The graph of a chunk is bounded by the format itself
/// (`common/limits.c`: 20,000 codecs, 110,000 streams); these bounds are the
/// caller's.
///
/// ```
/// use openzl::{Compressor, Decompressor, ErrorKind, Limits};
///
/// let frame = Compressor::default().compress(&[0; 5000])?;
/// let limits = Limits::default().with_output_bytes(4096);
/// let error = Decompressor::new(limits).decompress(&frame).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Limit);
/// # Ok::<(), openzl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Limits {
    output_bytes: u64,
    intermediate_bytes: u64,
    parts: usize,
}

impl Limits {
    /// The default bounds: 4 GiB of output, 1 GiB of streams in between, and
    /// 1,048,576 parts told of a frame.
    pub const DEFAULT: Self = Self {
        output_bytes: 4 << 30,
        intermediate_bytes: 1 << 30,
        parts: 1 << 20,
    };

    /// Bounds the output of one frame to `bytes`.
    #[must_use]
    pub const fn with_output_bytes(mut self, bytes: u64) -> Self {
        self.output_bytes = bytes;
        self
    }

    /// Bounds the streams that one chunk holds at once, on the way to its
    /// output, to `bytes` in all.
    #[must_use]
    pub const fn with_intermediate_bytes(mut self, bytes: u64) -> Self {
        self.intermediate_bytes = bytes;
        self
    }

    /// Bounds what inspection keeps of one frame to `parts` chunks, codecs,
    /// streams or fields. Decompression keeps none of them.
    #[must_use]
    pub const fn with_parts(mut self, parts: usize) -> Self {
        self.parts = parts;
        self
    }

    /// Bytes that one frame may decompress to.
    #[must_use]
    pub const fn output_bytes(&self) -> u64 {
        self.output_bytes
    }

    /// Bytes of streams that one chunk may hold at once, on the way to its
    /// output.
    #[must_use]
    pub const fn intermediate_bytes(&self) -> u64 {
        self.intermediate_bytes
    }

    /// Chunks, codecs, streams or fields that inspection may keep.
    #[must_use]
    pub const fn parts(&self) -> usize {
        self.parts
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
