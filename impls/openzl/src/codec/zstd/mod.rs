//! `zstd`, codec 22: Zstandard 1.5.7 through the crate `mzstd`.
//!
//! Reads one serial stream and regenerates one serial stream. The stream is a
//! varint, the element width (always 1), then one Zstandard frame without its
//! four magic bytes; the frame tells its content size and carries no checksum
//! or dictionary. Since format 3, without the magic number since format 9
//! (`codecs/zstd/encode_zstd_binding.c`, `decode_zstd_binding.c`).

mod decode;
mod encode;
mod header;

pub(crate) use decode::{DecoderState, decode, describe};
pub(crate) use encode::{EncoderState, encode};

use super::Signature;
use crate::stream::StreamType;

pub(crate) const SIGNATURE: Signature = Signature {
    reads: &[StreamType::Serial],
    reads_variable: false,
    regenerates: 1,
};

/// The magic number that the codec leaves out.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The element width of a serial stream, as a varint.
const SERIAL_WIDTH: u8 = 1;
