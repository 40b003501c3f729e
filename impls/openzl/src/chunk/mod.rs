//! Chunks: a frame's content, one after another, each with a graph of its
//! own (`compress/encode_frameheader.c`, `decompress/decode_frameheader.c`).

mod decode;
mod encode;
mod header;
mod lane;
mod map;

pub(crate) use decode::{Budget, ChunkDecoder, Verify, lay_out};
pub(crate) use encode::encode;
pub(crate) use header::{ChunkHeader, CodecKind};
