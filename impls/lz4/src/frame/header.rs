//! How a frame begins.

use alloc::vec::Vec;

use super::checksum::checksum;
use super::{BlockSize, DecodeError, Field, Problem};

/// What an LZ4 frame begins with (`LZ4F_MAGICNUMBER`).
pub const MAGIC: u32 = 0x184D_2204;

/// What a legacy frame begins with.
pub const LEGACY_MAGIC: u32 = 0x184C_2102;

/// What the first of 16 kinds of skippable frames begins with
/// (`LZ4F_MAGIC_SKIPPABLE_START`).
pub const SKIPPABLE_MAGIC: u32 = 0x184D_2A50;

/// The longest header, in bytes (`LZ4F_HEADER_SIZE_MAX`).
pub const MAX_HEADER: usize = 19;

/// Where the flags are.
const FLAGS: usize = 4;

/// Where the block descriptor is.
pub(super) const BLOCK_DESCRIPTOR: usize = 5;

/// Where the content size is, or what comes in its place.
const OPTIONAL: usize = 6;

const VERSION: u8 = 1;
const VERSION_SHIFT: u32 = 6;
const INDEPENDENT: u8 = 1 << 5;
const BLOCK_CHECKSUMS: u8 = 1 << 4;
const CONTENT_SIZE: u8 = 1 << 3;
const CONTENT_CHECKSUM: u8 = 1 << 2;
const RESERVED_FLAG: u8 = 1 << 1;
const DICTIONARY_ID: u8 = 1;

const BLOCK_SIZE_SHIFT: u32 = 4;
const RESERVED_IN_DESCRIPTOR: u8 = 0b1000_1111;

/// The header of an LZ4 frame (`LZ4F_frameInfo_t`).
///
/// ```
/// use lz4::frame::{Header, Options, compress};
///
/// let frame = compress(b"content", &Options::DEFAULT.with_content_size(7));
/// let header = Header::parse(&frame)?;
/// assert_eq!(header.content_size, Some(7));
/// assert_eq!(header.size(), 15);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Header {
    /// How much content a block can hold.
    pub block_size: BlockSize,
    /// Whether blocks may refer to those before them.
    pub linked_blocks: bool,
    /// Whether a checksum ends each block.
    pub block_checksums: bool,
    /// Whether a checksum of the content ends the frame.
    pub content_checksum: bool,
    /// How long the content is said to be, in bytes.
    pub content_size: Option<u64>,
    /// The id of the dictionary that the frame was written with.
    pub dictionary_id: Option<u32>,
}

impl Header {
    /// Independent blocks of 64 KiB, and nothing else.
    pub(super) const PLAIN: Self = Self {
        block_size: BlockSize::Kib64,
        linked_blocks: false,
        block_checksums: false,
        content_checksum: false,
        content_size: None,
        dictionary_id: None,
    };

    /// Reads the header at the front of `frame`, which may go on
    /// (`LZ4F_getFrameInfo`).
    ///
    /// # Errors
    ///
    /// [`DecodeError`] for a header that is malformed or not all there, and for
    /// frames that have none, which are [`Problem::Magic`] here: see
    /// [`FrameStart`].
    pub fn parse(frame: &[u8]) -> Result<Self, DecodeError> {
        match FrameStart::parse(frame)? {
            FrameStart::Frame(header) => Ok(header),
            FrameStart::Skippable { variant, .. } => {
                Err(unknown(SKIPPABLE_MAGIC + u32::from(variant)))
            }
            FrameStart::Legacy => Err(unknown(LEGACY_MAGIC)),
        }
    }

    /// How many bytes the header takes, with the magic number: 7 to
    /// [`MAX_HEADER`] (`LZ4F_headerSize`).
    pub const fn size(&self) -> usize {
        size_by_flags(self.flags())
    }

    const fn flags(&self) -> u8 {
        let mut flags = VERSION << VERSION_SHIFT;
        if !self.linked_blocks {
            flags |= INDEPENDENT;
        }
        if self.block_checksums {
            flags |= BLOCK_CHECKSUMS;
        }
        if self.content_size.is_some() {
            flags |= CONTENT_SIZE;
        }
        if self.content_checksum {
            flags |= CONTENT_CHECKSUM;
        }
        if self.dictionary_id.is_some() {
            flags |= DICTIONARY_ID;
        }
        flags
    }

    /// Appends the header to `output`.
    pub(super) fn write(&self, output: &mut Vec<u8>) {
        let start = output.len();
        output.extend_from_slice(&MAGIC.to_le_bytes());
        output.push(self.flags());
        output.push(self.block_size.code() << BLOCK_SIZE_SHIFT);
        if let Some(size) = self.content_size {
            output.extend_from_slice(&size.to_le_bytes());
        }
        if let Some(id) = self.dictionary_id {
            output.extend_from_slice(&id.to_le_bytes());
        }
        output.push(short_checksum(&output[start + FLAGS..]));
    }

