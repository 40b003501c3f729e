//! LZ4: the block format and the frame format, with the bytes that liblz4
//! 1.10.0 writes, at every level and for every size.
//!
//! - [`block`]: one block, without header or checksum; sizes travel apart. What
//!   a container with its own headers wants.
//! - [`frame`]: blocks with a header, an end and checksums: what the `lz4`
//!   command writes to a file.
//!
//! With the feature `std`, which is on by default, `frame` has adapters to
//! `std::io`. Nothing else needs more than `alloc`.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

pub mod block;
pub mod frame;
