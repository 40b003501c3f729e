//! Compression and decompression with everything set beforehand.

use crate::compress::CompressContext;
use crate::compressor::Compressor;
use crate::decompress::DecompressContext;
use crate::error::Error;
use crate::input::Input;
use crate::params::{DecodeParameters, Parameters};

/// A context whose compressor and parameters are set, once, for many frames
/// (`ZL_CParam_stickyParameters`): each call is C's compression and no more.
/// Made by [`CompressContext::prepare`].
///
/// The frames are those of [`CompressContext::compress_to_slice`]. On the default
/// path C builds a compressor of its own, there for each frame and here for the
/// first.
///
/// What C does not keep is set anew: the comment for each frame, and everything
/// after a failure.
///
/// ```
/// use openzl_ffi::{CompressContext, Compressor, Graph, Input, Parameters};
///
/// let mut context = CompressContext::new()?;
/// let compressor = Compressor::new(Graph::ZSTD)?;
/// let mut prepared = context.prepare(&compressor, &Parameters::at_level(3))?;
/// let mut room = [0; 100];
/// for word in [b"gold", b"acid"] {
///     let size = prepared.compress_to_slice(Input::Serial(word), &mut room)?;
///     assert_eq!(openzl_ffi::decompress(&room[..size], &Default::default())?, word);
/// }
/// # Ok::<(), openzl_ffi::Error>(())
/// ```
#[derive(Debug)]
pub struct PreparedCompress<'a> {
    context: &'a mut CompressContext,
    compressor: &'a Compressor,
    parameters: Parameters,
    /// Whether the context is as `set` leaves it.
    is_set: bool,
}

impl<'a> PreparedCompress<'a> {
    pub(crate) fn new(
        context: &'a mut CompressContext,
        compressor: &'a Compressor,
        parameters: Parameters,
    ) -> Result<Self, Error> {
        let mut prepared = Self {
            context,
            compressor,
            parameters,
            is_set: false,
        };
        prepared.set()?;
        Ok(prepared)
    }

    /// [`CompressContext::compress_to_slice`], as prepared.
    ///
    /// # Errors
    /// As there.
    pub fn compress_to_slice(&mut self, input: Input<'_>, dst: &mut [u8]) -> Result<usize, Error> {
        let result = self.run(input, dst);
        if result.is_err() {
            // As for ordinary calls: a fresh context, without the accounts of
            // errors that typed compressions heap up.
            self.context.renew();
            self.is_set = false;
        }
        result
    }

    fn run(&mut self, input: Input<'_>, dst: &mut [u8]) -> Result<usize, Error> {
        // The default path is for serial input. Once C has built a compressor
        // for it, C would send other types through that one; without, it
        // refuses them as it should.
        if self.compressor.is_default_path() && !matches!(input, Input::Serial(_)) {
            self.is_set = false;
        }
        if !self.is_set {
            self.set()?;
        }
        self.context.add_comment(&self.parameters.comment)?;
        self.context.call(&[input], dst.as_mut_ptr(), dst.len())
    }

    fn set(&mut self) -> Result<(), Error> {
        self.context.set(self.compressor, &self.parameters)?;
        self.context.set_sticky()?;
        self.is_set = true;
        Ok(())
    }
}

impl Drop for PreparedCompress<'_> {
    fn drop(&mut self) {
        self.context.reset();
    }
}

/// A context whose parameters are set, once, for many frames
/// (`ZL_DParam_stickyParameters`): each call is C's decompression and no more.
/// Made by [`DecompressContext::prepare`].
///
/// ```
/// use openzl_ffi::{DecompressContext, Graph, Input, Parameters};
///
/// let frame = openzl_ffi::compress(Graph::LZ4, &Parameters::default(), Input::Serial(b"hello"))?;
/// let mut context = DecompressContext::new()?;
/// let mut prepared = context.prepare(&Default::default())?;
/// let mut room = [0; 10];
/// assert_eq!(prepared.decompress_to_slice(&frame, &mut room)?, 5);
/// assert_eq!(&room[..5], b"hello");
/// # Ok::<(), openzl_ffi::Error>(())
/// ```
#[derive(Debug)]
pub struct PreparedDecompress<'a> {
    context: &'a mut DecompressContext,
}

impl<'a> PreparedDecompress<'a> {
    pub(crate) fn new(
        context: &'a mut DecompressContext,
        parameters: DecodeParameters,
    ) -> Result<Self, Error> {
        let prepared = Self { context };
        prepared.context.set(&parameters)?;
        prepared.context.set_sticky()?;
        Ok(prepared)
    }

    /// [`DecompressContext::decompress_to_slice`], as prepared.
    ///
    /// # Errors
    /// As there.
    pub fn decompress_to_slice(&mut self, frame: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
        self.context.call(frame, dst.as_mut_ptr(), dst.len())
    }

    /// Appends the output to `output`, within the capacity that it has; the
    /// result is how much. For callers who know the size: C is spared the look
    /// at the header that [`DecompressContext::decompress`] takes first.
    ///
    /// ```
    /// # use openzl_ffi::{DecompressContext, Graph, Input, Parameters};
    /// # let frame = openzl_ffi::compress(Graph::LZ4, &Parameters::default(), Input::Serial(b"hello"))?;
    /// # let mut context = DecompressContext::new()?;
    /// let mut prepared = context.prepare(&Default::default())?;
    /// let mut output = Vec::with_capacity(5);
    /// prepared.decompress_within(&frame, &mut output)?;
    /// assert_eq!(output, b"hello");
    /// # Ok::<(), openzl_ffi::Error>(())
    /// ```
    ///
    /// # Errors
    /// C's; `output` is then as it was.
    pub fn decompress_within(
        &mut self,
        frame: &[u8],
        output: &mut Vec<u8>,
    ) -> Result<usize, Error> {
        let spare = output.spare_capacity_mut();
        let written = self
            .context
            .call(frame, spare.as_mut_ptr().cast(), spare.len())?;
        // SAFETY: C has written that many bytes after those that there were,
        // and `call` has checked that they are within the capacity.
        unsafe { output.set_len(output.len() + written) };
        Ok(written)
    }
}

impl Drop for PreparedDecompress<'_> {
    fn drop(&mut self) {
        self.context.reset();
    }
}
