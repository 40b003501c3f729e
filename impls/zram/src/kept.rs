//! What is kept of a page.

/// How a page is to be kept, as an [`Encoder`](crate::Encoder) says.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Encoded {
    /// As the 8-byte word that it is filled with, first byte lowest.
    Same(u64),
    /// As the block in the front of the output.
    Block {
        /// Length of the block in bytes; below the threshold of
        /// [`Settings`](crate::Settings).
        size: usize,
    },
    /// As it is: no block below the threshold could be made of it.
    Raw,
}

impl Encoded {
    /// The bytes to keep, of the page and the output that were given to
    /// [`Encoder::encode`](crate::Encoder::encode).
    ///
    /// # Panics
    ///
    /// When `output` is shorter than the block in it.
    pub fn kept<'a>(self, page: &'a [u8], output: &'a [u8]) -> Kept<'a> {
        match self {
            Self::Same(word) => Kept::Same(word),
            Self::Block { size } => Kept::Block(&output[..size]),
            Self::Raw => Kept::Raw(page),
        }
    }
}

/// What was kept of a page: what a [`Decoder`](crate::Decoder) makes it from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kept<'a> {
    /// The word that the page is filled with, first byte lowest.
    Same(u64),
    /// A block of the decoder's codec.
    Block(&'a [u8]),
    /// The page.
    Raw(&'a [u8]),
}

impl Kept<'_> {
    /// Bytes of block or page; none for a word, which a store keeps in its
    /// table.
    pub const fn size(&self) -> usize {
        match self {
            Self::Same(_) => 0,
            Self::Block(bytes) | Self::Raw(bytes) => bytes.len(),
        }
    }
}
