//! The content of one frame, block after block.

use alloc::vec::Vec;

use super::checksum::Running;
use super::{Header, Problem};
use crate::block::{DecodeError, Malformed, decompress_continued, decompress_with_dictionary};

/// How much content a block of a legacy frame holds, in bytes.
pub(super) const LEGACY_BLOCK: usize = 8 << 20;

/// More content for each byte of a block than it can have: a length goes on in
/// bytes of up to 255 each, and a token and an offset stand for less. What is
/// over keeps the rules for the end of an output from bearing on the content.
const MAX_RATIO: usize = 255;

/// The frame under way.
pub(super) struct Content {
    /// The header, or what it would say of a legacy frame.
    header: Header,
    /// How much a block can hold, in bytes.
    block_size: usize,
    running: Option<Running>,
    /// Bytes so far.
    size: u64,
    /// Where in the output the content begins, as far as it is still there.
    start: usize,
}

impl Content {
    /// The content of a frame with `header`, from `start` of the output on.
    pub(super) fn new(header: Header, start: usize) -> Self {
        Self {
            header,
            block_size: header.block_size.bytes(),
            running: header.content_checksum.then(Running::new),
            size: 0,
            start,
        }
    }

    /// The content of a legacy frame.
    pub(super) fn legacy(start: usize) -> Self {
        Self {
            block_size: LEGACY_BLOCK,
            ..Self::new(Header::PLAIN, start)
        }
    }

    pub(super) const fn header(&self) -> &Header {
        &self.header
    }

    /// How much a block can hold, in bytes.
    pub(super) const fn block_size(&self) -> usize {
        self.block_size
    }

    /// The first `bytes` of the output have been dropped.
    pub(super) const fn moved_down(&mut self, bytes: usize) {
        self.start = self.start.saturating_sub(bytes);
    }

    /// Appends a block that is stored as it is.
    pub(super) fn store(&mut self, data: &[u8], output: &mut Vec<u8>) -> Result<(), Problem> {
        let begin = output.len();
        output.extend_from_slice(data);
        self.account(&output[begin..])
    }

    /// Appends what a compressed block becomes. An error also tells how far into
    /// the block it is.
    pub(super) fn decompress(
        &mut self,
        data: &[u8],
        dictionary: &[u8],
        output: &mut Vec<u8>,
    ) -> Result<(), (usize, Problem)> {
        let begin = output.len();
        let room = data.len().saturating_mul(MAX_RATIO).min(self.block_size);
        output.resize(begin + room, 0);
        let read = if self.header.linked_blocks {
            let content = &mut output[self.start..];
            decompress_continued(data, content, begin - self.start, dictionary)
        } else {
            decompress_with_dictionary(data, &mut output[begin..], dictionary)
        };
        output.truncate(begin + read.unwrap_or(0));
        read.map_err(|error: DecodeError| (error.position, block_problem(error.problem)))?;
        self.account(&output[begin..])
            .map_err(|problem| (0, problem))
    }

    /// Counts what has been appended.
    fn account(&mut self, appended: &[u8]) -> Result<(), Problem> {
        self.size += appended.len() as u64;
        if let Some(running) = &mut self.running {
            running.add(appended);
        }
        match self.header.content_size {
            Some(declared) if self.size > declared => Err(Problem::ContentSize {
                declared,
                found: self.size,
            }),
            _ => Ok(()),
        }
    }

    /// Checks the size once there are no more blocks.
    pub(super) const fn check_size(&self) -> Result<(), Problem> {
        match self.header.content_size {
            Some(declared) if self.size != declared => Err(Problem::ContentSize {
                declared,
                found: self.size,
            }),
            _ => Ok(()),
        }
    }

    /// Checks the content against the checksum that the frame has for it.
    pub(super) fn check_sum(&self, stored: u32) -> Result<(), Problem> {
        match &self.running {
            Some(running) if running.value() != stored => Err(Problem::ContentChecksum {
                stored,
                computed: running.value(),
            }),
            _ => Ok(()),
        }
    }
}

const fn block_problem(problem: Malformed) -> Problem {
    Problem::Block(problem)
}
