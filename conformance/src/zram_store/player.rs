//! A store and its model, step by step.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use zram::store::{Error, Extent, SnapshotError, Store};

use super::layout::StoreLayout;
use super::model::Model;
use super::operation::Operation;
use crate::hex::describe_byte_difference;

/// Steps between two looks at all pages.
const LOOK: u64 = 256;

/// Does to a store and to its model the same, and says where they differ.
#[derive(Debug)]
pub struct Player {
    layout: StoreLayout,
    store: Store,
    model: Model,
    /// The most memory that may be taken.
    limit: Option<u64>,
    steps: u64,
}

/// Bytes that others can look at afterwards.
#[derive(Clone, Default)]
pub(super) struct Output(Arc<Mutex<Vec<u8>>>);

impl Output {
    pub(super) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A store's snapshot.
pub(super) fn saved(store: &Store) -> Result<Vec<u8>, SnapshotError> {
    let output = Output::default();
    store.save(output.clone())?;
    Ok(output.take())
}

impl Player {
    /// An empty store.
    ///
    /// # Errors
    /// What does not go together in the layout.
    pub fn new(layout: StoreLayout) -> Result<Self, String> {
        let store = Store::new(layout.options()).map_err(|error| error.to_string())?;
        layout.back(&store)?;
        Ok(Self {
            layout,
            store,
            model: Model::new(layout.pages, layout.page_size.bytes()),
            limit: None,
            steps: 0,
        })
    }

    /// The store.
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// The model.
    pub const fn model(&self) -> &Model {
        &self.model
    }

    /// Does one thing to both, and compares what it touched; now and then
    /// everything.
    ///
    /// # Errors
    /// Where store and model differ, or what the store refused without reason.
    pub fn step(&mut self, operation: &Operation) -> Result<(), String> {
        self.steps += 1;
        self.apply(operation)
            .and_then(|()| self.check_accounts())
            .and_then(|()| {
                if self.steps.is_multiple_of(LOOK) {
                    self.check_all()
                } else {
                    Ok(())
                }
            })
            .map_err(|fault| format!("step {}, {operation:?}: {fault}", self.steps))
    }

    fn apply(&mut self, operation: &Operation) -> Result<(), String> {
        match operation {
            Operation::Put(number, content) => {
                let bytes = content.bytes(self.layout.page_size.bytes());
                let result = self.store.put(*number, &bytes);
                self.wrote(operation, result)
            }
            Operation::WriteAt(range, content) => {
                let bytes = content.bytes((range.end - range.start) as usize);
                let result = self.store.write_at(range.start, &bytes);
                self.wrote(operation, result)
            }
            Operation::Get(number) => {
                let mut page = vec![0xa5; self.layout.page_size.bytes()];
                match (self.store.get(*number, &mut page), self.model.page(*number)) {
                    (Ok(()), Some(expected)) => same(expected, &page),
                    (Err(Error::NoPage { .. }), None) => Ok(()),
                    (result, _) => Err(format!("{result:?}")),
                }
            }
            Operation::ReadAt(range) => self.check_range(range),
            Operation::Discard(range) => self.discard(range),
            Operation::Extents(range) => self.check_extents(range),
            Operation::Tick => {
                self.store.tick();
                Ok(())
            }
            Operation::Recompress(priority, chosen) => {
                let done = self.store.recompress(*priority, &chosen.selection());
                self.allowed(done).map(drop)
            }
            Operation::WriteBack(chosen) => {
                self.backed(self.store.write_back(&chosen.selection()).map(drop))
            }
            Operation::Budget(pages) => {
                self.backed(self.store.set_write_back_budget(pages.map(u64::from)))
            }
            Operation::Compact => {
                self.store.compact();
                Ok(())
            }
            Operation::Limit(more) => {
                let used = self.store.stats().mm_stat.mem_used_total;
                self.limit = more.map(|more| used + u64::from(more));
                self.store.set_memory_limit(self.limit);
                Ok(())
            }
            Operation::Restart => self.restart(),
        }
    }

