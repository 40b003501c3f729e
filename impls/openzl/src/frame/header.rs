//! The frame header, written and read
//! (`writeFrameHeader_internal`, `DFH_FrameInfo_decodeFrameHeader`).

use alloc::vec::Vec;

use super::Observer;
use crate::parameters::Parameters;
use crate::stream::StreamType;
use crate::wire::{Reader, push_varint};
use crate::{Error, FormatVersion, Structure, checksum};

const CONTENT_CHECKSUM: u8 = 1 << 0;
const COMPRESSED_CHECKSUM: u8 = 1 << 1;
const COMMENT: u8 = 1 << 2;
const BUNDLE: u8 = 1 << 3;

/// Outputs up to here are counted in the low half of one byte.
const SHORT_OUTPUTS: usize = 14;
/// Outputs of a frame, at most (`ZL_runtimeInputLimit`).
const MAX_OUTPUTS: usize = 2048;
/// Bytes of a dictionary bundle's identifier, at most (`ZL_UNIQUE_ID_SIZE`).
const MAX_BUNDLE_ID: usize = 32;
/// Bytes of a comment, at most (`ZL_MAX_HEADER_COMMENT_SIZE_LIMIT`).
const MAX_COMMENT: u64 = 10_000;

/// One output of a frame.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct OutputInfo {
    /// Its type.
    pub kind: StreamType,
    /// Its size in bytes; of strings, without their lengths.
    pub byte_size: u64,
    /// How many strings it holds, for [`StreamType::String`].
    pub strings: Option<u64>,
}

/// What the header of a frame tells.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FrameHeader {
    version: FormatVersion,
    flags: u8,
    bundle_id: Vec<u8>,
    first_output: OutputInfo,
    more_outputs: Vec<OutputInfo>,
    comment: Vec<u8>,
    size: usize,
}

impl FrameHeader {
    /// The format version.
    #[must_use]
    pub const fn version(&self) -> FormatVersion {
        self.version
    }

    /// Whether chunks carry a checksum of their content.
    #[must_use]
    pub const fn has_content_checksum(&self) -> bool {
        self.flags & CONTENT_CHECKSUM != 0
    }

    /// Whether the header and the chunks carry a checksum of their bytes.
    #[must_use]
    pub const fn has_compressed_checksum(&self) -> bool {
        self.flags & COMPRESSED_CHECKSUM != 0
    }

    /// The identifier of the dictionary bundle that the frame needs, empty
    /// for none.
    #[must_use]
    pub fn bundle_id(&self) -> &[u8] {
        &self.bundle_id
    }

    /// The outputs, at least one.
    pub fn outputs(&self) -> impl Iterator<Item = OutputInfo> + '_ {
        core::iter::once(self.first_output).chain(self.more_outputs.iter().copied())
    }

    /// How many outputs there are.
    #[must_use]
    pub fn output_count(&self) -> usize {
        1 + self.more_outputs.len()
    }

    /// Bytes of all outputs together.
    #[must_use]
    pub fn output_bytes(&self) -> u64 {
        self.outputs()
            .fold(0, |sum, output| sum.saturating_add(output.byte_size))
    }

    /// The comment, empty for none.
    #[must_use]
    pub fn comment(&self) -> &[u8] {
        &self.comment
    }

    /// Bytes of the header.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Reads the header at the front of a frame.
    pub(crate) fn read(
        reader: &mut Reader<'_>,
        observer: &mut impl Observer,
    ) -> Result<Self, Error> {
        let version = read_version(reader, observer)?;
        let flags = read_flags(reader, version, observer)?;
        let bundle_id = if flags & BUNDLE != 0 {
            read_bundle_id(reader, observer)?
        } else {
            Vec::new()
        };
        let (mut first_output, mut more_outputs) = read_outputs(reader, observer)?;
        read_sizes(reader, &mut first_output, &mut more_outputs, observer)?;
        let comment = if flags & COMMENT != 0 {
            read_comment(reader, observer)?
        } else {
            Vec::new()
        };
        if flags & COMPRESSED_CHECKSUM != 0 {
            read_checksum(reader, observer)?;
        }
        Ok(Self {
            version,
            flags,
            bundle_id,
            first_output,
            more_outputs,
            comment,
            size: reader.offset(),
        })
    }
}

