//! Where in a record the rows of banks are.

use std::ops::Range;

use super::query::WantedBank;
use crate::error::Error;
use crate::event::{EVENT_HEADER, Event, STRUCTURE_HEADER, StructureHeader};
use crate::layout::EventBuffer;
use crate::reader::Filter;
use crate::schema::Schema;

/// The rows of one bank in one event: none where it is absent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Piece {
    /// Where their bytes begin.
    pub(crate) start: u32,
    pub(crate) rows: u32,
}

/// Where the banks of a query are, for each event that a filter takes: pieces
/// by event, for each bank.
#[derive(Debug, Default)]
pub(crate) struct Located {
    pub(crate) banks: Vec<Vec<Piece>>,
    pub(crate) events: u64,
    /// Of the event that is being looked through.
    found: Vec<Option<Piece>>,
}

impl Located {
    /// Looks the banks of events up, each event's structures once; what was
    /// here before is forgotten.
    pub(crate) fn locate(
        &mut self,
        buffer: &EventBuffer,
        events: Range<usize>,
        looks: &[Look<'_>],
        filter: &Filter,
    ) -> Result<(), Error> {
        self.banks.resize_with(looks.len(), Vec::new);
        self.banks.iter_mut().for_each(Vec::clear);
        self.found.resize(looks.len(), None);
        self.events = 0;
        let of_events = filter.is_of_events();
        for index in events {
            let Some(event) = buffer.event(index) else {
                break;
            };
            if of_events && !filter.takes_event(&event)? {
                continue;
            }
            find(&event, buffer.start_of(index), looks, &mut self.found)?;
            for (pieces, found) in self.banks.iter_mut().zip(&mut self.found) {
                pieces.push(found.take().unwrap_or_default());
            }
            self.events += 1;
        }
        Ok(())
    }
}

/// A bank to be looked for: its identity, and what its rows are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<'a> {
    identity: u32,
    schema: &'a Schema,
}

impl<'a> Look<'a> {
    pub(crate) fn of(wanted: &'a WantedBank) -> Self {
        Self {
            identity: wanted.identity(),
            schema: wanted.handle.schema(),
        }
    }
}

/// Finds the first structure of each bank in an event that begins at `base`.
#[inline]
fn find(
    event: &Event<'_>,
    base: usize,
    looks: &[Look<'_>],
    found: &mut [Option<Piece>],
) -> Result<(), Error> {
    let bytes = event.bytes();
    let mut missing = looks.len();
    let mut at = EVENT_HEADER;
    while missing > 0
        && let Some(header) = bytes.get(at..).and_then(<[u8]>::first_chunk)
    {
        let header = StructureHeader::of(*header);
        at += STRUCTURE_HEADER;
        let length = header.length();
        if length > bytes.len() - at {
            return Err(event.place(header.too_long(bytes.len() - at)));
        }
        for (look, found) in looks.iter().zip(&mut *found) {
            if look.identity == header.identity & 0x00ff_ffff && found.is_none() {
                let format = header
                    .checked_format()
                    .map_err(|error| event.place(error))?;
                *found = Some(Piece {
                    start: (base + at + format) as u32,
                    rows: look.schema.rows_in(length - format) as u32,
                });
                missing -= 1;
            }
        }
        at += length;
    }
    Ok(())
}
