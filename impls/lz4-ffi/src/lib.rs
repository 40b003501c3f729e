//! The reference LZ4: liblz4 1.10.0, as the crate `lz4-sys` builds it, behind
//! safe calls.
//!
//! `lz4-sys` declares a part of the library; what is missing is declared in
//! `sys`. A block is what C writes, an error what C says: a number or nothing.

mod block;
mod frame;
mod high;
mod stream;
mod sys;

pub use block::{
    Filled, Refusal, bound, compress, compress_fill, compress_with_dictionary, decompress,
    decompress_partial, decompress_with_dictionary,
};
pub use frame::{
    FrameError, FrameOptions, compress_frame, compress_frame_in_pieces,
    compress_frame_with_dictionary, decompress_frame,
};
pub use high::{
    HighContext, HighStream, compress_high, compress_high_fill, compress_high_with_dictionary,
};
pub use stream::{FastContext, FastStream};

/// The version of the library that is linked, as `10_000 * major + 100 * minor +
/// patch` (`LZ4_versionNumber`).
pub fn version_number() -> u32 {
    // SAFETY: the function takes nothing and returns a constant.
    unsafe { sys::LZ4_versionNumber() }.unsigned_abs()
}

/// The version of the library that is linked, as text.
pub fn version() -> String {
    let number = version_number();
    format!(
        "{}.{}.{}",
        number / 10_000,
        number / 100 % 100,
        number % 100
    )
}
