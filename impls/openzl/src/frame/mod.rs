//! Frames: a header, chunks, and a byte that ends them.

mod decode;
mod encode;
mod header;
mod inspect;
mod observer;

pub(crate) use decode::decode;
pub(crate) use encode::{EncodeScratch, encode};
pub use header::{FrameHeader, OutputInfo};
pub use inspect::{Chunk, Codec, CodecName, Frame, StoredStream};
pub(crate) use observer::Observer;
pub use observer::{Dissection, Field, dissect, dissect_within};
