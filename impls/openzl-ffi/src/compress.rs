//! Compression.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use openzl_sys as sys;

use crate::compressor::Compressor;
use crate::error::{Error, check};
use crate::graph::Graph;
use crate::input::{Input, TypedRef};
use crate::params::Parameters;
use crate::prepared::PreparedCompress;

/// A compression context to use again and again (a `ZL_CCtx`).
///
/// Every call sets all parameters anew; nothing is carried over but memory.
/// [`CompressContext::prepare`] sets them once for many calls.
///
/// ```
/// use openzl_ffi::{CompressContext, Compressor, Graph, Input, Parameters};
///
/// let numbers: Vec<u8> = (0..1000_u32).flat_map(u32::to_ne_bytes).collect();
/// let input = Input::Numeric { width: 4, data: &numbers };
/// let compressor = Compressor::new(Graph::SELECT_NUMERIC)?;
/// let mut context = CompressContext::new()?;
/// let frame = context.compress(&compressor, &Parameters::at_level(9), input)?;
/// assert!(frame.len() < 100);
/// # Ok::<(), openzl_ffi::Error>(())
/// ```
#[derive(Debug)]
pub struct CompressContext {
    raw: NonNull<sys::ZL_CCtx>,
}

// SAFETY: a ZL_CCtx owns its memory, from malloc, and is bound to no thread: C
// has no thread-local state, and between calls it refers to nothing of the
// caller's. It is not Sync, since even reading errors goes through the context.
unsafe impl Send for CompressContext {}

impl CompressContext {
    /// A new context.
    ///
    /// # Errors
    /// [`Error::ALLOCATION`].
    pub fn new() -> Result<Self, Error> {
        // SAFETY: no precondition; the result is null or a context that is ours
        // to free.
        NonNull::new(unsafe { sys::ZL_CCtx_create() })
            .map(|raw| Self { raw })
            .ok_or_else(|| Error::allocation("ZL_CCtx_create"))
    }

