//! What a reader allows a frame.

/// Bounds on what frames make a reader do.
///
/// ```
/// use lz4::frame::{Limits, Options, compress, decompress};
///
/// let frame = compress(&[0; 1000], &Options::DEFAULT);
/// assert!(decompress(&frame, &Limits::DEFAULT.with_output_bytes(999)).is_err());
/// # Ok::<_, lz4::frame::CompressError>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Limits {
    output_bytes: u64,
    block_bytes: usize,
}

impl Limits {
    /// The default bounds: 4 GiB of output, and blocks of 8 MiB, which is as
    /// long as any can be.
    pub const DEFAULT: Self = Self {
        output_bytes: 4 << 30,
        block_bytes: 8 << 20,
    };

    /// Bounds the content of all frames together to `bytes`.
    #[must_use]
    pub const fn with_output_bytes(mut self, bytes: u64) -> Self {
        self.output_bytes = bytes;
        self
    }

    /// Bounds what one block can decompress to, and with it a reader's memory,
    /// to `bytes`: a frame whose header allows longer blocks is refused. Legacy
    /// frames have blocks of 8 MiB.
    #[must_use]
    pub const fn with_block_bytes(mut self, bytes: usize) -> Self {
        self.block_bytes = bytes;
        self
    }

    /// Bytes of content allowed in all.
    #[must_use]
    pub const fn output_bytes(&self) -> u64 {
        self.output_bytes
    }

    /// Bytes that one block may decompress to.
    #[must_use]
    pub const fn block_bytes(&self) -> usize {
        self.block_bytes
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
