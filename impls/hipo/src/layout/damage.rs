//! What to do with a record of a split layout of which some banks are damaged.

use crate::error::Error;

/// A bank that a record has lost.
#[derive(Debug)]
pub(crate) struct LostBank {
    pub(crate) group: u16,
    pub(crate) item: u8,
    /// Events that had it.
    pub(crate) events: u32,
    pub(crate) reason: Error,
}

/// What damage to the streams of a bank means.
#[derive(Debug)]
pub(crate) enum Damage<'a> {
    /// The record cannot be read.
    Refused,
    /// Events are read without the bank.
    Left(&'a mut Vec<LostBank>),
}

impl Damage<'_> {
    /// Where streams may end, of a payload that ends there: what is missing
    /// from its end are some of the banks.
    pub(super) const fn room(&self, payload: usize) -> usize {
        match self {
            Self::Refused => payload,
            Self::Left(_) => usize::MAX,
        }
    }

    /// Leaves a bank out, for a reason that is an error otherwise.
    pub(super) fn leave(
        &mut self,
        bank: (u16, u8),
        events: usize,
        reason: Error,
    ) -> Result<(), Error> {
        match self {
            Self::Refused => Err(reason),
            Self::Left(lost) => {
                lost.push(LostBank {
                    group: bank.0,
                    item: bank.1,
                    events: events as u32,
                    reason,
                });
                Ok(())
            }
        }
    }
}
