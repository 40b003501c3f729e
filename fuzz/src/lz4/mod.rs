//! LZ4's targets.

mod decode;
mod identical;

pub use decode::lz4_decode;
pub use identical::lz4_identical;
