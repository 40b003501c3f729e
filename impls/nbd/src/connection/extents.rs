//! What lies in a range, as an export tells it, made sound.

use std::ops::ControlFlow;

use crate::protocol::state;
use crate::{Error, Export, Extent};

/// The most extents that are told of one range.
const MOST: usize = 1 << 16;

/// A run of bytes of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) length: u32,
    hole: bool,
    pub(super) zero: bool,
}

impl Run {
    /// The flags of `base:allocation`.
    pub(super) const fn state(self) -> u32 {
        (if self.hole { state::HOLE } else { 0 }) | if self.zero { state::ZERO } else { 0 }
    }

    const fn is_like(self, extent: &Extent) -> bool {
        self.hole == extent.hole && self.zero == extent.zero
    }
}

/// Room for the runs of a range, to be used again.
#[derive(Default)]
pub(super) struct Extents {
    runs: Vec<Run>,
}

impl Extents {
    /// Asks what lies in a range. At most `most` runs tell of its beginning, or
    /// of all of it; runs beside each other are of different kinds, and none is
    /// empty.
    pub(super) fn ask(
        &mut self,
        export: &dyn Export,
        offset: u64,
        length: u32,
        most: usize,
    ) -> Result<&[Run], Error> {
        let runs = &mut self.runs;
        runs.clear();
        let mut rest = length;
        let most = most.min(MOST);
        let result = export.status(offset, length.into(), &mut |extent| {
            let length = u32::try_from(extent.length).map_or(rest, |length| length.min(rest));
            let count = runs.len();
            match runs.last_mut() {
                Some(last) if last.is_like(&extent) => last.length += length,
                _ if length == 0 => {}
                _ if count == most => return ControlFlow::Break(()),
                _ => runs.push(Run {
                    length,
                    hole: extent.hole,
                    zero: extent.zero,
                }),
            }
            rest -= length;
            if rest == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        result?;
        if runs.is_empty() {
            runs.push(Run {
                length,
                hole: false,
                zero: false,
            });
        }
        Ok(runs)
    }
}
