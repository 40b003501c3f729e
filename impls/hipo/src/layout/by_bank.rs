//! The payload of tags 5, 6, 9, 11 and 13: one stream for each bank, with the
//! bank's bytes of all events.

use super::damage::Damage;
use super::directory::Directory;
use super::rebuild::rebuild;
use super::streams::read_all;
use super::{EventBuffer, LayoutDecoder, Scratch, Stored};
use crate::error::Error;
use crate::limits::Limits;

pub(super) fn decode(
    stored: Stored<'_>,
    decoder: &mut LayoutDecoder,
    limits: &Limits,
    damage: &mut Damage<'_>,
    events: &mut EventBuffer,
) -> Result<(), Error> {
    let LayoutDecoder { codecs, scratch } = decoder;
    let Scratch {
        directory,
        streams,
        encoded,
    } = scratch;
    let directory = Directory::read(stored, codecs, limits, damage, directory)?;
    let read = read_all(
        stored,
        &directory,
        codecs,
        (limits, damage),
        streams,
        encoded,
    )?;
    let mut next = read.starts;
    rebuild(&directory, limits, &read.lost, events, |bank, _, output| {
        let start = next[bank];
        output.copy_from_slice(&streams[start..start + output.len()]);
        next[bank] += output.len();
    })
}
