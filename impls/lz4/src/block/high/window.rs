//! What is to be compressed, and what matches may refer to.

use super::prepared::HighDictionary;
use crate::block::MAX_OFFSET;

/// An input with all that came before it.
///
/// Positions are counted in two ways: from the front of `block`, and as an
/// *index* that goes on counting from block to block, which is what tables
/// hold.
#[derive(Clone, Copy)]
pub(super) struct Window<'a> {
    /// History, then input.
    pub(super) block: &'a [u8],
    /// Where in `block` the input begins.
    pub(super) start: usize,
    /// The index of the block's first byte.
    pub(super) first_index: u32,
    /// What came before the block, elsewhere in memory.
    pub(super) dictionary: &'a [u8],
    /// A dictionary with a table of its own, instead of `dictionary`.
    pub(super) attached: Option<&'a HighDictionary>,
}

impl<'a> Window<'a> {
    /// An input without history.
    pub(super) const fn alone(block: &'a [u8], first_index: u32) -> Self {
        Self {
            block,
            start: 0,
            first_index,
            dictionary: &[],
            attached: None,
        }
    }

    /// The index of `position` in the block.
    #[inline(always)]
    pub(super) const fn index(&self, position: usize) -> u32 {
        self.first_index + position as u32
    }

    /// The index of the first byte of all.
    #[inline(always)]
    pub(super) const fn low_index(&self) -> u32 {
        self.first_index - self.dictionary.len() as u32
    }

    /// The lowest index that an offset can tell from `index`. `EXTERNAL`: there
    /// is a dictionary.
    #[inline(always)]
    pub(super) const fn lowest<const EXTERNAL: bool>(&self, index: u32) -> u32 {
        let low = if EXTERNAL {
            self.low_index()
        } else {
            self.first_index
        };
        if low + MAX_OFFSET as u32 >= index {
            low
        } else {
            index - MAX_OFFSET as u32
        }
    }
}