    /// Reads a header of which all bytes are there and the flags are checked.
    fn from_whole(bytes: &[u8]) -> Result<Self, DecodeError> {
        let flags = bytes[FLAGS];
        let descriptor = bytes[BLOCK_DESCRIPTOR];
        let reserved = descriptor & RESERVED_IN_DESCRIPTOR;
        if reserved != 0 {
            let problem = Problem::Reserved {
                field: Field::BlockDescriptor,
                bits: reserved,
            };
            return Err(at(BLOCK_DESCRIPTOR, problem));
        }
        let code = descriptor >> BLOCK_SIZE_SHIFT;
        let block_size = BlockSize::from_code(code)
            .ok_or_else(|| at(BLOCK_DESCRIPTOR, Problem::BlockSizeCode { found: code }))?;

        let (rest, last) = bytes.split_at(bytes.len() - 1);
        let computed = short_checksum(&rest[FLAGS..]);
        if last[0] != computed {
            let problem = Problem::HeaderChecksum {
                stored: last[0],
                computed,
            };
            return Err(at(rest.len(), problem));
        }

        let mut optional = &rest[OPTIONAL..];
        let mut content_size = None;
        if flags & CONTENT_SIZE != 0
            && let Some((size, after)) = optional.split_first_chunk()
        {
            content_size = Some(u64::from_le_bytes(*size));
            optional = after;
        }
        let mut dictionary_id = None;
        if flags & DICTIONARY_ID != 0 {
            dictionary_id = optional.first_chunk().map(|&id| u32::from_le_bytes(id));
        }
        Ok(Self {
            block_size,
            linked_blocks: flags & INDEPENDENT == 0,
            block_checksums: flags & BLOCK_CHECKSUMS != 0,
            content_checksum: flags & CONTENT_CHECKSUM != 0,
            content_size,
            dictionary_id,
        })
    }
}

/// What kind of frame begins, and what its first bytes say of it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum FrameStart {
    /// An LZ4 frame.
    Frame(Header),
    /// A frame that holds something else.
    Skippable {
        /// The last four bits of its magic number.
        variant: u8,
        /// How many bytes it holds, after the eight that it begins with.
        size: u32,
    },
    /// A frame of LZ4 before 1.0, or of a Linux kernel: blocks of 8 MiB without
    /// an end.
    Legacy,
}

impl FrameStart {
    /// Reads the start of the frame at the front of `input`, which may go on.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] for a start that is malformed or not all there.
    pub fn parse(input: &[u8]) -> Result<Self, DecodeError> {
        let needed = Self::needed(input)?;
        let Some(bytes) = input.get(..needed) else {
            let problem = Problem::Truncated {
                field: field_after(input),
            };
            return Err(at(input.len(), problem));
        };
        match magic(bytes) {
            Some(MAGIC) => Header::from_whole(bytes).map(Self::Frame),
            Some(LEGACY_MAGIC) => Ok(Self::Legacy),
            _ => Ok(Self::Skippable {
                variant: bytes[0] & 0xF,
                size: u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            }),
        }
    }

    /// How many bytes the start takes.
    pub const fn size(&self) -> usize {
        match self {
            Self::Frame(header) => header.size(),
            Self::Skippable { .. } => 8,
            Self::Legacy => 4,
        }
    }

    /// How many bytes of a start have to be there, as far as `front` tells; all
    /// of them, if so many are.
    pub(super) fn needed(front: &[u8]) -> Result<usize, DecodeError> {
        match magic(front) {
            None | Some(LEGACY_MAGIC) => Ok(4),
            Some(MAGIC) => {
                let Some(&flags) = front.get(FLAGS) else {
                    return Ok(FLAGS + 1);
                };
                check_flags(flags)?;
                Ok(size_by_flags(flags))
            }
            Some(other) if other & !0xF == SKIPPABLE_MAGIC => Ok(8),
            Some(other) => Err(unknown(other)),
        }
    }
}

/// Which field of a start comes after `front`, which is not all of it.
pub(super) fn field_after(front: &[u8]) -> Field {
    if front.len() < 4 {
        return Field::Magic;
    }
    if magic(front) != Some(MAGIC) {
        return Field::SkippableSize;
    }
    let Some(&flags) = front.get(FLAGS) else {
        return Field::Flags;
    };
    let size_end = OPTIONAL + if flags & CONTENT_SIZE != 0 { 8 } else { 0 };
    let id_end = size_by_flags(flags) - 1;
    match front.len() {
        BLOCK_DESCRIPTOR => Field::BlockDescriptor,
        length if length < size_end => Field::ContentSize,
        length if length < id_end => Field::DictionaryId,
        _ => Field::HeaderChecksum,
    }
}

fn magic(front: &[u8]) -> Option<u32> {
    front.first_chunk().map(|&bytes| u32::from_le_bytes(bytes))
}

fn check_flags(flags: u8) -> Result<(), DecodeError> {
    let found = flags >> VERSION_SHIFT;
    if found != VERSION {
        return Err(at(FLAGS, Problem::Version { found }));
    }
    if flags & RESERVED_FLAG != 0 {
        let problem = Problem::Reserved {
            field: Field::Flags,
            bits: RESERVED_FLAG,
        };
        return Err(at(FLAGS, problem));
    }
    Ok(())
}

const fn size_by_flags(flags: u8) -> usize {
    let mut size = OPTIONAL + 1;
    if flags & CONTENT_SIZE != 0 {
        size += 8;
    }
    if flags & DICTIONARY_ID != 0 {
        size += 4;
    }
    size
}

/// The header's own checksum: one byte of that of its fields.
fn short_checksum(fields: &[u8]) -> u8 {
    (checksum(fields) >> 8) as u8
}

const fn at(position: usize, problem: Problem) -> DecodeError {
    DecodeError {
        position: position as u64,
        problem,
    }
}

const fn unknown(found: u32) -> DecodeError {
    at(0, Problem::Magic { found })
}
