//! What a frame says of itself, before it is decompressed.

use std::ffi::c_void;
use std::ptr::{self, NonNull};

use openzl_sys as sys;

use crate::decompress::DecompressContext;
use crate::error::{Error, check_plain};
use crate::input::Kind;

/// What the header of a frame declares.
///
/// ```
/// use openzl_ffi::{Graph, Input, Kind, Parameters};
/// let parameters = Parameters { comment: b"from ffi".to_vec(), ..Default::default() };
/// let frame = openzl_ffi::compress(Graph::ZSTD, &parameters, Input::Serial(b"0123456789"))?;
/// let info = openzl_ffi::frame_info(&frame)?;
/// assert_eq!(info.format_version, 27);
/// assert_eq!(info.outputs[0].kind, Kind::Serial);
/// assert_eq!(info.outputs[0].size, 10);
/// assert_eq!(info.comment, b"from ffi");
/// # Ok::<(), openzl_ffi::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FrameInfo {
    /// The format version.
    pub format_version: u32,
    /// The outputs, in order.
    pub outputs: Vec<OutputInfo>,
    /// The comment; empty without one, and before format 22.
    pub comment: Vec<u8>,
    /// The id of the dictionary bundle that the frame needs (format 25 and
    /// later), padded with zeros.
    pub bundle_id: Option<[u8; 32]>,
}

/// What the header of a frame declares of one output.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutputInfo {
    /// Its type.
    pub kind: Kind,
    /// Its size in bytes, without the lengths of strings.
    pub size: usize,
    /// The number of its elements. Only headers from format 21 have it, and for
    /// serial and string outputs only.
    pub elements: Option<usize>,
}

impl FrameInfo {
    /// The bytes that the outputs need: their sizes, and four for every string.
    /// `None` when that is more than a `usize`.
    pub fn footprint(&self) -> Option<usize> {
        self.outputs.iter().try_fold(0_usize, |total, output| {
            let strings = match output.kind {
                Kind::String => output.elements.unwrap_or(0),
                _ => 0,
            };
            total
                .checked_add(output.size)?
                .checked_add(strings.checked_mul(4)?)
        })
    }

    /// Refuses a frame whose outputs need more than `limit` bytes.
    pub(crate) fn limited(self, limit: usize) -> Result<Self, Error> {
        match self.footprint() {
            Some(wanted) if wanted <= limit => Ok(self),
            Some(wanted) => Err(Error::limit(wanted, limit)),
            None => Err(Error::limit("more than can be counted", limit)),
        }
    }
}

/// Reads the header of a frame. The rest need not be there.
///
/// # Errors
/// C's, for anything that is not the start of a frame.
pub fn frame_info(frame: &[u8]) -> Result<FrameInfo, Error> {
    let Some(raw) = RawInfo::new(frame) else {
        // C does not say why it refuses a header here; a decompression with no
        // room for output reads the same header, and does.
        return Err(match DecompressContext::new()?.refusal(frame) {
            Some(error) => error,
            None => Error::allocation("ZL_FrameInfo_create"),
        });
    };
    raw.read()
}

/// The size of the frame that `bytes` begin with, found by walking its chunk
/// headers (`ZL_getCompressedSize`).
///
/// # Errors
/// C's, for a frame that is malformed or not all there.
pub fn compressed_size(bytes: &[u8]) -> Result<usize, Error> {
    // SAFETY: the slice is valid for its length.
    check_plain(unsafe { sys::ZL_getCompressedSize(bytes.as_ptr().cast::<c_void>(), bytes.len()) })
}

/// The size of the frame's header (`ZL_getHeaderSize`).
///
/// From format 21 that is all before the first chunk; before, where frame and
/// chunk headers are one, C counts only up to the chunk's part.
///
/// # Errors
/// C's, for anything that is not the start of a frame.
pub fn header_size(frame: &[u8]) -> Result<usize, Error> {
    // SAFETY: the slice is valid for its length.
    check_plain(unsafe { sys::ZL_getHeaderSize(frame.as_ptr().cast::<c_void>(), frame.len()) })
}

/// A `ZL_FrameInfo`, which holds copies of all that it read.
struct RawInfo(NonNull<sys::ZL_FrameInfo>);

impl RawInfo {
    fn new(frame: &[u8]) -> Option<Self> {
        let start = frame.as_ptr().cast::<c_void>();
        // SAFETY: the slice is valid for its length; the result is null or ours
        // to free.
        NonNull::new(unsafe { sys::ZL_FrameInfo_create(start, frame.len()) }).map(Self)
    }

    fn read(&self) -> Result<FrameInfo, Error> {
        let raw = self.0.as_ptr().cast_const();
        // SAFETY: the object is alive.
        let version = check_plain(unsafe { sys::ZL_FrameInfo_getFormatVersion(raw) })?;
        // SAFETY: the object is alive.
        let count = check_plain(unsafe { sys::ZL_FrameInfo_getNumOutputs(raw) })?;
        let outputs = (0..count)
            .map(|index| self.output(i32::try_from(index).unwrap_or(i32::MAX)))
            .collect::<Result<_, _>>()?;
        Ok(FrameInfo {
            format_version: u32::try_from(version).unwrap_or(u32::MAX),
            outputs,
            comment: self.comment()?,
            bundle_id: self.bundle_id(),
        })
    }

    fn output(&self, index: i32) -> Result<OutputInfo, Error> {
        let raw = self.0.as_ptr().cast_const();
        // SAFETY: the object is alive; C checks the index against its outputs,
        // and callers count up from zero.
        let (kind, size, elements) = unsafe {
            (
                sys::ZL_FrameInfo_getOutputType(raw, index),
                sys::ZL_FrameInfo_getDecompressedSize(raw, index),
                sys::ZL_FrameInfo_getNumElts(raw, index),
            )
        };
        let kind = check_plain(kind)?;
        let kind = u32::try_from(kind).ok().and_then(Kind::from_raw);
        Ok(OutputInfo {
            kind: kind.ok_or_else(|| Error::input("the frame has an output of no known type"))?,
            size: check_plain(size)?,
            elements: check_plain(elements).ok(),
        })
    }

    fn comment(&self) -> Result<Vec<u8>, Error> {
        // SAFETY: the object is alive.
        let result = unsafe { sys::ZL_FrameInfo_getComment(self.0.as_ptr()) };
        // SAFETY: every variant of the union begins with the code.
        if unsafe { result._code } != sys::ZL_ErrorCode_no_error {
            // An older format, without comments.
            return Ok(Vec::new());
        }
        // SAFETY: no error, so that the value is set; it points at `size` bytes
        // that the object owns.
        unsafe {
            let comment = result._value._value;
            crate::output::copy(comment.data.cast::<u8>(), comment.size)
        }
    }

    fn bundle_id(&self) -> Option<[u8; 32]> {
        // SAFETY: the object is alive.
        let id = unsafe { sys::ZL_FrameInfo_getBundleID(self.0.as_ptr()) };
        if ptr::eq(id, ptr::null()) {
            return None;
        }
        // SAFETY: not null, so that it points into the object.
        Some(unsafe { (*id).id.bytes })
    }
}

impl Drop for RawInfo {
    fn drop(&mut self) {
        // SAFETY: ours since `new`, freed once.
        unsafe { sys::ZL_FrameInfo_free(self.0.as_ptr()) }
    }
}
