//! Lanes of numbers, one a codec, that are mostly one value: a bit for each
//! that is another, then a varint for each such.

use alloc::vec::Vec;
use core::fmt;

use super::header::CodecEntry;
use crate::frame::Observer;
use crate::wire::{Reader, pack, push_varint, unpack};
use crate::{Error, Structure};

/// Streams that one codec regenerates, at most (`ZL_runtimeNodeInputLimit`).
const MAX_REGENERATED: u32 = 2048;

/// Appends numbers that are mostly `usual`: a bit for each that is not, then
/// by how much each of those exceeds `usual + 1`.
pub(super) fn push_sparse(
    output: &mut Vec<u8>,
    values: impl Iterator<Item = u32> + Clone,
    usual: u32,
) {
    pack(
        output,
        values.clone().map(|value| u32::from(value != usual)),
        1,
    );
    for value in values.filter(|&value| value != usual) {
        push_varint(output, u64::from(value - usual - 1));
    }
}

/// A lane as it is read.
pub(super) struct Lane {
    structure: Structure,
    /// What its field is called.
    path: &'static str,
    /// The number of a codec.
    number: fn(&mut CodecEntry) -> &mut u32,
    /// The number that a varint stands for.
    decode: fn(u64) -> Result<u32, &'static str>,
}

impl Lane {
    /// The lanes of a chunk header, in order.
    pub(super) const ALL: [Self; 3] = [
        Self {
            structure: Structure::CodecHeaderSizes,
            path: "codec_header_sizes",
            number: |codec| &mut codec.header_size,
            decode: |value| {
                let size = u32::try_from(value)
                    .ok()
                    .filter(|&size| size < u32::MAX - 1);
                Ok(size.ok_or("4 GiB or more")? + 1)
            },
        },
        Self {
            structure: Structure::VariableStreams,
            path: "variable_streams",
            number: |codec| &mut codec.variable_streams,
            // The reference keeps the low 32 bits, here and below.
            decode: |value| Ok((value as u32).wrapping_add(1)),
        },
        Self {
            structure: Structure::RegeneratedStreams,
            path: "regenerated_streams",
            number: |codec| &mut codec.regenerated,
            decode: |value| {
                let count = (value as u32).wrapping_add(2);
                if count > MAX_REGENERATED {
                    return Err("more than the format allows");
                }
                Ok(count)
            },
        },
    ];

    /// Reads the lane at the cursor into `codecs`.
    pub(super) fn read(
        &self,
        reader: &mut Reader<'_>,
        codecs: &mut [CodecEntry],
        observer: &mut impl Observer,
    ) -> Result<(), Error> {
        let start = reader.offset();
        let flags = reader.packed(codecs.len(), 1, self.structure)?;
        for (codec, flag) in codecs.iter_mut().zip(unpack(flags, 1)) {
            if flag != 0 {
                let start = reader.offset();
                let value = reader.varint(self.structure)?;
                *(self.number)(codec) = (self.decode)(value)
                    .map_err(|problem| Error::corrupt(start, self.structure, problem))?;
            }
        }
        if !codecs.is_empty() {
            observer.field(
                start..reader.offset(),
                format_args!("{}", self.path),
                format_args!("{}", Numbers(codecs, self.number)),
            );
        }
        Ok(())
    }
}

/// The numbers of a lane, told in a row.
struct Numbers<'a>(&'a [CodecEntry], fn(&mut CodecEntry) -> &mut u32);

impl fmt::Display for Numbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, &codec) in self.0.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            let mut codec = codec;
            write!(f, "{gap}{}", (self.1)(&mut codec))?;
        }
        Ok(())
    }
}
