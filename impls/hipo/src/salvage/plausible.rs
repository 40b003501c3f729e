//! Whether a header is one that a writer wrote.

use crate::codec;
use crate::compression::{Compression, Layout};
use crate::wire::{RecordHeader, VERSION};

/// The longest header that is believed, in bytes.
const LONGEST_HEADER: u64 = 1 << 16;

/// The longest record: its payload is told in 28 bits of words.
const LONGEST_RECORD: u64 = (1 << 30) + LONGEST_HEADER;

/// Holds a header that was found by its magic number to what is the same in
/// files of all writers: the version, an index of four bytes for each event, a
/// tag that is assigned, lengths that can be.
pub(super) fn is_plausible(header: &RecordHeader) -> bool {
    let Ok(compression) = Compression::from_tag(header.compression_tag) else {
        return false;
    };
    let index = 4 * u64::from(header.events);
    let payload = header.payload_bytes();
    let told = index + u64::from(header.user_header_bytes) + u64::from(header.data_bytes);
    header.bit_info & 0xff == VERSION
        && u64::from(header.index_bytes) == index
        && header.header_bytes <= LONGEST_HEADER
        && header.record_bytes <= LONGEST_RECORD
        && u64::from(header.payload_padding()) <= payload
        && (compression.layout() != Layout::Whole
            || told <= codec::bound(compression.codec(), payload))
}
