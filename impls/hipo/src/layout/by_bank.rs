//! The payload of tags 5, 6, 9, 11 and 13: one stream for each bank, with the
//! bank's bytes of all events.

use super::directory::Directory;
use super::rebuild::rebuild;
use super::{EventBuffer, LayoutDecoder, Scratch, Stored, check_limit};
use crate::error::Error;
use crate::limits::Limits;

pub(super) fn decode(
    stored: Stored<'_>,
    decoder: &mut LayoutDecoder,
    limits: &Limits,
    events: &mut EventBuffer,
) -> Result<(), Error> {
    let LayoutDecoder { codecs, scratch } = decoder;
    let Scratch {
        directory,
        streams,
        encoded,
    } = scratch;
    let directory = Directory::read(stored, codecs, limits, directory)?;
    let total: u64 = directory.banks.iter().map(|bank| bank.bytes).sum();
    check_limit(total, limits)?;
    let mut starts = Vec::with_capacity(directory.banks.len());
    let mut at = 0;
    for (index, &stream) in directory.streams.iter().enumerate() {
        starts.push(at);
        let end = at + stream.raw as usize;
        let output = room(stored, stream.stored, streams, at, end)?;
        LayoutDecoder::stream(codecs, stored, index, stream, encoded, output)?;
        at = end;
    }
    rebuild(&directory, limits, events, |bank, _, output| {
        let start = starts[bank];
        output.copy_from_slice(&streams[start..start + output.len()]);
        starts[bank] += output.len();
    })
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
