//! OpenZL, format-aware compression, in native Rust.
//!
//! [`Compressor`] writes the frames of C OpenZL 0.3.0, byte for byte, and
//! [`Decompressor`] reads them, from anyone. The conformance suite of
//! Touchstone holds both to the C library.
//!
//! # What is covered
//!
//! Serial input; the graphs of [`Graph`]; every level; format versions 21 to
//! 27; checksums, comments, the smallest stream size, store on expansion;
//! frames of one or many chunks. Not yet: the codecs besides `zstd`, typed
//! inputs and outputs, dictionaries, and decompression level 1 of `zstd`.
//! Frames that need those give [`Error::Unsupported`].
//!
//! ```
//! let text = b"to be, or not to be: that is the question. ".repeat(20);
//! let frame = openzl::compress(&text)?;
//! assert!(frame.len() < text.len() / 4);
//! assert_eq!(openzl::decompress(&frame)?, text);
//! # Ok::<(), openzl::Error>(())
//! ```
//!
//! # How it is laid out
//!
//! Compression goes from the top down: `frame` writes the header and has
//! `segmenter` cut the input into chunks; `chunk` runs a `graph` on each,
//! whose heads `selector` may choose; the graph runs codecs from `codec`.
//! Decompression reads the same layers: `frame`, `chunk` and its decoding
//! map, `codec`. Each layer has `encode.rs` beside `decode.rs`; `wire` holds
//! the primitives that headers are made of.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod checksum;
mod chunk;
mod codec;
mod compressor;
mod decompressor;
mod error;
mod frame;
mod graph;
mod limits;
mod output;
mod parameters;
mod segmenter;
mod selector;
mod stream;
mod version;
mod wire;

pub use codec::CodecId;
pub use compressor::{Compressor, compress};
pub use decompressor::{Decompressor, decompress};
pub use error::{Error, ErrorKind, Structure, Unsupported};
pub use frame::{
    Chunk, Codec, CodecName, Dissection, Field, Frame, FrameHeader, OutputInfo, StoredStream,
    dissect, dissect_within,
};
pub use graph::Graph;
pub use limits::Limits;
pub use parameters::Parameters;
pub use stream::StreamType;
pub use version::{FormatVersion, format_version};
