//! Whether the bytes of an event can be what was written.

use crate::error::{Error, ErrorKind};
use crate::event::{EVENT_HEADER, Event};

/// Holds an event to what readers need: structures that end where it does.
pub(super) fn check_structures(event: &Event<'_>) -> Result<(), Error> {
    event
        .structures()
        .try_for_each(|structure| structure.map(drop))
}

/// Holds an event to what all writers write as well: its own size. In data that
/// is damaged, this is what there is to tell events from noise.
pub(super) fn check_strictly(event: &Event<'_>) -> Result<(), Error> {
    let bytes = event.bytes();
    let told = bytes
        .get(4..)
        .and_then(<[u8]>::first_chunk)
        .map_or(0, |told| u32::from_le_bytes(*told));
    if bytes.len() < EVENT_HEADER || told as usize != bytes.len() {
        let length = bytes.len() as u64;
        return Err(event.place(ErrorKind::EventSize { told, length }.into()));
    }
    check_structures(event)
}
