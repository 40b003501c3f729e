//! Blocks, one call each, with a state per call.

use core::ffi::c_int;

use crate::stream::{FastContext, FastStream};
use crate::sys;

/// How much a call that fills its output took in and gave out, in bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Filled {
    /// Bytes of input that the block holds.
    pub read: usize,
    /// Bytes of output that the block takes.
    pub written: usize,
}

/// A size as C takes it.
///
/// # Panics
///
/// From 2 GiB on, which no caller here has.
pub(crate) fn c_size(size: usize) -> c_int {
    c_int::try_from(size).expect("less than 2 GiB")
}

/// What C returns for a size: 0 is failure.
pub(crate) fn written(result: c_int) -> Option<usize> {
    usize::try_from(result).ok().filter(|&size| size > 0)
}

/// `LZ4_compressBound`; `None` where C says 0.
pub fn bound(size: usize) -> Option<usize> {
    // SAFETY: arithmetic.
    written(unsafe { sys::LZ4_compressBound(c_int::try_from(size).ok()?) })
}

/// `LZ4_compress_fast`; `None`: C refuses.
pub fn compress(input: &[u8], output: &mut [u8], acceleration: i32) -> Option<usize> {
    // SAFETY: both pointers are good for the sizes given with them.
    written(unsafe {
        sys::LZ4_compress_fast(
            input.as_ptr().cast(),
            output.as_mut_ptr().cast(),
            c_size(input.len()),
            c_size(output.len()),
            acceleration,
        )
    })
}

/// `LZ4_compress_destSize_extState`; `None`: C refuses.
pub fn compress_fill(input: &[u8], output: &mut [u8], acceleration: i32) -> Option<Filled> {
    FastContext::new().fill(input, output, acceleration)
}

/// `LZ4_loadDict` and `LZ4_compress_fast_continue`; `None`: C refuses.
pub fn compress_with_dictionary(
    dictionary: &[u8],
    input: &[u8],
    output: &mut [u8],
    acceleration: i32,
) -> Option<usize> {
    let mut stream = FastStream::new();
    stream.load_dictionary(dictionary);
    stream.compress(input, output, acceleration)
}

/// What C says of a block that it does not read: its number, which is below 0.
pub type Refusal = i32;

fn read(result: c_int) -> Result<usize, Refusal> {
    usize::try_from(result).map_err(|_| result)
}

/// `LZ4_decompress_safe`
///
/// # Errors
///
/// C's negative number.
pub fn decompress(block: &[u8], output: &mut [u8]) -> Result<usize, Refusal> {
    // SAFETY: both pointers are good for the sizes given with them.
    read(unsafe {
        sys::LZ4_decompress_safe(
            block.as_ptr().cast(),
            output.as_mut_ptr().cast(),
            c_size(block.len()),
            c_size(output.len()),
        )
    })
}

/// `LZ4_decompress_safe_partial` for all of `output`
///
/// # Errors
///
/// C's negative number.
pub fn decompress_partial(block: &[u8], output: &mut [u8]) -> Result<usize, Refusal> {
    // SAFETY: both pointers are good for the sizes given with them.
    read(unsafe {
        sys::LZ4_decompress_safe_partial(
            block.as_ptr().cast(),
            output.as_mut_ptr().cast(),
            c_size(block.len()),
            c_size(output.len()),
            c_size(output.len()),
        )
    })
}

/// `LZ4_decompress_safe_usingDict`
///
/// # Errors
///
/// C's negative number.
pub fn decompress_with_dictionary(
    block: &[u8],
    output: &mut [u8],
    dictionary: &[u8],
) -> Result<usize, Refusal> {
    // SAFETY: all pointers are good for the sizes given with them.
    read(unsafe {
        sys::LZ4_decompress_safe_usingDict(
            block.as_ptr().cast(),
            output.as_mut_ptr().cast(),
            c_size(block.len()),
            c_size(output.len()),
            dictionary.as_ptr().cast(),
            c_size(dictionary.len()),
        )
    })
}
