//! Words at any alignment.

/// Bytes that words are read from, each with one comparison.
///
/// ```
/// use mem::Words;
///
/// let words = Words::new(b"touchstone").unwrap();
/// assert_eq!(words.u32_at(2).to_le_bytes(), *b"uchs");
/// assert_eq!(words.u64_at(2).to_le_bytes(), *b"uchstone");
/// assert_eq!(words.chunk_at(6), Some(b"tone"));
/// assert_eq!(words.chunk_at::<4>(7), None);
/// assert!(Words::new(b"seven b").is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    bytes: &'a [u8],
    /// Where the last eight bytes begin: `bytes.len() - 8`.
    last: usize,
}

impl<'a> Words<'a> {
    /// Words of `bytes`; `None` when there are fewer than eight.
    #[inline(always)]
    pub const fn new(bytes: &'a [u8]) -> Option<Self> {
        match bytes.len().checked_sub(8) {
            Some(last) => Some(Self { bytes, last }),
            None => None,
        }
    }

    /// The bytes.
    #[inline(always)]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The `N` bytes at `at`; `None` when fewer begin there.
    #[inline(always)]
    pub const fn chunk_at<const N: usize>(&self, at: usize) -> Option<&'a [u8; N]> {
        if self.bytes.len() < N || at > self.bytes.len() - N {
            return None;
        }
        // SAFETY: `N` bytes begin at `at`, as the line above has compared; they
        // are borrowed for as long as the bytes are.
        Some(unsafe { &*self.bytes.as_ptr().add(at).cast::<[u8; N]>() })
    }

    /// The four bytes at `at`, the first one lowest.
    ///
    /// # Panics
    ///
    /// When fewer than eight bytes begin there.
    #[inline(always)]
    pub fn u32_at(&self, at: usize) -> u32 {
        assert!(at <= self.last, "a word beyond the end");
        debug_assert_eq!(self.last, self.bytes.len() - 8);
        // SAFETY: eight bytes begin at `last`, and so at `at`, which is not
        // after it; reading does not need alignment.
        let word = unsafe { self.bytes.as_ptr().add(at).cast::<[u8; 4]>().read() };
        u32::from_le_bytes(word)
    }

    /// The eight bytes at `at`, the first one lowest.
    ///
    /// # Panics
    ///
    /// When fewer than eight bytes begin there.
    #[inline(always)]
    pub fn u64_at(&self, at: usize) -> u64 {
        assert!(at <= self.last, "a word beyond the end");
        debug_assert_eq!(self.last, self.bytes.len() - 8);
        // SAFETY: as above.
        let word = unsafe { self.bytes.as_ptr().add(at).cast::<[u8; 8]>().read() };
        u64::from_le_bytes(word)
    }
}
