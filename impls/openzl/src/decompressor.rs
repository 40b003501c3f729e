//! The decompressor.

use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::Range;

use mem::Spare;

use crate::Error;
use crate::chunk::{ChunkDecoder, Verify};
use crate::frame;
use crate::limits::Limits;
use crate::output::{Destination, SliceDestination, VecDestination};

/// Decompresses frames within [`Limits`], and keeps its working memory from
/// one to the next.
///
/// Frames may come from anyone: memory grows with what has been decoded, not
/// with what a header claims.
///
/// ```
/// let frame = openzl::compress(b"page, page, page, page")?;
/// let mut decompressor = openzl::Decompressor::default();
/// let mut output = b"=> ".to_vec();
/// let range = decompressor.decompress_into(&frame, &mut output)?;
/// assert_eq!(&output[range], b"page, page, page, page");
/// assert!(decompressor.decompress(&frame[..10]).is_err());
/// # Ok::<(), openzl::Error>(())
/// ```
#[derive(Debug)]
pub struct Decompressor {
    limits: Limits,
    verify: Verify,
    chunks: ChunkDecoder,
}

impl Decompressor {
    /// A decompressor that verifies every checksum. Nothing is allocated
    /// until it is used.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            verify: Verify {
                content: true,
                compressed: true,
            },
            chunks: ChunkDecoder::default(),
        }
    }

    /// Sets whether checksums of content are verified
    /// (`ZL_DParam_checkContentChecksum`).
    #[must_use]
    pub const fn with_content_checksum(mut self, verified: bool) -> Self {
        self.verify.content = verified;
        self
    }

    /// Sets whether checksums of chunks' bytes are verified
    /// (`ZL_DParam_checkCompressedChecksum`). The frame header's always is.
    #[must_use]
    pub const fn with_compressed_checksum(mut self, verified: bool) -> Self {
        self.verify.compressed = verified;
        self
    }

    /// The limits.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Replaces the limits and keeps the working memory.
    pub const fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Decompresses `frame` into a new vector.
    ///
    /// # Errors
    ///
    /// Any [`Error`] of a malformed, truncated or foreign frame, of one that
    /// exceeds the limits, and [`Error::Unsupported`].
    pub fn decompress(&mut self, frame: &[u8]) -> Result<Vec<u8>, Error> {
        let mut output = Vec::new();
        self.decompress_into(frame, &mut output)?;
        Ok(output)
    }

    /// Appends what `frame` holds to `output` and returns where it lies
    /// there. On an error `output` is as it was, though it may have grown in
    /// capacity.
    ///
    /// # Errors
    ///
    /// As [`decompress`](Self::decompress).
    pub fn decompress_into(
        &mut self,
        frame: &[u8],
        output: &mut Vec<u8>,
    ) -> Result<Range<usize>, Error> {
        let start = output.len();
        let result = self.run(frame, &mut VecDestination::new(output));
        if result.is_err() {
            output.truncate(start);
        }
        result?;
        Ok(start..output.len())
    }

    /// Writes what `frame` holds to the front of `output` and returns how
    /// much that is. The rest of `output` is left as it was, and all of it is
    /// unspecified after an error.
    ///
    /// # Errors
    ///
    /// As [`decompress`](Self::decompress), and [`Error::OutputTooSmall`].
    pub fn decompress_to_slice(&mut self, frame: &[u8], output: &mut [u8]) -> Result<usize, Error> {
        let mut output = SliceDestination::new(output);
        self.run(frame, &mut output)?;
        Ok(output.written().len())
    }

    /// Writes what `frame` holds to the front of uninitialized memory and
    /// returns it.
    ///
    /// # Errors
    ///
    /// As [`decompress_to_slice`](Self::decompress_to_slice).
    ///
    /// ```
    /// let frame = openzl::compress(b"a page")?;
    /// let mut output = Vec::with_capacity(16);
    /// let page = openzl::Decompressor::default()
    ///     .decompress_to_uninit(&frame, output.spare_capacity_mut())?;
    /// assert_eq!(page, b"a page");
    /// # Ok::<(), openzl::Error>(())
    /// ```
    pub fn decompress_to_uninit<'o>(
        &mut self,
        frame: &[u8],
        output: &'o mut [MaybeUninit<u8>],
    ) -> Result<&'o mut [u8], Error> {
        let mut output = Spare::new(output);
        self.run(frame, &mut output)?;
        Ok(output.into_filled())
    }

    fn run(&mut self, frame: &[u8], output: &mut dyn Destination) -> Result<(), Error> {
        frame::decode(frame, &self.limits, self.verify, &mut self.chunks, output)
    }
}

impl Default for Decompressor {
    /// A decompressor within [`Limits::DEFAULT`].
    fn default() -> Self {
        Self::new(Limits::DEFAULT)
    }
}

/// Decompresses `frame` within [`Limits::DEFAULT`].
///
/// # Errors
///
/// As [`Decompressor::decompress`].
pub fn decompress(frame: &[u8]) -> Result<Vec<u8>, Error> {
    Decompressor::default().decompress(frame)
}
