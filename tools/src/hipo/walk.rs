//! Going through the events of a file.

use std::ops::Range;

use hipo::{Event, File};

use crate::failure::Failure;
use crate::progress::Progress;
use crate::selection::Chosen;

/// Shows each event of `range` that is `chosen` to `visit`, with its number in
/// the file. Records that have none of them are not read.
pub(crate) fn events(
    file: &File,
    range: Range<u64>,
    mut chosen: Chosen<'_>,
    progress: &Progress,
    mut visit: impl FnMut(u64, Event<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut access = file.random_access();
    for record in file.records() {
        let all = record.first_event..record.first_event + u64::from(record.events);
        let wanted = all.start.max(range.start)..all.end.min(range.end);
        if wanted.is_empty() {
            continue;
        }
        if chosen.takes_record(record) {
            for number in wanted.clone() {
                let event = access.event(number)?;
                if chosen.takes(&event).map_err(Failure::of(file))? {
                    visit(number, event)?;
                }
            }
        }
        progress.did(wanted.end - wanted.start);
    }
    Ok(())
}
