//! The targets of OpenZL.

mod case;
mod contexts;
mod decode;
mod hostile;
mod identical;
mod inspect;
mod repair;
mod roundtrip;
mod zstd_header;

pub use decode::openzl_decode;
pub use identical::openzl_identical;
pub use inspect::openzl_inspect;
pub use roundtrip::openzl_roundtrip;

/// Whether `bytes` start as frames do, in whatever format version.
fn looks_like_a_frame(bytes: &[u8]) -> bool {
    bytes.get(1..4) == Some(&[0xa5, 0xb1, 0xd7])
}
