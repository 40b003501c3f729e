//! All streams of a record of a split layout.

use super::damage::Damage;
use super::directory::Directory;
use super::{LayoutDecoder, Stored, check_limit};
use crate::codec::Decoder;
use crate::error::Error;
use crate::limits::Limits;

/// Streams of a record, decompressed.
pub(super) struct ReadStreams {
    /// Where each begins.
    pub(super) starts: Vec<usize>,
    /// The banks of which one is damaged.
    pub(super) lost: Vec<bool>,
}

/// Decompresses all streams to the front of `streams`, one after another.
pub(super) fn read_all(
    stored: Stored<'_>,
    directory: &Directory<'_>,
    codecs: &mut Decoder,
    (limits, damage): (&Limits, &mut Damage<'_>),
    streams: &mut Vec<u8>,
    encoded: &mut Vec<u8>,
) -> Result<ReadStreams, Error> {
    let total: u64 = directory.banks.iter().map(|bank| bank.bytes).sum();
    check_limit(total, limits)?;
    let mut starts = Vec::with_capacity(directory.streams.len());
    let mut lost = vec![false; directory.banks.len()];
    let mut at = 0;
    for (bank, lost) in directory.banks.iter().zip(&mut lost) {
        let range = bank.first_stream..bank.first_stream + bank.columns.max(1);
        for (index, &stream) in range.clone().zip(&directory.streams[range]) {
            starts.push(at);
            if *lost {
                continue;
            }
            let end = at + stream.raw as usize;
            let read = room(stored, stream.stored, streams, at, end).and_then(|output| {
                LayoutDecoder::stream(codecs, stored, index, stream, encoded, output)
            });
            match read {
                Ok(()) => at = end,
                Err(reason) => {
                    let identity = (bank.group, bank.item);
                    damage.leave(identity, directory.events_with(bank), reason)?;
                    *lost = true;
                }
            }
        }
    }
    Ok(ReadStreams { starts, lost })
}

/// The bytes from `at` to `end`, when that is what `stored` bytes can become.
pub(super) fn room<'a>(
    stored_in: Stored<'_>,
    stored: u32,
    memory: &'a mut Vec<u8>,
    at: usize,
    end: usize,
) -> Result<&'a mut [u8], Error> {
    let codec = stored_in.compression.codec();
    let most = crate::codec::bound(codec, u64::from(stored));
    if (end - at) as u64 > most {
        return Err(crate::codec::length_error(codec, end - at, most as usize));
    }
    if memory.len() < end {
        memory.resize(end, 0);
    }
    Ok(&mut memory[at..end])
}
