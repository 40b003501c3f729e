//! Snapshots: all pages as they were at one moment, in a file.
//!
//! ```text
//! header    "TSPAGES" and the version, 1; log2 of the page size u8; codecs u8;
//!           2 bytes 0; size u64; for each codec: length u8, name, hash of its
//!           dictionary u64 (0: none); hash of all that u64
//! section   1 u8; leaf u32; length u32; records; hash of all that u64
//! …
//! end       0 u8; sections u32; pages u64; hash of all that and of the hashes
//!           of all sections u64
//! record    page within the leaf u8; then
//!           0 u8, word u64, or 1 u8, a page, or 2 + codec u8, length u16, block
//! ```
//!
//! Numbers are little-endian; hashes are XXH3 of 64 bits. Sections come in any
//! order, one for each leaf of 256 pages that has any.

mod error;
mod header;
mod restore;
mod save;
mod section;

pub use error::{Part, SnapshotError};
pub use header::{SnapshotCodec, SnapshotHeader};
pub use save::Snapshot;
pub(super) use save::Snapshots;

use twox_hash::XxHash3_64;

const MAGIC: [u8; 8] = *b"TSPAGES\x01";

/// Tags of what follows the header.
const END: u8 = 0;
const SECTION: u8 = 1;

/// What of a page is kept.
const SAME: u8 = 0;
const RAW: u8 = 1;
const BLOCK: u8 = 2;

fn hash(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// The hash at the end: of the end itself, and of the sum of the sections'
/// hashes, whose order does not matter.
fn end_hash(end: &[u8], sections: u64) -> u64 {
    XxHash3_64::oneshot_with_seed(sections, end)
}