fn read_version(
    reader: &mut Reader<'_>,
    observer: &mut impl Observer,
) -> Result<FormatVersion, Error> {
    let start = reader.offset();
    let magic = reader.u32(Structure::Magic)?;
    let version = FormatVersion::from_magic(magic)?;
    observer.field(
        start..reader.offset(),
        format_args!("magic"),
        format_args!("{magic:#010x}, format version {version}"),
    );
    Ok(version)
}

/// Reads the flags and clears those that the version has no meaning for.
fn read_flags(
    reader: &mut Reader<'_>,
    version: FormatVersion,
    observer: &mut impl Observer,
) -> Result<u8, Error> {
    let start = reader.offset();
    let mut flags = reader.byte(Structure::FrameFlags)?;
    let yes = |flag| if flags & flag != 0 { "yes" } else { "no" };
    observer.field(
        start..reader.offset(),
        format_args!("flags"),
        format_args!(
            "{flags:#04x}: content checksum {}, compressed checksum {}, comment {}, dictionary {}",
            yes(CONTENT_CHECKSUM),
            yes(COMPRESSED_CHECKSUM),
            yes(COMMENT),
            yes(BUNDLE),
        ),
    );
    if version < FormatVersion::COMMENT {
        flags &= !COMMENT;
    }
    if version < FormatVersion::DICTIONARY {
        flags &= !BUNDLE;
    }
    Ok(flags)
}

fn read_bundle_id(reader: &mut Reader<'_>, observer: &mut impl Observer) -> Result<Vec<u8>, Error> {
    let start = reader.offset();
    let size = usize::from(reader.byte(Structure::BundleId)?);
    let corrupt = |problem| Error::corrupt(start, Structure::BundleId, problem);
    if size == 0 || size > MAX_BUNDLE_ID {
        return Err(corrupt("its size is not 1 to 32 bytes"));
    }
    let id = reader.take(size, Structure::BundleId)?;
    if id.iter().all(|&byte| byte == 0) {
        return Err(corrupt("all zero"));
    }
    observer.field(
        start..reader.offset(),
        format_args!("bundle_id"),
        format_args!("{size} bytes"),
    );
    Ok(id.to_vec())
}

/// Reads how many outputs there are and of what types.
fn read_outputs(
    reader: &mut Reader<'_>,
    observer: &mut impl Observer,
) -> Result<(OutputInfo, Vec<OutputInfo>), Error> {
    let start = reader.offset();
    // The reference asks for four bytes beyond the token.
    if reader.remaining() < 5 {
        return Err(Error::Truncated {
            offset: reader.offset() + reader.remaining(),
            structure: Structure::Outputs,
        });
    }
    let token = reader.byte(Structure::Outputs)?;
    let mut count = usize::from(token & 15);
    let mut typed_by_token = 2;
    if count > SHORT_OUTPUTS {
        let high = usize::from(reader.byte(Structure::Outputs)?);
        count = 15 + usize::from(token >> 4) + (high << 4);
        typed_by_token = 0;
    }
    if count == 0 || count > MAX_OUTPUTS {
        return Err(Error::corrupt(
            start,
            Structure::Outputs,
            "not 1 to 2048 outputs",
        ));
    }
    let rest = count.saturating_sub(typed_by_token);
    let types = reader.take(rest.div_ceil(4), Structure::Outputs)?;
    let kind = |index: usize| {
        StreamType::from_code(match index.checked_sub(typed_by_token) {
            None => token >> (4 + 2 * index),
            Some(index) => types[index / 4] >> (2 * (index % 4)),
        })
    };
    let output = |index| OutputInfo {
        kind: kind(index),
        byte_size: 0,
        strings: None,
    };
    observer.field(
        start..reader.offset(),
        format_args!("outputs"),
        format_args!("{count}, the first {}", kind(0)),
    );
    Ok((output(0), (1..count).map(output).collect()))
}

