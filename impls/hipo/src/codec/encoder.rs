//! Compressing.

use std::io::Write as _;

use ::lz4::block::{self, FastCompressor, HighCompressor};
use flate2::{Compression as GzipLevel, GzBuilder};
use mzstd::{Compressor, EncoderConfig, Level};

use crate::compression::Codec;
use crate::error::{Error, ErrorKind};
use crate::room::make_room;

/// Compresses payloads and streams with one codec; keeps what that needs.
pub(crate) struct Encoder {
    codec: Codec,
    context: Context,
    /// Where LZ4 blocks are made.
    block: Vec<u8>,
}

enum Context {
    None,
    Lz4(Box<FastCompressor>, u32),
    Lz4High(Box<HighCompressor>, i32),
    Gzip(GzipLevel),
    Zstd(Box<Compressor>),
}

impl std::fmt::Debug for Encoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Encoder").field(&self.codec).finish()
    }
}

/// The levels that a codec has, and the one that files are written with.
pub(crate) const fn levels(codec: Codec) -> (std::ops::RangeInclusive<i32>, i32) {
    match codec {
        // Of LZ4 it is the acceleration.
        Codec::Lz4 => (1..=65_537, 1),
        // As Java and oxihipo write them.
        Codec::Lz4High => (2..=12, 9),
        Codec::Gzip => (0..=9, 6),
        Codec::Zstd => (-131_072..=22, 3),
        Codec::None => (0..=0, 0),
    }
}

impl Encoder {
    /// A codec at a level, or at its own.
    pub(crate) fn new(codec: Codec, level: Option<i32>) -> Result<Self, Error> {
        let (known, usual) = levels(codec);
        let level = level.unwrap_or(usual);
        if !known.contains(&level) {
            return Err(ErrorKind::Level {
                codec,
                level,
                least: *known.start(),
                most: *known.end(),
            }
            .into());
        }
        let context = match codec {
            Codec::None => Context::None,
            Codec::Lz4 => Context::Lz4(Box::default(), level.unsigned_abs()),
            Codec::Lz4High => Context::Lz4High(Box::default(), level),
            Codec::Gzip => Context::Gzip(GzipLevel::new(level.unsigned_abs())),
            Codec::Zstd => {
                let level = Level::try_from(level).map_err(|error| refused(codec, error))?;
                let config = EncoderConfig::new().with_level(level);
                let context = Compressor::new(config).map_err(|error| refused(codec, error))?;
                Context::Zstd(Box::new(context))
            }
        };
        Ok(Self {
            codec,
            context,
            block: Vec::new(),
        })
    }

    /// Writes the compressed form of `input` to `room`, from `start` on, and
    /// returns where it ends. What was in `room` is gone, and it may be longer.
    pub(crate) fn compress_at(
        &mut self,
        input: &[u8],
        room: &mut Vec<u8>,
        start: usize,
    ) -> Result<usize, Error> {
        let codec = self.codec;
        let block = match &mut self.context {
            Context::Lz4(context, acceleration) => {
                let output = block_room(room, start, input);
                context.compress(input, output, *acceleration)
            }
            Context::Lz4High(context, level) => {
                let output = block_room(room, start, input);
                context.compress(input, output, *level)
            }
            Context::None | Context::Gzip(_) | Context::Zstd(_) => {
                room.clear();
                room.resize(start, 0);
                return Ok(start + self.compress(input, room)?);
            }
        };
        Ok(start + block.map_err(|error| refused(codec, error))?)
    }

    /// Adds the compressed form of `input` to `output`, and returns its length.
    pub(crate) fn compress(&mut self, input: &[u8], output: &mut Vec<u8>) -> Result<usize, Error> {
        let start = output.len();
        let codec = self.codec;
        let room = &mut self.block;
        match &mut self.context {
            Context::None => output.extend_from_slice(input),
            Context::Lz4(context, acceleration) => {
                add_block(codec, input, room, output, |input, output| {
                    context.compress(input, output, *acceleration)
                })?;
            }
            Context::Lz4High(context, level) => {
                add_block(codec, input, room, output, |input, output| {
                    context.compress(input, output, *level)
                })?;
            }
            Context::Gzip(level) => {
                let mut member = GzBuilder::new().write(&mut *output, *level);
                member.write_all(input)?;
                member.finish()?;
            }
            Context::Zstd(context) => {
                context
                    .compress_into(input, output)
                    .map_err(|error| refused(codec, error))?;
            }
        }
        Ok(output.len() - start)
    }
}

/// Adds an LZ4 block to `output`, which is made in `room`.
fn add_block(
    codec: Codec,
    input: &[u8],
    room: &mut Vec<u8>,
    output: &mut Vec<u8>,
    compress: impl FnOnce(&[u8], &mut [u8]) -> Result<usize, block::CompressError>,
) -> Result<(), Error> {
    let block = block_room(room, 0, input);
    let length = compress(input, block).map_err(|error| refused(codec, error))?;
    output.extend_from_slice(&room[..length]);
    Ok(())
}

/// Room for what an LZ4 block can become, from `start` on.
fn block_room<'a>(room: &'a mut Vec<u8>, start: usize, input: &[u8]) -> &'a mut [u8] {
    // What is too long for a block has no bound, and is refused.
    let end = start + block::bound(input.len()).unwrap_or_default();
    make_room(room, end);
    &mut room[start..end]
}

fn refused(codec: Codec, source: impl std::error::Error + Send + Sync + 'static) -> Error {
    ErrorKind::Compress {
        codec,
        source: Box::new(source),
    }
    .into()
}
