//! Events put together again from the streams of a split layout.

use super::directory::Directory;
use super::{EventBuffer, check_limit};
use crate::error::Error;
use crate::event::{EVENT_HEADER, STRUCTURE_HEADER};
use crate::limits::Limits;

/// Writes every event, in the form that records have them whole: its header
/// with the tag, and the structures in the order of the directory, but for
/// those of banks that are lost. `payload` writes the bytes of one bank of one event.
pub(super) fn rebuild(
    directory: &Directory<'_>,
    limits: &Limits,
    lost: &[bool],
    events: &mut EventBuffer,
    mut payload: impl FnMut(usize, usize, &mut [u8]),
) -> Result<(), Error> {
    events.clear();
    let total = directory.rebuilt_bytes();
    check_limit(total, limits)?;
    let total = total as usize;
    events.bytes.make_room(total);
    events.start = 0;
    let mut at = 0;
    let sizes: Vec<_> = (0..directory.banks.len())
        .map(|bank| directory.sizes(bank))
        .collect();
    for event in 0..directory.events() {
        let start = at;
        at += EVENT_HEADER;
        for (index, bank) in directory.banks.iter().enumerate() {
            if lost[index] || !directory.is_present(index, event) {
                continue;
            }
            let size = sizes[index].get(event);
            let header = &mut events.bytes[at..at + STRUCTURE_HEADER];
            header[..2].copy_from_slice(&bank.group.to_le_bytes());
            header[2] = bank.item;
            header[3] = bank.kind;
            header[4..].copy_from_slice(&(size | u32::from(bank.format) << 24).to_le_bytes());
            at += STRUCTURE_HEADER;
            let end = at + size as usize;
            payload(index, event, &mut events.bytes[at..end]);
            at = end;
        }
        let header = &mut events.bytes[start..start + EVENT_HEADER];
        header[..4].copy_from_slice(b"EVNT");
        header[4..8].copy_from_slice(&((at - start) as u32).to_le_bytes());
        header[8..12].copy_from_slice(&directory.tags.get(event).to_le_bytes());
        header[12..].fill(0);
        events.ends.push(at as u32);
    }
    Ok(())
}
