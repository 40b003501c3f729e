//! Windows to write to, of one size at any position.

/// Bytes that windows of `N` are written in, each with one comparison.
///
/// ```
/// let mut bytes = *b"touchstone";
/// let mut windows = mem::WindowsMut::<4>::new(&mut bytes);
/// *windows.at(6).unwrap() = *b"pads";
/// assert_eq!(windows.at(7), None);
/// assert_eq!(windows.bytes(), b"touchspads");
/// assert_eq!(mem::WindowsMut::<4>::new(&mut [0; 3]).at(0), None);
/// ```
#[derive(Debug)]
pub struct WindowsMut<'a, const N: usize> {
    bytes: &'a mut [u8],
    /// How many windows there are.
    count: usize,
}

impl<'a, const N: usize> WindowsMut<'a, N> {
    /// Windows of `bytes`; there is none when there are fewer than `N`.
    #[inline(always)]
    pub const fn new(bytes: &'a mut [u8]) -> Self {
        let count = match bytes.len().checked_sub(N) {
            Some(last) => last + 1,
            None => 0,
        };
        Self { bytes, count }
    }

    /// The bytes.
    #[inline(always)]
    pub const fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// The bytes, to be written.
    #[inline(always)]
    pub const fn bytes_mut(&mut self) -> &mut [u8] {
        self.bytes
    }

    /// The `N` bytes at `at`; `None` when fewer begin there.
    #[inline(always)]
    pub fn at(&mut self, at: usize) -> Option<&mut [u8; N]> {
        if at >= self.count {
            return None;
        }
        debug_assert!(at + N <= self.bytes.len());
        // SAFETY: the last of `count` windows ends where the bytes end, and this
        // one is not after it; it is borrowed for as long as `self` is.
        Some(unsafe { &mut *self.bytes.as_mut_ptr().add(at).cast::<[u8; N]>() })
    }
}
