//! The directory of the split layouts: which banks which event has, how long,
//! and in which streams they are.
//!
//! A payload begins with 20 bytes: u8 version, three zeros, u32 banks, u32
//! events, u32 stored and u32 raw size of the directory. The directory is an
//! LZ4 block whatever the tag.

use super::damage::Damage;
use super::{Stored, check_limit, decompress};
use crate::codec::Cut;
use crate::compression::{Codec, Layout};
use crate::error::{Error, ErrorKind};
use crate::limits::Limits;
use crate::room::Buffer;

const PREFIX: usize = 20;

/// The longest payload of a structure.
const LARGEST_BANK: u32 = (1 << 24) - 1;

/// Numbers of a directory, read from the front.
#[derive(Clone, Copy)]
struct Numbers<'a>(&'a [u8]);

impl<'a> Numbers<'a> {
    fn bytes(&mut self, count: u64) -> Result<&'a [u8], Error> {
        let taken = usize::try_from(count)
            .ok()
            .and_then(|count| self.0.split_at_checked(count));
        let Some((taken, rest)) = taken else {
            return Err(fault("it is shorter than its tables"));
        };
        self.0 = rest;
        Ok(taken)
    }

    fn words(&mut self, count: u64) -> Result<Words<'a>, Error> {
        self.bytes(count.saturating_mul(4)).map(Words)
    }
}

/// An array of u32.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    pub(super) fn get(self, index: usize) -> u32 {
        let bytes = self.0[index * 4..index * 4 + 4].try_into();
        u32::from_le_bytes(bytes.expect("four bytes"))
    }

    pub(super) fn iter(self) -> impl Iterator<Item = u32> + use<'a> {
        self.0
            .chunks_exact(4)
            .map(|bytes| u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    }

    /// `count` of them from `start` on.
    fn part(self, start: usize, count: usize) -> Self {
        Self(&self.0[start * 4..(start + count) * 4])
    }
}

/// One stream of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stream {
    /// Where it is in the payload.
    pub(super) start: usize,
    pub(super) stored: u32,
    pub(super) raw: u32,
    /// How it was rearranged before it was compressed; version 3.
    pub(super) encoding: u8,
    /// The low half of the XXH3 of its stored bytes; 0 if there is none.
    pub(super) checksum: u32,
}

/// One bank of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectoryBank {
    pub(super) group: u16,
    pub(super) item: u8,
    pub(super) kind: u8,
    /// Length of the format that a composite begins with.
    pub(super) format: u8,
    /// Its columns; 0 when the bank is one stream.
    pub(super) columns: usize,
    /// Its first stream.
    pub(super) first_stream: usize,
    /// Bytes in all events.
    pub(super) bytes: u64,
}

/// What a directory tells, held to the record's header.
#[derive(Debug)]
pub(super) struct Directory<'a> {
    pub(super) banks: Vec<DirectoryBank>,
    pub(super) streams: Vec<Stream>,
    /// By event.
    pub(super) tags: Words<'a>,
    presence: &'a [u8],
    /// Bytes of `presence` for each event.
    stride: usize,
    sizes: Words<'a>,
    events: usize,
}

impl<'a> Directory<'a> {
    /// Reads the directory of a record, into `memory`.
    pub(super) fn read(
        stored: Stored<'_>,
        codecs: &mut crate::codec::Decoder,
        limits: &Limits,
        damage: &Damage<'_>,
        memory: &'a mut Buffer,
    ) -> Result<Self, Error> {
        let payload = stored.payload;
        let Some(prefix) = payload.first_chunk::<PREFIX>() else {
            return Err(ErrorKind::Truncated {
                what: "the directory of a record",
                needed: PREFIX as u64,
                left: payload.len() as u64,
            }
            .into());
        };
        let version = prefix[0];
        let columns = stored.compression.layout() == Layout::PerColumn;
        let known = if columns { 1..=3 } else { 2..=3 };
        if !known.contains(&version) {
            return Err(ErrorKind::LayoutVersion {
                tag: stored.tag(),
                version,
                known: if columns { "1 to 3" } else { "2 and 3" },
            }
            .into());
        }
        let words = Words(&prefix[4..]);
        // As many as there are groups and items.
        if words.get(0) > 1 << 24 {
            return Err(fault("it has more banks than there can be"));
        }
        let [banks, events, compressed, raw] =
            [0, 1, 2, 3].map(|index| u64::from(words.get(index)));
        if events != u64::from(stored.header.events) {
            return Err(fault("it has another number of events than the header"));
        }
        check_limit(raw, limits)?;
        let Some(block) = payload.get(PREFIX..PREFIX + compressed as usize) else {
            return Err(fault("it runs over the end of the record"));
        };
        let length = if raw == 0 {
            0
        } else {
            decompress(codecs, Codec::Lz4, block, raw, memory, Cut::Refused)?
        };
        if length as u64 != raw {
            return Err(crate::codec::length_error(Codec::Lz4, raw as usize, length));
        }
        let streams_at = PREFIX + compressed as usize;
        let memory: &'a [u8] = &memory[..length];
        Self::tables(
            Numbers(memory),
            banks,
            events,
            columns.then_some(version),
            streams_at..damage.room(stored.length),
        )
    }