    /// Asks for the refusal of what needs a backing file where there is none.
    fn backed(&self, result: Result<(), Error>) -> Result<(), String> {
        match (self.layout.backing, result) {
            (0, Err(Error::NoBacking)) | (1.., Ok(())) => Ok(()),
            (_, result) => Err(format!("{result:?}")),
        }
    }

    /// Lets a refusal for want of memory pass where there is a limit.
    fn allowed<T>(&self, result: Result<T, Error>) -> Result<Option<T>, String> {
        match result {
            Ok(done) => Ok(Some(done)),
            Err(Error::MemoryLimit { .. }) if self.limit.is_some() => Ok(None),
            Err(error) => Err(format!("{error:?}")),
        }
    }

    fn wrote(&mut self, operation: &Operation, result: Result<(), Error>) -> Result<(), String> {
        // A page so far off that it has no place at all is written nowhere.
        let written = self.model.written(operation);
        let Some((range, bytes)) = written.filter(|(range, _)| self.model.bytes(range).is_some())
        else {
            return match result {
                Err(Error::NoPage { .. } | Error::OutOfRange { .. }) => Ok(()),
                other => Err(format!("beyond the end: {other:?}")),
            };
        };
        match self.allowed(result)? {
            Some(()) => self.model.write(&range, &bytes),
            None => self.wrote_in_part(&range, &bytes)?,
        }
        self.check_range(&range)
    }

    /// A write that failed has written whole pages, from the first on.
    fn wrote_in_part(&mut self, range: &Range<u64>, bytes: &[u8]) -> Result<(), String> {
        let page = self.layout.page_size.bytes() as u64;
        let mut found = vec![0xa5; bytes.len()];
        self.store
            .read_at(range.start, &mut found)
            .map_err(|error| format!("{error:?}"))?;
        for number in self.model.pages_of(range) {
            let start = (number as u64 * page).max(range.start);
            let part = start..(number as u64 * page + page).min(range.end);
            let within = (part.start - range.start) as usize..(part.end - range.start) as usize;
            if found[within.clone()] != bytes[within.clone()] || self.is_hole(number as u64)? {
                // This one and the rest are as they were.
                break;
            }
            self.model.write(&part, &bytes[within]);
        }
        Ok(())
    }

    fn discard(&mut self, range: &Range<u64>) -> Result<(), String> {
        let result = self.store.discard(range.start, range.end - range.start);
        if self.model.bytes(range).is_none() {
            return match result {
                Err(Error::OutOfRange { .. }) => Ok(()),
                other => Err(format!("beyond the end: {other:?}")),
            };
        }
        if self.allowed(result)?.is_some() {
            self.model.discard(range);
        } else {
            // Whole pages go first, and need no memory; of the two at the ends,
            // one or none.
            let page = self.layout.page_size.bytes() as u64;
            let whole = range.start.next_multiple_of(page)..range.end / page * page;
            let (head, tail) = if whole.start < whole.end {
                self.model.discard(&whole);
                (range.start..whole.start, whole.end..range.end)
            } else {
                let middle = whole.end.clamp(range.start, range.end);
                (range.start..middle, middle..range.end)
            };
            for part in [head, tail] {
                let mut found = vec![0xa5; (part.end - part.start) as usize];
                self.store
                    .read_at(part.start, &mut found)
                    .map_err(|error| format!("{error:?}"))?;
                if are_zeros(&found) {
                    self.model.discard(&part);
                }
            }
        }
        self.check_range(range)
    }

    fn is_hole(&self, number: u64) -> Result<bool, String> {
        let page = self.layout.page_size.bytes() as u64;
        let mut hole = false;
        self.store
            .extents(number * page, page, |extent| {
                hole = extent.hole;
                true
            })
            .map_err(|error| format!("{error:?}"))?;
        Ok(hole)
    }

    fn check_range(&self, range: &Range<u64>) -> Result<(), String> {
        let mut found = vec![0xa5; (range.end - range.start) as usize];
        match (
            self.store.read_at(range.start, &mut found),
            self.model.bytes(range),
        ) {
            (Ok(()), Some(expected)) => same(expected, &found),
            (Err(Error::OutOfRange { .. }), None) => Ok(()),
            (result, _) => Err(format!("{result:?}")),
        }
    }

