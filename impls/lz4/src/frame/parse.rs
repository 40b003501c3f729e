//! The fields of frames in their order.

use alloc::vec::Vec;

use super::checksum::checksum;
use super::content::{Content, LEGACY_BLOCK};
use super::header::{BLOCK_DESCRIPTOR, field_after};
use super::intake::Intake;
use super::{DecodeError, Field, FrameStart, Header, Limits, Problem, STORED, WINDOW};
use crate::block::bound;

/// The longest block of a legacy frame: a greater size is the next frame's magic
/// number.
const MAX_LEGACY_SIZE: usize = bound(LEGACY_BLOCK).expect("a block can be so long");

/// The field that comes next.
enum Next {
    /// The start of a frame, or the end of the input.
    Start,
    /// So many bytes of a skippable frame.
    Skippable(u32),
    /// The size of a block.
    BlockSize,
    /// A block, and its checksum if there is one.
    Block {
        size: usize,
        stored: bool,
    },
    ContentChecksum,
    /// The size of a block of a legacy frame, the magic number of the next
    /// frame, or the end of the input.
    LegacySize,
    LegacyBlock {
        size: usize,
    },
}

/// Bytes that blocks may refer to although they are in no frame.
struct Dictionary {
    bytes: Vec<u8>,
    id: Option<u32>,
}

/// Reads any number of frames, one after the other (`LZ4F_decompress`).
pub(super) struct Parser {
    limits: Limits,
    dictionary: Option<Dictionary>,
    intake: Intake,
    next: Next,
    content: Content,
    /// Bytes of content in all frames.
    output: u64,
    /// Whether a frame has begun.
    begun: bool,
    /// What stopped it.
    failure: Option<DecodeError>,
}

