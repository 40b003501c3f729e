//! The header of a file.

use super::byte_order::{Fields, HeaderBytes};
use super::{ByteOrder, HEADER_BYTES, VERSION, WORD};
use crate::error::{Error, ErrorKind};

/// "EVIO", as a little-endian number.
const EVIO: u32 = u32::from_le_bytes(*b"EVIO");

/// The first 56 bytes of a file (C++ `reader::readHeader`, Java `FileHeader`).
///
/// Fields that no reader can rely on are told as they stand: the record count
/// and the index length are 0 in files of every writer, and flags for the
/// dictionary and the index are missing from files that have both.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct FileHeader {
    /// How the numbers of the container are stored.
    pub byte_order: ByteOrder,
    /// The first four bytes, in the order in which a little-endian file has
    /// them: `HIPO`, or `HREC` from older C++.
    pub id: [u8; 4],
    /// The number of the file in a series.
    pub file_number: u32,
    /// Bytes of this header.
    pub header_bytes: u64,
    /// Number of records.
    pub record_count: u32,
    /// Length of an index array, in bytes.
    pub index_bytes: u32,
    /// Version in bits 0 to 7, flags, kind of file in bits 28 to 31.
    pub bit_info: u32,
    /// Length of the user header, in bytes: the dictionary's record.
    pub user_header_bytes: u32,
    /// Free for use.
    pub user_register: u64,
    /// Where the index record is; 0 in a file that was never closed.
    pub trailer_position: u64,
    /// Free for use.
    pub user_integers: [u32; 2],
}

impl FileHeader {
    /// Reads the header at the front of a file.
    ///
    /// # Errors
    /// [`NotHipo`](ErrorKind::NotHipo), [`Evio`](ErrorKind::Evio), or
    /// [`HeaderLength`](ErrorKind::HeaderLength).
    pub fn parse(bytes: &[u8; HEADER_BYTES]) -> Result<Self, Error> {
        let magic = Fields::magic(bytes);
        let Some(order) = ByteOrder::of_magic(magic) else {
            let found = u32::from_le_bytes(magic);
            return Err(Error::from(ErrorKind::NotHipo { found }).at(28));
        };
        let fields = Fields { bytes, order };
        if fields.u32(0) == EVIO {
            return Err(Error::from(ErrorKind::Evio).at(0));
        }
        let words = fields.u32(8);
        if u64::from(words) * WORD < HEADER_BYTES as u64 {
            return Err(Error::from(ErrorKind::HeaderLength { words }).at(8));
        }
        Ok(Self {
            byte_order: order,
            id: fields.u32(0).to_le_bytes(),
            file_number: fields.u32(4),
            header_bytes: u64::from(words) * WORD,
            record_count: fields.u32(12),
            index_bytes: fields.u32(16),
            bit_info: fields.u32(20),
            user_header_bytes: fields.u32(24),
            user_register: fields.u64(32),
            trailer_position: fields.u64(40),
            user_integers: [fields.u32(48), fields.u32(52)],
        })
    }

    /// The header of a new file, which is not closed: little-endian, version 6,
    /// with a dictionary of that many bytes.
    pub(crate) fn new(user_header_bytes: u32) -> Self {
        Self {
            byte_order: ByteOrder::Little,
            id: *b"HIPO",
            file_number: 1,
            header_bytes: HEADER_BYTES as u64,
            record_count: 0,
            index_bytes: 0,
            bit_info: VERSION,
            user_header_bytes,
            user_register: 0,
            trailer_position: 0,
            user_integers: [0; 2],
        }
    }

    /// Its bytes, little-endian.
    pub(crate) fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = HeaderBytes::new();
        bytes.u32(0, u32::from_le_bytes(self.id));
        bytes.u32(4, self.file_number);
        bytes.u32(8, (self.header_bytes / WORD) as u32);
        bytes.u32(12, self.record_count);
        bytes.u32(16, self.index_bytes);
        bytes.u32(20, self.bit_info);
        bytes.u32(24, self.user_header_bytes);
        bytes.u64(32, self.user_register);
        bytes.u64(40, self.trailer_position);
        bytes.u32(48, self.user_integers[0]);
        bytes.u32(52, self.user_integers[1]);
        bytes.0
    }

    /// Where the first data record is, in bytes.
    pub fn first_record(&self) -> u64 {
        // The dictionary is a record, and so a whole number of words.
        let user = u64::from(self.user_header_bytes).next_multiple_of(WORD);
        self.header_bytes + user
    }

    /// The version of the format, 6.
    pub const fn version(&self) -> u8 {
        self.bit_info as u8
    }
}
