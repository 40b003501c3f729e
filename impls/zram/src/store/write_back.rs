//! Pages to the backing file.

use super::backing::Backing;
use super::claim::Claim;
use super::entry::Place;
use super::keep::hash_of;
use super::workers::Worker;
use super::{Error, Selection, Store};

/// What [`Store::write_back`] did.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WrittenBack {
    /// Pages that are in the file now, and were in memory.
    pub pages: u64,
    /// It ended because the budget did.
    pub budget_spent: bool,
    /// It ended because the file is full.
    pub file_full: bool,
}

impl Store {
    /// Writes chosen pages to the backing file, as they are, and gives up their
    /// memory. They are read from there until they are written again.
    ///
    /// Reads and writes go on; a page that is written in the meantime stays in
    /// memory. One such call, [`recompress`](Self::recompress) or
    /// [`compact`](Self::compact) at a time: others wait.
    ///
    /// # Errors
    ///
    /// [`Error::NoBacking`], [`Error::Backing`]; [`Error::Decode`] and
    /// [`Error::Checksum`] for a damaged page. Pages before the one that failed
    /// are in the file, it and the others in memory.
    pub fn write_back(&self, selection: &Selection) -> Result<WrittenBack, Error> {
        let backing = self.backing.get().ok_or(Error::NoBacking)?;
        let _alone = self.upkeep.lock();
        let mut done = WrittenBack::default();
        self.for_claimed(
            selection,
            |_| true,
            |claim| {
                let Some(block) = backing.take_block() else {
                    done.file_full = true;
                    return Ok(false);
                };
                if !backing.spend() {
                    self.release_block(block);
                    done.budget_spent = true;
                    return Ok(false);
                }
                let worker = &mut self.workers.lend();
                let mut page = worker.scratch.take();
                let written = self.write_back_page(backing, worker, claim, block, &mut page);
                worker.scratch.give_back(page);
                done.pages += u64::from(written?);
                Ok(true)
            },
        )?;
        Ok(done)
    }

    fn write_back_page(
        &self,
        backing: &Backing,
        worker: &mut Worker,
        claim: Claim<'_>,
        block: u32,
        page: &mut [u8],
    ) -> Result<bool, Error> {
        let copied = self.copy_claimed(worker, claim, page).and_then(|place| {
            let written = place.map(|_| backing.write(block, page)).transpose();
            written.map_err(|source| Error::Backing {
                page: claim.number,
                source,
            })
        });
        match copied {
            Ok(Some(())) => Ok(self.move_claimed(
                claim,
                Place::Backed {
                    block,
                    check: hash_of(page) as u32,
                },
            )),
            failed => {
                self.release_block(block);
                failed.map(|_| false)
            }
        }
    }
}
