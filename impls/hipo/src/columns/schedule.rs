//! Columns read by several threads.
//!
//! A record is decompressed by one thread; its events are then gathered in
//! parts, by whoever is free. So threads are busy to the end also where there
//! are few records, or one is larger than the others.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::batch::Builder;
use super::locate::Located;
use super::read::Reading;
use crate::error::Error;
use crate::layout::EventBuffer;
use crate::reader::Loader;

/// Events of a part: enough that handing it out costs nothing beside it.
const PART: usize = 4096;

/// A record whose events are being gathered.
#[derive(Clone)]
struct Part {
    /// Which one of the records.
    record: usize,
    /// Which one it is of that record's.
    index: usize,
    events: Arc<EventBuffer>,
    range: Range<usize>,
}

#[derive(Default)]
struct State {
    /// The record to be read next, and how many there are.
    next: usize,
    /// Parts to be gathered.
    parts: VecDeque<Part>,
    /// Records being read or gathered.
    open: usize,
    /// What came of parts, by record and part.
    done: Vec<(usize, usize, Builder)>,
    /// Memory of records that are done with.
    spare: Vec<EventBuffer>,
    /// The first record that failed, and how.
    failed: Option<(usize, Error)>,
}

/// Records of a query, and what has come of them.
pub(super) struct Schedule<'a> {
    reading: Reading<'a>,
    records: &'a [usize],
    /// Records open at once, at most.
    most: usize,
    state: Mutex<State>,
    changed: Condvar,
}

enum Task {
    Read(usize, EventBuffer),
    Gather(Part),
}

impl<'a> Schedule<'a> {
    pub(super) fn new(reading: Reading<'a>, records: &'a [usize]) -> Self {
        Self {
            reading,
            records,
            most: 0,
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Does everything, with so many threads at most.
    pub(super) fn run(mut self, threads: usize) -> Result<Builder, Error> {
        self.most = threads + 1;
        thread::scope(|scope| {
            for _ in 1..threads.min(self.records.len().max(1) * 4) {
                scope.spawn(|| self.work());
            }
            self.work();
        });
        let state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some((_, error)) = state.failed {
            return Err(error);
        }
        let mut done = state.done;
        done.sort_unstable_by_key(|(record, part, _)| (*record, *part));
        let parts: Vec<_> = done.into_iter().map(|(_, _, builder)| builder).collect();
        Ok(Builder::joined(self.reading.wanted, &parts, threads))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut loader = Loader::default();
        let mut located = Located::default();
        while let Some(task) = self.take() {
            match task {
                Task::Read(record, events) => self.read(record, events, &mut loader),
                Task::Gather(part) => self.gather(part, &mut located),
            }
            self.changed.notify_all();
        }
    }

    /// What to do next: to read ahead, as far as memory allows, or to gather.
    fn take(&self) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if let Some((failed, _)) = state.failed {
                // What comes before it may fail as well, and is then the first.
                state.parts.retain(|part| part.record < failed);
                return state.parts.pop_front().map(Task::Gather);
            }
            if state.next < self.records.len() && state.open < self.most {
                let record = state.next;
                state.next += 1;
                state.open += 1;
                let events = state.spare.pop().unwrap_or_default();
                return Some(Task::Read(record, events));
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

    fn read(&self, record: usize, mut events: EventBuffer, loader: &mut Loader) {
        let mut builder = Builder::new(self.reading.wanted);
        let index = self.records[record];
        match self.reading.load(index, loader, &mut events, &mut builder) {
            Ok(true) if events.len() > 0 => {
                let count = events.len();
                let events = Arc::new(events);
                let parts = (0..count)
                    .step_by(PART)
                    .enumerate()
                    .map(|(index, start)| Part {
                        record,
                        index,
                        events: Arc::clone(&events),
                        range: start..count.min(start + PART),
                    });
                let mut state = self.lock();
                state.parts.extend(parts);
                // Within the lock: the last part to be done closes the record.
                drop(events);
            }
            Ok(_) => {
                let mut state = self.lock();
                state.done.push((record, 0, builder));
                state.spare.push(events);
                state.open -= 1;
            }
            Err(error) => self.fail(record, error),
        }
    }

    fn gather(&self, part: Part, located: &mut Located) {
        let mut builder = Builder::new(self.reading.wanted);
        let Part {
            record,
            index,
            events,
            range,
        } = part;
        let gathered = self.reading.gather(&events, range, located, &mut builder);
        let mut state = self.lock();
        // Within the lock: of all that hold the events, one is the last.
        if let Some(events) = Arc::into_inner(events) {
            state.spare.push(events);
            state.open -= 1;
        }
        match gathered {
            Ok(()) => state.done.push((record, index, builder)),
            Err(error) => {
                drop(state);
                self.fail(record, error);
            }
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
