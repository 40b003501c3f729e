//! Calls as they will be timed, each of which has just shown that it does what
//! passed.

use anyhow::{Result, ensure};
use conformance::Format;
use conformance::gate::Ticket;

pub(super) const ADMITTED: &str = "the case is admitted";

/// What buffers hold before a call, so that bytes that it left out show.
pub(super) const UNTOUCHED: u8 = 0xa5;

/// A call that writes a frame to the front of a slice of `room` bytes: it has
/// just written the frame of `who` that passed.
pub(super) fn writes<F, C>(
    ticket: &Ticket<F>,
    who: &str,
    room: usize,
    mut call: C,
) -> Result<impl FnMut() -> usize + use<F, C>>
where
    F: Format,
    C: FnMut(&mut [u8]) -> usize,
{
    let mut room = vec![UNTOUCHED; room];
    let size = call(&mut room);
    ensure!(
        ticket.frame(who).is_some() && ticket.frame(who) == room.get(..size),
        "{}: the call that would be timed does not write the frame of {who} that passed",
        ticket.case()
    );
    Ok(move || call(&mut room))
}

/// A call that reads a frame to the front of a slice: it has just yielded the
/// value that passed.
pub(super) fn reads<F, C>(
    ticket: &Ticket<F>,
    who: &str,
    mut call: C,
) -> Result<impl FnMut() -> usize + use<F, C>>
where
    F: Format<Value = Vec<u8>>,
    C: FnMut(&mut [u8]) -> usize,
{
    let mut room = vec![UNTOUCHED; ticket.value().len()];
    let size = call(&mut room);
    ensure!(
        room.get(..size) == Some(ticket.value()),
        "{}: the call that would be timed does not yield the value that {who} yielded",
        ticket.case()
    );
    Ok(move || call(&mut room))
}
