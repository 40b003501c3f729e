//! What a client sends.

use std::io::{self, ErrorKind, Read};

/// How much is read from a stream at once.
pub(super) const CAPACITY: usize = 1 << 16;

/// A reader with a buffer, and another one for what is longer.
pub(super) struct Input<R> {
    reader: R,
    buffer: Box<[u8]>,
    /// What is in the buffer lies in `start..end`.
    start: usize,
    end: usize,
    /// Long payloads. It keeps its largest size, and has grown with what came.
    long: Vec<u8>,
}

impl<R: Read> Input<R> {
    pub(super) fn new(reader: R) -> Self {
        Self {
            reader,
            buffer: vec![0; CAPACITY].into_boxed_slice(),
            start: 0,
            end: 0,
            long: Vec::new(),
        }
    }

    /// How many bytes are in the buffer.
    pub(super) const fn buffered(&self) -> usize {
        self.end - self.start
    }

    /// Reads once, to a buffer that has room for `length` bytes in one piece.
    /// Says whether there was anything.
    pub(super) fn fill(&mut self, length: usize) -> io::Result<bool> {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        } else if self.start + length > CAPACITY {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        let count = read(&mut self.reader, &mut self.buffer[self.end..])?;
        self.end += count;
        Ok(count != 0)
    }

    /// The next `length` bytes, which are in the buffer.
    pub(super) fn take(&mut self, length: usize) -> &[u8] {
        let start = self.start;
        self.start += length;
        &self.buffer[start..self.start]
    }

    /// The next `length` bytes, or as many as are in the buffer.
    pub(super) fn take_up_to(&mut self, length: usize) -> &[u8] {
        self.take(self.buffered().min(length))
    }

    /// Reads the next `length` bytes to the other buffer, and says whether they
    /// came.
    pub(super) fn collect(&mut self, length: usize) -> io::Result<bool> {
        let mut filled = self.buffered().min(length);
        if self.long.len() < filled {
            self.long.resize(filled, 0);
        }
        self.long[..filled].copy_from_slice(&self.buffer[self.start..self.start + filled]);
        self.start += filled;
        while filled < length {
            if self.long.len() == filled {
                let size = (2 * filled).max(4 * CAPACITY).min(length);
                self.long.resize(size, 0);
            }
            let end = self.long.len().min(length);
            match read(&mut self.reader, &mut self.long[filled..end])? {
                0 => return Ok(false),
                count => filled += count,
            }
        }
        Ok(true)
    }

    /// What [`collect`](Self::collect) has read.
    pub(super) fn collected(&self, length: usize) -> &[u8] {
        &self.long[..length]
    }
}

fn read(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
