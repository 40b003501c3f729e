//! Pages to blocks.

use crate::codec::Compressor;
use crate::same::SameFilled;
use crate::{Codec, Encoded, Error, PageSize, Settings};

/// Encodes page after page, each by itself.
///
/// Everything it works in it owns and has allocated when it is made:
/// [`encode`](Self::encode) allocates nothing, but for zstd with some
/// [dictionaries](crate::Dictionary). Making one takes as long as encoding some
/// tens of pages. One worker, one encoder.
///
/// ```
/// use zram::{Codec, Encoded, Encoder, PageSize};
///
/// let mut encoder = Encoder::new(Codec::Zstd { level: 1 }, PageSize::KiB4)?;
/// let mut output = vec![0; encoder.room()];
/// assert_eq!(encoder.encode(&[7; 4096], &mut output)?, Encoded::Same(0x0707_0707_0707_0707));
/// # Ok::<(), zram::Error>(())
/// ```
#[derive(Debug)]
pub struct Encoder {
    same_filled: SameFilled,
    compressor: Compressor,
    page_size: PageSize,
    threshold: usize,
    room: usize,
}

impl Encoder {
    /// With the default threshold and no dictionary.
    ///
    /// # Errors
    ///
    /// [`Error::CodecOutOfRange`]
    pub fn new(codec: Codec, page_size: PageSize) -> Result<Self, Error> {
        Self::with(&Settings::new(codec, page_size))
    }

    /// With all settings.
    ///
    /// # Errors
    ///
    /// [`Error::CodecOutOfRange`] and [`Error::DictionaryOfAnother`].
    pub fn with(settings: &Settings) -> Result<Self, Error> {
        Ok(Self {
            same_filled: SameFilled::new(),
            compressor: Compressor::new(settings)?,
            page_size: settings.page_size,
            threshold: settings.threshold,
            room: settings.codec.bound(settings.page_size),
        })
    }

    /// How long the output has to be, in bytes: the longest block that a page
    /// can become, somewhat more than a page.
    pub const fn room(&self) -> usize {
        self.room
    }

    /// The size from which on a block is not kept, in bytes.
    pub const fn threshold(&self) -> usize {
        self.threshold
    }

    /// Says how to keep `page`. A block is written to the front of `output`;
    /// what stands there otherwise is of no meaning.
    ///
    /// # Errors
    ///
    /// [`Error::PageLength`] and [`Error::OutputTooSmall`]; [`Error::Lz4`] and
    /// [`Error::Zstd`] are defects of the codec.
    pub fn encode(&mut self, page: &[u8], output: &mut [u8]) -> Result<Encoded, Error> {
        if page.len() != self.page_size.bytes() {
            return Err(Error::PageLength {
                expected: self.page_size.bytes(),
                actual: page.len(),
            });
        }
        let available = output.len();
        // Always the same room: zstd's choices depend on it.
        let Some(output) = output.get_mut(..self.room) else {
            return Err(Error::OutputTooSmall {
                needed: self.room,
                available,
            });
        };
        if let Some(word) = self.same_filled.word(page) {
            return Ok(Encoded::Same(word));
        }
        let size = self.compressor.compress(page, output)?;
        Ok(if size < self.threshold {
            Encoded::Block { size }
        } else {
            Encoded::Raw
        })
    }
}
