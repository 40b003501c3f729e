//! Windows of one size at any position.

/// Bytes that windows of `N` are taken from, each with one comparison.
///
/// ```
/// use mem::Windows;
///
/// let windows = Windows::<4>::new(b"touchstone").unwrap();
/// assert_eq!(windows.at(6), Some(b"tone"));
/// assert_eq!(windows.at(7), None);
/// assert!(Windows::<4>::new(b"sto").is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Windows<'a, const N: usize> {
    bytes: &'a [u8],
    /// Where the last window begins: `bytes.len() - N`.
    last: usize,
}

impl<'a, const N: usize> Windows<'a, N> {
    /// Windows of `bytes`; `None` when there are fewer than `N`.
    #[inline(always)]
    pub const fn new(bytes: &'a [u8]) -> Option<Self> {
        match bytes.len().checked_sub(N) {
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
    pub fn at(&self, at: usize) -> Option<&'a [u8; N]> {
        debug_assert_eq!(self.last, self.bytes.len() - N);
        if at > self.last {
            return None;
        }
        // SAFETY: `N` bytes begin at `last`, and so at `at`, which is not after
        // it; they are borrowed for as long as the bytes are.
        Some(unsafe { &*self.bytes.as_ptr().add(at).cast::<[u8; N]>() })
    }
}
