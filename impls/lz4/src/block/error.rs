//! What can go wrong with a block.

/// A block could not be written.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CompressError {
    /// The compressed block does not fit. [`bound`](super::bound) always does.
    #[error("the block does not fit in {available} bytes")]
    OutputTooSmall {
        /// Length of the output given.
        available: usize,
    },
    /// The input is longer than a block can be.
    #[error("{size} bytes are more than the {max} that a block can hold", max = super::MAX_INPUT)]
    InputTooLarge {
        /// Length of the input given.
        size: usize,
    },
}

/// A block could not be read.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("byte {position} of the block: {problem}")]
pub struct DecodeError {
    /// Where in the block reading stopped, in bytes from its start.
    pub position: usize,
    /// What was wrong there.
    pub problem: Malformed,
}

/// What is wrong with a block.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// There is no token: even an empty block has one.
    #[error("a token was expected")]
    Empty,
    /// A length goes on to where the end of the block has no room for it.
    #[error("a length does not end before the block does")]
    UnfinishedLength,
    /// Literals run over the end of the block or of the output, or the block
    /// goes on where the last literals had to be.
    #[error(
        "{length} literals are not the last: {input_left} bytes of block, {output_left} of output are left"
    )]
    Literals {
        /// How many the token asks for.
        length: usize,
        /// Bytes of block left for them.
        input_left: usize,
        /// Bytes of output left for them.
        output_left: usize,
    },
    /// A match reaches back to before the first byte.
    #[error("a match {offset} bytes back, where there are {history}")]
    Offset {
        /// The distance.
        offset: usize,
        /// What has been written, and what the dictionary adds.
        history: usize,
    },
    /// A match with distance 0. The format forbids it; liblz4 reads it as
    /// whatever bytes its copy finds.
    #[error("a match 0 bytes back")]
    ZeroOffset,
    /// A match runs into the last five bytes of the output, which are literals
    /// in every block.
    #[error("a match of {length} bytes, where {output_left} bytes of output are left")]
    Match {
        /// Length of the match.
        length: usize,
        /// Bytes of output left for it.
        output_left: usize,
    },
}
