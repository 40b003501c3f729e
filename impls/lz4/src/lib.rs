//! LZ4: the block format and the frame format, with the bytes that liblz4
//! 1.10.0 writes, at every level and for every size.
//!
//! - [`block`]: one block, without header or checksum; sizes travel apart. What
//!   a container with its own headers wants.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod block;
