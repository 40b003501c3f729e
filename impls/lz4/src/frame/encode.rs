//! Writing a frame.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::blocks::{Blocks, by_level};
use super::checksum::{Running, checksum};
use super::{CompressError, Header, Options, STORED, WINDOW};

/// Compresses `input` to a frame (`LZ4F_compressFrame`).
///
/// The bytes are liblz4's for the same preferences. Like it, this takes smaller
/// blocks where the input fits in one, does not call that one block linked, and
/// stores blocks as they are that do not shrink.
///
/// ```
/// use lz4::frame::{Limits, Options, compress, decompress};
///
/// let frame = compress(&[7; 100_000], &Options::DEFAULT.with_content_checksum(true));
/// assert!(frame.len() < 500);
/// assert_eq!(decompress(&frame, &Limits::DEFAULT)?, [7; 100_000]);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub fn compress(input: &[u8], options: &Options) -> Vec<u8> {
    let mut frame = Vec::new();
    compress_into(input, options, &mut frame);
    frame
}

/// Appends to `output` what [`compress`] returns.
pub fn compress_into(input: &[u8], options: &Options, output: &mut Vec<u8>) {
    let header = options.header_for(input.len());
    let mut blocks = by_level(options.level(), header.linked_blocks, options.dictionary());
    header.write(output);
    let block_size = header.block_size.bytes();
    for start in (0..input.len()).step_by(block_size) {
        let end = input.len().min(start + block_size);
        write_block(
            &mut *blocks,
            &input[..end],
            start,
            header.block_checksums,
            output,
        );
    }
    let content = header.content_checksum.then(|| checksum(input));
    write_end(content, output);
}

/// Compresses content that comes piece by piece to a frame
/// (`LZ4F_compressBegin`, `LZ4F_compressUpdate` and `LZ4F_compressEnd`).
///
/// It holds one block and, if blocks are linked, up to 128 KiB before it; and
/// its compressor's tables.
///
/// How the content is cut into pieces makes no difference to the frame. The
/// bytes are those that liblz4 writes when it is given pieces smaller than a
/// block. They are those of [`compress`] but for the header of content that fits
/// in one block, and for blocks cut short by [`flush`](Self::flush).
///
/// ```
/// use lz4::frame::{Encoder, Limits, Options, decompress};
///
/// let mut frame = Vec::new();
/// let mut encoder = Encoder::new(&Options::DEFAULT);
/// for piece in [&b"piece "[..], b"by ", b"piece"] {
///     encoder.write(piece, &mut frame)?;
/// }
/// encoder.finish(&mut frame)?;
/// assert_eq!(decompress(&frame, &Limits::DEFAULT)?, b"piece by piece");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub struct Encoder {
    header: Header,
    blocks: Box<dyn Blocks>,
    /// History, if blocks are linked, and the block under way.
    window: Vec<u8>,
    /// Where in the window the block under way begins.
    start: usize,
    content_checksum: Option<Running>,
    /// Bytes of content so far.
    given: u64,
    header_written: bool,
}

impl core::fmt::Debug for Encoder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Encoder")
            .field("header", &self.header)
            .field("given", &self.given)
            .finish_non_exhaustive()
    }
}

impl Encoder {
    /// An encoder for one frame.
    pub fn new(options: &Options) -> Self {
        let header = options.header();
        Self {
            blocks: by_level(options.level(), header.linked_blocks, options.dictionary()),
            window: Vec::new(),
            start: 0,
            content_checksum: header.content_checksum.then(Running::new),
            given: 0,
            header_written: false,
            header,
        }
    }

