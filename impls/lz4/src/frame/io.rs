//! Adapters to `std::io`.

use std::boxed::Box;
use std::io::{self, BufRead, Read, Write};
use std::vec::Vec;

use super::{CompressError, DecodeError, Decoder, Encoder, Limits, Options, Problem};

/// Bytes that [`Reader`] asks for at once.
const INPUT_BYTES: usize = 64 << 10;

impl From<CompressError> for io::Error {
    fn from(error: CompressError) -> Self {
        Self::new(io::ErrorKind::InvalidInput, error)
    }
}

impl From<DecodeError> for io::Error {
    /// [`UnexpectedEof`](io::ErrorKind::UnexpectedEof) for input that ends
    /// early, [`InvalidData`](io::ErrorKind::InvalidData) for all else.
    fn from(error: DecodeError) -> Self {
        let kind = match error.problem {
            Problem::Truncated { .. } => io::ErrorKind::UnexpectedEof,
            _ => io::ErrorKind::InvalidData,
        };
        Self::new(kind, error)
    }
}

/// Compresses what is written to it, and writes the frame to another writer.
///
/// A frame has an end, which [`finish`](Self::finish) writes; a writer that is
/// just dropped leaves a frame without one.
///
/// ```
/// use std::io::{Read, Write};
/// use lz4::frame::{Limits, Options, Reader, Writer};
///
/// let mut writer = Writer::new(Vec::new(), &Options::DEFAULT);
/// writer.write_all(b"content")?;
/// let frame = writer.finish()?;
///
/// let mut content = String::new();
/// Reader::new(&frame[..], &Limits::DEFAULT).read_to_string(&mut content)?;
/// assert_eq!(content, "content");
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W: Write> {
    inner: W,
    encoder: Encoder,
    /// What the encoder has given and is on its way to `inner`.
    output: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// A writer of one frame.
    pub fn new(inner: W, options: &Options) -> Self {
        Self {
            inner,
            encoder: Encoder::new(options),
            output: Vec::new(),
        }
    }

    /// The writer that the frame goes to.
    pub const fn get_ref(&self) -> &W {
        &self.inner
    }

    /// Writes the end of the frame and returns the writer that it went to, which
    /// is not flushed.
    ///
    /// # Errors
    ///
    /// What `inner` fails with, and [`CompressError::ContentSize`] if there was
    /// less content than the header announces.
    pub fn finish(mut self) -> io::Result<W> {
        self.encoder.finish(&mut self.output)?;
        self.inner.write_all(&self.output)?;
        Ok(self.inner)
    }

    fn pass_on(&mut self) -> io::Result<()> {
        let result = self.inner.write_all(&self.output);
        self.output.clear();
        result
    }
}

impl<W: Write> Write for Writer<W> {
    /// Takes no more than a block at once. After an error the frame is broken.
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        let block = self.encoder.header().block_size.bytes();
        let taken = &content[..content.len().min(block)];
        self.encoder.write(taken, &mut self.output)?;
        self.pass_on()?;
        Ok(taken.len())
    }

    /// Ends the block under way, so that all content so far can be read.
    fn flush(&mut self) -> io::Result<()> {
        self.encoder.flush(&mut self.output);
        self.pass_on()?;
        self.inner.flush()
    }
}

/// Reads the content of all frames that another reader gives, up to its end.
///
/// It takes 64 KiB at a time from that. Input without any frame is an error, not
/// an empty content.
#[derive(Debug)]
pub struct Reader<R: Read> {
    inner: R,
    decoder: Decoder,
    input: Box<[u8]>,
    /// What of `input` is not decoded yet.
    from: usize,
    to: usize,
    /// How much of the decoder's content has been read.
    consumed: usize,
}

impl<R: Read> Reader<R> {
    /// A reader of frames without a dictionary.
    pub fn new(inner: R, limits: &Limits) -> Self {
        Self::with_decoder(inner, Decoder::new(limits))
    }

    /// A reader that uses `decoder`, to which nothing has been given yet.
    pub fn with_decoder(inner: R, decoder: Decoder) -> Self {
        Self {
            inner,
            decoder,
            input: std::vec![0; INPUT_BYTES].into_boxed_slice(),
            from: 0,
            to: 0,
            consumed: 0,
        }
    }

    /// The reader that the frames come from.
    pub const fn get_ref(&self) -> &R {
        &self.inner
    }

    /// The reader that the frames come from, of which up to 64 KiB are lost
    /// unless it was read to its end.
    pub fn into_inner(self) -> R {
        self.inner
    }

    /// Decodes the next block that has content; `false`: there is none.
    fn advance(&mut self) -> io::Result<bool> {
        loop {
            self.consumed = 0;
            let mut input = &self.input[self.from..self.to];
            let found = self.decoder.decode(&mut input)?.is_some();
            self.from = self.to - input.len();
            if found {
                return Ok(true);
            }
            self.from = 0;
            self.to = 0;
            match self.inner.read(&mut self.input) {
                Ok(0) => {
                    self.decoder.finish()?;
                    return Ok(false);
                }
                Ok(size) => self.to = size,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl<R: Read> BufRead for Reader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.consumed == self.decoder.content().len() && !self.advance()? {
            return Ok(&[]);
        }
        Ok(&self.decoder.content()[self.consumed..])
    }

    fn consume(&mut self, amount: usize) {
        self.consumed = self
            .consumed
            .saturating_add(amount)
            .min(self.decoder.content().len());
    }
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let size = self.fill_buf()?.read(buffer)?;
        self.consume(size);
        Ok(size)
    }
}
