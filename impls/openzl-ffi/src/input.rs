//! Typed inputs, and C's view of them.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::NonNull;

use openzl_sys as sys;

use crate::error::Error;

/// The type of an input, an output or a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Bytes.
    Serial,
    /// Fields of one width, any width.
    Struct,
    /// Numbers of 1, 2, 4 or 8 bytes, in the machine's byte order.
    Numeric,
    /// Byte strings of any lengths.
    String,
}

impl Kind {
    pub(crate) fn from_raw(raw: sys::ZL_Type) -> Option<Self> {
        match raw {
            sys::ZL_Type_serial => Some(Self::Serial),
            sys::ZL_Type_struct => Some(Self::Struct),
            sys::ZL_Type_numeric => Some(Self::Numeric),
            sys::ZL_Type_string => Some(Self::String),
            _ => None,
        }
    }
}

/// An input to compress.
///
/// ```
/// use openzl_ffi::{Graph, Input, Kind, Parameters};
/// let words = Input::String { data: b"onetwo", lengths: &[3, 3] };
/// let frame = openzl_ffi::compress(Graph::COMPRESS_GENERIC, &Parameters::default(), words)?;
/// let output = openzl_ffi::decompress_typed(&frame, &Default::default())?;
/// assert_eq!((output.kind, &output.lengths[..]), (Kind::String, &[3, 3][..]));
/// # Ok::<(), openzl_ffi::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input<'a> {
    /// Bytes.
    Serial(&'a [u8]),
    /// Fields of `width` bytes, back to back.
    Struct {
        /// The width of a field, at least 1.
        width: usize,
        /// The fields; a multiple of `width`.
        data: &'a [u8],
    },
    /// Numbers in the machine's byte order. They need not be aligned: numbers
    /// that are not are copied, since C wants them to be.
    Numeric {
        /// The width of a number: 1, 2, 4 or 8.
        width: usize,
        /// The numbers; a multiple of `width`.
        data: &'a [u8],
    },
    /// Byte strings.
    String {
        /// The strings, back to back.
        data: &'a [u8],
        /// Their lengths, which add up to the length of `data`.
        lengths: &'a [u32],
    },
}

impl<'a> Input<'a> {
    /// The type.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Serial(_) => Kind::Serial,
            Self::Struct { .. } => Kind::Struct,
            Self::Numeric { .. } => Kind::Numeric,
            Self::String { .. } => Kind::String,
        }
    }

    /// The content, without the lengths of strings.
    pub fn data(&self) -> &'a [u8] {
        match *self {
            Self::Serial(data)
            | Self::Struct { data, .. }
            | Self::Numeric { data, .. }
            | Self::String { data, .. } => data,
        }
    }

    /// All bytes of the input: its content, and four for every string.
    pub(crate) fn footprint(&self) -> usize {
        let lengths = match self {
            Self::String { lengths, .. } => size_of_val(*lengths),
            _ => 0,
        };
        self.data().len() + lengths
    }
}

/// A `ZL_TypedRef`: C's reference to an input.
pub(crate) struct TypedRef<'a> {
    raw: NonNull<sys::ZL_TypedRef>,
    /// The numbers again, where the caller's were not aligned.
    _aligned: Vec<u64>,
    _input: PhantomData<&'a [u8]>,
}

impl<'a> TypedRef<'a> {
    pub(crate) fn new(input: Input<'a>) -> Result<Self, Error> {
        let mut aligned = Vec::new();
        let data = input.data();
        let start = data.as_ptr().cast::<c_void>();
        let raw = match input {
            // SAFETY: the slice is valid for its length, and outlives the
            // reference by the lifetime of this type.
            Input::Serial(_) => unsafe { sys::ZL_TypedRef_createSerial(start, data.len()) },
            Input::Struct { width, .. } => {
                let count = count(data, width)?;
                // SAFETY: as above; width times count is the slice's length.
                unsafe { sys::ZL_TypedRef_createStruct(start, width, count) }
            }
            Input::Numeric { width, .. } => {
                if !matches!(width, 1 | 2 | 4 | 8) {
                    return Err(Error::input(format!("no numbers are {width} bytes wide")));
                }
                let count = count(data, width)?;
                let start = if data.as_ptr().addr().is_multiple_of(width) {
                    start
                } else {
                    aligned = copy_aligned(data)?;
                    aligned.as_ptr().cast::<c_void>()
                };
                // SAFETY: width times count bytes are at `start`, in the slice
                // or in a copy that lives in this value (whose buffer does not
                // move with it), and `start` is aligned to the width.
                unsafe { sys::ZL_TypedRef_createNumeric(start, width, count) }
            }
            Input::String { lengths, .. } => {
                let total: u64 = lengths.iter().map(|&length| u64::from(length)).sum();
                if total != data.len() as u64 {
                    return Err(Error::input(format!(
                        "the lengths add up to {total}, there are {} bytes",
                        data.len()
                    )));
                }
                // SAFETY: both slices are valid for their lengths and outlive
                // the reference; the lengths stay within the data.
                unsafe {
                    sys::ZL_TypedRef_createString(
                        start,
                        data.len(),
                        lengths.as_ptr(),
                        lengths.len(),
                    )
                }
            }
        };
        let raw = NonNull::new(raw).ok_or_else(|| Error::allocation("ZL_TypedRef_create"))?;
        Ok(Self {
            raw,
            _aligned: aligned,
            _input: PhantomData,
        })
    }

    pub(crate) fn as_ptr(&self) -> *const sys::ZL_TypedRef {
        self.raw.as_ptr()
    }
}

impl Drop for TypedRef<'_> {
    fn drop(&mut self) {
        // SAFETY: ours since it was created, freed once; C keeps no reference
        // to it after a compression.
        unsafe { sys::ZL_TypedRef_free(self.raw.as_ptr()) }
    }
}

/// How many fields of `width` bytes `data` is.
fn count(data: &[u8], width: usize) -> Result<usize, Error> {
    if width == 0 {
        return Err(Error::input("fields cannot be 0 bytes wide"));
    }
    if !data.len().is_multiple_of(width) {
        return Err(Error::input(format!(
            "{} bytes are no multiple of the width {width}",
            data.len()
        )));
    }
    Ok(data.len() / width)
}

/// The bytes at the alignment of a `u64`.
fn copy_aligned(data: &[u8]) -> Result<Vec<u64>, Error> {
    let words = data.len().div_ceil(8);
    let mut aligned = Vec::new();
    aligned
        .try_reserve_exact(words)
        .map_err(|_| Error::allocation("an aligned copy of the numbers"))?;
    aligned.extend(data.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_ne_bytes(word)
    }));
    Ok(aligned)
}