impl Parser {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            limits: *limits,
            dictionary: None,
            intake: Intake::default(),
            next: Next::Start,
            content: Content::new(Header::PLAIN, 0),
            output: 0,
            begun: false,
            failure: None,
        }
    }

    pub(super) fn set_dictionary(&mut self, bytes: &[u8], id: Option<u32>) {
        let reachable = &bytes[bytes.len().saturating_sub(WINDOW)..];
        self.dictionary = Some(Dictionary {
            bytes: reachable.to_vec(),
            id,
        });
    }

    /// Bytes of input taken.
    pub(super) const fn position(&self) -> u64 {
        self.intake.position()
    }

    /// Takes from the front of `input` until a block's content has been appended
    /// to `output`, and returns where that begins. `None`: all input is taken.
    ///
    /// Content of the frame under way, at the end of `output`, is history: it
    /// has to stay as it is, as far as [`forget`](Self::forget) did not drop it.
    pub(super) fn block(
        &mut self,
        input: &mut &[u8],
        output: &mut Vec<u8>,
    ) -> Result<Option<usize>, DecodeError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let begin = output.len();
        let result = self.advance(input, output);
        if let Err(failure) = result {
            output.truncate(begin);
            self.failure = Some(failure);
        }
        result
    }

    /// Drops from the front of `output` what no block can refer to any more,
    /// unless that is little.
    pub(super) fn forget(&mut self, output: &mut Vec<u8>) {
        let kept = if self.content.header().linked_blocks {
            WINDOW
        } else {
            0
        };
        if output.len() > 2 * kept {
            let dropped = output.len() - kept;
            output.drain(..dropped);
            self.content.moved_down(dropped);
        }
    }

    /// Whether the input may end here.
    pub(super) fn may_end(&self) -> bool {
        self.failure.is_none()
            && self.begun
            && self.intake.held().is_empty()
            && matches!(self.next, Next::Start | Next::LegacySize)
    }

    /// That the input ends here.
    pub(super) fn end(&self) -> Result<(), DecodeError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if self.may_end() {
            return Ok(());
        }
        let held = self.intake.held();
        let field = match self.next {
            Next::Start => field_after(held),
            Next::Skippable(_) => Field::SkippableData,
            Next::BlockSize | Next::LegacySize => Field::BlockSize,
            Next::Block { size, .. } if held.len() >= size => Field::BlockChecksum,
            Next::Block { .. } | Next::LegacyBlock { .. } => Field::Block,
            Next::ContentChecksum => Field::ContentChecksum,
        };
        Err(DecodeError {
            position: self.position(),
            problem: Problem::Truncated { field },
        })
    }

    fn advance(
        &mut self,
        input: &mut &[u8],
        output: &mut Vec<u8>,
    ) -> Result<Option<usize>, DecodeError> {
        loop {
            match self.next {
                Next::Start => {
                    if !self.start(input, output.len())? {
                        return Ok(None);
                    }
                }
                Next::Skippable(size) => {
                    let left = size - self.intake.skip(input, size);
                    if left > 0 {
                        self.next = Next::Skippable(left);
                        return Ok(None);
                    }
                    self.next = Next::Start;
                }
                Next::BlockSize => {
                    if !self.block_size(input)? {
                        return Ok(None);
                    }
                }
                Next::ContentChecksum => {
                    let Some((position, field)) = self.intake.field(input, 4) else {
                        return Ok(None);
                    };
                    let stored = u32_of(field);
                    self.content
                        .check_sum(stored)
                        .map_err(|problem| DecodeError { position, problem })?;
                    self.next = Next::Start;
                }
                Next::LegacySize => {
                    if !self.legacy_size(input) {
                        return Ok(None);
                    }
                }
                Next::Block { size, stored } => {
                    let begin = output.len();
                    if !self.data(input, size, stored, output)? {
                        return Ok(None);
                    }
                    self.next = Next::BlockSize;
                    if output.len() > begin {
                        return Ok(Some(begin));
                    }
                }
                Next::LegacyBlock { size } => {
                    let begin = output.len();
                    if !self.data(input, size, false, output)? {
                        return Ok(None);
                    }
                    self.next = Next::LegacySize;
                    if output.len() > begin {
                        return Ok(Some(begin));
                    }
                }
            }
        }
    }

    /// Reads how a frame begins; `false`: it is not all there.
    fn start(&mut self, input: &mut &[u8], output: usize) -> Result<bool, DecodeError> {
        let frame = self.position() - self.intake.held().len() as u64;
        let absolute = |error: DecodeError| DecodeError {
            position: frame + error.position,
            ..error
        };
        loop {
            let needed = FrameStart::needed(self.intake.held()).map_err(absolute)?;
            if self.intake.held().len() >= needed {
                break;
            }
            if !self.intake.collect(input, needed) {
                return Ok(false);
            }
        }
        let start = FrameStart::parse(self.intake.held()).map_err(absolute)?;
        self.intake.release();
        self.begun = true;
        match start {
            FrameStart::Skippable { size, .. } => self.next = Next::Skippable(size),
            FrameStart::Legacy => {
                self.check_block_limit(LEGACY_BLOCK)
                    .map_err(|problem| DecodeError {
                        position: frame,
                        problem,
                    })?;
                self.content = Content::legacy(output);
                self.next = Next::LegacySize;
            }
            FrameStart::Frame(header) => {
                self.check_header(&header).map_err(|(field, problem)| {
                    let position = frame + field as u64;
                    DecodeError { position, problem }
                })?;
                self.content = Content::new(header, output);
                self.next = Next::BlockSize;
            }
        }
        Ok(true)
    }

    /// Whether a frame with that header may be read, and which byte of it says
    /// that it may not.
    fn check_header(&self, header: &Header) -> Result<(), (usize, Problem)> {
        self.check_block_limit(header.block_size.bytes())
            .map_err(|problem| (BLOCK_DESCRIPTOR, problem))?;
        if let Some(declared) = header.content_size {
            self.check_output(declared)
                .map_err(|problem| (BLOCK_DESCRIPTOR + 1, problem))?;
        }
        if let Some(id) = header.dictionary_id {
            let problem = match &self.dictionary {
                None => Problem::DictionaryMissing { id },
                Some(Dictionary {
                    id: Some(given), ..
                }) if *given != id => Problem::DictionaryMismatch { id, given: *given },
                Some(_) => return Ok(()),
            };
            return Err((header.size() - 5, problem));
        }
        Ok(())
    }

    const fn check_block_limit(&self, size: usize) -> Result<(), Problem> {
        let limit = self.limits.block_bytes();
        if size > limit {
            return Err(Problem::BlockLimit { size, limit });
        }
        Ok(())
    }

    /// Whether there may be `more` bytes of content.
    const fn check_output(&self, more: u64) -> Result<(), Problem> {
        let limit = self.limits.output_bytes();
        let size = self.output.saturating_add(more);
        if size > limit {
            return Err(Problem::OutputLimit { size, limit });
        }
        Ok(())
    }

    /// Reads the size of a block, or the mark after the last; `false`: it is not
    /// all there.
    fn block_size(&mut self, input: &mut &[u8]) -> Result<bool, DecodeError> {
        let Some((position, field)) = self.intake.field(input, 4) else {
            return Ok(false);
        };
        let field = u32_of(field);
        let at = |problem| DecodeError { position, problem };
        if field == 0 {
            self.content.check_size().map_err(at)?;
            self.next = if self.content.header().content_checksum {
                Next::ContentChecksum
            } else {
                Next::Start
            };
            return Ok(true);
        }
        let size = field & !STORED;
        let max = self.content.block_size();
        if size as usize > max {
            let max = max as u32;
            return Err(at(Problem::BlockTooLong { size, max }));
        }
        self.next = Next::Block {
            size: size as usize,
            stored: field & STORED != 0,
        };
        Ok(true)
    }

    /// Reads the size of a legacy block, or the next frame's magic number;
    /// `false`: it is not all there.
    fn legacy_size(&mut self, input: &mut &[u8]) -> bool {
        if !self.intake.collect(input, 4) {
            return false;
        }
        let size = u32_of(self.intake.held()) as usize;
        self.next = if size > MAX_LEGACY_SIZE {
            Next::Start
        } else {
            self.intake.release();
            Next::LegacyBlock { size }
        };
        true
    }

    /// Reads a block and appends its content to `output`; `false`: it is not all
    /// there.
    fn data(
        &mut self,
        input: &mut &[u8],
        size: usize,
        stored: bool,
        output: &mut Vec<u8>,
    ) -> Result<bool, DecodeError> {
        let begin = output.len();
        let with_checksum = self.content.header().block_checksums;
        let whole = size + if with_checksum { 4 } else { 0 };
        let Some((position, field)) = self.intake.field(input, whole) else {
            return Ok(false);
        };
        let at = |offset: usize, problem| DecodeError {
            position: position + offset as u64,
            problem,
        };
        let (data, sum) = field.split_at(size);
        if with_checksum {
            let (stored, computed) = (u32_of(sum), checksum(data));
            if stored != computed {
                return Err(at(size, Problem::BlockChecksum { stored, computed }));
            }
        }
        if stored {
            self.content
                .store(data, output)
                .map_err(|problem| at(0, problem))?;
        } else {
            let dictionary = self
                .dictionary
                .as_ref()
                .map_or(&[][..], |dictionary| &dictionary.bytes);
            self.content
                .decompress(data, dictionary, output)
                .map_err(|(offset, problem)| at(offset, problem))?;
        }
        let appended = (output.len() - begin) as u64;
        self.check_output(appended)
            .map_err(|problem| at(0, problem))?;
        self.output += appended;
        Ok(true)
    }
}

fn u32_of(field: &[u8]) -> u32 {
    u32::from_le_bytes(field.try_into().expect("a field of 4 bytes"))
}
