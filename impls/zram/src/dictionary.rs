//! Bytes that every page may refer to.

use alloc::sync::Arc;

use crate::codec::dictionary::Prepared;
use crate::{Codec, Error};

/// A dictionary made ready for one codec.
///
/// Cheap to clone: clones share it. What was encoded with a dictionary can be
/// decoded with the same bytes only. Neither codec notices others if the
/// dictionary has no identifier: the page is then wrong.
///
/// With a zstd dictionary of plain content, mzstd allocates its tables, some
/// 5 KB, for every page; with one that has tables it does not. With either,
/// pages of 64 KiB at levels from 13 on are split with allocations of their own.
///
/// [`train`](crate::training::train) learns such bytes from pages. Those that
/// `zstd --train` wrote serve too, and so do the pages that are typical of a
/// memory, one after the other, the most typical last.
///
/// ```
/// use zram::{Codec, Decoder, Dictionary, Encoder, Encoded, PageSize, Settings};
///
/// let typical: Vec<u8> = (0..4096_u32).flat_map(|n| (n * n).to_le_bytes()).collect();
/// let dictionary = Dictionary::new(Codec::LZ4, &typical)?;
/// let settings = Settings::new(Codec::LZ4, PageSize::KiB4).with_dictionary(dictionary);
/// let mut encoder = Encoder::with(&settings)?;
/// let mut output = vec![0; encoder.room()];
/// let page = &typical[2000..][..4096];
/// let encoded = encoder.encode(page, &mut output)?;
/// assert!(matches!(encoded, Encoded::Block { size } if size < 60));
///
/// let mut back = vec![0; 4096];
/// Decoder::with(&settings)?.decode(encoded.kept(page, &output), &mut back)?;
/// assert_eq!(back, page);
/// # Ok::<(), zram::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dictionary {
    codec: Codec,
    prepared: Arc<Prepared>,
}

impl Dictionary {
    /// Indexes `bytes` for `codec`.
    ///
    /// LZ4 takes any bytes, and uses the last 64 KiB of them, if there are at
    /// least 8. zstd takes any bytes too; those that begin with its
    /// dictionaries' magic number it reads as `zstd --train` writes them.
    ///
    /// # Errors
    ///
    /// [`Error::CodecOutOfRange`], [`Error::NoDictionaries`] for
    /// [`Codec::Lz4Turbo`], and [`Error::Dictionary`] for malformed bytes after
    /// zstd's magic number.
    pub fn new(codec: Codec, bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self {
            codec,
            prepared: Arc::new(Prepared::new(codec, bytes)?),
        })
    }

    /// The codec it was made for.
    pub const fn codec(&self) -> Codec {
        self.codec
    }

    /// The bytes that pages can refer to.
    pub fn bytes(&self) -> &[u8] {
        self.prepared.bytes()
    }

    pub(crate) const fn prepared(&self) -> &Arc<Prepared> {
        &self.prepared
    }
}