    /// Sets compressor and parameters once, for calls that then make nothing but
    /// the compression: C at its fastest. See [`PreparedCompress`].
    ///
    /// # Errors
    /// C's, for parameters that it refuses.
    pub fn prepare<'a>(
        &'a mut self,
        compressor: &'a Compressor,
        parameters: &Parameters,
    ) -> Result<PreparedCompress<'a>, Error> {
        PreparedCompress::new(self, compressor, parameters.clone())
    }

    /// Compresses one input to a new frame.
    ///
    /// # Errors
    /// C's, or [`Error::INPUT`] for an input that C cannot be given.
    pub fn compress(
        &mut self,
        compressor: &Compressor,
        parameters: &Parameters,
        input: Input<'_>,
    ) -> Result<Vec<u8>, Error> {
        self.compress_multi(compressor, parameters, &[input])
    }

    /// Compresses many inputs to one frame.
    ///
    /// The default path takes serial input only, and one; for anything else C
    /// wants a graph.
    ///
    /// # Errors
    /// As [`CompressContext::compress`].
    pub fn compress_multi(
        &mut self,
        compressor: &Compressor,
        parameters: &Parameters,
        inputs: &[Input<'_>],
    ) -> Result<Vec<u8>, Error> {
        let room = frame_room(inputs, parameters);
        match self.run_to_vec(compressor, parameters, inputs, room) {
            // Without store-on-expansion nothing bounds a frame; a second try
            // with ample room tells a frame that is large from one that C
            // cannot write.
            Err(error) if error.code == Error::DST_CAPACITY_TOO_SMALL => {
                self.run_to_vec(compressor, parameters, inputs, 8 * room + (1 << 20))
            }
            result => result,
        }
    }

    /// Compresses one input into `dst`; the result is the size of the frame.
    ///
    /// `dst` decides what C can do: a chunk that does not fit as compressed is
    /// tried as stored. [`compress_bound`] bytes are enough for serial input.
    ///
    /// # Errors
    /// As [`CompressContext::compress`], and C's [`Error::DST_CAPACITY_TOO_SMALL`].
    pub fn compress_to_slice(
        &mut self,
        compressor: &Compressor,
        parameters: &Parameters,
        input: Input<'_>,
        dst: &mut [u8],
    ) -> Result<usize, Error> {
        self.run(
            compressor,
            parameters,
            &[input],
            dst.as_mut_ptr(),
            dst.len(),
        )
    }

    /// [`CompressContext::compress_to_slice`] into memory that holds nothing
    /// yet; the first bytes of it, as many as the result says, are then set.
    ///
    /// # Errors
    /// As [`CompressContext::compress_to_slice`].
    pub fn compress_to_uninit(
        &mut self,
        compressor: &Compressor,
        parameters: &Parameters,
        input: Input<'_>,
        dst: &mut [MaybeUninit<u8>],
    ) -> Result<usize, Error> {
        let start = dst.as_mut_ptr().cast::<u8>();
        self.run(compressor, parameters, &[input], start, dst.len())
    }

    fn run_to_vec(
        &mut self,
        compressor: &Compressor,
        parameters: &Parameters,
        inputs: &[Input<'_>],
        room: usize,
    ) -> Result<Vec<u8>, Error> {
        let mut frame = Vec::new();
        frame
            .try_reserve_exact(room)
            .map_err(|_| Error::allocation("room for the frame"))?;
        let size = self.run(compressor, parameters, inputs, frame.as_mut_ptr(), room)?;
        // SAFETY: C has written the first `size` bytes, which `run` has checked
        // to be no more than `room`.
        unsafe { frame.set_len(size) };
        frame.shrink_to_fit();
        Ok(frame)
    }

    /// Runs one compression into the `room` bytes at `dst`, which are valid for
    /// writes and need not be set.
    fn run(
        &mut self,
        compressor: &Compressor,
        parameters: &Parameters,
        inputs: &[Input<'_>],
        dst: *mut u8,
        room: usize,
    ) -> Result<usize, Error> {
        let result = self
            .set(compressor, parameters)
            .and_then(|()| self.add_comment(&parameters.comment))
            .and_then(|()| self.call(inputs, dst, room));
        match &result {
            // At the end of a compression C has reset the context's parameters,
            // and with them its reference to the compressor.
            Ok(_) => {}
            // After a failure the context may still refer to the compressor,
            // and typed compressions heap up the accounts of their errors.
            Err(_) => self.renew(),
        }
        result
    }

    /// Sets the compressor and all parameters, in place of what was set before;
    /// not the comment, which C never keeps.
    pub(crate) fn set(
        &mut self,
        compressor: &Compressor,
        parameters: &Parameters,
    ) -> Result<(), Error> {
        self.reset();
        let raw = self.raw.as_ptr();
        if let Some(compressor) = compressor.as_ptr() {
            // SAFETY: both are alive. C keeps the reference until the next
            // reset, and follows it in compressions only: `run` makes one and
            // ends with a reset, or with `renew`, and a `PreparedCompress` borrows the
            // compressor. One that is leaked resets nothing, but whatever
            // compresses next has come through here.
            self.check(unsafe { sys::ZL_CCtx_refCompressor(raw, compressor) })?;
        }
        for (parameter, value) in parameters.settings() {
            self.set_one(parameter, value)?;
        }
        Ok(())
    }

    /// Has C keep compressor and parameters from one compression to the next.
    pub(crate) fn set_sticky(&mut self) -> Result<(), Error> {
        self.set_one(sys::ZL_CParam_stickyParameters, 1)
    }

    fn set_one(&mut self, parameter: sys::ZL_CParam, value: i32) -> Result<(), Error> {
        // SAFETY: the context is alive; C checks parameter and value.
        self.check(unsafe { sys::ZL_CCtx_setParameter(self.raw.as_ptr(), parameter, value) })
            .map(|_| ())
    }

    /// Gives the next frame a comment, if it is to have one.
    pub(crate) fn add_comment(&mut self, comment: &[u8]) -> Result<(), Error> {
        if comment.is_empty() {
            return Ok(());
        }
        let (raw, start) = (self.raw.as_ptr(), comment.as_ptr().cast::<c_void>());
        // SAFETY: the context is alive; the slice is valid for its length, and
        // C copies it.
        self.check(unsafe { sys::ZL_CCtx_addHeaderComment(raw, start, comment.len()) })
            .map(|_| ())
    }

    /// Lets go of compressor and parameters.
    pub(crate) fn reset(&mut self) {
        // SAFETY: the context is alive, and not in the middle of a compression.
        // Resetting cannot fail.
        unsafe { sys::ZL_CCtx_resetParameters(self.raw.as_ptr()) };
    }

    /// One compression as the context is set, into the `room` bytes at `dst`,
    /// which are valid for writes and need not be set.
    pub(crate) fn call(
        &mut self,
        inputs: &[Input<'_>],
        dst: *mut u8,
        room: usize,
    ) -> Result<usize, Error> {
        let size = self.compress_inputs(inputs, dst, room)?;
        assert!(size <= room, "C wrote past the end of its output");
        Ok(size)
    }

    fn compress_inputs(
        &mut self,
        inputs: &[Input<'_>],
        dst: *mut u8,
        room: usize,
    ) -> Result<usize, Error> {
        let raw = self.raw.as_ptr();
        let dst = dst.cast::<c_void>();
        match inputs {
            // C reads the first input before it counts them.
            [] => Err(Error::input("there is no input")),
            [Input::Serial(data)] => {
                let start = data.as_ptr().cast::<c_void>();
                // SAFETY: `data` is valid for reads, `dst` for writes, each for
                // its length; they do not overlap, one being borrowed mutably.
                self.check(unsafe { sys::ZL_CCtx_compress(raw, dst, room, start, data.len()) })
            }
            [input] => {
                let input = TypedRef::new(*input)?;
                // SAFETY: as above; the reference is alive during the call.
                self.check(unsafe { sys::ZL_CCtx_compressTypedRef(raw, dst, room, input.as_ptr()) })
            }
            inputs => {
                let refs = inputs
                    .iter()
                    .map(|input| TypedRef::new(*input))
                    .collect::<Result<Vec<_>, _>>()?;
                let mut pointers: Vec<_> = refs.iter().map(TypedRef::as_ptr).collect();
                // SAFETY: as above; there are as many pointers as C is told.
                self.check(unsafe {
                    let (start, count) = (pointers.as_mut_ptr(), pointers.len());
                    sys::ZL_CCtx_compressMultiTypedRef(raw, dst, room, start, count)
                })
            }
        }
    }

    fn check(&self, report: sys::ZL_Report) -> Result<usize, Error> {
        check(report, |report| {
            // SAFETY: the context is alive, and made the report.
            unsafe { sys::ZL_CCtx_getErrorContextString(self.raw.as_ptr(), report) }
        })
    }

    /// Takes a fresh context for the old one, or at least lets go of all that
    /// the old one refers to.
    pub(crate) fn renew(&mut self) {
        match Self::new() {
            Ok(fresh) => *self = fresh,
            Err(_) => self.reset(),
        }
    }
}

impl Drop for CompressContext {
    fn drop(&mut self) {
        // SAFETY: ours since `new`, freed once.
        unsafe { sys::ZL_CCtx_free(self.raw.as_ptr()) }
    }
}

/// C's bound on the frame of `len` bytes of serial input, compressed by the
/// default path with store-on-expansion (`ZL_compressBound`). It does not count
/// a comment.
pub fn compress_bound(len: usize) -> usize {
    // SAFETY: arithmetic on the argument.
    unsafe { sys::ZL_compressBound(len) }
}

/// Room that all but the oddest frames of these inputs fit in.
fn frame_room(inputs: &[Input<'_>], parameters: &Parameters) -> usize {
    let content: usize = inputs.iter().map(Input::footprint).sum();
    compress_bound(content + content / 8) + 64 * inputs.len() + parameters.comment.len() + 1024
}

/// Compresses one input with a context of its own, as callers of C do.
///
/// # Errors
/// C's, or [`Error::INPUT`] for an input that C cannot be given.
///
/// ```
/// use openzl_ffi::{Graph, Input, Parameters};
/// let frame = openzl_ffi::compress(Graph::DEFAULT, &Parameters::default(), Input::Serial(b"/"))?;
/// assert_eq!(frame.len(), 21);
/// # Ok::<(), openzl_ffi::Error>(())
/// ```
pub fn compress(
    graph: impl Into<Option<Graph>>,
    parameters: &Parameters,
    input: Input<'_>,
) -> Result<Vec<u8>, Error> {
    compress_multi(graph, parameters, &[input])
}

/// Compresses many inputs to one frame with a context of its own.
///
/// # Errors
/// As [`compress`].
pub fn compress_multi(
    graph: impl Into<Option<Graph>>,
    parameters: &Parameters,
    inputs: &[Input<'_>],
) -> Result<Vec<u8>, Error> {
    let compressor = Compressor::new(graph)?;
    CompressContext::new()?.compress_multi(&compressor, parameters, inputs)
}

/// Compresses one input into `dst` with a context of its own; the compressor is
/// the caller's, as it would be in C.
///
/// # Errors
/// As [`CompressContext::compress_to_slice`].
pub fn compress_to_slice(
    compressor: &Compressor,
    parameters: &Parameters,
    input: Input<'_>,
    dst: &mut [u8],
) -> Result<usize, Error> {
    CompressContext::new()?.compress_to_slice(compressor, parameters, input, dst)
}
