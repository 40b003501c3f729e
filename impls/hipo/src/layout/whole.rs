//! The payload of tags 0 to 4: u32 lengths of the events, the user header and
//! its padding, the events.

use super::{EventBuffer, Stored, check_limit, decompress};
use crate::codec::{Cut, Decoder, bound, length_error};
use crate::error::{Error, ErrorKind};
use crate::limits::Limits;
use crate::wire::RecordHeader;

/// Lengths of parts of a decompressed payload, in bytes.
struct Lengths {
    /// The lengths of the events.
    index: u64,
    /// All that comes before the events.
    before: u64,
    /// Everything.
    expected: u64,
}

impl Lengths {
    fn of(header: &RecordHeader, limits: &Limits) -> Result<Self, Error> {
        let index = 4 * u64::from(header.events);
        let user = u64::from(header.user_header_bytes) + u64::from(header.user_header_padding());
        let before = index + user;
        let expected = before + u64::from(header.data_bytes);
        check_limit(expected, limits)?;
        Ok(Self {
            index,
            before,
            expected,
        })
    }
}

pub(super) fn decode(
    stored: Stored<'_>,
    codecs: &mut Decoder,
    limits: &Limits,
    events: &mut EventBuffer,
) -> Result<(), Error> {
    events.clear();
    let header = stored.header;
    let Lengths {
        index,
        before,
        expected,
    } = Lengths::of(header, limits)?;
    let codec = stored.compression.codec();
    // What comes of it can be shorter than was told, or longer, as long as all
    // events are there.
    let length = decompress(
        codecs,
        codec,
        stored.payload,
        expected,
        &mut events.bytes,
        Cut::Allowed,
    )?;
    let Some(data) = (length as u64).checked_sub(before) else {
        return Err(length_error(codec, expected as usize, length));
    };
    events.start = before as usize;
    let EventBuffer { bytes, ends, .. } = events;
    ends.reserve(header.events as usize);
    let mut end = 0_u64;
    for bytes in bytes[..index as usize].chunks_exact(4) {
        end += u64::from(header.byte_order.u32(bytes.try_into().expect("four bytes")));
        ends.push(end as u32);
    }
    if end > data {
        ends.clear();
        return Err(ErrorKind::EventIndex { events: end, data }.into());
    }
    Ok(())
}

/// The events of a damaged payload that lie wholly before what is noticed of
/// the damage.
pub(super) fn decode_prefix(
    stored: Stored<'_>,
    codecs: &mut Decoder,
    limits: &Limits,
    events: &mut EventBuffer,
) -> Result<(), Error> {
    events.clear();
    let header = stored.header;
    let lengths = Lengths::of(header, limits)?;
    let codec = stored.compression.codec();
    let most = bound(codec, stored.payload.len() as u64).min(lengths.expected) as usize;
    events.bytes.make_room(most);
    let output = &mut events.bytes[..most];
    let length = codecs.decompress_prefix(codec, stored.payload, output);
    let Some(data) = (length as u64).checked_sub(lengths.before) else {
        return Err(length_error(codec, lengths.expected as usize, length));
    };
    events.start = lengths.before as usize;
    let EventBuffer { bytes, ends, .. } = events;
    let mut end = 0_u64;
    for bytes in bytes[..lengths.index as usize].chunks_exact(4) {
        end += u64::from(header.byte_order.u32(bytes.try_into().expect("four bytes")));
        if end > data {
            break;
        }
        ends.push(end as u32);
    }
    Ok(())
}
