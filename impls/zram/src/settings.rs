//! What an encoder and its decoder have to agree on.

use crate::{Codec, Dictionary, PageSize};

/// Codec, page size, dictionary, and when a block is worth it.
///
/// Cheap to clone: clones share the dictionary.
///
/// ```
/// use zram::{Codec, Encoder, PageSize, Settings};
///
/// let settings = Settings::new("zstd:1".parse()?, PageSize::KiB4).with_threshold(3264);
/// assert_eq!(Encoder::with(&settings)?.threshold(), 3264);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    pub(crate) codec: Codec,
    pub(crate) page_size: PageSize,
    pub(crate) dictionary: Option<Dictionary>,
    pub(crate) threshold: usize,
}

impl Settings {
    /// No dictionary, and the default threshold: seven eighths of a page.
    pub const fn new(codec: Codec, page_size: PageSize) -> Self {
        Self {
            codec,
            page_size,
            dictionary: None,
            threshold: page_size.bytes() / 8 * 7,
        }
    }

    /// Lets every page refer to `dictionary`.
    ///
    /// It has to be of the same codec, and for an encoder of the same zstd level;
    /// LZ4's acceleration makes no difference. Otherwise making an encoder or a
    /// decoder fails with
    /// [`Error::DictionaryOfAnother`](crate::Error::DictionaryOfAnother).
    #[must_use]
    pub fn with_dictionary(mut self, dictionary: Dictionary) -> Self {
        self.dictionary = Some(dictionary);
        self
    }

    /// Blocks of `bytes` and more are not kept; the page is, as it is. More
    /// than a page counts as a page.
    ///
    /// The kernel's zram asks its allocator for this (`zs_huge_class_size`):
    /// from there on, objects no longer share a page, so that a block saves
    /// nothing. With 4 KiB pages in chains of up to four, the largest objects
    /// that do share have 3264 bytes; longer chains move that up. Before Linux
    /// 4.17 zram had a limit of its own, 3072.
    #[must_use]
    pub const fn with_threshold(mut self, bytes: usize) -> Self {
        let page = self.page_size.bytes();
        self.threshold = if bytes < page { bytes } else { page };
        self
    }

    /// The codec.
    pub const fn codec(&self) -> Codec {
        self.codec
    }

    /// The page size.
    pub const fn page_size(&self) -> PageSize {
        self.page_size
    }

    /// The dictionary, if there is one.
    pub const fn dictionary(&self) -> Option<&Dictionary> {
        self.dictionary.as_ref()
    }

    /// The size from which on a block is not kept, in bytes.
    pub const fn threshold(&self) -> usize {
        self.threshold
    }
}