fn read_sizes(
    reader: &mut Reader<'_>,
    first: &mut OutputInfo,
    more: &mut [OutputInfo],
    observer: &mut impl Observer,
) -> Result<(), Error> {
    let mut index = 0;
    for output in core::iter::once(&mut *first).chain(&mut *more) {
        let start = reader.offset();
        let size = reader.varint(Structure::OutputSizes)?;
        output.byte_size = size.checked_sub(1).ok_or(Error::Unsupported {
            offset: start,
            what: crate::Unsupported::UnknownSize,
        })?;
        observer.field(
            start..reader.offset(),
            format_args!("output[{index}].size"),
            format_args!("{} bytes", output.byte_size),
        );
        index += 1;
    }
    index = 0;
    for output in core::iter::once(first).chain(more) {
        if output.kind == StreamType::String {
            let start = reader.offset();
            let strings = reader.varint(Structure::OutputSizes)?;
            output.strings = Some(strings);
            observer.field(
                start..reader.offset(),
                format_args!("output[{index}].strings"),
                format_args!("{strings}"),
            );
        }
        index += 1;
    }
    Ok(())
}

fn read_comment(reader: &mut Reader<'_>, observer: &mut impl Observer) -> Result<Vec<u8>, Error> {
    let start = reader.offset();
    let size = reader.varint(Structure::Comment)?;
    if size == 0 || size > MAX_COMMENT {
        return Err(Error::corrupt(
            start,
            Structure::Comment,
            "its size is not 1 to 10,000 bytes",
        ));
    }
    let comment = reader.take(size as usize, Structure::Comment)?;
    observer.field(
        start..reader.offset(),
        format_args!("comment"),
        format_args!("{size} bytes, \"{}\"", comment.escape_ascii()),
    );
    Ok(comment.to_vec())
}

fn read_checksum(reader: &mut Reader<'_>, observer: &mut impl Observer) -> Result<(), Error> {
    let computed = checksum::low_8(reader.since(0));
    let offset = reader.offset();
    let stored = reader.byte(Structure::HeaderChecksum)?;
    observer.field(
        offset..reader.offset(),
        format_args!("header_checksum"),
        format_args!("{stored:#04x}"),
    );
    if stored != computed {
        return Err(Error::Checksum {
            offset,
            structure: Structure::HeaderChecksum,
            stored: u32::from(stored),
            computed: u32::from(computed),
        });
    }
    Ok(())
}

/// Writes the header of a frame of one serial output of `size` bytes in place
/// of what is in `output`.
pub(super) fn write_header(parameters: &Parameters, size: usize, output: &mut Vec<u8>) {
    let version = parameters.format_version();
    let comment = if version >= FormatVersion::COMMENT {
        parameters.comment()
    } else {
        &[]
    };
    let mut flags = 0;
    if parameters.content_checksum() {
        flags |= CONTENT_CHECKSUM;
    }
    if parameters.compressed_checksum() {
        flags |= COMPRESSED_CHECKSUM;
    }
    if !comment.is_empty() {
        flags |= COMMENT;
    }
    output.clear();
    output.extend_from_slice(&version.magic().to_le_bytes());
    output.push(flags);
    output.push(1 | StreamType::Serial.code() << 4);
    push_varint(output, size as u64 + 1);
    if !comment.is_empty() {
        push_varint(output, comment.len() as u64);
        output.extend_from_slice(comment);
    }
    if parameters.compressed_checksum() {
        let sum = checksum::low_8(output);
        output.push(sum);
    }
}
