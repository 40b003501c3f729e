//! Where in a record the rows of banks are.

use std::ops::Range;

use super::query::WantedBank;
use crate::error::Error;
use crate::event::{EVENT_HEADER, STRUCTURE_HEADER, StructureHeader};
use crate::layout::EventBuffer;
use crate::reader::Filter;

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
}

/// Looks the banks of events up, each event's structures once.
pub(crate) fn locate(
    buffer: &EventBuffer,
    events: Range<usize>,
    wanted: &[WantedBank],
    filter: &Filter,
) -> Result<Located, Error> {
    let looks: Vec<_> = wanted
        .iter()
        .map(|bank| (bank.identity(), bank.handle.schema()))
        .collect();
    let mut located = Located {
        banks: vec![Vec::with_capacity(events.len()); wanted.len()],
        events: 0,
    };
    let of_events = filter.is_of_events();
    let mut found = vec![None; wanted.len()];
    for index in events {
        let Some(event) = buffer.event(index) else {
            break;
        };
        if of_events && !filter.takes_event(&event)? {
            continue;
        }
        let base = buffer.start_of(index);
        found.fill(None);
        let mut missing = looks.len();
        let bytes = event.bytes();
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
            for (look, found) in looks.iter().zip(&mut found) {
                if look.0 == header.identity & 0x00ff_ffff && found.is_none() {
                    let format = header
                        .checked_format()
                        .map_err(|error| event.place(error))?;
                    *found = Some(Piece {
                        start: (base + at + format) as u32,
                        rows: look.1.rows_in(length - format) as u32,
                    });
                    missing -= 1;
                }
            }
            at += length;
        }
        for (pieces, found) in located.banks.iter_mut().zip(&found) {
            pieces.push(found.unwrap_or_default());
        }
        located.events += 1;
    }
    Ok(located)
}