    /// The frame's header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Adds `content`, and appends to `output` what can be written by now: the
    /// header, and every block that is full.
    ///
    /// # Errors
    ///
    /// [`CompressError::ContentSize`] for more than the header announces;
    /// nothing is added then.
    pub fn write(&mut self, content: &[u8], output: &mut Vec<u8>) -> Result<(), CompressError> {
        let given = self.given.saturating_add(content.len() as u64);
        if let Some(declared) = self.header.content_size
            && given > declared
        {
            return Err(CompressError::ContentSize { declared, given });
        }
        self.given = given;
        self.begin(output);
        if let Some(running) = &mut self.content_checksum {
            running.add(content);
        }

        let block_size = self.header.block_size.bytes();
        let mut left = content;
        while !left.is_empty() {
            let held = self.window.len() - self.start;
            if held == 0 && !self.header.linked_blocks && left.len() >= block_size {
                let (block, rest) = left.split_at(block_size);
                write_block(
                    &mut *self.blocks,
                    block,
                    0,
                    self.header.block_checksums,
                    output,
                );
                left = rest;
                continue;
            }
            let (taken, rest) = left.split_at(left.len().min(block_size - held));
            self.window.extend_from_slice(taken);
            left = rest;
            if held + taken.len() == block_size {
                self.end_block(output);
            }
        }
        Ok(())
    }

    /// Ends the block under way, if it has any content, and appends it to
    /// `output` (`LZ4F_flush`): with what was appended so far, all content so
    /// far can be read.
    pub fn flush(&mut self, output: &mut Vec<u8>) {
        self.begin(output);
        if self.window.len() > self.start {
            self.end_block(output);
        }
    }

    /// Ends the frame, and appends what is left of it to `output`.
    ///
    /// # Errors
    ///
    /// [`CompressError::ContentSize`] if the header announces more content than
    /// there was.
    pub fn finish(mut self, output: &mut Vec<u8>) -> Result<(), CompressError> {
        if let Some(declared) = self.header.content_size
            && declared != self.given
        {
            return Err(CompressError::ContentSize {
                declared,
                given: self.given,
            });
        }
        self.flush(output);
        write_end(self.content_checksum.as_ref().map(Running::value), output);
        Ok(())
    }

    #[cfg(test)]
    pub(super) const fn window_capacity(&self) -> usize {
        self.window.capacity()
    }

    fn begin(&mut self, output: &mut Vec<u8>) {
        if !self.header_written {
            self.header.write(output);
            self.header_written = true;
        }
    }

    fn end_block(&mut self, output: &mut Vec<u8>) {
        write_block(
            &mut *self.blocks,
            &self.window,
            self.start,
            self.header.block_checksums,
            output,
        );
        if !self.header.linked_blocks {
            self.window.clear();
        } else if self.window.len() > 2 * WINDOW {
            let unreachable = self.window.len() - WINDOW;
            self.window.drain(..unreachable);
        }
        self.start = self.window.len();
    }
}

/// Appends the block of `window[start..]`, which has a byte at least
/// (`LZ4F_makeBlock`).
fn write_block(
    blocks: &mut dyn Blocks,
    window: &[u8],
    start: usize,
    with_checksum: bool,
    output: &mut Vec<u8>,
) {
    let input = &window[start..];
    let size_at = output.len();
    let data_at = size_at + 4;
    // A block that saves nothing does not fit.
    output.resize(data_at + input.len() - 1, 0);
    let field = if let Some(size) = blocks.compress(window, start, &mut output[data_at..]) {
        output.truncate(data_at + size);
        size as u32
    } else {
        output.truncate(data_at);
        output.extend_from_slice(input);
        input.len() as u32 | STORED
    };
    output[size_at..data_at].copy_from_slice(&field.to_le_bytes());
    if with_checksum {
        let sum = checksum(&output[data_at..]);
        output.extend_from_slice(&sum.to_le_bytes());
    }
}

/// Appends what follows the last block.
fn write_end(content_checksum: Option<u32>, output: &mut Vec<u8>) {
    output.extend_from_slice(&[0; 4]);
    if let Some(sum) = content_checksum {
        output.extend_from_slice(&sum.to_le_bytes());
    }
}