    fn tables(
        mut numbers: Numbers<'a>,
        bank_count: u64,
        events: u64,
        columns: Option<u8>,
        room: std::ops::Range<usize>,
    ) -> Result<Self, Error> {
        let mut banks: Vec<_> = numbers
            .bytes(bank_count.saturating_mul(4))?
            .chunks_exact(4)
            .map(|bytes| DirectoryBank {
                group: u16::from_le_bytes([bytes[0], bytes[1]]),
                item: bytes[2],
                kind: bytes[3],
                format: 0,
                columns: 0,
                first_stream: 0,
                bytes: 0,
            })
            .collect();
        let mut stream_count = 0;
        if columns.is_some() {
            let counts = numbers.bytes(bank_count * 2)?;
            for (bank, count) in banks.iter_mut().zip(counts.chunks_exact(2)) {
                bank.columns = usize::from(u16::from_le_bytes([count[0], count[1]]));
                bank.first_stream = stream_count;
                stream_count += bank.columns.max(1);
            }
        } else {
            for (index, bank) in banks.iter_mut().enumerate() {
                bank.first_stream = index;
            }
            stream_count = banks.len();
        }
        let count = stream_count as u64;
        let (stored, raw, tags, presence, sizes);
        let stride = bank_count.div_ceil(8);
        if columns.is_some() {
            tags = numbers.words(events)?;
            presence = numbers.bytes(events.saturating_mul(stride))?;
            sizes = numbers.words(events.saturating_mul(bank_count))?;
            let pairs = numbers.words(count * 2)?;
            stored = (0..stream_count).map(|at| pairs.get(2 * at)).collect();
            raw = (0..stream_count).map(|at| pairs.get(2 * at + 1)).collect();
        } else {
            stored = numbers.words(count)?.iter().collect::<Vec<_>>();
            raw = numbers.words(count)?.iter().collect::<Vec<_>>();
            tags = numbers.words(events)?;
            presence = numbers.bytes(events.saturating_mul(stride))?;
            sizes = numbers.words(events.saturating_mul(bank_count))?;
        }
        // Both of the last tables can be missing; which are there, lengths tell.
        let encoded = if columns == Some(3) { count * 5 } else { 0 };
        if numbers.0.len() as u64 >= bank_count + encoded {
            let formats = numbers.bytes(bank_count)?;
            for (bank, format) in banks.iter_mut().zip(formats) {
                bank.format = *format;
            }
        }
        let mut streams = streams_of(stored, raw, room)?;
        if encoded > 0 {
            let encodings = numbers.bytes(count)?;
            let checksums = numbers.words(count)?;
            for (index, stream) in streams.iter_mut().enumerate() {
                stream.encoding = encodings[index];
                stream.checksum = checksums.get(index);
            }
        }
        let mut directory = Self {
            banks,
            streams,
            tags,
            presence,
            stride: stride as usize,
            sizes,
            events: events as usize,
        };
        directory.check()?;
        Ok(directory)
    }

