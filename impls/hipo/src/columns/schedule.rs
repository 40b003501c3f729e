//! Columns read by several threads.
//!
//! A record is decompressed by one thread; its events are then gathered in
//! parts, by whoever is free. So threads are busy to the end also where there
//! are few records, or one is larger than the others. What comes of a part goes
//! to a [`Sink`].

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::batch::Builder;
use super::loaded::Loaded;
use super::locate::Located;
use super::read::{Reading, RecordOf};
use crate::error::Error;
use crate::reader::Loader;

/// Events of a part: enough that handing it out costs nothing beside it, and so
/// few that what is gathered of them stays in the caches.
pub(super) const PART: usize = 4096;

/// Where a part belongs.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Place {
    /// Which one of the records.
    pub(super) record: usize,
    /// Which one it is of that record's.
    pub(super) part: usize,
    /// The number within the record of its first event.
    pub(super) first: usize,
    /// Whether it is the last of its record.
    pub(super) last: bool,
}

/// What takes the columns of parts.
pub(super) trait Sink: Sync {
    /// Takes those of a part, from any thread; what is no longer needed goes
    /// back to where builders are from.
    fn take(&self, place: Place, part: Builder, spare: &Spare);
}

/// Builders to be used again: their memory is in the caches.
#[derive(Debug, Default)]
pub(super) struct Spare(Mutex<Vec<Builder>>);

impl Spare {
    pub(super) fn give(&self, mut builder: Builder) {
        builder.clear();
        locked(&self.0).push(builder);
    }

    fn take(&self) -> Option<Builder> {
        locked(&self.0).pop()
    }
}

/// A lock; a thread that panicked ends the reading anyway.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A record whose events are being gathered.
#[derive(Clone)]
struct Part {
    place: Place,
    loaded: Arc<Loaded>,
    range: Range<usize>,
}

#[derive(Default)]
struct State {
    /// The record to be read next.
    next: usize,
    /// Parts to be gathered.
    parts: VecDeque<Part>,
    /// Records being read or gathered.
    open: usize,
    /// Memory of records that are done with.
    spare: Vec<Loaded>,
    /// The first record that failed, and how.
    failed: Option<(usize, Error)>,
    /// Whether a thread has panicked: nothing more is to be done.
    abandoned: bool,
}

/// Records of a query, and what becomes of them.
pub(super) struct Schedule<'a, S> {
    reading: Reading<'a>,
    records: &'a [RecordOf],
    /// Records open at once, at most.
    most: usize,
    sink: &'a S,
    builders: Spare,
    state: Mutex<State>,
    changed: Condvar,
}

enum Task {
    Read(usize, Loaded),
    Gather(Part),
}

impl<'a, S: Sink> Schedule<'a, S> {
    pub(super) fn new(reading: Reading<'a>, records: &'a [RecordOf], sink: &'a S) -> Self {
        Self {
            reading,
            records,
            most: 0,
            sink,
            builders: Spare::default(),
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Does everything, with so many threads at most, and so many records in
    /// memory beside one for each. The error is that of the first record that
    /// has one.
    pub(super) fn run(mut self, threads: usize, ahead: usize) -> Result<(), Error> {
        self.most = threads + ahead;
        thread::scope(|scope| {
            for _ in 1..threads.min(self.records.len().max(1) * 4) {
                scope.spawn(|| self.work());
            }
            self.work();
        });
        let state = self.state.into_inner();
        match state.unwrap_or_else(PoisonError::into_inner).failed {
            Some((_, error)) => Err(error),
            None => Ok(()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }

    fn work(&self) {
        let mut loader = Loader::default();
        let mut located = Located::default();
        while let Some(task) = self.take() {
            let _done = Done(self);
            match task {
                Task::Read(record, memory) => self.read(record, memory, &mut loader),
                Task::Gather(part) => self.gather(part, &mut located),
            }
        }
    }

    /// What to do next: to read ahead, as far as memory allows, or to gather.
    fn take(&self) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.abandoned {
                return None;
            }
            if let Some((failed, _)) = state.failed {
                // What comes before it may fail as well, and is then the first.
                state.parts.retain(|part| part.place.record < failed);
                return state.parts.pop_front().map(Task::Gather);
            }
            if state.next < self.records.len() && state.open < self.most {
                let record = state.next;
                state.next += 1;
                state.open += 1;
                let loaded = state.spare.pop().unwrap_or_default();
                return Some(Task::Read(record, loaded));
            }
            if let Some(part) = state.parts.pop_front() {
                return Some(Task::Gather(part));
            }
            if state.open == 0 {
                return None;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn builder(&self) -> Builder {
        let spare = self.builders.take();
        spare.unwrap_or_else(|| Builder::new(self.reading.wanted))
    }

    fn read(&self, record: usize, mut memory: Loaded, loader: &mut Loader) {
        let read = self.reading.load(self.records[record], loader, &mut memory);
        if let Err(error) = read {
            return self.fail(record, error);
        }
        let count = memory.len();
        if count == 0 {
            let place = Place {
                record,
                part: 0,
                first: 0,
                last: true,
            };
            let mut state = self.lock();
            state.spare.push(memory);
            state.open -= 1;
            drop(state);
            return self.sink.take(place, self.builder(), &self.builders);
        }
        let shared = Arc::new(memory);
        let parts = (0..count).step_by(PART).enumerate().map(|(part, first)| {
            let end = count.min(first + PART);
            Part {
                place: Place {
                    record,
                    part,
                    first: shared.number(first),
                    last: end == count,
                },
                loaded: Arc::clone(&shared),
                range: first..end,
            }
        });
        let mut state = self.lock();
        state.parts.extend(parts);
        // Within the lock: the last part to be done closes the record.
        drop(shared);
    }

    fn gather(&self, part: Part, located: &mut Located) {
        let mut builder = self.builder();
        let Part {
            place,
            loaded,
            range,
        } = part;
        let of = self.records[place.record];
        let gathered = self
            .reading
            .gather(of, &loaded, range, located, &mut builder);
        let mut state = self.lock();
        // Within the lock: of all that hold the record, one is the last.
        if let Some(loaded) = Arc::into_inner(loaded) {
            state.spare.push(loaded);
            state.open -= 1;
        }
        drop(state);
        match gathered {
            Ok(()) => self.sink.take(place, builder, &self.builders),
            Err(error) => self.fail(place.record, error),
        }
    }

    fn fail(&self, record: usize, error: Error) {
        let mut state = self.lock();
        if state
            .failed
            .as_ref()
            .is_none_or(|(other, _)| record < *other)
        {
            state.failed = Some((record, error));
        }
    }
}

/// Tells the other threads that something was done, a panic too.
struct Done<'s, 'a, S: Sink>(&'s Schedule<'a, S>);

impl<S: Sink> Drop for Done<'_, '_, S> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().abandoned = true;
        }
        self.0.changed.notify_all();
    }
}
