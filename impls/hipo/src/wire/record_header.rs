//! The header of a record.

use super::byte_order::{Fields, HeaderBytes};
use super::{ByteOrder, HEADER_BYTES, WORD};
use crate::error::{Error, ErrorKind};

/// The first 56 bytes of a record (C++ `record::readRecord`, Java
/// `RecordHeader`).
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct RecordHeader {
    /// How the numbers of the container are stored.
    pub byte_order: ByteOrder,
    /// Bytes of the record, with this header and all padding.
    pub record_bytes: u64,
    /// The record's number: C++ writes 0, others count from 1.
    pub number: u32,
    /// Bytes of this header.
    pub header_bytes: u64,
    /// Number of events.
    pub events: u32,
    /// Length of the index of events, in bytes. C++ goes by the number of
    /// events instead.
    pub index_bytes: u32,
    /// Version in bits 0 to 7, flags, paddings in bits 20 to 25, kind of
    /// record in bits 28 to 31.
    pub bit_info: u32,
    /// Length of the user header, in bytes.
    pub user_header_bytes: u32,
    /// Length of all events when decompressed, in bytes.
    pub data_bytes: u32,
    /// The compression tag, 0 to 15.
    pub compression_tag: u8,
    /// Length of the stored payload, in words. Java writes 0 for uncompressed
    /// ones: the payload reaches to the record's end.
    pub compressed_words: u32,
    /// The tag of the record: of all its events, as C++ and Java write it.
    pub user_word_1: u64,
    /// Free for use.
    pub user_word_2: u64,
}

impl RecordHeader {
    /// Reads the header at the front of a record.
    ///
    /// # Errors
    /// [`RecordMagic`](ErrorKind::RecordMagic),
    /// [`HeaderLength`](ErrorKind::HeaderLength) or
    /// [`RecordLength`](ErrorKind::RecordLength).
    pub fn parse(bytes: &[u8; HEADER_BYTES]) -> Result<Self, Error> {
        let magic = Fields::magic(bytes);
        let Some(order) = ByteOrder::of_magic(magic) else {
            let found = u32::from_le_bytes(magic);
            return Err(ErrorKind::RecordMagic { found }.into());
        };
        let fields = Fields { bytes, order };
        let record = fields.u32(0);
        let header = fields.u32(8);
        if u64::from(header) * WORD < HEADER_BYTES as u64 {
            return Err(ErrorKind::HeaderLength { words: header }.into());
        }
        if record < header {
            return Err(ErrorKind::RecordLength { record, header }.into());
        }
        let compression = fields.u32(36);
        Ok(Self {
            byte_order: order,
            record_bytes: u64::from(record) * WORD,
            number: fields.u32(4),
            header_bytes: u64::from(header) * WORD,
            events: fields.u32(12),
            index_bytes: fields.u32(16),
            bit_info: fields.u32(20),
            user_header_bytes: fields.u32(24),
            data_bytes: fields.u32(32),
            compression_tag: (compression >> 28) as u8,
            compressed_words: compression & 0x0fff_ffff,
            user_word_1: fields.u64(40),
            user_word_2: fields.u64(48),
        })
    }

    /// Its bytes, little-endian.
    pub(crate) fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = HeaderBytes::new();
        bytes.u32(0, (self.record_bytes / WORD) as u32);
        bytes.u32(4, self.number);
        bytes.u32(8, (self.header_bytes / WORD) as u32);
        bytes.u32(12, self.events);
        bytes.u32(16, self.index_bytes);
        bytes.u32(20, self.bit_info);
        bytes.u32(24, self.user_header_bytes);
        bytes.u32(32, self.data_bytes);
        let tag = u32::from(self.compression_tag) << 28;
        bytes.u32(36, tag | self.compressed_words);
        bytes.u64(40, self.user_word_1);
        bytes.u64(48, self.user_word_2);
        bytes.0
    }

    /// Bytes of the stored payload, with its padding; 0 where the record is
    /// said to be shorter than its header, which none is that was read.
    pub const fn payload_bytes(&self) -> u64 {
        self.record_bytes.saturating_sub(self.header_bytes)
    }

    /// Bytes of padding after the user header.
    pub const fn user_header_padding(&self) -> u32 {
        self.bit_info >> 20 & 3
    }

    /// Bytes of padding after the stored payload.
    pub const fn payload_padding(&self) -> u32 {
        self.bit_info >> 24 & 3
    }
}
