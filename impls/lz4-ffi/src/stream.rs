//! States of the fast compressor that are used again.

use core::ffi::c_void;
use core::marker::PhantomData;
use core::ptr::NonNull;

use crate::block::{Filled, c_size, written};
use crate::sys;

/// A state to compress blocks with that do not refer to each other.
pub struct FastContext {
    state: Vec<u64>,
}

impl core::fmt::Debug for FastContext {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("FastContext").finish_non_exhaustive()
    }
}

impl Default for FastContext {
    fn default() -> Self {
        Self::new()
    }
}

/// Zeroed memory of at least `bytes` bytes, aligned as C asks.
pub(crate) fn state(bytes: i32) -> Vec<u64> {
    vec![0; usize::try_from(bytes).expect("a size").div_ceil(8)]
}

impl FastContext {
    /// A state, zeroed: 16 KiB.
    pub fn new() -> Self {
        // SAFETY: the function returns a constant.
        let size = unsafe { sys::LZ4_sizeofState() };
        Self { state: state(size) }
    }

    fn pointer(&mut self) -> *mut c_void {
        self.state.as_mut_ptr().cast()
    }

    /// `LZ4_compress_fast_extState`; `None`: C refuses.
    pub fn compress(
        &mut self,
        input: &[u8],
        output: &mut [u8],
        acceleration: i32,
    ) -> Option<usize> {
        // SAFETY: the state has the size C asks for; the pointers are good for
        // the sizes given with them.
        written(unsafe {
            sys::LZ4_compress_fast_extState(
                self.pointer(),
                input.as_ptr().cast(),
                output.as_mut_ptr().cast(),
                c_size(input.len()),
                c_size(output.len()),
                acceleration,
            )
        })
    }

    /// `LZ4_compress_fast_extState_fastReset`, which clears the state only where
    /// it has to; `None`: C refuses, and the state is cleared.
    pub fn compress_again(
        &mut self,
        input: &[u8],
        output: &mut [u8],
        acceleration: i32,
    ) -> Option<usize> {
        // SAFETY: as above; the state is zeroed, or as this function left it.
        let size = written(unsafe {
            sys::LZ4_compress_fast_extState_fastReset(
                self.pointer(),
                input.as_ptr().cast(),
                output.as_mut_ptr().cast(),
                c_size(input.len()),
                c_size(output.len()),
                acceleration,
            )
        });
        if size.is_none() {
            self.state.fill(0);
        }
        size
    }

    /// `LZ4_compress_destSize_extState`; `None`: C refuses.
    pub fn fill(&mut self, input: &[u8], output: &mut [u8], acceleration: i32) -> Option<Filled> {
        let mut read = c_size(input.len());
        // SAFETY: as above; C writes to `read` how much of the input it took.
        let size = unsafe {
            sys::LZ4_compress_destSize_extState(
                self.pointer(),
                input.as_ptr().cast(),
                output.as_mut_ptr().cast(),
                &raw mut read,
                c_size(output.len()),
                acceleration,
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
pub struct FastStream<'a> {
    stream: NonNull<c_void>,
    /// What C keeps pointers to.
    history: PhantomData<&'a [u8]>,
}

// SAFETY: the stream is memory that belongs to this value alone.
unsafe impl Send for FastStream<'_> {}

impl Default for FastStream<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> FastStream<'a> {
    /// `LZ4_createStream`
    ///
    /// # Panics
    ///
    /// When there is no memory for it.
    pub fn new() -> Self {
        // SAFETY: the function takes nothing; null is checked.
        let stream = unsafe { sys::LZ4_createStream() };
        Self {
            stream: NonNull::new(stream).expect("memory for a stream"),
            history: PhantomData,
        }
    }

    /// `LZ4_loadDict`: the stream refers to `dictionary` from now on.
    pub fn load_dictionary(&mut self, dictionary: &'a [u8]) {
        // SAFETY: the pointer is good for the size, for as long as the stream
        // is, in which C keeps it.
        unsafe {
            sys::LZ4_loadDict(
                self.stream.as_ptr(),
                dictionary.as_ptr().cast(),
                c_size(dictionary.len()),
            );
        }
    }

    /// `LZ4_loadDictSlow`: the stream refers to `dictionary` from now on.
    pub fn load_dictionary_slow(&mut self, dictionary: &'a [u8]) {
        // SAFETY: as `load_dictionary`.
        unsafe {
            sys::LZ4_loadDictSlow(
                self.stream.as_ptr(),
                dictionary.as_ptr().cast(),
                c_size(dictionary.len()),
            );
        }
    }

    /// `LZ4_attach_dictionary`: the stream refers to `other` and what that
    /// refers to, until its next block is compressed.
    pub fn attach(&mut self, other: &'a Self) {
        // SAFETY: both are streams; C keeps the pointer, and the other one is
        // neither changed nor dropped while this one is there.
        unsafe { sys::LZ4_attach_dictionary(self.stream.as_ptr(), other.stream.as_ptr()) }
    }

    /// `LZ4_compress_fast_continue`; `None`: C refuses.
    pub fn compress(
        &mut self,
        input: &'a [u8],
        output: &mut [u8],
        acceleration: i32,
    ) -> Option<usize> {
        // SAFETY: the pointers are good for the sizes given with them; what C
        // kept pointers to lives for `'a`.
        written(unsafe {
            sys::LZ4_compress_fast_continue(
                self.stream.as_ptr(),
                input.as_ptr().cast(),
                output.as_mut_ptr().cast(),
                c_size(input.len()),
                c_size(output.len()),
                acceleration,
            )
        })
    }
}

impl Drop for FastStream<'_> {
    fn drop(&mut self) {
        // SAFETY: made by `LZ4_createStream`, freed once.
        unsafe {
            sys::LZ4_freeStream(self.stream.as_ptr());
        }
    }
}
