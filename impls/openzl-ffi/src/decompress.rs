//! Decompression.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use openzl_sys as sys;

use crate::error::{Error, check};
use crate::frame::frame_info;
use crate::output::{Output, TypedBuffer};
use crate::params::DecodeParameters;
use crate::prepared::PreparedDecompress;

/// A decompression context to use again and again (a `ZL_DCtx`), after failures
/// too.
///
/// Every call sets all parameters anew; nothing is carried over but memory.
/// [`DecompressContext::prepare`] sets them once for many calls.
///
/// ```
/// use openzl_ffi::{DecompressContext, DecodeParameters, Graph, Input, Parameters};
///
/// let frame = openzl_ffi::compress(Graph::LZ4, &Parameters::default(), Input::Serial(b"hello"))?;
/// let mut context = DecompressContext::new()?;
/// let parameters = DecodeParameters::limited(1000);
/// assert_eq!(context.decompress(&frame, &parameters)?, b"hello");
///
/// let mut buffer = [0; 10];
/// let size = context.decompress_to_slice(&frame, &parameters, &mut buffer)?;
/// assert_eq!(&buffer[..size], b"hello");
/// # Ok::<(), openzl_ffi::Error>(())
/// ```
#[derive(Debug)]
pub struct DecompressContext {
    raw: NonNull<sys::ZL_DCtx>,
}

// SAFETY: a ZL_DCtx owns its memory, from malloc, and is bound to no thread: C
// has no thread-local state. What it may still point to after a failed call, the
// frame and the output, it does not follow again. It is not Sync, since even
// reading errors goes through the context.
unsafe impl Send for DecompressContext {}

impl DecompressContext {
    /// A new context.
    ///
    /// # Errors
    /// [`Error::ALLOCATION`].
    pub fn new() -> Result<Self, Error> {
        // SAFETY: no precondition; the result is null or a context that is ours
        // to free.
        NonNull::new(unsafe { sys::ZL_DCtx_create() })
            .map(|raw| Self { raw })
            .ok_or_else(|| Error::allocation("ZL_DCtx_create"))
    }

