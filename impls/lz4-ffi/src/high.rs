//! The high-compression side.

use core::ffi::c_void;
use core::marker::PhantomData;
use core::ptr::NonNull;

use crate::block::{Filled, c_size, written};
use crate::stream::state;
use crate::sys;

/// `LZ4_compress_HC` with a state of its own; `None`: C refuses.
///
/// An empty input is given to C as one byte of memory with size 0: level 10 and
/// up of liblz4 1.10.0 reads at a dangling pointer otherwise.
pub fn compress_high(input: &[u8], output: &mut [u8], level: i32) -> Option<usize> {
    HighContext::new().compress(input, output, level)
}

/// `LZ4_compress_HC_destSize`; `None`: C refuses.
pub fn compress_high_fill(input: &[u8], output: &mut [u8], level: i32) -> Option<Filled> {
    HighContext::new().fill(input, output, level)
}

/// `LZ4_resetStreamHC_fast`, `LZ4_loadDictHC` and `LZ4_compress_HC_continue`;
/// `None`: C refuses.
pub fn compress_high_with_dictionary(
    dictionary: &[u8],
    input: &[u8],
    output: &mut [u8],
    level: i32,
) -> Option<usize> {
    let mut stream = HighStream::new(level);
    stream.load_dictionary(dictionary);
    stream.compress(input, output)
}

/// A state to compress blocks with that do not refer to each other.
pub struct HighContext {
    state: Vec<u64>,
}

impl core::fmt::Debug for HighContext {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("HighContext").finish_non_exhaustive()
    }
}

impl Default for HighContext {
    fn default() -> Self {
        Self::new()
    }
}

/// The input's pointer; never a dangling one.
fn source(input: &[u8]) -> *const core::ffi::c_char {
    static NOTHING: [u8; 16] = [0; 16];
    if input.is_empty() {
        NOTHING.as_ptr().cast()
    } else {
        input.as_ptr().cast()
    }
}

impl HighContext {
    /// A state, zeroed: 256 KiB.
    pub fn new() -> Self {
        // SAFETY: the function returns a constant.
        let size = unsafe { sys::LZ4_sizeofStateHC() };
        Self { state: state(size) }
    }

    fn pointer(&mut self) -> *mut c_void {
        self.state.as_mut_ptr().cast()
    }

    /// `LZ4_compress_HC_extStateHC`; `None`: C refuses.
    pub fn compress(&mut self, input: &[u8], output: &mut [u8], level: i32) -> Option<usize> {
        // SAFETY: the state has the size C asks for; the pointers are good for
        // the sizes given with them.
        written(unsafe {
            sys::LZ4_compress_HC_extStateHC(
                self.pointer(),
                source(input),
                output.as_mut_ptr().cast(),
                c_size(input.len()),
                c_size(output.len()),
                level,
            )
        })
    }

    /// `LZ4_compress_HC_destSize`; `None`: C refuses.
    pub fn fill(&mut self, input: &[u8], output: &mut [u8], level: i32) -> Option<Filled> {
        let mut read = c_size(input.len());
        // SAFETY: as above; C writes to `read` how much of the input it took.
        let size = unsafe {
            sys::LZ4_compress_HC_destSize(
                self.pointer(),
                source(input),
                output.as_mut_ptr().cast(),
                &raw mut read,
                c_size(output.len()),
                level,
            )
        };
        Some(Filled {
            written: written(size)?,
            read: usize::try_from(read).ok()?,
        })
    }
}

/// A stream of blocks that refer to those before them, which live for `'a`.
#[derive(Debug)]
pub struct HighStream<'a> {
    stream: NonNull<c_void>,
    /// What C keeps pointers to.
    history: PhantomData<&'a [u8]>,
}

// SAFETY: the stream is memory that belongs to this value alone.
unsafe impl Send for HighStream<'_> {}

impl<'a> HighStream<'a> {
    /// `LZ4_createStreamHC` and `LZ4_resetStreamHC_fast`
    ///
    /// # Panics
    ///
    /// When there is no memory for it.
    pub fn new(level: i32) -> Self {
        // SAFETY: the function takes nothing; null is checked.
        let stream = NonNull::new(unsafe { sys::LZ4_createStreamHC() }).expect("memory");
        // SAFETY: a stream, just made.
        unsafe { sys::LZ4_resetStreamHC_fast(stream.as_ptr(), level) };
        Self {
            stream,
            history: PhantomData,
        }
    }

    /// `LZ4_favorDecompressionSpeed`, of levels 10 and up
    pub fn favor_decompression_speed(&mut self, favor: bool) {
        // SAFETY: a stream.
        unsafe { sys::LZ4_favorDecompressionSpeed(self.stream.as_ptr(), favor.into()) }
    }

    /// `LZ4_loadDictHC`: the stream refers to `dictionary` from now on.
    pub fn load_dictionary(&mut self, dictionary: &'a [u8]) {
        // SAFETY: the pointer is good for the size, for as long as the stream
        // is, in which C keeps it.
        unsafe {
            sys::LZ4_loadDictHC(
                self.stream.as_ptr(),
                source(dictionary),
                c_size(dictionary.len()),
            );
        }
    }

    /// `LZ4_attach_HC_dictionary`: the stream refers to `other` and what that
    /// refers to.
    pub fn attach(&mut self, other: &'a Self) {
        // SAFETY: both are streams; C keeps the pointer, and the other one is
        // neither changed nor dropped while this one is there.
        unsafe { sys::LZ4_attach_HC_dictionary(self.stream.as_ptr(), other.stream.as_ptr()) }
    }

    /// `LZ4_compress_HC_continue`; `None`: C refuses.
    pub fn compress(&mut self, input: &'a [u8], output: &mut [u8]) -> Option<usize> {
        // SAFETY: the pointers are good for the sizes given with them; what C
        // kept pointers to lives for `'a`.
        written(unsafe {
            sys::LZ4_compress_HC_continue(
                self.stream.as_ptr(),
                source(input),
                output.as_mut_ptr().cast(),
                c_size(input.len()),
                c_size(output.len()),
            )
        })
    }
}

impl Drop for HighStream<'_> {
    fn drop(&mut self) {
        // SAFETY: made by `LZ4_createStreamHC`, freed once.
        unsafe {
            sys::LZ4_freeStreamHC(self.stream.as_ptr());
        }
    }
}
