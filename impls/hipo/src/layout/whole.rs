//! The payload of tags 0 to 4: u32 lengths of the events, the user header and
//! its padding, the events.

use super::{EventBuffer, Stored, check_limit, decompress};
use crate::codec::{Cut, Decoder, length_error};
use crate::error::{Error, ErrorKind};
use crate::limits::Limits;

pub(super) fn decode(
    stored: Stored<'_>,
    codecs: &mut Decoder,
    limits: &Limits,
    events: &mut EventBuffer,
) -> Result<(), Error> {
    events.clear();
    let header = stored.header;
    let index = 4 * u64::from(header.events);
    let user = u64::from(header.user_header_bytes) + u64::from(header.user_header_padding());
    let before = index + user;
    let expected = before + u64::from(header.data_bytes);
    check_limit(expected, limits)?;
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
