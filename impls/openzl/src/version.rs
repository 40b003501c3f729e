//! Versions of the wire format.

use core::fmt;

use crate::{Error, Structure};

/// Added to a version to give the magic number (`common/wire_format.h`).
const MAGIC_BASE: u32 = 0xD7B1_A5C0;

/// Magic numbers this far past the newest version are later versions rather
/// than foreign bytes (`common/wire_format.c`).
const FUTURE_VERSIONS: u32 = 16;

/// A version of the wire format, [`MIN`](Self::MIN) to [`MAX`](Self::MAX).
///
/// ```
/// use openzl::FormatVersion;
///
/// let version = FormatVersion::try_from(21)?;
/// assert!(version < FormatVersion::MAX);
/// assert!(FormatVersion::try_from(28).is_err());
/// # Ok::<(), openzl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct FormatVersion(u32);

impl FormatVersion {
    /// The oldest version read and written here: the first with chunks.
    pub const MIN: Self = Self(21);
    /// The newest version, the one that OpenZL 0.3.0 writes by default.
    pub const MAX: Self = Self(27);
    /// The first version with a comment in the frame header.
    pub(crate) const COMMENT: Self = Self(22);
    /// The first version that tells standard codecs in seven bits.
    pub(crate) const WIDE_CODEC_IDS: Self = Self(24);
    /// The first version with dictionary bundles.
    pub(crate) const DICTIONARY: Self = Self(25);

    /// Every version, oldest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (21..28).map(Self)
    }

    /// The number of the version.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    pub(crate) const fn magic(self) -> u32 {
        MAGIC_BASE + self.0
    }

    pub(crate) fn from_magic(magic: u32) -> Result<Self, Error> {
        match magic.checked_sub(MAGIC_BASE) {
            Some(version) if version <= Self::MAX.0 + FUTURE_VERSIONS => Self::try_from(version),
            _ => Err(Error::Foreign { magic }),
        }
    }
}

impl Default for FormatVersion {
    /// [`FormatVersion::MAX`]. C has no default: it refuses to compress
    /// until a version is set.
    fn default() -> Self {
        Self::MAX
    }
}

impl TryFrom<u32> for FormatVersion {
    type Error = Error;

    fn try_from(version: u32) -> Result<Self, Error> {
        if (Self::MIN.0..=Self::MAX.0).contains(&version) {
            Ok(Self(version))
        } else {
            Err(Error::Version { version })
        }
    }
}

impl fmt::Display for FormatVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The format version that the first four bytes of `frame` name, without
/// looking further.
///
/// # Errors
///
/// [`Error::Truncated`], [`Error::Foreign`] or [`Error::Version`].
pub fn format_version(frame: &[u8]) -> Result<FormatVersion, Error> {
    let magic = frame.first_chunk().ok_or(Error::Truncated {
        offset: frame.len(),
        structure: Structure::Magic,
    })?;
    FormatVersion::from_magic(u32::from_le_bytes(*magic))
}
