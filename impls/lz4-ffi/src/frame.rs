//! Frames, one call each.

use core::ffi::{CStr, c_void};
use core::ptr;

use crate::sys;

/// What a frame is written with (`LZ4F_preferences_t`).
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct FrameOptions {
    /// 0 (which is 64 KiB) or 4 to 7: 64 KiB, 256 KiB, 1 MiB, 4 MiB.
    pub block_size_id: u32,
    /// Whether no block refers to those before it.
    pub independent: bool,
    /// Whether a checksum of the content ends the frame.
    pub content_checksum: bool,
    /// Whether a checksum ends each block.
    pub block_checksum: bool,
    /// Content size for the header; 0: none.
    pub content_size: u64,
    /// Dictionary id for the header; 0: none.
    pub dictionary_id: u32,
    /// Below 0: acceleration; 0 and 1: the default; 2 to 12: high compression.
    pub level: i32,
}

impl FrameOptions {
    fn preferences(&self) -> sys::Preferences {
        sys::Preferences {
            frame_info: sys::FrameInfo {
                block_size_id: self.block_size_id,
                block_mode: self.independent.into(),
                content_checksum: self.content_checksum.into(),
                content_size: self.content_size,
                dict_id: self.dictionary_id,
                block_checksum: self.block_checksum.into(),
                ..sys::FrameInfo::default()
            },
            compression_level: self.level,
            ..sys::Preferences::default()
        }
    }
}

/// What C says of a frame that it does not write or read.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FrameError(pub String);

impl core::fmt::Display for FrameError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for FrameError {}

fn checked(code: usize) -> Result<usize, FrameError> {
    // SAFETY: any number may be asked about.
    if unsafe { sys::LZ4F_isError(code) } == 0 {
        return Ok(code);
    }
    // SAFETY: C returns a static string for every number.
    let name = unsafe { CStr::from_ptr(sys::LZ4F_getErrorName(code)) };
    Err(FrameError(name.to_string_lossy().into_owned()))
}

/// `LZ4F_compressFrame`
///
/// # Errors
///
/// C's name for what is wrong.
pub fn compress_frame(input: &[u8], options: &FrameOptions) -> Result<Vec<u8>, FrameError> {
    let preferences = options.preferences();
    // SAFETY: the preferences live through the call.
    let bound = unsafe { sys::LZ4F_compressFrameBound(input.len(), &raw const preferences) };
    let mut frame = vec![0; checked(bound)?];
    // SAFETY: the pointers are good for the sizes given with them.
    let size = checked(unsafe {
        sys::LZ4F_compressFrame(
            frame.as_mut_ptr().cast(),
            frame.len(),
            input.as_ptr().cast(),
            input.len(),
            &raw const preferences,
        )
    })?;
    frame.truncate(size);
    Ok(frame)
}

/// A compression context, freed when it goes.
struct Compressor(*mut c_void);

impl Compressor {
    fn new() -> Result<Self, FrameError> {
        let mut this = Self(ptr::null_mut());
        // SAFETY: C writes the pointer that it makes.
        checked(unsafe {
            sys::LZ4F_createCompressionContext(&raw mut this.0, sys::FRAME_VERSION)
        })?;
        Ok(this)
    }
}

impl Drop for Compressor {
    fn drop(&mut self) {
        // SAFETY: made by C, freed once; null is allowed.
        unsafe {
            sys::LZ4F_freeCompressionContext(self.0);
        }
    }
}

/// A dictionary made ready, freed when it goes; null for none.
struct PreparedDictionary(*mut c_void);

impl PreparedDictionary {
    /// `LZ4F_createCDict`, which copies the bytes
    fn new(bytes: Option<&[u8]>) -> Self {
        let Some(bytes) = bytes else {
            return Self(ptr::null_mut());
        };
        // SAFETY: the pointer is good for the size.
        let made = unsafe { sys::LZ4F_createCDict(bytes.as_ptr().cast(), bytes.len()) };
        assert!(!made.is_null(), "memory for a dictionary");
        Self(made)
    }
}

impl Drop for PreparedDictionary {
    fn drop(&mut self) {
        // SAFETY: made by C, freed once; null is allowed.
        unsafe { sys::LZ4F_freeCDict(self.0) }
    }
}

/// `LZ4F_compressFrame_usingCDict`
///
/// # Errors
///
/// C's name for what is wrong.
pub fn compress_frame_with_dictionary(
    input: &[u8],
    dictionary: &[u8],
    options: &FrameOptions,
) -> Result<Vec<u8>, FrameError> {
    let preferences = options.preferences();
    let dictionary = PreparedDictionary::new(Some(dictionary));
    let compressor = Compressor::new()?;
    // SAFETY: the preferences live through the call.
    let bound = unsafe { sys::LZ4F_compressFrameBound(input.len(), &raw const preferences) };
    let mut frame = vec![0; checked(bound)?];
    // SAFETY: the pointers are good for the sizes given with them; context and
    // dictionary live through the call.
    let size = checked(unsafe {
        sys::LZ4F_compressFrame_usingCDict(
            compressor.0,
            frame.as_mut_ptr().cast(),
            frame.len(),
            input.as_ptr().cast(),
            input.len(),
            dictionary.0,
            &raw const preferences,
        )
    })?;
    frame.truncate(size);
    Ok(frame)
}

