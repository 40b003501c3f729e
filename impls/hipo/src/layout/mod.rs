//! What the payload of a record looks like: from stored bytes to events.

mod by_bank;
mod by_column;
mod collect;
mod columns;
mod damage;
mod directory;
mod encoding;
mod event_buffer;
mod rebuild;
mod split;
mod streams;
mod whole;

pub(crate) use columns::SplitColumns;
pub(crate) use damage::LostBank;
pub(crate) use directory::directory_end;
pub(crate) use event_buffer::EventBuffer;
pub(crate) use split::Splitter;

use damage::Damage;
use directory::Directory;

use crate::codec::{self, Cut, Decoder};
use crate::columns::WantedBank;
use crate::compression::{Codec, Compression, Layout};
use crate::error::{Error, ErrorKind};
use crate::limits::Limits;
use crate::reader::Filter;
use crate::room::Buffer;
use crate::schema::Dictionary;
use crate::wire::RecordHeader;

/// A record as it is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stored<'a> {
    pub(crate) header: &'a RecordHeader,
    pub(crate) compression: Compression,
    /// The payload, without padding where that is not the codec's; of the
    /// layouts that split, it can be the front of it only.
    pub(crate) payload: &'a [u8],
    /// Bytes of all of the payload.
    length: usize,
}

impl<'a> Stored<'a> {
    pub(crate) fn new(header: &'a RecordHeader, payload: &'a [u8]) -> Result<Self, Error> {
        Self::front(header, payload, payload.len())
    }

    /// Of a payload of `length` bytes, as many as are here of it from its front.
    pub(crate) fn front(
        header: &'a RecordHeader,
        payload: &'a [u8],
        length: usize,
    ) -> Result<Self, Error> {
        let compression = Compression::from_tag(header.compression_tag)?;
        // Java pads uncompressed payloads without saying so, oxihipo says it.
        let padding = match (compression.codec(), compression.layout()) {
            (Codec::None, Layout::Whole) => 0,
            _ => header.payload_padding(),
        };
        let Some(length) = length.checked_sub(padding as usize) else {
            return Err(ErrorKind::Padding {
                padding,
                payload: length as u64,
            }
            .into());
        };
        Ok(Self {
            header,
            compression,
            payload: &payload[..payload.len().min(length)],
            length,
        })
    }

    /// The compression tag.
    fn tag(&self) -> u8 {
        self.header.compression_tag
    }
}

/// Turns stored records into events; keeps the memory that takes.
#[derive(Debug, Default)]
pub(crate) struct LayoutDecoder {
    pub(crate) codecs: Decoder,
    scratch: Scratch,
}

/// Memory of the split layouts.
#[derive(Debug, Default)]
struct Scratch {
    directory: Buffer,
    /// All streams of a record, decompressed, one after another.
    streams: Buffer,
    /// A stream before its encoding is undone.
    encoded: Buffer,
}

impl LayoutDecoder {
    /// All events of a record.
    pub(crate) fn events(
        &mut self,
        stored: Stored<'_>,
        dictionary: &Dictionary,
        limits: &Limits,
        events: &mut EventBuffer,
    ) -> Result<(), Error> {
        match stored.compression.layout() {
            Layout::Whole => whole::decode(stored, &mut self.codecs, limits, events),
            Layout::PerBank => by_bank::decode(stored, self, limits, &mut Damage::Refused, events),
            Layout::PerColumn => {
                let options = (limits, &mut Damage::Refused);
                by_column::decode(stored, self, dictionary, options, events)
            }
        }
    }

    /// What can be read of a damaged record. Stored whole, it is the events up
    /// to where damage was noticed; in the layouts that split, it is all events
    /// without the banks that are damaged, which are added to `lost`.
    pub(crate) fn salvage(
        &mut self,
        stored: Stored<'_>,
        dictionary: &Dictionary,
        limits: &Limits,
        lost: &mut Vec<LostBank>,
        events: &mut EventBuffer,
    ) -> Result<(), Error> {
        let damage = &mut Damage::Left(lost);
        match stored.compression.layout() {
            Layout::Whole => whole::decode_prefix(stored, &mut self.codecs, limits, events),
            Layout::PerBank => by_bank::decode(stored, self, limits, damage, events),
            Layout::PerColumn => {
                by_column::decode(stored, self, dictionary, (limits, damage), events)
            }
        }
    }

    /// What a query takes of a record of one of the split layouts, of which the
    /// [front](directory_end) of the payload is here.
    pub(crate) fn split_columns(
        &mut self,
        front: Stored<'_>,
        dictionary: &Dictionary,
        limits: &Limits,
        wanted: &[WantedBank],
        filter: &Filter,
    ) -> Result<SplitColumns, Error> {
        let memory = &mut self.scratch.directory;
        let directory = Directory::read(front, &mut self.codecs, limits, &Damage::Refused, memory)?;
        SplitColumns::plan(
            front.compression.codec(),
            &directory,
            dictionary,
            limits,
            (wanted, filter),
        )
    }
}

/// Decompresses to the front of `buffer`, which grows to `expected` bytes at
/// the most, and to no more than the data makes plausible.
fn decompress(
    codecs: &mut Decoder,
    codec: Codec,
    input: &[u8],
    expected: u64,
    buffer: &mut Buffer,
    cut: Cut,
) -> Result<usize, Error> {
    /// Zstandard's data seldom grows by more; where it does, it is asked again.
    const RATIO: u64 = 64;
    let most = codec::bound(codec, input.len() as u64).min(expected);
    let mut room = match codec {
        Codec::Zstd => most.min(input.len() as u64 * RATIO + (1 << 16)),
        _ => most,
    };
    loop {
        buffer.make_room(room as usize);
        let short = room < most;
        let cut = if short && codec == Codec::Zstd {
            Cut::Allowed
        } else {
            cut
        };
        let output = &mut buffer[..room as usize];
        let length = codecs.decompress(codec, input, output, cut)?;
        if codec == Codec::Zstd && short && length as u64 == room {
            room = most.min(room * RATIO);
        } else {
            return Ok(length);
        }
    }
}

/// Holds a size to the limit of a record, and to what places in it are told by:
/// 32 bits.
fn check_limit(bytes: u64, limits: &Limits) -> Result<(), Error> {
    let limit = limits.record_bytes().min(u32::MAX.into());
    if bytes > limit {
        return Err(ErrorKind::Limit {
            what: "a record",
            size: bytes,
            limit,
        }
        .into());
    }
    Ok(())
}
