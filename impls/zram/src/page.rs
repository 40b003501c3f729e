//! How large a page is.

/// The size of a page. All pages of one store have the same.
///
/// ```
/// use zram::PageSize;
///
/// assert_eq!(PageSize::try_from(16 << 10), Ok(PageSize::KiB16));
/// assert_eq!(PageSize::KiB16.bytes(), 16_384);
/// assert!(PageSize::try_from(5000).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum PageSize {
    /// 4096 bytes: x86, and most of everything else.
    #[default]
    KiB4,
    /// 8192 bytes.
    KiB8,
    /// 16,384 bytes: what arm64 offers in between.
    KiB16,
    /// 32,768 bytes.
    KiB32,
    /// 65,536 bytes: the largest base page of arm64 and POWER.
    KiB64,
}

/// No page is that large.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("a page has 4, 8, 16, 32 or 64 KiB, not {bytes} bytes")]
pub struct UnknownPageSize {
    /// The size asked for.
    pub bytes: usize,
}

impl PageSize {
    /// Every size, smallest first.
    pub const ALL: [Self; 5] = [
        Self::KiB4,
        Self::KiB8,
        Self::KiB16,
        Self::KiB32,
        Self::KiB64,
    ];

    /// The binary logarithm of the size: 12 to 16.
    pub const fn log2(self) -> u8 {
        12 + self as u8
    }

    /// The size in bytes.
    pub const fn bytes(self) -> usize {
        1 << self.log2()
    }
}

impl TryFrom<usize> for PageSize {
    type Error = UnknownPageSize;

    fn try_from(bytes: usize) -> Result<Self, UnknownPageSize> {
        Self::ALL
            .into_iter()
            .find(|size| size.bytes() == bytes)
            .ok_or(UnknownPageSize { bytes })
    }
}
