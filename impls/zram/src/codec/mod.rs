//! The codecs: everything that knows one from another. A codec is a variant
//! here, its line in each `match` below, and its file.

mod demanding;
pub(crate) mod dictionary;
mod lz4_block;
mod lz4_high;
mod lz4_turbo;
mod name;
mod zstd_frame;

pub use name::UnknownCodec;

use alloc::boxed::Box;

use crate::{Error, PageSize, Settings};

/// How pages are compressed.
///
/// Its name is `lz4`, `lz4turbo`, `lz4hc` or `zstd`, with the setting after a
/// colon where it has one:
///
/// ```
/// use zram::Codec;
///
/// assert_eq!("lz4".parse(), Ok(Codec::Lz4 { acceleration: 1 }));
/// assert_eq!("lz4:8".parse(), Ok(Codec::Lz4 { acceleration: 8 }));
/// assert_eq!("lz4turbo".parse(), Ok(Codec::Lz4Turbo));
/// assert_eq!("lz4hc".parse(), Ok(Codec::Lz4High { level: 9 }));
/// assert_eq!("zstd".parse(), Ok(Codec::Zstd { level: 3 }));
/// assert_eq!(Codec::Zstd { level: -5 }.to_string(), "zstd:-5");
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Codec {
    /// LZ4 blocks (`LZ4_compress_fast`).
    Lz4 {
        /// 1 is liblz4's default; each step up is some 3 % faster, and larger.
        /// At most [`lz4::block::MAX_ACCELERATION`].
        acceleration: u32,
    },
    /// LZ4 blocks by a search of our own: faster to make than those of `Lz4`,
    /// and some percent larger. No reference writes them; they are read as the
    /// others are. Without dictionaries.
    Lz4Turbo,
    /// LZ4 blocks by high compression (`LZ4_compress_HC`), smaller, slower to
    /// make, and read as the others are.
    Lz4High {
        /// 1 to 12; 9 is liblz4's default.
        level: i32,
    },
    /// zstd frames (`ZSTD_compress2`) of a single segment, with the size of the
    /// page and without a checksum.
    Zstd {
        /// -131072 to 22; 0 is libzstd's default, 3.
        level: i32,
    },
}

impl Codec {
    /// LZ4 as liblz4 and zram do it by default.
    pub const LZ4: Self = Self::Lz4 { acceleration: 1 };

    /// Whether the setting is one that the codec has.
    const fn in_range(self) -> bool {
        match self {
            Self::Lz4 { acceleration } => lz4_block::in_range(acceleration),
            Self::Lz4Turbo => true,
            Self::Lz4High { level } => lz4_high::in_range(level),
            Self::Zstd { level } => zstd_frame::in_range(level),
        }
    }

    /// Whether blocks of this codec are read by a decoder of `other`, given the
    /// same dictionary.
    #[cfg(feature = "std")]
    pub(crate) const fn reads_alike(self, other: Self) -> bool {
        matches!(self, Self::Zstd { .. }) == matches!(other, Self::Zstd { .. })
    }

    const fn checked(self) -> Result<(), Error> {
        if self.in_range() {
            Ok(())
        } else {
            Err(Error::CodecOutOfRange { codec: self })
        }
    }

    /// The longest block that a page can become, in bytes.
    pub(crate) fn bound(self, page_size: PageSize) -> usize {
        let page = page_size.bytes();
        match self {
            Self::Lz4 { .. } | Self::Lz4Turbo | Self::Lz4High { .. } => lz4_block::bound(page),
            Self::Zstd { .. } => zstd_frame::bound(page),
        }
    }
}

/// What compresses, with all its memory.
#[derive(Debug)]
pub(crate) enum Compressor {
    Lz4(lz4_block::Compressor),
    Lz4Turbo(lz4_turbo::Compressor),
    Lz4High(lz4_high::Compressor),
    Zstd(Box<zstd_frame::Compressor>),
}

impl Compressor {
    pub(crate) fn new(settings: &Settings) -> Result<Self, Error> {
        settings.codec.checked()?;
        Ok(match settings.codec {
            Codec::Lz4 { acceleration } => {
                Self::Lz4(lz4_block::Compressor::new(settings, acceleration)?)
            }
            Codec::Lz4Turbo => Self::Lz4Turbo(lz4_turbo::Compressor::new(settings)?),
            Codec::Lz4High { level } => Self::Lz4High(lz4_high::Compressor::new(settings, level)?),
            Codec::Zstd { level } => {
                Self::Zstd(Box::new(zstd_frame::Compressor::new(settings, level)?))
            }
        })
    }

    /// Compresses `page` to the front of `output`, which has
    /// [`Codec::bound`] bytes, and returns the size of the block.
    pub(crate) fn compress(&mut self, page: &[u8], output: &mut [u8]) -> Result<usize, Error> {
        match self {
            Self::Lz4(compressor) => compressor.compress(page, output),
            Self::Lz4Turbo(compressor) => compressor.compress(page, output),
            Self::Lz4High(compressor) => compressor.compress(page, output),
            Self::Zstd(compressor) => compressor.compress(page, output),
        }
    }
}

/// What decompresses, with all its memory.
#[derive(Debug)]
pub(crate) enum Decompressor {
    Lz4(lz4_block::Decompressor),
    Zstd(Box<zstd_frame::Decompressor>),
}

impl Decompressor {
    pub(crate) fn new(settings: &Settings) -> Result<Self, Error> {
        settings.codec.checked()?;
        Ok(match settings.codec {
            Codec::Lz4 { .. } | Codec::Lz4Turbo | Codec::Lz4High { .. } => {
                Self::Lz4(lz4_block::Decompressor::new(settings)?)
            }
            Codec::Zstd { .. } => Self::Zstd(Box::new(zstd_frame::Decompressor::new(settings)?)),
        })
    }

    /// Decompresses to the front of `page` and returns how much.
    pub(crate) fn decompress(&mut self, block: &[u8], page: &mut [u8]) -> Result<usize, Error> {
        match self {
            Self::Lz4(decompressor) => decompressor.decompress(block, page),
            Self::Zstd(decompressor) => decompressor.decompress(block, page),
        }
    }
}
