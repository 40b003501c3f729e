//! Typed outputs, and C's buffers for them.

use std::ptr::NonNull;

use openzl_sys as sys;

use crate::error::Error;
use crate::frame::OutputInfo;
use crate::input::{Input, Kind};

/// A decompressed output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its type.
    pub kind: Kind,
    /// The width of its fields or numbers: 1 for serial, 0 for strings and for
    /// an output that no chunk of the frame adds to.
    pub width: usize,
    /// The content; numbers are in the machine's byte order.
    pub data: Vec<u8>,
    /// The lengths of strings, empty for the other types.
    pub lengths: Vec<u32>,
}

impl Output {
    /// The output as an input, to compress it again or to compare it.
    pub fn as_input(&self) -> Input<'_> {
        let (width, data) = (self.width, &self.data[..]);
        match self.kind {
            Kind::Serial => Input::Serial(data),
            Kind::Struct => Input::Struct { width, data },
            Kind::Numeric => Input::Numeric { width, data },
            Kind::String => Input::String {
                data,
                lengths: &self.lengths,
            },
        }
    }
}

/// A `ZL_TypedBuffer` for which C allocates.
pub(crate) struct TypedBuffer(NonNull<sys::ZL_TypedBuffer>);

impl TypedBuffer {
    pub(crate) fn new() -> Result<Self, Error> {
        // SAFETY: no precondition; the result is null or a buffer that is ours
        // to free.
        NonNull::new(unsafe { sys::ZL_TypedBuffer_create() })
            .map(Self)
            .ok_or_else(|| Error::allocation("ZL_TypedBuffer_create"))
    }

    pub(crate) fn as_ptr(&self) -> *mut sys::ZL_TypedBuffer {
        self.0.as_ptr()
    }

    /// A copy of the buffer's content, once C has filled it. `declared` is what
    /// the frame's header says of it.
    pub(crate) fn to_output(&self, declared: &OutputInfo) -> Result<Output, Error> {
        let raw = self.0.as_ptr();
        // SAFETY: the buffer is alive; these read its fields.
        let (kind, width, size, elements) = unsafe {
            (
                Kind::from_raw(sys::ZL_TypedBuffer_type(raw)).unwrap_or(declared.kind),
                sys::ZL_TypedBuffer_eltWidth(raw),
                sys::ZL_TypedBuffer_byteSize(raw),
                sys::ZL_TypedBuffer_numElts(raw),
            )
        };
        // SAFETY: the buffer is alive and holds `size` bytes, which nobody
        // writes while it is borrowed.
        let data = unsafe { copy(sys::ZL_TypedBuffer_rPtr(raw).cast::<u8>(), size)? };
        let lengths = if kind == Kind::String {
            // SAFETY: as above; a buffer of strings holds a length for each.
            unsafe { copy(sys::ZL_TypedBuffer_rStringLens(raw), elements)? }
        } else {
            Vec::new()
        };
        Ok(Output {
            kind,
            width: if kind == Kind::String { 0 } else { width },
            data,
            lengths,
        })
    }
}

impl Drop for TypedBuffer {
    fn drop(&mut self) {
        // SAFETY: ours since `new`, freed once; a context does not touch its
        // outputs after a decompression, failed or not.
        unsafe { sys::ZL_TypedBuffer_free(self.0.as_ptr()) }
    }
}

/// An owned copy of an array of C's.
///
/// # Safety
/// With `len` above zero, `start` is valid for reads of `len` elements, and
/// nobody writes them during the call.
pub(crate) unsafe fn copy<T: Copy>(start: *const T, len: usize) -> Result<Vec<T>, Error> {
    let mut owned = Vec::new();
    if len > 0 {
        owned
            .try_reserve_exact(len)
            .map_err(|_| Error::allocation("a copy of C's output"))?;
        // SAFETY: by this function's contract.
        owned.extend_from_slice(unsafe { std::slice::from_raw_parts(start, len) });
    }
    Ok(owned)
}