    /// Holds presence and sizes to each other, and adds sizes up.
    fn check(&mut self) -> Result<(), Error> {
        let mut identities: Vec<_> = self.banks.iter().map(|it| (it.group, it.item)).collect();
        identities.sort_unstable();
        if identities.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(fault("it has a bank twice"));
        }
        let (events, count) = (self.events, self.banks.len());
        let spare = self.stride * 8 - count;
        if spare > 0 {
            let mut last = self
                .presence
                .iter()
                .skip(self.stride - 1)
                .step_by(self.stride);
            if last.any(|byte| u32::from(*byte) >> (8 - spare) != 0) {
                return Err(fault("an event has a bank that the record does not have"));
            }
        }
        for index in 0..count {
            let mut bytes = 0;
            let format = u32::from(self.banks[index].format);
            for (event, size) in self.sizes.part(index * events, events).iter().enumerate() {
                let present = self.is_present(index, event);
                if size > LARGEST_BANK || (size != 0 && !present) || (present && size < format) {
                    return Err(fault("a bank has a size that it cannot have"));
                }
                bytes += u64::from(size);
            }
            self.banks[index].bytes = bytes;
            let bank = self.banks[index];
            let streams = &self.streams[bank.first_stream..][..bank.columns.max(1)];
            let raw: u64 = streams.iter().map(|stream| u64::from(stream.raw)).sum();
            if raw != bytes {
                return Err(fault("the streams of a bank are not as long as its sizes"));
            }
        }
        Ok(())
    }

    /// Number of events.
    pub(super) const fn events(&self) -> usize {
        self.events
    }

    /// Whether an event has a bank.
    #[inline]
    pub(super) fn is_present(&self, bank: usize, event: usize) -> bool {
        self.presence[event * self.stride + bank / 8] >> (bank % 8) & 1 == 1
    }

    /// The number of events that have a bank.
    pub(super) fn events_with(&self, bank: usize) -> usize {
        let events = 0..self.events;
        events.filter(|&event| self.is_present(bank, event)).count()
    }

    /// The sizes of a bank by event, 0 where it is absent.
    pub(super) fn sizes(&self, bank: usize) -> Words<'a> {
        self.sizes.part(bank * self.events, self.events)
    }

    /// Bytes of all events when rebuilt.
    pub(super) fn rebuilt_bytes(&self) -> u64 {
        let headers: u64 = self
            .presence
            .iter()
            .map(|byte| u64::from(byte.count_ones()) * crate::event::STRUCTURE_HEADER as u64)
            .sum();
        let banks: u64 = self.banks.iter().map(|bank| bank.bytes).sum();
        headers + banks + (self.events * crate::event::EVENT_HEADER) as u64
    }

    /// The place of a bank among the record's.
    pub(super) fn find(&self, group: u16, item: u8) -> Option<usize> {
        self.banks
            .iter()
            .position(|bank| (bank.group, bank.item) == (group, item))
    }
}

fn streams_of(
    stored: Vec<u32>,
    raw: Vec<u32>,
    room: std::ops::Range<usize>,
) -> Result<Vec<Stream>, Error> {
    let mut start = room.start;
    let mut streams = Vec::with_capacity(stored.len());
    for (stored, raw) in stored.into_iter().zip(raw) {
        streams.push(Stream {
            start,
            stored,
            raw,
            encoding: 0,
            checksum: 0,
        });
        start = start
            .checked_add(stored as usize)
            .filter(|end| *end <= room.end)
            .ok_or_else(|| fault("its streams run over the end of the record"))?;
    }
    Ok(streams)
}

/// Where the directory of a payload ends, by the first bytes of it; none when
/// these are too few to tell.
pub(crate) fn directory_end(front: &[u8]) -> Option<usize> {
    let prefix = front.first_chunk::<PREFIX>()?;
    Some(PREFIX + Words(&prefix[4..]).get(2) as usize)
}

#[cold]
pub(super) fn fault(what: &'static str) -> Error {
    ErrorKind::Directory(what).into()
}

impl Stream {
    /// Its bytes in the payload.
    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.stored as usize
    }

    /// Checks that what is stored can become what is told.
    pub(super) fn check(&self, codec: Codec) -> Result<(), Error> {
        let most = crate::codec::bound(codec, u64::from(self.stored));
        if u64::from(self.raw) > most {
            let (raw, most) = (self.raw as usize, most as usize);
            return Err(crate::codec::length_error(codec, raw, most));
        }
        Ok(())
    }

    /// Decompresses its stored bytes to `output`, which is as long as it. It is
    /// the one at `index`.
    pub(super) fn decode(
        &self,
        index: usize,
        bytes: &[u8],
        (codecs, codec): (&mut crate::codec::Decoder, Codec),
        encoded: &mut Buffer,
        output: &mut [u8],
    ) -> Result<(), Error> {
        if self.checksum != 0 {
            let computed = twox_hash::XxHash3_64::oneshot(bytes) as u32;
            if computed != self.checksum {
                return Err(ErrorKind::Checksum {
                    stream: index,
                    stored: self.checksum,
                    computed,
                }
                .into());
            }
        }
        let length = match self.encoding & 0xf {
            0 => codecs.decompress(codec, bytes, output, Cut::Refused)?,
            1 => {
                let raw = u64::from(self.raw);
                let length = decompress(codecs, codec, bytes, raw, encoded, Cut::Refused)?;
                if length == output.len() {
                    let width = usize::from(self.encoding >> 4);
                    super::encoding::join_bytes(&encoded[..length], width, output)?;
                }
                length
            }
            _ => return Err(fault("a stream has an encoding that is not known")),
        };
        if length == output.len() {
            Ok(())
        } else {
            Err(crate::codec::length_error(codec, output.len(), length))
        }
    }
}
