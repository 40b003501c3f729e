//! Blocks to pages.

use crate::codec::Decompressor;
use crate::same::fill;
use crate::{Codec, Error, Kept, PageSize, Settings};

/// Decodes page after page, each by itself. One worker, one decoder.
///
/// ```
/// use zram::{Codec, Decoder, Error, Kept, PageSize};
///
/// let mut decoder = Decoder::new(Codec::LZ4, PageSize::KiB4)?;
/// let mut page = vec![0; 4096];
/// decoder.decode(Kept::Same(1), &mut page)?;
/// assert_eq!(page[..9], [1, 0, 0, 0, 0, 0, 0, 0, 1]);
/// assert!(matches!(
///     decoder.decode(Kept::Block(&[0x10, b'A']), &mut page),
///     Err(Error::BlockTooShort { actual: 1, .. })
/// ));
/// # Ok::<(), zram::Error>(())
/// ```
#[derive(Debug)]
pub struct Decoder {
    decompressor: Decompressor,
    page_size: PageSize,
}

impl Decoder {
    /// Without a dictionary.
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
            decompressor: Decompressor::new(settings)?,
            page_size: settings.page_size,
        })
    }

    /// Brings back a page, every byte of it. After an error `page` holds
    /// anything, part of a page included, and is not to be handed on.
    ///
    /// # Errors
    ///
    /// [`Error::PageLength`] when `page` has another length than the page size;
    /// [`Error::RawLength`], [`Error::BlockTooShort`], [`Error::BlockTooLong`]
    /// and [`Error::Corrupt`] for what was kept.
    pub fn decode(&mut self, kept: Kept<'_>, page: &mut [u8]) -> Result<(), Error> {
        let expected = self.page_size.bytes();
        if page.len() != expected {
            return Err(Error::PageLength {
                expected,
                actual: page.len(),
            });
        }
        match kept {
            Kept::Same(word) => fill(page, word),
            Kept::Raw(bytes) if bytes.len() == expected => page.copy_from_slice(bytes),
            Kept::Raw(bytes) => {
                return Err(Error::RawLength {
                    expected,
                    actual: bytes.len(),
                });
            }
            Kept::Block(block) => {
                let actual = self.decompressor.decompress(block, page)?;
                if actual != expected {
                    return Err(Error::BlockTooShort { expected, actual });
                }
            }
        }
        Ok(())
    }
}