    fn check_extents(&self, range: &Range<u64>) -> Result<(), String> {
        let mut at = range.start;
        let mut fault = None;
        let mut last: Option<Extent> = None;
        let result = self
            .store
            .extents(range.start, range.end - range.start, |extent| {
                let part = at..at + extent.length;
                let bytes = self.model.bytes(&part);
                let zeros = bytes.is_some_and(are_zeros);
                let holes = |hole: bool| {
                    let mut pages = self.model.pages_of(&part);
                    pages.all(|number| self.model.is_hole(number as u64) == hole)
                };
                // A page of zeros may be told as data where it is a block.
                let right = holes(extent.hole) && (zeros || !extent.zero);
                let split =
                    last.is_some_and(|last| (last.hole, last.zero) == (extent.hole, extent.zero));
                if !right || split || extent.length == 0 {
                    fault = Some(format!("{extent:?} at {at}"));
                }
                at = part.end;
                last = Some(extent);
                true
            });
        match (result, self.model.bytes(range)) {
            (Ok(()), Some(_)) if at == range.end => fault.map_or(Ok(()), Err),
            (Err(Error::OutOfRange { .. }), None) => Ok(()),
            (result, _) => Err(format!("{result:?}, told up to {at}")),
        }
    }

    fn check_accounts(&self) -> Result<(), String> {
        let stats = self.store.stats();
        let used = stats.mm_stat.mem_used_total;
        if self.limit.is_some_and(|limit| used > limit) {
            return Err(format!("{used} bytes taken of {:?}", self.limit));
        }
        if stats.pages() != self.model.kept() {
            let (pages, kept) = (stats.pages(), self.model.kept());
            return Err(format!("{pages} pages are kept, not {kept}"));
        }
        if stats.mm_stat.compr_data_size > stats.slab_bytes || stats.slab_bytes > used {
            return Err(format!("accounts that do not add up: {stats:?}"));
        }
        Ok(())
    }

    /// Compares all pages.
    ///
    /// # Errors
    /// Where they differ.
    pub fn check_all(&self) -> Result<(), String> {
        // In pieces, so that memory need not be asked of the system for each look.
        const PIECE: u64 = 64 << 10;
        let size = self.layout.size();
        for start in (0..size).step_by(PIECE as usize) {
            self.check_range(&(start..size.min(start + PIECE)))?;
        }
        self.check_extents(&(0..self.layout.size()))
    }

    fn restart(&mut self) -> Result<(), String> {
        let bytes = saved(&self.store).map_err(|error| format!("{error:?}"))?;
        let mut options = self.layout.options();
        if let Some(limit) = self.limit {
            options = options.with_memory_limit(limit);
        }
        match Store::restore(options, &mut &bytes[..]) {
            Ok(store) => {
                self.layout.back(&store).or_else(|fault| {
                    // Its books need a little memory too.
                    self.limit.map(drop).ok_or(fault)
                })?;
                if store.set_write_back_budget(None).is_err() {
                    return Ok(());
                }
                self.store = store;
                self.check_all()
            }
            // Pages of the file may have no room in memory.
            Err(SnapshotError::Store(Error::MemoryLimit { .. })) if self.limit.is_some() => Ok(()),
            Err(error) => Err(format!("{error:?}")),
        }
    }
}

/// Whether all bytes are zero. By the page: the fuzzer counts every turn of a
/// loop, and this one is most of what an execution does.
fn are_zeros(bytes: &[u8]) -> bool {
    const ZEROS: [u8; 4096] = [0; 4096];
    bytes
        .chunks(ZEROS.len())
        .all(|piece| piece == &ZEROS[..piece.len()])
}

fn same(expected: &[u8], found: &[u8]) -> Result<(), String> {
    if expected == found {
        Ok(())
    } else {
        Err(describe_byte_difference(expected, found))
    }
}