    /// Sets the parameters once, for calls that then make nothing but the
    /// decompression: C at its fastest. See [`PreparedDecompress`].
    ///
    /// # Errors
    /// C's, for parameters that it refuses.
    pub fn prepare(
        &mut self,
        parameters: &DecodeParameters,
    ) -> Result<PreparedDecompress<'_>, Error> {
        PreparedDecompress::new(self, *parameters)
    }

    /// Decompresses a frame of one serial output.
    ///
    /// # Errors
    /// [`Error::LIMIT`] when the frame declares more than the limit, and C's.
    pub fn decompress(
        &mut self,
        frame: &[u8],
        parameters: &DecodeParameters,
    ) -> Result<Vec<u8>, Error> {
        let info = frame_info(frame)?.limited(parameters.max_output)?;
        let size = info.outputs.first().map_or(0, |output| output.size);
        let mut output = Vec::new();
        output
            .try_reserve_exact(size)
            .map_err(|_| Error::allocation("room for the output"))?;
        let written = self.run(frame, parameters, output.as_mut_ptr(), size)?;
        // SAFETY: C has written the first `written` bytes, which `run` has
        // checked to be no more than `size`.
        unsafe { output.set_len(written) };
        Ok(output)
    }

    /// Decompresses a frame of one serial output into `dst`; the result is the
    /// size of the output.
    ///
    /// The length of `dst` is the limit here: a frame that declares more is C's
    /// [`Error::DST_CAPACITY_TOO_SMALL`], and `max_output` is not looked at.
    ///
    /// # Errors
    /// C's.
    pub fn decompress_to_slice(
        &mut self,
        frame: &[u8],
        parameters: &DecodeParameters,
        dst: &mut [u8],
    ) -> Result<usize, Error> {
        self.run(frame, parameters, dst.as_mut_ptr(), dst.len())
    }

    /// [`DecompressContext::decompress_to_slice`] into memory that holds nothing
    /// yet; the first bytes of it, as many as the result says, are then set.
    ///
    /// # Errors
    /// C's.
    pub fn decompress_to_uninit(
        &mut self,
        frame: &[u8],
        parameters: &DecodeParameters,
        dst: &mut [MaybeUninit<u8>],
    ) -> Result<usize, Error> {
        let start = dst.as_mut_ptr().cast::<u8>();
        self.run(frame, parameters, start, dst.len())
    }

    /// Decompresses a frame of one output of any type.
    ///
    /// # Errors
    /// As [`DecompressContext::decompress`], and C's code 8 for a frame of many
    /// outputs.
    pub fn decompress_typed(
        &mut self,
        frame: &[u8],
        parameters: &DecodeParameters,
    ) -> Result<Output, Error> {
        let mut outputs = self.run_typed(frame, parameters, Some(1))?;
        outputs
            .pop()
            .ok_or_else(|| Error::allocation("an output went missing"))
    }

    /// Decompresses a frame to all of its outputs.
    ///
    /// # Errors
    /// As [`DecompressContext::decompress`].
    pub fn decompress_multi(
        &mut self,
        frame: &[u8],
        parameters: &DecodeParameters,
    ) -> Result<Vec<Output>, Error> {
        self.run_typed(frame, parameters, None)
    }

    /// Why C refuses the header of a frame; `None` if it does not.
    pub(crate) fn refusal(&mut self, frame: &[u8]) -> Option<Error> {
        self.run(frame, &DecodeParameters::default(), [].as_mut_ptr(), 0)
            .err()
    }

    /// Runs one decompression into the `room` bytes at `dst`, which are valid
    /// for writes and need not be set.
    fn run(
        &mut self,
        frame: &[u8],
        parameters: &DecodeParameters,
        dst: *mut u8,
        room: usize,
    ) -> Result<usize, Error> {
        self.set(parameters)?;
        self.call(frame, dst, room)
    }

    /// One decompression as the context is set, into the `room` bytes at `dst`,
    /// which are valid for writes and need not be set.
    pub(crate) fn call(&mut self, frame: &[u8], dst: *mut u8, room: usize) -> Result<usize, Error> {
        let (raw, dst) = (self.raw.as_ptr(), dst.cast::<c_void>());
        let start = frame.as_ptr().cast::<c_void>();
        // SAFETY: the context is alive; `frame` is valid for reads, `dst` for
        // writes, each for its length; they do not overlap, one being borrowed
        // mutably.
        let report = unsafe { sys::ZL_DCtx_decompress(raw, dst, room, start, frame.len()) };
        let size = self.check(report)?;
        assert!(size <= room, "C wrote past the end of its output");
        Ok(size)
    }

    fn run_typed(
        &mut self,
        frame: &[u8],
        parameters: &DecodeParameters,
        count: Option<usize>,
    ) -> Result<Vec<Output>, Error> {
        let info = frame_info(frame)?.limited(parameters.max_output)?;
        let count = count.unwrap_or(info.outputs.len());
        let buffers = (0..count)
            .map(|_| TypedBuffer::new())
            .collect::<Result<Vec<_>, _>>()?;
        let mut pointers: Vec<_> = buffers.iter().map(TypedBuffer::as_ptr).collect();
        self.set(parameters)?;
        let start = frame.as_ptr().cast::<c_void>();
        // SAFETY: the context and the buffers are alive; there are as many
        // pointers as C is told, and C compares that with the frame. `frame` is
        // valid for its length.
        let report = unsafe {
            sys::ZL_DCtx_decompressMultiTBuffer(
                self.raw.as_ptr(),
                pointers.as_mut_ptr(),
                count,
                start,
                frame.len(),
            )
        };
        self.check(report)?;
        buffers
            .iter()
            .zip(&info.outputs)
            .map(|(buffer, declared)| buffer.to_output(declared))
            .collect()
    }

    /// Sets all parameters, in place of what was set before.
    pub(crate) fn set(&mut self, parameters: &DecodeParameters) -> Result<(), Error> {
        self.reset();
        for (parameter, value) in parameters.settings() {
            self.set_one(parameter, value)?;
        }
        Ok(())
    }

    /// Has C keep the parameters from one decompression to the next, whether
    /// it succeeds or not.
    pub(crate) fn set_sticky(&mut self) -> Result<(), Error> {
        self.set_one(sys::ZL_DParam_stickyParameters, 1)
    }

    fn set_one(&mut self, parameter: sys::ZL_DParam, value: i32) -> Result<(), Error> {
        // SAFETY: the context is alive; C checks parameter and value.
        self.check(unsafe { sys::ZL_DCtx_setParameter(self.raw.as_ptr(), parameter, value) })
            .map(|_| ())
    }

    /// Lets go of the parameters.
    pub(crate) fn reset(&mut self) {
        // SAFETY: the context is alive, and not in the middle of a
        // decompression. Resetting cannot fail.
        unsafe { sys::ZL_DCtx_resetParameters(self.raw.as_ptr()) };
    }

    fn check(&self, report: sys::ZL_Report) -> Result<usize, Error> {
        check(report, |report| {
            // SAFETY: the context is alive, and made the report.
            unsafe { sys::ZL_DCtx_getErrorContextString(self.raw.as_ptr(), report) }
        })
    }
}

impl Drop for DecompressContext {
    fn drop(&mut self) {
        // SAFETY: ours since `new`, freed once.
        unsafe { sys::ZL_DCtx_free(self.raw.as_ptr()) }
    }
}

/// [`DecompressContext::decompress`] with a context of its own, as callers of C
/// do.
///
/// # Errors
/// As there.
pub fn decompress(frame: &[u8], parameters: &DecodeParameters) -> Result<Vec<u8>, Error> {
    DecompressContext::new()?.decompress(frame, parameters)
}

/// [`DecompressContext::decompress_to_slice`] with a context of its own.
///
/// # Errors
/// As there.
pub fn decompress_to_slice(
    frame: &[u8],
    parameters: &DecodeParameters,
    dst: &mut [u8],
) -> Result<usize, Error> {
    DecompressContext::new()?.decompress_to_slice(frame, parameters, dst)
}

/// [`DecompressContext::decompress_typed`] with a context of its own.
///
/// # Errors
/// As there.
pub fn decompress_typed(frame: &[u8], parameters: &DecodeParameters) -> Result<Output, Error> {
    DecompressContext::new()?.decompress_typed(frame, parameters)
}

/// [`DecompressContext::decompress_multi`] with a context of its own.
///
/// # Errors
/// As there.
pub fn decompress_multi(frame: &[u8], parameters: &DecodeParameters) -> Result<Vec<Output>, Error> {
    DecompressContext::new()?.decompress_multi(frame, parameters)
}
