//! The compressor.

use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::Range;

use mem::Spare;

use crate::Error;
use crate::frame::{self, EncodeScratch};
use crate::output::{Destination, SliceDestination, VecDestination};
use crate::parameters::Parameters;

/// The least a segmenter puts into a chunk (`ZL_MIN_CHUNK_SIZE`).
const MIN_CHUNK_BYTES: usize = 32 << 10;
/// The most a chunk adds to its content (`ZL_CHUNK_OVERHEAD_MAX`).
const CHUNK_OVERHEAD: usize = 16;
/// The most a frame adds to its chunks (`ZL_FRAME_OVERHEAD_MAX`).
const FRAME_OVERHEAD: usize = 64;

/// Compresses inputs into frames, the reference's byte for byte, and keeps
/// its working memory from one to the next.
///
/// ```
/// use openzl::{Compressor, Decompressor, Parameters};
///
/// let mut compressor = Compressor::new(Parameters::default().with_level(3));
/// let mut decompressor = Decompressor::default();
/// for page in [&b"first page, first page, first page"[..], b"second page"] {
///     let frame = compressor.compress(page)?;
///     assert_eq!(decompressor.decompress(&frame)?, page);
/// }
/// # Ok::<(), openzl::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Compressor {
    parameters: Parameters,
    scratch: EncodeScratch,
}

impl Compressor {
    /// A compressor with `parameters`. Nothing is allocated until it is
    /// used.
    #[must_use]
    pub fn new(parameters: Parameters) -> Self {
        Self {
            parameters,
            scratch: EncodeScratch::default(),
        }
    }

    /// The parameters.
    #[must_use]
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Replaces the parameters and keeps the working memory.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.parameters = parameters;
    }

    /// Bytes that hold the frame of any input of `size` bytes
    /// (`ZL_compressBound`); a comment takes its own length and two bytes
    /// more.
    #[must_use]
    pub const fn bound(size: usize) -> usize {
        size.saturating_add(FRAME_OVERHEAD)
            .saturating_add((size / MIN_CHUNK_BYTES + 1) * CHUNK_OVERHEAD)
    }

    /// Compresses `input` into a new vector.
    ///
    /// # Errors
    ///
    /// [`Error::InputTooLarge`] where a chunk would store 4 GiB or more, and
    /// [`Error::ZstdEncode`].
    pub fn compress(&mut self, input: &[u8]) -> Result<Vec<u8>, Error> {
        let mut output = Vec::new();
        self.compress_into(input, &mut output)?;
        Ok(output)
    }

    /// Appends the frame of `input` to `output` and returns where it lies
    /// there. On an error `output` is as it was.
    ///
    /// # Errors
    ///
    /// As [`compress`](Self::compress).
    pub fn compress_into(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
    ) -> Result<Range<usize>, Error> {
        let start = output.len();
        let result = self.run(input, &mut VecDestination::new(output));
        if result.is_err() {
            output.truncate(start);
        }
        result?;
        Ok(start..output.len())
    }

    /// Writes the frame of `input` to the front of `output` and returns its
    /// size; [`bound`](Self::bound) tells how many bytes suffice. The rest of
    /// `output` is left as it was, and all of it is unspecified after an
    /// error.
    ///
    /// # Errors
    ///
    /// As [`compress`](Self::compress), and [`Error::OutputTooSmall`].
    pub fn compress_to_slice(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, Error> {
        let mut output = SliceDestination::new(output);
        self.run(input, &mut output)?;
        Ok(output.written().len())
    }

    /// Writes the frame of `input` to the front of uninitialized memory and
    /// returns it.
    ///
    /// # Errors
    ///
    /// As [`compress_to_slice`](Self::compress_to_slice).
    ///
    /// ```
    /// use std::mem::MaybeUninit;
    ///
    /// let mut memory = [MaybeUninit::uninit(); 200];
    /// let frame = openzl::Compressor::default().compress_to_uninit(b"a page", &mut memory)?;
    /// assert_eq!(openzl::decompress(frame)?, b"a page");
    /// # Ok::<(), openzl::Error>(())
    /// ```
    pub fn compress_to_uninit<'o>(
        &mut self,
        input: &[u8],
        output: &'o mut [MaybeUninit<u8>],
    ) -> Result<&'o mut [u8], Error> {
        let mut output = Spare::new(output);
        self.run(input, &mut output)?;
        Ok(output.into_filled())
    }

    fn run(&mut self, input: &[u8], output: &mut dyn Destination) -> Result<(), Error> {
        frame::encode(&self.parameters, input, &mut self.scratch, output)
    }
}

/// Compresses `input` with the default parameters.
///
/// # Errors
///
/// As [`Compressor::compress`].
pub fn compress(input: &[u8]) -> Result<Vec<u8>, Error> {
    Compressor::default().compress(input)
}
