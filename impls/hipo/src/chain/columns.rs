//! Columns of several files.

use std::sync::{Mutex, PoisonError};
use std::thread;

use super::open::Chain;
use crate::columns::{Builder, ColumnOptions, ColumnQuery, Columns, Reading};
use crate::error::Error;
use crate::layout::EventBuffer;
use crate::reader::Loader;

/// Events that a thread reads at once, about: so many that handing them out
/// costs nothing beside it, and so few that threads end at about the same time.
const PART: u64 = 16_384;

/// Records of one file.
#[derive(Clone, Debug)]
struct Part {
    file: usize,
    records: Vec<usize>,
    events: u64,
}

impl ColumnOptions {
    /// Reads the columns of all events of a chain at once. The query has to be
    /// of the chain's dictionary. Threads share the records of all files.
    ///
    /// # Errors
    /// For a record that is damaged or cannot be read: the first one.
    pub fn read_chain(&self, chain: &Chain, query: &ColumnQuery<'_>) -> Result<Columns, Error> {
        read(self, chain, query, &parts(self, chain, PART))
    }

    /// Reads the columns of a chain in batches: of as many records as it takes
    /// for `events` events, one at least, of one file or of several. Memory is bounded
    /// by a batch.
    pub fn chain_batches<'c>(
        &self,
        chain: &'c Chain,
        query: &ColumnQuery<'c>,
        events: u64,
    ) -> ChainColumnBatches<'c> {
        ChainColumnBatches {
            chain,
            query: query.clone(),
            options: self.clone(),
            parts: parts(self, chain, events.min(PART)),
            events: events.max(1),
            next: 0,
        }
    }
}

impl Chain {
    /// Reads columns of all events, with one thread.
    ///
    /// # Errors
    /// As [`ColumnOptions::read_chain`].
    pub fn read_columns(&self, query: &ColumnQuery<'_>) -> Result<Columns, Error> {
        ColumnOptions::default().read_chain(self, query)
    }
}

/// The columns of a chain, batch by batch. After an error it goes on with the
/// batch after it. The [first event](Columns::first_event) of each is numbered
/// in the chain.
#[derive(Debug)]
pub struct ChainColumnBatches<'c> {
    chain: &'c Chain,
    query: ColumnQuery<'c>,
    options: ColumnOptions,
    parts: Vec<Part>,
    events: u64,
    next: usize,
}

impl Iterator for ChainColumnBatches<'_> {
    type Item = Result<Columns, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.parts[self.next..];
        let mut events = 0;
        let mut count = 0;
        for part in rest {
            if count > 0 && events >= self.events {
                break;
            }
            events += part.events;
            count += 1;
        }
        if count == 0 {
            return None;
        }
        self.next += count;
        let parts = &rest[..count];
        Some(read(&self.options, self.chain, &self.query, parts))
    }
}

/// The records that a filter takes, file by file, in parts of one record or of
/// `most` events.
fn parts(options: &ColumnOptions, chain: &Chain, most: u64) -> Vec<Part> {
    let mut parts = Vec::<Part>::new();
    let mut before = 0;
    for (index, file) in chain.files().iter().enumerate() {
        let records = file.records();
        let range = options.filter.range(before, records.len());
        before += records.len();
        for record in range {
            let info = &records[record];
            if !options.filter.takes_record(info) {
                continue;
            }
            let events = u64::from(info.events);
            let last = parts.last_mut();
            match last.filter(|part| part.file == index && part.events + events <= most) {
                Some(part) => {
                    part.records.push(record);
                    part.events += events;
                }
                None => parts.push(Part {
                    file: index,
                    records: vec![record],
                    events,
                }),
            }
        }
    }
    parts
}

/// Reads parts, with the threads of the options.
fn read(
    options: &ColumnOptions,
    chain: &Chain,
    query: &ColumnQuery<'_>,
    parts: &[Part],
) -> Result<Columns, Error> {
    let wanted = query.banks();
    let first_event = parts.first().map_or(0, |part| {
        let records = chain.files()[part.file].records();
        let within = part
            .records
            .first()
            .map(|&record| records[record].first_event);
        chain.first_event(part.file).unwrap_or_default() + within.unwrap_or_default()
    });
    let add = |part: &Part, memory: &mut (Loader, EventBuffer), builder: &mut Builder| {
        let reading = Reading::new(&chain.files()[part.file], query, options);
        reading.add(&part.records, &mut memory.0, &mut memory.1, builder)
    };
    let threads = options.threads.get();
    if threads == 1 {
        let mut builder = Builder::new(wanted);
        let mut memory = Default::default();
        for part in parts {
            add(part, &mut memory, &mut builder)?;
        }
        return Ok(builder.finish(wanted, first_event));
    }
    // Parts are taken in order: those before one that failed were taken too,
    // and the first that failed is known when all are done.
    let next = Mutex::new(0..parts.len());
    let done = Mutex::new(Vec::with_capacity(parts.len()));
    let work = || {
        let mut memory = Default::default();
        loop {
            let taken = next.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(index) = taken else {
                return;
            };
            let mut builder = Builder::new(wanted);
            let added = add(&parts[index], &mut memory, &mut builder);
            if added.is_err() {
                *next.lock().unwrap_or_else(PoisonError::into_inner) = 0..0;
            }
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push((index, added.map(|()| builder)));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(parts.len()) {
            scope.spawn(work);
        }
        work();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(index, _)| *index);
    let built = done.into_iter().map(|(_, built)| built);
    let built = built.collect::<Result<Vec<_>, _>>()?;
    Ok(Builder::joined(wanted, &built, threads).finish(wanted, first_event))
}
