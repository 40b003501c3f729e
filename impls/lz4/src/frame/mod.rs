//! The frame format: blocks with a header, an end and checksums.
//!
//! A frame is a magic number, a descriptor (flags, block size, and what of
//! content size and dictionary id the flags say, then a checksum of these),
//! blocks, each after its size in four bytes and before its checksum if it has
//! one, a size of 0, and a checksum of the content if there is one. Numbers are
//! little-endian, checksums are XXH32. Source: `lz4_Frame_format.md` and
//! `lz4frame.c` of liblz4 1.10.0.
//!
//! - [`compress`] and [`decompress`] for what is at hand;
//! - [`Encoder`] and [`Decoder`] for what comes piece by piece, in bounded
//!   memory, without an operating system;
//! - `Writer` and `Reader` around them, for `std::io`, with the feature `std`;
//! - [`Header::parse`] and [`FrameStart::parse`] for what a frame says of itself.

mod blocks;
mod checksum;
mod content;
mod decode;
mod encode;
mod error;
mod header;
mod intake;
#[cfg(feature = "std")]
mod io;
mod limits;
mod options;
mod parse;
#[cfg(test)]
mod tests;

pub use decode::{Decoder, decompress, decompress_into, decompress_with_dictionary};
pub use encode::{Encoder, compress, compress_into};
pub use error::{CompressError, DecodeError, Field, Problem};
pub use header::{FrameStart, Header, LEGACY_MAGIC, MAGIC, MAX_HEADER, SKIPPABLE_MAGIC};
#[cfg(feature = "std")]
pub use io::{Reader, Writer};
pub use limits::Limits;
pub use options::{BlockSize, Options};

/// Set in a block's size where the block is stored as it is
/// (`LZ4F_BLOCKUNCOMPRESSED_FLAG`).
const STORED: u32 = 1 << 31;

/// As much as a match can refer to, and a byte more, in bytes.
const WINDOW: usize = 64 << 10;