/// `LZ4F_compressBegin_usingCDict`, `LZ4F_compressUpdate` for each piece, with
/// `LZ4F_flush` after those with `true`, and `LZ4F_compressEnd`
///
/// # Errors
///
/// C's name for what is wrong.
pub fn compress_frame_in_pieces(
    pieces: &[(&[u8], bool)],
    dictionary: Option<&[u8]>,
    options: &FrameOptions,
) -> Result<Vec<u8>, FrameError> {
    /// The longest header, in bytes.
    const HEADER: usize = 19;
    let preferences = options.preferences();
    let dictionary = PreparedDictionary::new(dictionary);
    let compressor = Compressor::new()?;
    let longest = pieces.iter().map(|(piece, _)| piece.len()).max();
    // SAFETY: the preferences live through the call.
    let bound = unsafe { sys::LZ4F_compressBound(longest.unwrap_or(0), &raw const preferences) };
    let mut room = vec![0_u8; checked(bound)? + HEADER];
    let mut frame = Vec::new();
    // SAFETY: the pointer is good for the size given with it; dictionary and
    // preferences live through the call, the dictionary longer than the context.
    let size = checked(unsafe {
        sys::LZ4F_compressBegin_usingCDict(
            compressor.0,
            room.as_mut_ptr().cast(),
            room.len(),
            dictionary.0,
            &raw const preferences,
        )
    })?;
    frame.extend_from_slice(&room[..size]);
    for (piece, flush) in pieces {
        // SAFETY: the pointers are good for the sizes given with them; options
        // may be null.
        let size = checked(unsafe {
            sys::LZ4F_compressUpdate(
                compressor.0,
                room.as_mut_ptr().cast(),
                room.len(),
                piece.as_ptr().cast(),
                piece.len(),
                ptr::null(),
            )
        })?;
        frame.extend_from_slice(&room[..size]);
        if *flush {
            // SAFETY: as above.
            let size = checked(unsafe {
                sys::LZ4F_flush(
                    compressor.0,
                    room.as_mut_ptr().cast(),
                    room.len(),
                    ptr::null(),
                )
            })?;
            frame.extend_from_slice(&room[..size]);
        }
    }
    // SAFETY: as above.
    let size = checked(unsafe {
        sys::LZ4F_compressEnd(
            compressor.0,
            room.as_mut_ptr().cast(),
            room.len(),
            ptr::null(),
        )
    })?;
    frame.extend_from_slice(&room[..size]);
    Ok(frame)
}

/// A decompression context, freed when it goes.
struct Context(*mut c_void);

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: made by C, freed once; null is allowed.
        unsafe {
            sys::LZ4F_freeDecompressionContext(self.0);
        }
    }
}

/// `LZ4F_decompress_usingDict` until the first frame ends: its content, of at
/// most `limit` bytes, and how long the frame is.
///
/// # Errors
///
/// C's name for what is wrong; that the frame does not end; that its content
/// exceeds the limit.
pub fn decompress_frame(
    source: &[u8],
    dictionary: &[u8],
    limit: usize,
) -> Result<(Vec<u8>, usize), FrameError> {
    let mut decoder = Context(ptr::null_mut());
    // SAFETY: C writes the pointer that it makes.
    checked(unsafe {
        sys::LZ4F_createDecompressionContext(&raw mut decoder.0, sys::FRAME_VERSION)
    })?;
    let mut content = Vec::new();
    let mut piece = vec![0_u8; 64 << 10];
    let mut at = 0;
    loop {
        let mut taken = source.len() - at;
        let mut given = piece.len();
        // SAFETY: the pointers are good for the sizes given with them; the
        // dictionary lives through all calls.
        let hint = checked(unsafe {
            sys::LZ4F_decompress_usingDict(
                decoder.0,
                piece.as_mut_ptr().cast(),
                &raw mut given,
                source[at..].as_ptr().cast(),
                &raw mut taken,
                dictionary.as_ptr().cast(),
                dictionary.len(),
                ptr::null(),
            )
        })?;
        at += taken;
        content.extend_from_slice(&piece[..given]);
        if content.len() > limit {
            return Err(FrameError("the content exceeds the limit".into()));
        }
        if hint == 0 {
            return Ok((content, at));
        }
        if taken == 0 && given == 0 {
            return Err(FrameError("the frame does not end".into()));
        }
    }
}
