//! What a client is sent.

use std::io::{self, Write};

/// From how many bytes on they are written even if more requests are waiting, so
/// that the client has something to do meanwhile.
const ENOUGH: usize = 1 << 15;

/// A writer behind a buffer, which is as long as the longest reply.
pub(crate) struct Output<W> {
    writer: W,
    /// It keeps its largest size.
    buffer: Vec<u8>,
    /// How much of it is to be written.
    length: usize,
}

impl<W: Write> Output<W> {
    pub(super) const fn new(writer: W) -> Self {
        Self {
            writer,
            buffer: Vec::new(),
            length: 0,
        }
    }

    /// How many bytes wait to be written.
    pub(crate) const fn length(&self) -> usize {
        self.length
    }

    /// Takes back all but the first `length` bytes that wait.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
    }

    /// The next `count` bytes, to be filled; they hold anything.
    pub(crate) fn room(&mut self, count: usize) -> &mut [u8] {
        let start = self.length;
        self.length += count;
        if self.buffer.len() < self.length {
            self.buffer.resize(self.length, 0);
        }
        &mut self.buffer[start..self.length]
    }

    pub(crate) fn put(&mut self, bytes: &[u8]) {
        self.room(bytes.len()).copy_from_slice(bytes);
    }

    /// Writes what waits if it is much.
    pub(crate) fn relieve(&mut self) -> io::Result<()> {
        if self.length >= ENOUGH {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes what waits.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if self.length != 0 {
            let waiting = std::mem::take(&mut self.length);
            self.writer.write_all(&self.buffer[..waiting])?;
            self.writer.flush()?;
        }
        Ok(())
    }
}
