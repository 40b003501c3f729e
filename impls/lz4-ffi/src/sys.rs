//! What of liblz4 is called, declared after its headers.

use core::ffi::{c_char, c_int, c_uint, c_void};

// The archive comes from there.
use lz4_sys as _;

/// `LZ4F_VERSION`
pub(crate) const FRAME_VERSION: c_uint = 100;

/// `LZ4F_frameInfo_t`
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct FrameInfo {
    pub(crate) block_size_id: c_uint,
    pub(crate) block_mode: c_uint,
    pub(crate) content_checksum: c_uint,
    pub(crate) frame_type: c_uint,
    pub(crate) content_size: u64,
    pub(crate) dict_id: c_uint,
    pub(crate) block_checksum: c_uint,
}

/// `LZ4F_preferences_t`
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct Preferences {
    pub(crate) frame_info: FrameInfo,
    pub(crate) compression_level: c_int,
    pub(crate) auto_flush: c_uint,
    pub(crate) favor_dec_speed: c_uint,
    pub(crate) reserved: [c_uint; 3],
}

unsafe extern "C" {
    pub(crate) fn LZ4_versionNumber() -> c_int;
    pub(crate) fn LZ4_compressBound(size: c_int) -> c_int;
    pub(crate) fn LZ4_sizeofState() -> c_int;
    pub(crate) fn LZ4_compress_fast(
        source: *const c_char,
        target: *mut c_char,
        size: c_int,
        capacity: c_int,
        acceleration: c_int,
    ) -> c_int;
    pub(crate) fn LZ4_compress_fast_extState(
        state: *mut c_void,
        source: *const c_char,
        target: *mut c_char,
        size: c_int,
        capacity: c_int,
        acceleration: c_int,
    ) -> c_int;
    pub(crate) fn LZ4_compress_fast_extState_fastReset(
        state: *mut c_void,
        source: *const c_char,
        target: *mut c_char,
        size: c_int,
        capacity: c_int,
        acceleration: c_int,
    ) -> c_int;
    pub(crate) fn LZ4_compress_destSize_extState(
        state: *mut c_void,
        source: *const c_char,
        target: *mut c_char,
        size: *mut c_int,
        capacity: c_int,
        acceleration: c_int,
    ) -> c_int;
    pub(crate) fn LZ4_createStream() -> *mut c_void;
    pub(crate) fn LZ4_freeStream(stream: *mut c_void) -> c_int;
    pub(crate) fn LZ4_loadDict(
        stream: *mut c_void,
        dictionary: *const c_char,
        size: c_int,
    ) -> c_int;
    pub(crate) fn LZ4_loadDictSlow(
        stream: *mut c_void,
        dictionary: *const c_char,
        size: c_int,
    ) -> c_int;
    pub(crate) fn LZ4_attach_dictionary(stream: *mut c_void, dictionary: *const c_void);
    pub(crate) fn LZ4_compress_fast_continue(
        stream: *mut c_void,
        source: *const c_char,
        target: *mut c_char,
        size: c_int,
        capacity: c_int,
        acceleration: c_int,
    ) -> c_int;

    pub(crate) fn LZ4_decompress_safe(
        source: *const c_char,
        target: *mut c_char,
        size: c_int,
        capacity: c_int,
    ) -> c_int;
    pub(crate) fn LZ4_decompress_safe_partial(
        source: *const c_char,
        target: *mut c_char,
        size: c_int,
        wanted: c_int,
        capacity: c_int,
    ) -> c_int;
    pub(crate) fn LZ4_decompress_safe_usingDict(
        source: *const c_char,
        target: *mut c_char,
        size: c_int,
        capacity: c_int,
        dictionary: *const c_char,
        dictionary_size: c_int,
    ) -> c_int;

    pub(crate) fn LZ4_sizeofStateHC() -> c_int;
    pub(crate) fn LZ4_compress_HC_extStateHC(
        state: *mut c_void,
        source: *const c_char,
        target: *mut c_char,
        size: c_int,
        capacity: c_int,
        level: c_int,
    ) -> c_int;
    pub(crate) fn LZ4_compress_HC_destSize(
        state: *mut c_void,
        source: *const c_char,
        target: *mut c_char,
        size: *mut c_int,
        capacity: c_int,
        level: c_int,
    ) -> c_int;
    pub(crate) fn LZ4_createStreamHC() -> *mut c_void;
    pub(crate) fn LZ4_freeStreamHC(stream: *mut c_void) -> c_int;
    pub(crate) fn LZ4_resetStreamHC_fast(stream: *mut c_void, level: c_int);
    pub(crate) fn LZ4_loadDictHC(
        stream: *mut c_void,
        dictionary: *const c_char,
        size: c_int,
    ) -> c_int;
    pub(crate) fn LZ4_attach_HC_dictionary(stream: *mut c_void, dictionary: *const c_void);
    pub(crate) fn LZ4_favorDecompressionSpeed(stream: *mut c_void, favor: c_int);
    pub(crate) fn LZ4_compress_HC_continue(
        stream: *mut c_void,
        source: *const c_char,
        target: *mut c_char,
        size: c_int,
        capacity: c_int,
    ) -> c_int;

    pub(crate) fn LZ4F_isError(code: usize) -> c_uint;
    pub(crate) fn LZ4F_getErrorName(code: usize) -> *const c_char;
    pub(crate) fn LZ4F_compressFrameBound(size: usize, preferences: *const Preferences) -> usize;
    pub(crate) fn LZ4F_compressFrame(
        target: *mut c_void,
        capacity: usize,
        source: *const c_void,
        size: usize,
        preferences: *const Preferences,
    ) -> usize;
    pub(crate) fn LZ4F_createDecompressionContext(
        context: *mut *mut c_void,
        version: c_uint,
    ) -> usize;
    pub(crate) fn LZ4F_freeDecompressionContext(context: *mut c_void) -> usize;
    pub(crate) fn LZ4F_decompress_usingDict(
        context: *mut c_void,
        target: *mut c_void,
        target_size: *mut usize,
        source: *const c_void,
        source_size: *mut usize,
        dictionary: *const c_void,
        dictionary_size: usize,
        options: *const c_void,
    ) -> usize;
    pub(crate) fn LZ4F_compressBound(size: usize, preferences: *const Preferences) -> usize;
    pub(crate) fn LZ4F_createCompressionContext(
        context: *mut *mut c_void,
        version: c_uint,
    ) -> usize;
    pub(crate) fn LZ4F_freeCompressionContext(context: *mut c_void) -> usize;
    pub(crate) fn LZ4F_createCDict(dictionary: *const c_void, size: usize) -> *mut c_void;
    pub(crate) fn LZ4F_freeCDict(dictionary: *mut c_void);
    pub(crate) fn LZ4F_compressFrame_usingCDict(
        context: *mut c_void,
        target: *mut c_void,
        capacity: usize,
        source: *const c_void,
        size: usize,
        dictionary: *const c_void,
        preferences: *const Preferences,
    ) -> usize;
    pub(crate) fn LZ4F_compressBegin_usingCDict(
        context: *mut c_void,
        target: *mut c_void,
        capacity: usize,
        dictionary: *const c_void,
        preferences: *const Preferences,
    ) -> usize;
    pub(crate) fn LZ4F_compressUpdate(
        context: *mut c_void,
        target: *mut c_void,
        capacity: usize,
        source: *const c_void,
        size: usize,
        options: *const c_void,
    ) -> usize;
    pub(crate) fn LZ4F_flush(
        context: *mut c_void,
        target: *mut c_void,
        capacity: usize,
        options: *const c_void,
    ) -> usize;
    pub(crate) fn LZ4F_compressEnd(
        context: *mut c_void,
        target: *mut c_void,
        capacity: usize,
        options: *const c_void,
    ) -> usize;
}
