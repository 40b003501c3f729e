//! LZ4's targets.

mod decode;
mod frame;
mod high;
mod identical;

pub use decode::lz4_decode;
pub use frame::lz4_frame;
pub use high::lz4_hc_identical;
pub use identical::lz4_identical;
