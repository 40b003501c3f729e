//! The codecs, behind one pair of functions.

mod encoder;
mod gzip;
mod lz4;
mod zstd;

pub(crate) use encoder::Encoder;

use crate::compression::Codec;
use crate::error::Error;

/// Decompresses payloads and streams; keeps what its codecs need.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    zstd: zstd::Decoder,
}

impl Decoder {
    /// Decompresses `input` to the front of `output` and returns how much it
    /// is. What there is more than fits is not an error where `cut` allows it.
    pub(crate) fn decompress(
        &mut self,
        codec: Codec,
        input: &[u8],
        output: &mut [u8],
        cut: Cut,
    ) -> Result<usize, Error> {
        match codec {
            Codec::None => {
                let length = input.len().min(output.len());
                output[..length].copy_from_slice(&input[..length]);
                if input.len() > output.len() && cut == Cut::Refused {
                    return Err(length_error(codec, output.len(), input.len()));
                }
                Ok(length)
            }
            Codec::Lz4 | Codec::Lz4High => lz4::decompress(codec, input, output, cut),
            Codec::Gzip => gzip::decompress(input, output, cut),
            Codec::Zstd => self.zstd.decompress(input, output, cut),
        }
    }
}

impl Decoder {
    /// Decompresses as much of damaged `input` as comes before what is noticed
    /// of the damage, to the front of `output`, and returns how much it is.
    ///
    /// What was changed in a way that the codec has no means to notice is among
    /// it.
    pub(crate) fn decompress_prefix(
        &mut self,
        codec: Codec,
        input: &[u8],
        output: &mut [u8],
    ) -> usize {
        match codec {
            Codec::None => {
                let length = input.len().min(output.len());
                output[..length].copy_from_slice(&input[..length]);
                length
            }
            Codec::Lz4 | Codec::Lz4High => lz4::prefix(input, output),
            Codec::Gzip => gzip::prefix(input, output),
            Codec::Zstd => self.zstd.prefix(input, output),
        }
    }
}

/// What to do with more data than was told beforehand.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Cut {
    /// It is an error.
    Refused,
    /// It is left: C++ asks liblz4 for the bytes told and goes on with what
    /// has come, and such records are in CLAS12's files.
    Allowed,
}

/// The most that `input` bytes can become.
pub(crate) const fn bound(codec: Codec, input: u64) -> u64 {
    match codec {
        Codec::None => input,
        // A byte of a length stands for 255 at most.
        Codec::Lz4 | Codec::Lz4High => input.saturating_mul(255).saturating_add(64),
        // Deflate: 258 bytes for two bits.
        Codec::Gzip => input.saturating_mul(1032),
        // A block of 128 KiB takes four bytes.
        Codec::Zstd => input.saturating_mul(1 << 15).saturating_add(1 << 17),
    }
}

#[cold]
pub(crate) fn length_error(codec: Codec, expected: usize, got: usize) -> Error {
    crate::ErrorKind::DecompressedLength {
        codec,
        expected: expected as u64,
        got: got as u64,
    }
    .into()
}

#[cold]
fn damaged(codec: Codec, source: impl std::error::Error + Send + Sync + 'static) -> Error {
    crate::ErrorKind::Decompress {
        codec,
        source: Box::new(source),
    }
    .into()
}
