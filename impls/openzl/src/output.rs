//! Where output goes: a vector, a slice, or uninitialized memory.
//!
//! Compression and decompression are written once against [`Destination`];
//! the API shapes only choose one.

use alloc::vec::Vec;

use mem::{Full, Spare};
use mzstd::DecodeError;

use crate::{Error, Structure};

/// The most that a vector reserves for a size that nothing backs yet, and
/// how many bytes of output it expects of one byte of frame beyond that.
const UNPROVEN_BYTES: usize = 1 << 20;
const PLAUSIBLE_RATIO: usize = 64;

/// A place that output is appended to.
pub(crate) trait Destination {
    /// What this operation has written.
    fn written(&self) -> &[u8];

    /// Bytes that can still be written.
    fn available(&self) -> u64;

    /// Prepares for `size` bytes more.
    fn reserve(&mut self, size: usize);

    /// Appends `bytes`.
    fn put(&mut self, bytes: &[u8]) -> Result<(), Error>;

    /// Appends what the Zstandard frame `frame` holds and returns how many
    /// bytes that is: as many as it tells, or nothing where `limit` is 0.
    fn put_zstd(
        &mut self,
        decoder: &mut mzstd::Decompressor,
        frame: &[u8],
        limit: usize,
    ) -> Result<usize, DecodeError>;
}

/// How many bytes a codec may regenerate, and on whose account.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Room {
    /// What the frame's header tells and its chunks still owe.
    Output(u64),
    /// What the caller allows for streams in between, of which some is in
    /// use.
    Intermediate { used: u64, limit: u64 },
}

impl Room {
    /// Takes `size` bytes for the stream at `offset`.
    pub(crate) fn claim(self, size: u64, offset: usize) -> Result<usize, Error> {
        match self {
            Self::Output(limit) if size > limit => Err(Error::corrupt(
                offset,
                Structure::Streams,
                "more content than the frame's header tells",
            )),
            Self::Intermediate { used, limit } if size > limit.saturating_sub(used) => {
                Err(Error::Limit {
                    what: "bytes of intermediate streams",
                    needed: used.saturating_add(size),
                    limit,
                })
            }
            Self::Output(_) | Self::Intermediate { .. } => {
                usize::try_from(size).map_err(|_| Error::Limit {
                    what: "bytes of address space",
                    needed: size,
                    limit: usize::MAX as u64,
                })
            }
        }
    }
}

/// Bytes to reserve for a claim of `size` bytes by `source` bytes of input.
pub(crate) fn plausible(size: u64, source: usize) -> usize {
    let cap = source
        .saturating_mul(PLAUSIBLE_RATIO)
        .saturating_add(UNPROVEN_BYTES);
    usize::try_from(size).map_or(cap, |size| size.min(cap))
}

fn too_small(full: Full, written: usize) -> Error {
    Error::OutputTooSmall {
        needed: (written as u64).saturating_add(full.needed as u64),
        available: (written as u64).saturating_add(full.available as u64),
    }
}

/// Appends to a vector.
#[derive(Debug)]
pub(crate) struct VecDestination<'a> {
    output: &'a mut Vec<u8>,
    start: usize,
}

impl<'a> VecDestination<'a> {
    pub(crate) const fn new(output: &'a mut Vec<u8>) -> Self {
        let start = output.len();
        Self { output, start }
    }
}

impl Destination for VecDestination<'_> {
    fn written(&self) -> &[u8] {
        &self.output[self.start..]
    }

    fn available(&self) -> u64 {
        u64::MAX
    }

    fn reserve(&mut self, size: usize) {
        if self.output.len() == self.start {
            self.output.reserve_exact(size);
        } else {
            // More chunks may follow: grow by halves, not chunk by chunk.
            self.output.reserve(size);
        }
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.output.extend_from_slice(bytes);
        Ok(())
    }

    fn put_zstd(
        &mut self,
        decoder: &mut mzstd::Decompressor,
        frame: &[u8],
        limit: usize,
    ) -> Result<usize, DecodeError> {
        if limit == 0 {
            // A vector would take whatever comes.
            return decoder.decompress_to_slice(frame, &mut []);
        }
        if plausible(limit as u64, frame.len()) == limit {
            // Zeroing once and decoding as into a slice beats growing.
            let start = self.output.len();
            self.output.resize(start + limit, 0);
            let result = decoder.decompress_to_slice(frame, &mut self.output[start..]);
            self.output
                .truncate(start + result.as_ref().map_or(0, |&size| size));
            return result;
        }
        // The frame tells its size, which is `limit`, and is held to it.
        Ok(decoder.decompress_into(frame, self.output)?.len())
    }
}

/// Fills a slice from the front.
#[derive(Debug)]
pub(crate) struct SliceDestination<'a> {
    output: &'a mut [u8],
    written: usize,
}

impl<'a> SliceDestination<'a> {
    pub(crate) const fn new(output: &'a mut [u8]) -> Self {
        Self { output, written: 0 }
    }
}

impl Destination for SliceDestination<'_> {
    fn written(&self) -> &[u8] {
        &self.output[..self.written]
    }

    fn available(&self) -> u64 {
        (self.output.len() - self.written) as u64
    }

    fn reserve(&mut self, _size: usize) {}

    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let written = self.written;
        let rest = &mut self.output[written..];
        let full = Full {
            needed: bytes.len(),
            available: rest.len(),
        };
        rest.get_mut(..bytes.len())
            .ok_or_else(|| too_small(full, written))?
            .copy_from_slice(bytes);
        self.written += bytes.len();
        Ok(())
    }

    fn put_zstd(
        &mut self,
        decoder: &mut mzstd::Decompressor,
        frame: &[u8],
        limit: usize,
    ) -> Result<usize, DecodeError> {
        let target = &mut self.output[self.written..][..limit];
        let size = decoder.decompress_to_slice(frame, target)?;
        self.written += size;
        Ok(size)
    }
}

impl Destination for Spare<'_> {
    fn written(&self) -> &[u8] {
        self.filled()
    }

    fn available(&self) -> u64 {
        Spare::available(self) as u64
    }

    fn reserve(&mut self, _size: usize) {}

    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let written = self.filled().len();
        Spare::put(self, bytes).map_err(|full| too_small(full, written))
    }

    fn put_zstd(
        &mut self,
        decoder: &mut mzstd::Decompressor,
        frame: &[u8],
        limit: usize,
    ) -> Result<usize, DecodeError> {
        self.fill(limit, |target| decoder.decompress_to_slice(frame, target))
    }
}
