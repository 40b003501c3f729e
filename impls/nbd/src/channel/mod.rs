//! Both directions of a connection, buffered.

mod input;
mod output;

use std::io::{self, Read, Write};

use input::Input;
pub(crate) use output::Output;

/// What a client sends, and what it is sent.
///
/// Before anything is read from the stream, everything is written to it: a
/// client that waits for a reply gets it, and one that has sent many requests
/// gets the replies together.
pub(crate) struct Channel<R, W> {
    input: Input<R>,
    pub(crate) output: Output<W>,
}

/// Why no more comes from a client.
#[derive(Debug)]
pub(crate) enum Lost {
    /// It ended with nothing begun.
    End,
    /// It ended within a message.
    Within,
    /// Reading or writing failed.
    Io(io::Error),
}

impl From<io::Error> for Lost {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl<R: Read, W: Write> Channel<R, W> {
    pub(crate) fn new(reader: R, writer: W) -> Self {
        Self {
            input: Input::new(reader),
            output: Output::new(writer),
        }
    }

    /// Waits for the first `N` bytes of a message.
    pub(crate) fn header<const N: usize>(&mut self) -> Result<[u8; N], Lost> {
        self.want(N).map_err(|lost| match lost {
            Lost::Within if self.input.buffered() == 0 => Lost::End,
            lost => lost,
        })?;
        let mut header = [0; N];
        header.copy_from_slice(self.input.take(N));
        Ok(header)
    }

    /// Waits for the next `length` bytes of a message, and gives them; and what
    /// is to be sent.
    ///
    /// The caller has seen to it that `length` is not too much.
    pub(crate) fn body(&mut self, length: usize) -> Result<(&[u8], &mut Output<W>), Lost> {
        if length <= input::CAPACITY {
            self.want(length)?;
            return Ok((self.input.take(length), &mut self.output));
        }
        self.output.flush()?;
        if !self.input.collect(length)? {
            return Err(Lost::Within);
        }
        Ok((self.input.collected(length), &mut self.output))
    }

    /// Reads the next `length` bytes of a message, and forgets them.
    pub(crate) fn skip(&mut self, mut length: usize) -> Result<(), Lost> {
        loop {
            length -= self.input.take_up_to(length).len();
            if length == 0 {
                return Ok(());
            }
            self.want(1)?;
        }
    }

    /// Waits until `length` bytes are in the buffer.
    fn want(&mut self, length: usize) -> Result<(), Lost> {
        while self.input.buffered() < length {
            self.output.flush()?;
            if !self.input.fill(length)? {
                return Err(Lost::Within);
            }
        }
        Ok(())
    }
}
