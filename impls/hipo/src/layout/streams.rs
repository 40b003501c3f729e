//! All streams of a record of a split layout.

use super::damage::Damage;
use super::directory::{Directory, Stream, fault};
use super::{Stored, check_limit};
use crate::codec::Decoder;
use crate::error::Error;
use crate::limits::Limits;
use crate::room::Buffer;

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
    streams: &mut Buffer,
    encoded: &mut Buffer,
) -> Result<ReadStreams, Error> {
    let total: u64 = directory.banks.iter().map(|bank| bank.bytes).sum();
    check_limit(total, limits)?;
    let codec = stored.compression.codec();
    // The stored bytes of a stream that can become what is told.
    let plausible = |stream: &Stream| {
        stream.check(codec)?;
        let bytes = stored.payload.get(stream.range());
        bytes.ok_or_else(|| fault("its streams run over the end of the record"))
    };
    let raw = directory.streams.iter().filter(|it| plausible(it).is_ok());
    streams.make_room(raw.map(|stream| stream.raw as usize).sum());
    let mut starts = Vec::with_capacity(directory.streams.len());
    let mut lost = vec![false; directory.banks.len()];
    let mut at = 0;
    for (place, (bank, lost)) in directory.banks.iter().zip(&mut lost).enumerate() {
        let range = bank.first_stream..bank.first_stream + bank.columns.max(1);
        for (index, &stream) in range.clone().zip(&directory.streams[range]) {
            starts.push(at);
            if *lost {
                continue;
            }
            let end = at + stream.raw as usize;
            let read = plausible(&stream).and_then(|bytes| {
                let output = &mut streams[at..end];
                stream.decode(index, bytes, (codecs, codec), encoded, output)
            });
            match read {
                Ok(()) => at = end,
                Err(reason) => {
                    let identity = (bank.group, bank.item);
                    damage.leave(identity, directory.events_with(place), reason)?;
                    *lost = true;
                }
            }
        }
    }
    Ok(ReadStreams { starts, lost })
}
