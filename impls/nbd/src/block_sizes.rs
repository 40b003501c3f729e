//! How large requests may be.

/// The least, the preferred and the largest request of an export, in bytes
/// (proto.md, "Size constraints").
///
/// A server says them to every client and answers requests outside of them with
/// `NBD_EINVAL`.
///
/// ```
/// use nbd::BlockSizes;
///
/// assert_eq!(BlockSizes::new(512, 4096, 1 << 25), Ok(BlockSizes::DEFAULT));
/// assert!(BlockSizes::new(500, 4096, 1 << 25).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSizes {
    minimum: u32,
    preferred: u32,
    maximum: u32,
}

/// The sizes are not ones that the protocol allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BlockSizesError {
    /// The minimum has to be a power of two, at most 65,536.
    #[error("a minimum block size of {0}")]
    Minimum(u32),
    /// The preferred size has to be a power of two, and no less than 512 or the
    /// minimum.
    #[error("a preferred block size of {0}")]
    Preferred(u32),
    /// The maximum has to be a multiple of the minimum, no less than the
    /// preferred size and no more than [`BlockSizes::LARGEST`].
    #[error("a maximum payload of {0}")]
    Maximum(u32),
}

impl BlockSizes {
    /// The largest maximum: 64 MiB. A connection's buffers grow to the maximum.
    pub const LARGEST: u32 = 1 << 26;

    /// 512 bytes, 4 KiB, and 32 MiB.
    pub const DEFAULT: Self = Self {
        minimum: 512,
        preferred: 4096,
        maximum: 1 << 25,
    };

    /// Checks the sizes.
    ///
    /// # Errors
    ///
    /// Where the protocol does not allow them, or the maximum is above
    /// [`LARGEST`](Self::LARGEST).
    pub const fn new(minimum: u32, preferred: u32, maximum: u32) -> Result<Self, BlockSizesError> {
        if !minimum.is_power_of_two() || minimum > 1 << 16 {
            return Err(BlockSizesError::Minimum(minimum));
        }
        if !preferred.is_power_of_two() || preferred < 512 || preferred < minimum {
            return Err(BlockSizesError::Preferred(preferred));
        }
        if maximum < preferred || maximum > Self::LARGEST || !maximum.is_multiple_of(minimum) {
            return Err(BlockSizesError::Maximum(maximum));
        }
        Ok(Self {
            minimum,
            preferred,
            maximum,
        })
    }

    /// Offsets and lengths are multiples of this many bytes.
    pub const fn minimum(self) -> u32 {
        self.minimum
    }

    /// Aligned requests of this many bytes are efficient.
    pub const fn preferred(self) -> u32 {
        self.preferred
    }

    /// No request reads or writes more bytes than this.
    pub const fn maximum(self) -> u32 {
        self.maximum
    }
}

impl Default for BlockSizes {
    fn default() -> Self {
        Self::DEFAULT
    }
}
